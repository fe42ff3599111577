//! Tests the report's server with hostile clients: idle, slow, many, or from another site.

use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use katachi_regress::report::{MAX_CONNECTIONS, Patience, Server};
use katachi_regress::{Cost, Results, TestResult};

/// Longer than anything here takes, so a wait of this length means failure.
const LONG: Duration = Duration::from_mins(1);

fn results() -> Results {
    let result = |id| TestResult {
        suite: "sample".to_owned(),
        id,
        line: 0,
        command: "reg_genmove black".to_owned(),
        answer: String::new(),
        success: true,
        expected: String::new(),
        mark: String::new(),
        pass: Some(false),
        class: None,
        trouble: None,
        cost: Cost::default(),
        setup: Vec::new(),
        notes: Vec::new(),
        details: None,
    };
    Results {
        tests: vec![result(1), result(2)],
        ..Results::default()
    }
}

/// Starts a server that runs as long as this program, with this patience for everything; returns
/// its address.
fn serve(patience: Duration) -> String {
    let known = results();
    let rerun = move |_: &str, id: u64| {
        let result = known.tests.iter().find(|one| one.id == id);
        result.cloned().ok_or_else(|| "no such test".to_owned())
    };
    let server = Server::bind(results(), 0, Box::new(rerun)).expect("a port");
    let server = server.with_patience(Patience {
        head: patience,
        body: patience,
        reply: patience,
    });
    let url = server.url();
    std::thread::spawn(move || server.run());
    url.trim_start_matches("http://")
        .trim_end_matches('/')
        .to_owned()
}

fn connect(address: &str) -> TcpStream {
    let stream = TcpStream::connect(address).expect("a connection");
    stream.set_read_timeout(Some(LONG)).expect("a timeout");
    stream
}

/// Everything that the server sends until it closes the connection.
fn rest(stream: &mut TcpStream) -> String {
    let mut reply = Vec::new();
    if let Err(error) = stream.read_to_end(&mut reply) {
        assert_eq!(error.kind(), ErrorKind::ConnectionReset, "{error}");
    }
    String::from_utf8_lossy(&reply).into_owned()
}

fn request(address: &str, line: &str, headers: &str, body: &str) -> String {
    let mut stream = connect(address);
    let length = body.len();
    let text = format!(
        "{line} HTTP/1.1\r\nHost: {address}\r\n{headers}Connection: close\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(text.as_bytes()).expect("sent");
    rest(&mut stream)
}

/// The token on the page of a test.
fn token(address: &str) -> String {
    let page = request(address, "GET /test/sample/2.html", "", "");
    let rest = page.split("name=\"token\" value=\"").nth(1);
    let token = rest.and_then(|rest| rest.split('"').next());
    token.expect("a token on the page").to_owned()
}

#[test]
fn idle_clients_lose_their_places() {
    let address = serve(Duration::from_millis(200));
    let mut idle: Vec<TcpStream> = (0..MAX_CONNECTIONS + 20)
        .map(|_| connect(&address))
        .collect();
    let reply = request(&address, "GET /index.html", "", "");
    assert!(reply.starts_with("HTTP/1.1 200 "), "{reply}");
    for stream in &mut idle {
        // The server closes the connection, with or without a message.
        rest(stream);
    }
}

#[test]
fn the_number_of_clients_served_at_a_time_is_limited() {
    // The patience never ends here.
    let address = serve(LONG);
    let mut idle: Vec<TcpStream> = (0..MAX_CONNECTIONS).map(|_| connect(&address)).collect();
    // The last one is answered, so the server has accepted all of them.
    let last = idle.last_mut().expect("a connection");
    let text = format!("GET /index.html HTTP/1.1\r\nHost: {address}\r\n\r\n");
    last.write_all(text.as_bytes()).expect("sent");
    let mut status = [0; 12];
    last.read_exact(&mut status).expect("a reply");
    assert_eq!(&status, b"HTTP/1.1 200");
    let mut waiting = connect(&address);
    waiting.write_all(text.as_bytes()).expect("sent");
    let pause = Some(Duration::from_millis(500));
    waiting.set_read_timeout(pause).expect("a timeout");
    let none = waiting.read(&mut status);
    assert!(none.is_err(), "one too many was served: {none:?}");
    drop(idle);
    waiting.set_read_timeout(Some(LONG)).expect("a timeout");
    waiting.read_exact(&mut status).expect("a reply");
    assert_eq!(&status, b"HTTP/1.1 200");
}

#[test]
fn slow_requests_end() {
    let address = serve(Duration::from_millis(300));
    // A head that arrives byte by byte, each byte before the patience ends.
    let mut slow = connect(&address);
    let began = Instant::now();
    let head = format!("GET /index.html HTTP/1.1\r\nHost: {address}\r\nX: ");
    let mut bytes = head.bytes();
    let mut sent = 0;
    while began.elapsed() < LONG && slow.write_all(&[bytes.next().unwrap_or(b'x')]).is_ok() {
        sent += 1;
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(began.elapsed() < LONG, "{sent} bytes and still listening");
    // A body that never arrives.
    let mut slow = connect(&address);
    let text = format!(
        "POST /test/sample/2.html HTTP/1.1\r\nHost: {address}\r\nContent-Length: 9\r\n\r\n"
    );
    slow.write_all(text.as_bytes()).expect("sent");
    let mut status = [0; 12];
    slow.read_exact(&mut status).expect("a reply");
    assert_eq!(&status, b"HTTP/1.1 408");
    // A body that never ends.
    let reply = request(
        &address,
        "POST /test/sample/2.html",
        "",
        &"x".repeat(100_000),
    );
    assert!(
        reply.is_empty() || reply.starts_with("HTTP/1.1 413 "),
        "{reply}"
    );
    // A client that keeps its connection without a further request.
    let mut kept = connect(&address);
    let text = format!("GET /index.html HTTP/1.1\r\nHost: {address}\r\n\r\n");
    kept.write_all(text.as_bytes()).expect("sent");
    let reply = rest(&mut kept);
    assert!(reply.starts_with("HTTP/1.1 200 "), "{reply}");
}

#[test]
fn no_redirect_leads_to_another_site() {
    let address = serve(LONG);
    let body = format!("token={}", token(&address));
    let paths = [
        "/test/sample/2.html",
        "//test/sample/2.html",
        "///test/sample/2.html",
        "/\\test/sample/2.html",
        "/%2Ftest/sample/2.html",
        "/%5Ctest/sample/2.html",
        "/./test/sample/2.html",
        "/.//test/sample/2.html",
        "/test/../test/sample/2.html",
        "/test/sample/2.html?//example.org",
        "http://example.org/test/sample/2.html",
        "//example.org/test/sample/2.html",
        "test/sample/2.html",
        "*",
    ];
    let mut redirects = 0;
    for path in paths {
        for method in ["POST", "GET"] {
            let reply = request(&address, &format!("{method} {path}"), "", &body);
            let location = reply.lines().find_map(|line| {
                let (name, value) = line.split_once(": ")?;
                name.eq_ignore_ascii_case("location").then_some(value)
            });
            if let Some(location) = location {
                assert_eq!(location, "/test/sample/2.html", "{method} {path}");
                redirects += 1;
            }
        }
    }
    assert!(redirects > 0, "the page itself is found");
    let doubled = request(&address, "GET //test/sample/2.html", "", "");
    assert!(doubled.starts_with("HTTP/1.1 404 "), "{doubled}");
}

/// A program that is killed at the end of the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(unix)]
#[test]
fn running_out_of_descriptors_is_survived() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("results.jsonl");
    let written = results().write(File::create(&file).expect("a file"));
    written.expect("results");
    let mut program = Command::new("sh");
    program
        .args(["-c", "ulimit -n 40 && exec \"$0\" serve --port 0 \"$1\""])
        .arg(env!("CARGO_BIN_EXE_regress"))
        .arg(&file);
    let child = program.stdout(Stdio::piped()).spawn();
    let mut running = Running(child.expect("the program"));
    let output = running.0.stdout.take().expect("its output");
    let mut url = String::new();
    let read = BufReader::new(output).read_line(&mut url);
    read.expect("the address");
    let address = url.trim().trim_start_matches("http://");
    let address = address.trim_end_matches('/');
    let idle: Vec<TcpStream> = (0..80).map(|_| connect(address)).collect();
    // Long enough for the program to accept them until the system refuses more.
    std::thread::sleep(Duration::from_millis(500));
    let ended = running.0.try_wait().expect("a state");
    assert!(ended.is_none(), "the server ended: {ended:?}");
    drop(idle);
    let reply = request(address, "GET /index.html", "", "");
    assert!(reply.starts_with("HTTP/1.1 200 "), "{reply}");
}
