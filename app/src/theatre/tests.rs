//! The rules of the server, each by a client that breaks it.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use provebest_theatre::MOST_BYTES;
use serde_json::json;

use super::page::{Page, Source};
use super::server::Server;

const SOURCES: [Source; 3] = [
    (
        "index.html",
        "<!doctype html><script type=\"importmap\">{}</script><script type=\"application/json\" id=\"config\"></script><script type=\"module\" src=\"main.js\"></script>",
    ),
    ("style.css", "p { color: red }"),
    ("main.js", "import 'theatre/main'"),
];

/// What happened to a search that was called `wait`.
#[derive(PartialEq, Eq, Debug)]
enum Seen {
    Begun,
    Cancelled,
}

struct Tested {
    port: u16,
    seen: Receiver<Seen>,
}

/// A server that answers `wait` when that is cancelled, `bad` with an error, `large` with 16 MB, `panic` not at all, and all
/// others with themselves.
fn server(patience: Duration) -> Tested {
    let (tell, seen) = mpsc::channel();
    let server = Server::at(0).unwrap().with_patience(patience);
    let port = server.port();
    let page = Page::served(&SOURCES, &json!({"source": "server", "start": {"game": "</script>"}})).unwrap();
    let answer = move |request: &[u8], token: &provebest::CancelToken| match request {
        b"wait" => {
            tell.send(Seen::Begun).unwrap();
            while !token.is_cancelled() {
                std::thread::sleep(Duration::from_millis(1));
            }
            tell.send(Seen::Cancelled).unwrap();
            Ok(Vec::new())
        }
        b"bad" => Err("it is bad\n   ^; expected good".to_string()),
        b"large" => Ok(vec![7; 16 << 20]),
        b"panic" => panic!("as planned"),
        other => Ok(other.to_vec()),
    };
    std::thread::spawn(move || server.serve(page, Arc::new(answer)));
    Tested { port, seen }
}

/// Long enough for every test that does not test it.
const PATIENT: Duration = Duration::from_secs(600);
const SHORT: Duration = Duration::from_millis(200);

impl Tested {
    fn connect(&self) -> TcpStream {
        TcpStream::connect(("127.0.0.1", self.port)).unwrap()
    }

    /// The head of a POST of this page.
    fn post(&self, length: usize, more: &str) -> String {
        let port = self.port;
        format!(
            "POST /answer HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n\
             Content-Length: {length}\r\n{more}\r\n"
        )
    }

    fn ask(&self, body: &str, more: &str) -> TcpStream {
        let mut stream = self.connect();
        stream.write_all(self.post(body.len(), more).as_bytes()).unwrap();
        stream.write_all(body.as_bytes()).unwrap();
        stream
    }

    fn get(&self, path: &str) -> (u16, String) {
        let mut stream = self.connect();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", self.port).unwrap();
        read(stream)
    }
}

/// The status and all that comes: head and body.
fn read(mut stream: TcpStream) -> (u16, String) {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let status = text.split(' ').nth(1).and_then(|word| word.parse().ok());
    (status.unwrap_or(0), text)
}

fn body(reply: &(u16, String)) -> &str {
    reply.1.split_once("\r\n\r\n").unwrap().1
}

#[test]
fn the_files_of_the_page_are_served_with_a_policy_and_nothing_else_is() {
    let server = server(PATIENT);
    let index = server.get("/");
    assert_eq!(index.0, 200);
    assert!(body(&index).contains(r#"{"imports":{"theatre/main":"/main.js"}}"#), "{}", index.1);
    assert!(body(&index).contains(r#""game":"\u003c/script>""#), "{}", index.1);
    assert!(body(&index).contains(r#"<link rel="modulepreload" href="/main.js">"#), "{}", index.1);
    assert_eq!(body(&server.get("/style.css")), SOURCES[1].1);
    assert!(server.get("/main.js").1.contains("content-type: text/javascript"));
    for path in ["/", "/style.css", "/nothing"] {
        let (_, text) = server.get(path);
        for line in [
            "content-security-policy: default-src 'none'; script-src 'self' 'sha256-",
            "x-content-type-options: nosniff",
            "cross-origin-resource-policy: same-origin",
        ] {
            assert!(text.contains(line), "{path}: {text}");
        }
        assert!(!text.contains("unsafe") && !text.contains("access-control"), "{text}");
    }
    for path in [
        "/index.html",
        "/main",
        "/../Cargo.toml",
        "/main.js/../style.css",
        "/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "//etc/passwd",
        "/style.css?",
        "/C:/Windows",
    ] {
        assert_eq!(server.get(path).0, 404, "{path}");
    }
}

#[test]
fn the_answer_is_what_the_answerer_gives() {
    let server = server(PATIENT);
    assert_eq!(body(&read(server.ask("{\"ask\": 1}", ""))), "{\"ask\": 1}");
    let bad = read(server.ask("bad", ""));
    assert_eq!((bad.0, body(&bad)), (400, "it is bad\n   ^; expected good"));
    let panicked = read(server.ask("panic", ""));
    assert!(panicked.0 == 500 && body(&panicked).contains("as planned"), "{}", panicked.1);
    assert_eq!(body(&read(server.ask("large", ""))).len(), 16 << 20);
}

#[test]
fn other_hosts_and_other_origins_are_refused() {
    let server = server(PATIENT);
    let port = server.port;
    let answer = |host: &str, origin: &str| {
        let mut stream = server.connect();
        write!(stream, "POST /answer HTTP/1.1\r\n{host}{origin}Content-Length: 2\r\n\r\n{{}}").unwrap();
        read(stream).0
    };
    let (host, origin) = (format!("Host: 127.0.0.1:{port}\r\n"), format!("Origin: http://127.0.0.1:{port}\r\n"));
    assert_eq!(answer(&host, &origin), 200);
    assert_eq!(answer("Host: 127.0.0.1\r\n", &origin), 421);
    assert_eq!(answer("Host: evil.example\r\n", &origin), 421);
    assert_eq!(answer(&format!("Host: localhost:{port}\r\n"), &origin), 421);
    assert_eq!(answer("", &origin), 421);
    assert_eq!(answer(&format!("{host}{host}"), &origin), 421);
    assert_eq!(answer(&host, "Origin: http://evil.example\r\n"), 403);
    assert_eq!(answer(&host, "Origin: null\r\n"), 403);
    assert_eq!(answer(&host, &format!("{origin}Origin: http://evil.example\r\n")), 403);
    assert_eq!(answer(&host, ""), 403);
}

#[test]
fn other_methods_are_refused() {
    let server = server(PATIENT);
    for (line, status) in
        [("PUT /", 405), ("OPTIONS /answer", 405), ("GET /answer", 405), ("POST /", 405), ("get /", 405)]
    {
        let mut stream = server.connect();
        let port = server.port;
        write!(stream, "{line} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n\r\n").unwrap();
        assert_eq!(read(stream).0, status, "{line}");
    }
}

#[test]
fn a_request_may_have_a_megabyte_and_no_more() {
    let server = server(PATIENT);
    let longest = " ".repeat(MOST_BYTES);
    assert_eq!(body(&read(server.ask(&longest, ""))).len(), MOST_BYTES);
    let refused = read(server.ask(&(longest.clone() + " "), ""));
    assert_eq!((refused.0, body(&refused)), (413, "the request is too long; expected at most 1000000 bytes"));
    // The same without a length.
    let mut stream = server.connect();
    let head = server.post(0, "Transfer-Encoding: chunked\r\n").replace("Content-Length: 0\r\n", "");
    write!(stream, "{head}{:x}\r\n{longest}\r\n1\r\n \r\n0\r\n\r\n", MOST_BYTES).unwrap();
    assert_eq!(read(stream).0, 413);
    // A length that nobody could read is refused, not reserved.
    let mut stream = server.connect();
    stream.write_all(server.post(usize::MAX / 4, "").as_bytes()).unwrap();
    let sent = (0..64).try_for_each(|_| stream.write_all(&longest.as_bytes()[..1 << 17]));
    assert!(sent.is_err() || read(stream).0 == 413);
    assert_eq!(server.get("/").0, 200);
}

#[test]
fn a_slow_sender_is_not_waited_for() {
    let server = server(SHORT);
    let mut half_a_head = server.connect();
    half_a_head.write_all(b"GET / HTTP/1.1\r\nHost:").unwrap();
    let silent = server.connect();
    let mut half_a_body = server.connect();
    half_a_body.write_all(format!("{}{{", server.post(2, "")).as_bytes()).unwrap();
    assert_eq!(read(half_a_body).0, 408);
    for mut stream in [half_a_head, silent] {
        let ended = stream.read_to_end(&mut Vec::new());
        assert!(ended.is_ok() || ended.is_err_and(|error| error.kind() == ErrorKind::ConnectionReset));
    }
}

#[test]
fn readers_that_never_read_do_not_keep_others_out() {
    let server = server(SHORT);
    let never_read: Vec<TcpStream> = (0..80).map(|_| server.ask("large", "")).collect();
    assert_eq!(server.get("/").0, 200);
    drop(never_read);
}

#[test]
fn a_search_ends_when_its_asker_has_gone() {
    let server = server(PATIENT);
    for leave in [Shutdown::Both, Shutdown::Write] {
        let asker = server.ask("wait", "");
        assert_eq!(server.seen.recv(), Ok(Seen::Begun));
        asker.shutdown(leave).unwrap();
        drop(asker);
        assert_eq!(server.seen.recv(), Ok(Seen::Cancelled));
    }
}

#[test]
fn a_newer_request_of_a_page_ends_the_older_one() {
    let server = server(PATIENT);
    let older = server.ask("wait", "X-Asker: page-1\r\n");
    assert_eq!(server.seen.recv(), Ok(Seen::Begun));
    let other_page = read(server.ask("{}", "X-Asker: page-2\r\n"));
    assert_eq!((other_page.0, server.seen.try_recv().is_err()), (200, true), "another page ends nothing");
    let newer = read(server.ask("{}", "X-Asker: page-1\r\n"));
    assert_eq!((newer.0, body(&newer)), (200, "{}"));
    assert_eq!(server.seen.recv(), Ok(Seen::Cancelled));
    let older = read(older);
    assert_eq!((older.0, body(&older)), (409, "a newer request of the same page has ended this one"));
}

#[test]
fn many_searches_wait_for_each_other() {
    let server = server(PATIENT);
    let pages: Vec<TcpStream> = (0..20).map(|page| server.ask("wait", &format!("X-Asker: page-{page}\r\n"))).collect();
    assert_eq!(server.seen.recv(), Ok(Seen::Begun));
    let cores = std::thread::available_parallelism().unwrap().get().max(2);
    drop(pages);
    let (mut running, mut most) = (1, 1);
    while running > 0 {
        match server.seen.recv() {
            Ok(Seen::Begun) => running += 1,
            Ok(Seen::Cancelled) => running -= 1,
            Err(error) => panic!("{error}"),
        }
        most = most.max(running);
    }
    assert!(most <= cores, "{most} searches at once");
    assert_eq!(read(server.ask("{}", "")).0, 200);
}
