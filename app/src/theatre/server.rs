//! The server: this computer only, fixed routes, patience that ends, and searches that end with those that asked for them.

use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use provebest::CancelToken;
use provebest_catalog::worker;
use provebest_theatre::MOST_BYTES;
use tokio::net::TcpStream;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::{sleep, timeout};

use super::page::Page;
use super::rules::{Refusal, Route, Rules};
use super::turns::{Turn, Turns};

/// Gives the answer to a request, or why there is none; a search is over soon after its token is cancelled.
pub type Answerer = dyn Fn(&[u8], &CancelToken) -> Result<Vec<u8>, String> + Send + Sync;

/// What is longer is read up to here and thrown away, so that its sender still hears why.
const MOST_READ: usize = 4 * MOST_BYTES;
/// Connections at once. A browser opens six.
const CONNECTIONS: usize = 64;
/// Stack of a search.
const STACK: usize = 64 << 20;

/// A server that listens, and has not begun to answer.
pub struct Server {
    listener: TcpListener,
    port: u16,
    /// How long a sender or a reader may take.
    patience: Duration,
}

impl Server {
    /// Listens at a port of this computer, 0 for any that is free.
    pub fn at(port: u16) -> io::Result<Server> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let port = listener.local_addr()?.port();
        Ok(Server { listener, port, patience: Duration::from_secs(20) })
    }

    /// The same with another patience.
    #[cfg(test)]
    pub fn with_patience(self, patience: Duration) -> Server {
        Server { patience, ..self }
    }

    /// The port.
    #[cfg(test)]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The address of the page.
    pub fn address(&self) -> String {
        format!("{}/", Rules::at(self.port).origin())
    }

    /// Serves for ever.
    pub fn serve(self, page: Page, answerer: Arc<Answerer>) -> io::Result<Infallible> {
        let searches = std::thread::available_parallelism().map_or(2, |cores| cores.get().max(2));
        let house = Arc::new(House {
            rules: Rules::at(self.port),
            page,
            answerer,
            turns: Arc::default(),
            searches: Arc::new(Semaphore::new(searches)),
            patience: self.patience,
        });
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build()?;
        runtime.block_on(async move {
            self.listener.set_nonblocking(true)?;
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let connections = Arc::new(Semaphore::new(CONNECTIONS));
            loop {
                let place = Arc::clone(&connections).acquire_owned().await.map_err(io::Error::other)?;
                match listener.accept().await {
                    Ok((stream, _)) => drop(tokio::spawn(Arc::clone(&house).talk(stream, place))),
                    // No file handle is left, or the sender has gone already.
                    Err(_) => sleep(Duration::from_millis(50)).await,
                }
            }
        })
    }
}

/// What all connections share.
struct House {
    rules: Rules,
    page: Page,
    answerer: Arc<Answerer>,
    turns: Arc<Turns>,
    searches: Arc<Semaphore>,
    patience: Duration,
}

type Reply = Response<Full<Bytes>>;

impl House {
    /// Answers one request of a connection, and closes it.
    async fn talk(self: Arc<House>, stream: TcpStream, _place: OwnedSemaphorePermit) {
        let answered = Notify::new();
        let service = service_fn(|request| async {
            let reply = self.reply(request).await;
            answered.notify_one();
            Ok::<Reply, Infallible>(reply)
        });
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(self.patience).keep_alive(false).max_buf_size(1 << 16);
        // A reader may leave at any time, and may not stay for ever.
        let late = async {
            answered.notified().await;
            sleep(self.patience).await;
        };
        tokio::select! {
            _ = http.serve_connection(TokioIo::new(stream), service) => {}
            () = late => {}
        }
    }

    async fn reply(&self, request: Request<Incoming>) -> Reply {
        let reply = match self.answer(request).await {
            Ok((kind, bytes)) => reply(StatusCode::OK, kind, bytes),
            Err(refusal) => reply(refusal.status, "text/plain; charset=utf-8", refusal.why.into()),
        };
        self.with_policy(reply)
    }

    async fn answer(&self, request: Request<Incoming>) -> Result<(&'static str, Bytes), Refusal> {
        let (head, body) = request.into_parts();
        match self.rules.route(&head)? {
            Route::File(path) => {
                let file = self.page.file(&path);
                let none = || Refusal::new(StatusCode::NOT_FOUND, "there is nothing at this address");
                file.map(|file| (file.kind(), file.bytes.clone())).ok_or_else(none)
            }
            Route::Answer(asker) => {
                let slow = |_| Refusal::new(StatusCode::REQUEST_TIMEOUT, "the request did not arrive in time");
                let request = timeout(self.patience, whole(body)).await.map_err(slow)??;
                let bytes = self.search(request, self.turns.begin(asker)).await?;
                Ok(("application/octet-stream", bytes.into()))
            }
        }
    }

    /// Runs a search on a thread of its own. If the connection ends, so does this future, with it the turn, and with that the
    /// search.
    async fn search(&self, request: Vec<u8>, turn: Turn) -> Result<Vec<u8>, Refusal> {
        let ours = |why: String| Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, why);
        let slot = Arc::clone(&self.searches).acquire_owned().await.map_err(|error| ours(error.to_string()))?;
        let (answerer, token) = (Arc::clone(&self.answerer), turn.token.clone());
        let (tell, told) = oneshot::channel();
        let work = move || {
            let answer = catch_unwind(AssertUnwindSafe(|| answerer(&request, &token)));
            // Nobody may be left to be told.
            let _ = tell.send(answer.map_err(|left| worker::panicked(&*left).to_string()));
            drop(slot);
        };
        let thread = std::thread::Builder::new().name("search".into()).stack_size(STACK).spawn(work);
        thread.map_err(|error| ours(format!("the system has no thread left: {error}")))?;
        let answer = told.await.map_err(|error| ours(error.to_string()))?.map_err(ours)?;
        if turn.token.is_cancelled() {
            return Err(Refusal::new(StatusCode::CONFLICT, "a newer request of the same page has ended this one"));
        }
        answer.map_err(|why| Refusal::new(StatusCode::BAD_REQUEST, why))
    }

    fn with_policy(&self, mut reply: Reply) -> Reply {
        let policy =
            HeaderValue::from_str(self.page.policy()).unwrap_or(HeaderValue::from_static("default-src 'none'"));
        let fixed = [
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (header::REFERRER_POLICY, "no-referrer"),
            (header::CACHE_CONTROL, "no-store"),
            (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
            (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        ];
        let headers = reply.headers_mut();
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
        headers.extend(fixed.map(|(name, value)| (name, HeaderValue::from_static(value))));
        reply
    }
}

fn reply(status: StatusCode, kind: &'static str, bytes: Bytes) -> Reply {
    let mut reply = Response::new(Full::new(bytes));
    *reply.status_mut() = status;
    reply.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    reply
}

/// The whole body, if it is not too long.
async fn whole(mut body: Incoming) -> Result<Vec<u8>, Refusal> {
    let (mut bytes, mut length) = (Vec::new(), 0);
    while let Some(frame) = body.frame().await {
        let broken = |error: hyper::Error| Refusal::new(StatusCode::BAD_REQUEST, error.to_string());
        let Ok(data) = frame.map_err(broken)?.into_data() else { continue };
        length += data.len();
        if length <= MOST_BYTES {
            bytes.extend_from_slice(&data);
        } else if length > MOST_READ {
            break;
        }
    }
    if length > MOST_BYTES {
        let why = format!("the request is too long; expected at most {MOST_BYTES} bytes");
        return Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, why));
    }
    Ok(bytes)
}
