//! Which requests are answered: those of the page itself, on fixed routes.

use hyper::header::{HOST, HeaderMap, HeaderName, ORIGIN};
use hyper::http::request::Parts;
use hyper::{Method, StatusCode};

use super::turns::Asker;

/// The only names under which the server answers.
pub struct Rules {
    host: String,
    origin: String,
}

/// What is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Route {
    /// A file of the page, by its path.
    File(String),
    /// The answer to the body.
    Answer(Option<Asker>),
}

/// Why a request is not answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    pub status: StatusCode,
    pub why: String,
}

impl Refusal {
    pub fn new(status: StatusCode, why: impl Into<String>) -> Refusal {
        Refusal { status, why: why.into() }
    }
}

/// The path of the answers.
pub const ANSWER: &str = "/answer";

impl Rules {
    /// The rules of a server at a port of this computer.
    pub fn at(port: u16) -> Rules {
        Rules { host: format!("127.0.0.1:{port}"), origin: format!("http://127.0.0.1:{port}") }
    }

    /// The origin of all that is served.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// What a request asks for, if this server may answer it.
    pub fn route(&self, head: &Parts) -> Result<Route, Refusal> {
        // Another name may be that of a page elsewhere, which had it resolved to this computer.
        let authority = head.uri.authority().is_none_or(|name| name.as_str() == self.host);
        if !authority || only(&head.headers, HOST) != Some(self.host.as_bytes()) {
            let why = format!("this server is called {}, and answers to no other name", self.host);
            return Err(Refusal::new(StatusCode::MISDIRECTED_REQUEST, why));
        }
        let answer = head.uri.path() == ANSWER;
        let asked_here = match head.headers.contains_key(ORIGIN) {
            true => only(&head.headers, ORIGIN) == Some(self.origin.as_bytes()),
            false => !answer,
        };
        if !asked_here {
            return Err(Refusal::new(StatusCode::FORBIDDEN, format!("only pages of {} may ask", self.origin)));
        }
        let method = if answer { Method::POST } else { Method::GET };
        if head.method != method {
            return Err(Refusal::new(
                StatusCode::METHOD_NOT_ALLOWED,
                format!("{} takes only {method}", head.uri.path()),
            ));
        }
        if head.uri.query().is_some() {
            return Err(Refusal::new(StatusCode::NOT_FOUND, "no address here has a question mark"));
        }
        if !answer {
            return Ok(Route::File(head.uri.path().into()));
        }
        if !head.headers.contains_key(Asker::HEADER) {
            return Ok(Route::Answer(None));
        }
        let name = only(&head.headers, HeaderName::from_static(Asker::HEADER)).and_then(Asker::read);
        let why = format!("{}: expected at most 64 letters, digits and hyphens", Asker::HEADER);
        name.map(|asker| Route::Answer(Some(asker))).ok_or_else(|| Refusal::new(StatusCode::BAD_REQUEST, why))
    }
}

/// The value of a header that occurs once.
fn only(headers: &HeaderMap, name: HeaderName) -> Option<&[u8]> {
    let mut all = headers.get_all(name).iter();
    all.next().filter(|_| all.next().is_none()).map(|value| value.as_bytes())
}

#[cfg(test)]
mod unit {
    use hyper::Request;

    use super::*;

    fn status(method: &str, target: &str, headers: &[(&str, &str)]) -> u16 {
        let mut request = Request::builder().method(method).uri(target);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let (head, ()) = request.body(()).unwrap().into_parts();
        Rules::at(7000).route(&head).map_or_else(|refusal| refusal.status.as_u16(), |_| 200)
    }

    #[test]
    fn only_the_own_name_and_origin_are_answered() {
        let (host, origin) = (("host", "127.0.0.1:7000"), ("origin", "http://127.0.0.1:7000"));
        assert_eq!(status("GET", "/", &[host]), 200);
        assert_eq!(status("GET", "http://127.0.0.1:7000/", &[host]), 200);
        assert_eq!(status("GET", "/main.js", &[host, origin]), 200);
        assert_eq!(status("POST", "/answer", &[host, origin]), 200);
        for other in ["127.0.0.1", "127.0.0.1:7001", "localhost:7000", "example.org", "127.0.0.1:7000.example.org", ""]
        {
            assert_eq!(status("GET", "/", &[("host", other)]), 421, "{other}");
        }
        assert_eq!(status("GET", "/", &[]), 421);
        assert_eq!(status("GET", "/", &[host, host]), 421, "twice");
        assert_eq!(status("GET", "http://example.org/", &[host]), 421);
        for other in
            ["null", "http://127.0.0.1", "https://127.0.0.1:7000", "http://localhost:7000", "http://example.org"]
        {
            assert_eq!(status("POST", "/answer", &[host, ("origin", other)]), 403, "{other}");
            assert_eq!(status("GET", "/", &[host, ("origin", other)]), 403, "{other}");
        }
        assert_eq!(status("POST", "/answer", &[host]), 403, "a page says where it comes from");
        assert_eq!(status("POST", "/answer", &[host, origin, origin]), 403, "twice");
    }

    #[test]
    fn routes_have_one_method_and_no_question() {
        let own = [("host", "127.0.0.1:7000"), ("origin", "http://127.0.0.1:7000")];
        for method in ["HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "BREW"] {
            assert_eq!(status(method, "/", &own), 405, "{method}");
            assert_eq!(status(method, "/answer", &own), 405, "{method}");
        }
        assert_eq!((status("GET", "/answer", &own), status("POST", "/", &own)), (405, 405));
        assert_eq!(status("GET", "/?", &own), 404);
        assert_eq!(status("POST", "/answer?a=b", &own), 404);
        let named = |name| status("POST", "/answer", &[own[0], own[1], (Asker::HEADER, name)]);
        assert_eq!((named("page-1"), named("page 1")), (200, 400));
    }
}
