//! `katachi studio`: the answers that its page gets, and what it refuses to everybody else.

use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

/// Longer than anything here takes.
const LONG: Duration = Duration::from_mins(1);

const GOOD: &str = "\
attribute_map general

Pattern Push

OX
.*

:8,-,value(40)

aX
.*

;lib(a)>1

# patc: test fires, plays
# |O...
# |O...
# |OX..
# |.*..
# +----
";

/// A studio that runs.
struct Studio {
    child: Child,
    host: String,
    token: String,
    folder: TempDir,
}

impl Drop for Studio {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a server has answered.
struct Reply {
    status: u16,
    head: String,
    body: String,
}

impl Studio {
    /// Opens a folder with this database.
    fn of(text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("mine.db"), text).unwrap();
        Self::open(folder, &[])
    }

    fn open(folder: TempDir, options: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_katachi"))
            .args(["studio", "--quiet", "--seed", "1"])
            .args(options)
            .arg(folder.path())
            .env("KATACHI_CACHE", folder.path().join("cache"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").unwrap();
        let (host, token) = address.split_once("/#").unwrap();
        Self {
            host: host.to_owned(),
            token: token.to_owned(),
            child,
            folder,
        }
    }

    /// Sends a request with these lines in its head.
    fn request(&self, line: &str, head: &[&str], body: &[u8]) -> Reply {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(LONG)).unwrap();
        let head: String = head.iter().flat_map(|line| [*line, "\r\n"]).collect();
        let length = body.len();
        let text = format!(
            "{line} HTTP/1.1\r\nConnection: close\r\n{head}Content-Length: {length}\r\n\r\n"
        );
        stream.write_all(text.as_bytes()).unwrap();
        // A server that refuses a body need not read it.
        let _ = stream.write_all(body);
        let mut reply = Vec::new();
        if let Err(error) = stream.read_to_end(&mut reply) {
            assert_eq!(error.kind(), ErrorKind::ConnectionReset, "{error}");
        }
        let reply = String::from_utf8_lossy(&reply).into_owned();
        let (head, body) = reply.split_once("\r\n\r\n").unwrap_or((&reply, ""));
        let status = head.get(9..12).and_then(|status| status.parse().ok());
        Reply {
            status: status.unwrap_or(0),
            head: head.to_owned(),
            body: body.to_owned(),
        }
    }

    fn host(&self) -> String {
        format!("Host: {}", self.host)
    }

    fn key(&self) -> String {
        format!("X-Token: {}", self.token)
    }

    /// Asks as the page does; the answer, or the error.
    fn ask(&self, what: &Value) -> Result<Value, String> {
        let (host, key) = (self.host(), self.key());
        let origin = format!("Origin: http://{}", self.host);
        let body = what.to_string();
        let reply = self.request("POST /ask", &[&host, &key, &origin], body.as_bytes());
        let value: Value = serde_json::from_str(&reply.body).unwrap();
        match reply.status {
            200 => Ok(value),
            _ => Err(value["error"].as_str().unwrap().to_owned()),
        }
    }

    fn edit(&self, text: &str) -> Value {
        let look = json!({ "layer": "fits" });
        let edit = json!({ "do": "edit", "file": "mine.db", "text": text, "look": look });
        self.ask(&edit).unwrap()
    }

    fn step(&self, step: &Value) -> Result<Value, String> {
        let look = json!({ "layer": "stones" });
        self.ask(&json!({ "do": "board", "step": step, "look": look }))
    }

    fn file(&self) -> String {
        fs::read_to_string(self.folder.path().join("mine.db")).unwrap()
    }
}

/// A position in which the pattern fires at B1 for Black.
const POSITION: &str = "
    . . . . . . .
    . . . . . . .
    . . . . . . .
    X . . . . . .
    X . . . . . .
    X O . . . . .
    . . . . . . .";

#[test]
fn strangers_get_nothing_done() {
    let studio = Studio::of(GOOD);
    let save = json!({ "do": "save", "file": "mine.db" }).to_string();
    let save = save.as_bytes();
    let (host, key) = (studio.host(), studio.key());
    studio.edit("# changed\n");
    let own = format!("Origin: http://{}", studio.host);
    let local = format!(
        "Host: localhost:{}",
        studio.host.rsplit(':').next().unwrap()
    );
    let other_port = "Origin: http://127.0.0.1:1";
    let post = |head: &[&str], body: &[u8]| studio.request("POST /ask", head, body);
    let get = |path: &str, head: &[&str]| studio.request(&format!("GET {path}"), head, b"");
    for (what, reply, status) in [
        (
            "a foreign page",
            post(&[&host, &key, "Origin: http://example.org"], save),
            403,
        ),
        (
            "a page from nowhere",
            post(&[&host, &key, "Origin: null"], save),
            403,
        ),
        (
            "another server here",
            post(&[&host, &key, other_port], save),
            403,
        ),
        ("no token", post(&[&host, &own], save), 403),
        (
            "an empty token",
            post(&[&host, &own, "X-Token: "], save),
            403,
        ),
        (
            "a wrong token",
            post(&[&host, &own, "X-Token: 0"], save),
            403,
        ),
        (
            "a token in the address",
            studio.request(&format!("POST /ask?{}", studio.token), &[&host], save),
            403,
        ),
        (
            "a name that points here",
            post(&["Host: example.org", &key], save),
            403,
        ),
        ("such a page", get("/", &["Host: example.org"]), 403),
        (
            "such a page with our port",
            get("/", &[&format!("Host: example.org:{}", studio.host)]),
            403,
        ),
        ("no name", get("/", &[]), 403),
        (
            "another method",
            studio.request("DELETE /ask", &[&host, &key], b""),
            405,
        ),
        (
            "another path",
            studio.request("POST /mine.db", &[&host, &key], save),
            404,
        ),
        ("a file", get("/mine.db", &[&host]), 404),
        ("a file above", get("/../mine.db", &[&host]), 404),
        (
            "an encoded path",
            get("/%2e%2e%2f%2e%2e%2fetc/passwd", &[&host]),
            404,
        ),
        ("a path of Windows", get("/..\\..\\mine.db", &[&host]), 404),
        ("two slashes", get("//etc/passwd", &[&host]), 404),
        ("the page", get("/", &[&host]), 200),
        ("the page by its other name", get("/", &[&local]), 200),
        ("its script", get("/studio.js", &[&host]), 200),
    ] {
        assert_eq!(
            reply.status, status,
            "{what}: {} {}",
            reply.head, reply.body
        );
        let policy = "content-security-policy: default-src 'none'";
        assert!(reply.head.contains(policy), "{what}: {}", reply.head);
        assert!(!reply.body.contains(&studio.token), "{what}");
    }
    assert_eq!(studio.file(), GOOD, "nobody has saved");
}

#[test]
fn names_lead_nowhere_else() {
    let studio = Studio::of(GOOD);
    let outside = studio.folder.path().with_extension("db");
    let names = [
        "../mine.db",
        "./mine.db",
        "sub/../mine.db",
        "..\\mine.db",
        "/etc/passwd",
        "mine.db/",
        "mine.db\0",
        "databases.toml",
        "new.db",
        "",
        outside.to_str().unwrap(),
    ];
    for name in names {
        let error = studio
            .ask(&json!({ "do": "save", "file": name }))
            .unwrap_err();
        assert!(error.starts_with("expected a .db file of "), "{error}");
        let look = json!({ "layer": "stones" });
        let edit = json!({ "do": "edit", "file": name, "text": "x", "look": look });
        let error = studio.ask(&edit).unwrap_err();
        assert!(
            error.starts_with("expected one of mine.db, found"),
            "{error}"
        );
    }
    let there = fs::read_dir(studio.folder.path()).unwrap();
    assert_eq!(there.count(), 2, "the source and the cache");
    assert!(!outside.exists());
}

#[test]
fn huge_requests_are_refused() {
    let studio = Studio::of(GOOD);
    let (host, key) = (studio.host(), studio.key());
    let huge = vec![b'x'; (16 << 20) + 1];
    for (head, size) in [
        (&[host.as_str(), key.as_str()][..], huge.len()),
        (&[host.as_str()], 100_000),
    ] {
        let reply = studio.request("POST /ask", head, &huge[..size]);
        // The connection may break before the reply is read.
        assert!([0, 413].contains(&reply.status), "{}", reply.head);
    }
    let line = format!("GET /{}", "x".repeat(1 << 20));
    let reply = studio.request(&line, &[&host], b"");
    assert!([0, 414, 431].contains(&reply.status), "{}", reply.head);
    let reply = studio.request("POST /ask", &[&host, &key], b"{\"do\":\"open\"");
    assert_eq!(reply.status, 400, "{}", reply.body);
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    let reply = studio.request("POST /ask", &[&host, &key], deep.as_bytes());
    assert_eq!(reply.status, 400, "{}", reply.body);
    assert!(
        studio
            .ask(&json!({ "do": "look", "look": { "layer": "fires" } }))
            .is_ok()
    );
}

#[test]
fn five_hundred_clients_are_served() {
    let studio = Studio::of(GOOD);
    let host = studio.host();
    std::thread::scope(|scope| {
        let clients: Vec<_> = (0..500)
            .map(|_| scope.spawn(|| studio.request("GET /", &[&host], b"").status))
            .collect();
        for client in clients {
            assert_eq!(client.join().unwrap(), 200);
        }
    });
    // Those who connect and go away without a word do no harm.
    drop(
        (0..100)
            .map(|_| TcpStream::connect(&studio.host))
            .collect::<Vec<_>>(),
    );
    assert!(
        studio
            .ask(&json!({ "do": "look", "look": { "layer": "fires" } }))
            .is_ok()
    );
}

#[test]
fn a_broken_text_leaves_the_last_good_one_in_use() {
    let studio = Studio::of(GOOD);
    let opened = studio
        .ask(&json!({ "do": "open", "look": { "layer": "fits" } }))
        .unwrap();
    assert_eq!(opened["folder"]["files"][0]["text"], GOOD);
    assert_eq!(opened["databases"][0]["content"], "patterns 1");
    assert_eq!(opened["remarks"], json!([]));
    studio
        .step(&json!({ "to": "paste", "text": POSITION }))
        .unwrap();
    let at = |answer: &Value| answer["view"]["points"]["B1"][0].clone();
    let mended = studio.edit(GOOD);
    assert_eq!(
        at(&mended),
        json!("Push mine.db:3: passes"),
        "{}",
        mended["view"]["points"]
    );
    let broken = studio.edit(&GOOD.replace("OX\n.*\n\n:8", "OX\n.\n\n:8"));
    let remark = &broken["remarks"][0];
    assert_eq!(remark["severity"], "error", "{remark}");
    assert_eq!(
        (&remark["from"], &remark["code"]),
        (&json!([6, 1]), &json!("P0301"))
    );
    assert_eq!(at(&broken), at(&mended), "the board goes on");
    assert_eq!(broken["databases"][0]["is_behind"], true);
    let silent = studio.edit(&GOOD.replace("lib(a)>1", "lib(a)>9"));
    assert_eq!(at(&silent), json!("Push mine.db:3: the constraint fails"));
    assert_eq!(silent["databases"][0]["is_behind"], false);
    assert_eq!(studio.file(), GOOD);
    let saved = studio
        .ask(&json!({ "do": "save", "file": "mine.db" }))
        .unwrap();
    assert_eq!(saved["said"], "mine.db saved");
    assert!(studio.file().contains("lib(a)>9"));
    fs::write(studio.folder.path().join("mine.db"), "# theirs\n").unwrap();
    let error = studio
        .ask(&json!({ "do": "save", "file": "mine.db" }))
        .unwrap_err();
    assert!(error.contains("has changed since it was read"), "{error}");
    assert_eq!(studio.file(), "# theirs\n");
}

#[test]
fn a_folder_with_mistakes_can_be_opened_and_mended() {
    let studio = Studio::of(&GOOD.replace("OX\n.*\n\n:8", "OX\n.\n\n:8"));
    let opened = studio
        .ask(&json!({ "do": "open", "look": { "layer": "fires" } }))
        .unwrap();
    assert_eq!(opened["databases"][0]["origin"], "not in use");
    assert!(!opened["remarks"].as_array().unwrap().is_empty());
    let error = studio.ask(&json!({ "do": "tests" })).unwrap_err();
    assert!(error.contains("mine.db:"), "{error}");
    let mended = studio.edit(GOOD);
    assert_eq!(mended["databases"][0]["content"], "patterns 1");
    assert_eq!(mended["databases"][0]["is_behind"], false);
}

#[test]
fn every_layer_shows_something() {
    let studio = Studio::of(GOOD);
    studio
        .step(&json!({ "to": "paste", "text": POSITION }))
        .unwrap();
    let opened = studio
        .ask(&json!({ "do": "open", "look": { "layer": "stones" } }))
        .unwrap();
    let layers = opened["folder"]["layers"].as_array().unwrap().clone();
    assert_eq!(layers.len(), 10);
    for layer in &layers {
        let look = json!({ "layer": layer["name"], "at": "B1", "file": "mine.db", "line": 5 });
        let shown = studio.ask(&json!({ "do": "look", "look": look })).unwrap();
        let view = &shown["view"];
        assert!(
            view["svg"].as_str().unwrap().starts_with("<svg "),
            "{layer}"
        );
        assert!(!view["title"].as_str().unwrap().is_empty(), "{layer}");
        let points = view["points"].as_object().unwrap().len();
        assert_eq!(points == 0, layer["name"] == "stones", "{layer}: {view}");
        if layer["name"] == "near" {
            assert_eq!(view["points"]["B1"], json!(["fires"]), "{}", view["points"]);
        }
        if layer["name"] == "reasons" {
            let lines = view["lines"].to_string();
            assert!(lines.contains("pattern Push mine.db:3"), "{lines}");
            assert!(
                lines.contains("lib(a)>1 is 1") && lines.contains("fires"),
                "{lines}"
            );
        }
    }
    let error = studio
        .ask(&json!({ "do": "look", "look": { "layer": "maps" } }))
        .unwrap_err();
    assert!(
        error.starts_with("expected a layer out of stones, fits"),
        "{error}"
    );
}

#[test]
fn games_are_played_loaded_and_stepped_through() {
    let studio = Studio::of(GOOD);
    let board = |step: Value| studio.step(&step).map(|answer| answer["board"].clone());
    let nine = board(json!({ "to": "clear", "size": 9 })).unwrap();
    assert_eq!((&nine["size"], &nine["turn"]), (&json!(9), &json!("black")));
    let played = board(json!({ "to": "play", "at": "E5" })).unwrap();
    assert_eq!(
        (&played["last"], &played["turn"]),
        (&json!("E5"), &json!("white"))
    );
    let error = board(json!({ "to": "play", "at": "E5" })).unwrap_err();
    assert!(error.starts_with("white at E5: "), "{error}");
    let record = "(;SZ[9];B[cc]C[first];W[gg](;B[cg])(;B[gc]))";
    let end = board(json!({ "to": "paste", "text": record })).unwrap();
    assert_eq!((&end["number"], &end["last"]), (&json!(3), &json!("C3")));
    let back = board(json!({ "to": "back", "moves": 2 })).unwrap();
    assert_eq!(
        (&back["comment"], &back["goes_on"]),
        (&json!("first"), &json!(true))
    );
    let forward = board(json!({ "to": "forward", "moves": 99 })).unwrap();
    assert_eq!(forward["number"], 3);
    assert_eq!(board(json!({ "to": "turn" })).unwrap()["turn"], "black");
    for text in ["(;SZ[9:7])", "what?", "X O\nX", ""] {
        assert!(
            board(json!({ "to": "paste", "text": text })).is_err(),
            "{text}"
        );
    }
    assert!(board(json!({ "to": "clear", "size": 99 })).is_err());
    assert!(board(json!({ "to": "pass" })).is_ok());
}

#[test]
fn tests_are_green_or_red() {
    let studio = Studio::of(GOOD);
    let tests = || studio.ask(&json!({ "do": "tests" })).unwrap();
    let green = tests();
    assert_eq!(green["said"], "2 tests pass");
    studio.edit(&GOOD.replace("lib(a)>1", "lib(a)>9"));
    let red = tests();
    assert_eq!(red["said"], "2 of 2 tests fail");
    let case = &red["tests"][0];
    assert_eq!(
        (&case["line"], &case["passed"]),
        (&json!(15), &json!(false)),
        "{case}"
    );
    assert_eq!(
        case["message"],
        "does not fire: constraint: lib(a)>9 is 0, lib(a) is 4"
    );
}

#[test]
fn games_of_the_folder_are_counted_and_compared() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mine.db"), GOOD).unwrap();
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/bench/ogs-12140308.sgf");
    let studio = Studio::open(folder, &["--games", games.to_str().unwrap()]);
    let census = studio.ask(&json!({ "do": "census" })).unwrap();
    let table = &census["table"];
    assert_eq!(table["rows"][0][0], "Push");
    assert_eq!(table["places"][0], json!(["mine.db", 3]));
    assert_ne!(table["rows"][0][2], "0", "{table}");
    let same = studio.ask(&json!({ "do": "compare" })).unwrap();
    assert_eq!(same["table"]["rows"], json!([]));
    studio.edit(&GOOD.replace("lib(a)>1", "lib(a)>99"));
    let edited = studio.ask(&json!({ "do": "compare" })).unwrap();
    let rows = edited["table"]["rows"].as_array().unwrap();
    assert!(!rows.is_empty(), "{edited}");
}
