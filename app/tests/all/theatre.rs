//! `provebest theatre`: the page, the answers, and everything that a stranger may send.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use provebest_game::SplitMix64;
use provebest_theatre::answer;
use serde_json::json;

use crate::common::{err, out, provebest, refused};

struct Served {
    process: Child,
    address: String,
}

impl Served {
    fn start(args: &[&str]) -> Served {
        let binary = assert_cmd::cargo::cargo_bin("provebest");
        let mut command = Command::new(binary);
        command.args(["theatre", "--no-open", "--port", "0"]).args(args).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").unwrap().strip_suffix('/').unwrap().to_string();
        Served { process, address }
    }

    fn connect(&self) -> TcpStream {
        TcpStream::connect(&self.address).unwrap()
    }

    fn send(&self, head: &str, body: &[u8]) -> (u16, Vec<u8>) {
        let mut stream = self.connect();
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(body).unwrap();
        let mut all = Vec::new();
        stream.read_to_end(&mut all).unwrap();
        let end = all.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
        let status = String::from_utf8_lossy(&all[..end]).split(' ').nth(1).unwrap().parse().unwrap();
        (status, all[end + 4..].to_vec())
    }

    fn get(&self, path: &str) -> (u16, String) {
        let (status, body) = self.send(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.address), &[]);
        (status, String::from_utf8(body).unwrap())
    }

    fn head(&self, length: usize) -> String {
        let host = &self.address;
        format!("POST /answer HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Length: {length}\r\n\r\n")
    }

    fn ask(&self, request: &str) -> (u16, Vec<u8>) {
        self.send(&self.head(request.len()), request.as_bytes())
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

const REQUESTS: [&str; 7] = [
    r#"{"ask": "catalog"}"#,
    r#"{"ask": "board", "game": "connect4", "position": "4455", "path": [0, 1]}"#,
    r#"{"ask": "tape", "game": "tree", "position": "[[3,12,8],[2,4,6],[14,5,2]]", "runs": [{"method": "alpha-beta"}, {"method": "sss-star"}]}"#,
    r#"{"ask": "tape", "game": "uniform", "position": "w=3,d=4,seed=5", "runs": [{"method": "young-brothers", "machine": "sim:8,latency=3"}]}"#,
    r#"{"ask": "tape", "game": "othello", "depth": 3, "runs": [{"method": "mtd-f"}]}"#,
    r#"{"ask": "tape", "game": "connect4", "position": "44x", "runs": [{"method": "pvs"}]}"#,
    r#"{"ask": "tape""#,
];

#[test]
fn answers_are_those_of_the_library() {
    let served = Served::start(&[]);
    for request in REQUESTS {
        let expected = match answer(request.as_bytes()) {
            Ok(bytes) => (200, bytes),
            Err(error) => (400, error.to_string().into_bytes()),
        };
        assert!(served.ask(request) == expected, "{request}");
    }
}

#[test]
fn the_page_opens_with_what_was_asked_for() {
    let args = ["uniform", "w=3,d=3", "--seed", "7", "-a", "ybw,mtdf", "--machine", "sim:8", "--first-guess", "5"];
    let served = Served::start(&args);
    let (status, page) = served.get("/");
    let start = json!({
        "view": "two", "game": "uniform", "position": "w=3,d=3,seed=7",
        "a": "young-brothers", "am": "sim:8", "b": "mtd-f,first-guess=5",
    });
    assert!(status == 200 && page.contains(&format!("\"start\":{start}")), "{page}");
    assert_eq!(served.get("/main.js").0, 200);
    assert_eq!(served.get("/package.json").0, 404);
}

#[cfg(target_os = "linux")]
#[test]
fn only_this_computer_is_listened_to() {
    let served = Served::start(&[]);
    let port: u16 = served.address.rsplit_once(':').unwrap().1.parse().unwrap();
    let listening = |table: &str| {
        let text = std::fs::read_to_string(table).unwrap_or_default();
        let places: Vec<String> =
            text.lines().filter_map(|line| line.split_whitespace().nth(1).map(String::from)).collect();
        places.into_iter().filter(|place| place.ends_with(&format!(":{port:04X}"))).collect::<Vec<_>>()
    };
    let mut places = [listening("/proc/net/tcp"), listening("/proc/net/tcp6")].concat();
    places.dedup();
    assert_eq!(places, [format!("0100007F:{port:04X}")]);
}

/// Any bytes that look more or less like a request. Is it one that has to be answered?
fn any_request(served: &Served, chance: &mut SplitMix64) -> (Vec<u8>, bool) {
    let mut pick = |count: usize| (chance.next_number() % count as u64) as usize;
    let method = ["GET", "POST", "PUT", "HEAD", "BREW", ""][pick(6)];
    let path = ["/", "/answer", "/main.js", "/../../etc/passwd", "/%00", "//", "*", "http://example.org/", "/answer?x"]
        [pick(9)];
    let host = [served.address.as_str(), "example.org", "", "127.0.0.1"][pick(4)];
    let origin = [format!("http://{}", served.address), "null".into(), "http://example.org".into()][pick(3)].clone();
    let body = match pick(4) {
        0 => Vec::new(),
        1 => REQUESTS[pick(REQUESTS.len())].as_bytes().to_vec(),
        2 => (0..pick(300)).map(|_| pick(256) as u8).collect(),
        _ => {
            let mut text = REQUESTS[pick(REQUESTS.len())].as_bytes().to_vec();
            let at = pick(text.len());
            text[at] = pick(256) as u8;
            text
        }
    };
    let length = match pick(8) {
        0 => "18446744073709551616".to_string(),
        1 => "-1".to_string(),
        2 => (body.len() + pick(5)).to_string(),
        _ => body.len().to_string(),
    };
    let mut bytes = format!(
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nX-Asker: page-{}\r\nContent-Length: {length}\r\n\r\n",
        pick(3)
    )
    .into_bytes();
    bytes.extend(&body);
    let mut whole = length == body.len().to_string();
    match pick(6) {
        0 => {
            let at = pick(bytes.len());
            bytes.truncate(at);
            whole = false;
        }
        1 => {
            let at = pick(bytes.len());
            bytes[at] = pick(256) as u8;
            whole = false;
        }
        _ => {}
    }
    (bytes, whole)
}

#[test]
fn ten_thousand_strange_requests_neither_break_it_nor_make_it_grow() {
    let served = Served::start(&[]);
    let mut chance = SplitMix64::new(16);
    let (mut answered, mut grown) = (0, Vec::new());
    for number in 0..10_000 {
        let (bytes, whole) = any_request(&served, &mut chance);
        let mut stream = served.connect();
        // The server may have left before the end of a request that it refuses.
        let sent = stream.write_all(&bytes);
        // Who has not sent all of it leaves, and so do some of the others.
        if sent.is_ok() && whole && number % 10 > 0 {
            let mut reply = Vec::new();
            if stream.read_to_end(&mut reply).is_ok() {
                assert!(reply.starts_with(b"HTTP/1.1 "), "{}", String::from_utf8_lossy(&bytes));
                answered += 1;
            }
        }
        if number % 1000 == 999 {
            grown.push(memory(served.process.id()));
        }
    }
    assert!(answered > 3000, "{answered}");
    assert_eq!(served.ask(REQUESTS[0]), (200, answer(REQUESTS[0].as_bytes()).unwrap()));
    let (early, late) = (grown[1], grown[9]);
    assert!(late < early + (64 << 20), "{early} bytes after 2,000 requests, {late} after 10,000");
}

/// The memory of a process in bytes, where that is known.
fn memory(process: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/statm")).unwrap_or_default();
    let pages = text.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok());
    pages.map_or(0, |pages| pages * 4096)
}

#[test]
fn results_of_the_laboratory_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().to_str().unwrap();
    refused(
        &provebest(&["theatre", "--no-open", "--lab", dir]),
        &["--lab", "no results are there", "provebest lab run"],
    );
    out(&provebest(&["lab", "run", "minimal-tree", "--quick", "--out", dir]));
    let served = Served::start(&["--lab", dir]);
    assert!(served.get("/").1.contains(r#""lab":true,"source":"server","start":{"page":"lab"}"#));
    let (status, text) = served.get("/lab.json");
    let lab: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((status, &lab["experiments"][0]["name"]), (200, &"minimal-tree".into()));
    assert!(!text.contains(dir), "it names no path of this computer");
    let path = folder.path().join("page.html");
    out(&provebest(&["theatre", "--lab", dir, "--export", path.to_str().unwrap()]));
    assert!(std::fs::read_to_string(path).unwrap().contains("id=\"lab\" data-packed=\"gzip\""));
    assert_eq!(Served::start(&[]).get("/lab.json").0, 404);
}

#[cfg(unix)]
#[test]
fn a_signal_ends_it() {
    let mut served = Served::start(&[]);
    Command::new("kill").args(["-INT", &served.process.id().to_string()]).status().unwrap();
    assert_eq!(served.process.wait().unwrap().code(), Some(130));
}

#[test]
fn wrong_use_is_refused() {
    let served = Served::start(&[]);
    let port = served.address.rsplit_once(':').unwrap().1;
    refused(&provebest(&["theatre", "--no-open", "--port", port]), &["--port", port, "another program", "expected"]);
    for (args, words) in [
        (&["uniform", "w=0,d=3"][..], &["w=0"][..]),
        (&["uniform", "w=3,d=3", "-a", "ab,sss,mtdf"], &["--algorithms", "expected one, two or all"]),
        (&["uniform", "w=3,d=3", "-a", "negasout"], &["negasout", "negascout"]),
        (&["connect4", "44x"], &["not a column at character 3"]),
        (
            &["tiles", "3x3:8 7 6 0 4 1 2 5 3", "-a", "tds"],
            &["transposition-driven", "expected a-star, ida-star or parallel-ida-star"],
        ),
        (&["tiles", "3x3:8 7 6 0 4 1 2 5 3", "-a", "all"], &["puzzle", "expected one or two"]),
        (&["tiles", "3x3:8 7 6 0 4 1 2 5 3", "-a", "ab"], &["alpha-beta", "puzzle"]),
        (&["uniform", "w=3,d=3", "-a", "ida-star"], &["ida-star", "puzzles"]),
        (&["uniform", "w=3,d=3", "-a", "all,ab"], &["expected one, two or all"]),
        (&["uniform", "w=3,d=3", "-a", "ybw", "--machine", "threads:2"], &["--machine threads:2", "expected sim:N"]),
        (&["--port", "70000"], &["70000"]),
        (&["--export", "/no/where/page.html"], &["/no/where/page.html"]),
        (&["--export", "page.html", "--port", "1"], &["--port"]),
        (&["uniform", "w=3,d=3", "--first-guess", "5"], &["--first-guess"]),
    ] {
        refused(&provebest(&[&["theatre"], args].concat()), words);
    }
}

#[test]
fn the_page_is_one_file_that_needs_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("page.html");
    let output = provebest(&["theatre", "tree", "[[3,12],[2,4]]", "--export", path.to_str().unwrap()]);
    assert_eq!((output.status.code(), out(&output)), (Some(0), String::new()), "{}", err(&output));
    let says = err(&output);
    assert!(says.contains("it searches by itself") || says.contains("3 recorded searches inside"), "{says}");
    let page = std::fs::read_to_string(&path).unwrap();
    assert!(page.contains("\"theatre/main\":\"data:text/javascript,"));
    assert!(page.contains("Content-Security-Policy\" content=\"default-src 'none'; script-src data:"));
    for outside in [" src=\"", "<link rel=\"stylesheet\"", env!("CARGO_MANIFEST_DIR")] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.ends_with("</body>\n</html>\n"));
}
