//! Serves a report on this machine, with a button on each test that runs it again.
//!
//! Only users of this machine can connect. Running a test starts a program, so such a request must
//! come from one of our own pages. Three checks make sure of that: the request has a token that
//! only our pages contain; `Origin` must not name another site; and `Host` must be our own name, in
//! case a foreign server lets its name point to this address. Start reading at [`Server::bind`].
//!
//! A client that neither sends nor reads keeps its connection for [`Patience`] at most. At most
//! [`MAX_CONNECTIONS`] are open at a time; further clients wait in the system's queue. If the
//! system has no descriptors left, the server waits for one.
//!
//! `axum` costs a tenth of the time that this crate takes to build, too little for a feature of its
//! own. `maud` escapes all text.

use std::collections::BTreeMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::serve::Listener;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use maud::html;
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tokio_io_timeout::TimeoutStream;

use super::page::{SCRIPT, STYLE, frame};
use super::pages;
use super::site::{Live, Page, Site};
use crate::{Results, TestResult};

/// Runs a test again: takes the suite's name and the test's number; returns the new result, or why
/// there is none.
pub type Rerun = dyn Fn(&str, u64) -> Result<TestResult, String> + Send + Sync;

/// The most open connections.
pub const MAX_CONNECTIONS: usize = 100;

/// The longest body of a request, in bytes: a token, with room to spare.
const MAX_BODY: usize = 1024;

/// How long the server waits for a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// For the whole head of a request, from the start of the connection or the last reply.
    pub head: Duration,
    /// For the whole body of a request.
    pub body: Duration,
    /// For the client to read some part of a reply.
    pub reply: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            head: Duration::from_secs(10),
            body: Duration::from_secs(10),
            reply: Duration::from_secs(30),
        }
    }
}

/// Why a report cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The port is in use or not permitted.
    #[error("127.0.0.1:{port}: {source}; name another port, or 0 for any that is free")]
    Bind {
        /// The port.
        port: u16,
        /// What the system said.
        source: io::Error,
    },
    /// The system refused to serve.
    #[error("the server ended: {0}")]
    Ended(#[from] io::Error),
    /// The system has no randomness for the token.
    #[error("the system gives no random numbers: {0}")]
    Random(#[from] getrandom::Error),
}

/// A server of a report on 127.0.0.1.
pub struct Server {
    listener: TcpListener,
    shared: Arc<Shared>,
    patience: Patience,
}

struct Shared {
    site: Site,
    paths: BTreeMap<String, Page>,
    /// For each game record's path in the report, its index in [`Site::records`].
    records: BTreeMap<String, usize>,
    /// The token that requests to run a test must contain; each server has a new one.
    token: String,
    address: SocketAddr,
    rerun: Box<Rerun>,
    /// The new results of the tests that were run again, by page.
    again: Mutex<BTreeMap<(usize, usize), Result<TestResult, String>>>,
    /// Held while a test runs: tests run one at a time, so that their times are meaningful.
    running: Mutex<()>,
}

impl Server {
    /// Binds a port of 127.0.0.1; 0 means any free port. `rerun` runs a test again, one at a time.
    ///
    /// # Errors
    /// If the port is not available.
    pub fn bind(results: Results, port: u16, rerun: Box<Rerun>) -> Result<Self, ServeError> {
        let failed = |source| ServeError::Bind { port, source };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let mut random = [0; 16];
        getrandom::fill(&mut random)?;
        let site = Site::new(results);
        let shared = Shared {
            paths: site.paths().map(|(page, path)| (path, page)).collect(),
            records: (site.records().enumerate())
                .map(|(number, record)| (record.path.clone(), number))
                .collect(),
            site,
            token: format!("{:032x}", u128::from_ne_bytes(random)),
            address,
            rerun,
            again: Mutex::default(),
            running: Mutex::default(),
        };
        Ok(Self {
            listener,
            shared: Arc::new(shared),
            patience: Patience::default(),
        })
    }

    /// Sets how long to wait for clients, instead of the default.
    #[must_use]
    pub fn with_patience(mut self, patience: Patience) -> Self {
        self.patience = patience;
        self
    }

    /// The address of the report, such as `http://127.0.0.1:8080/`.
    pub fn url(&self) -> String {
        format!("http://{}/", self.shared.address)
    }

    /// Shows the report until the program ends.
    ///
    /// # Errors
    /// If the system stops the server.
    pub fn run(self) -> Result<(), ServeError> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let patience = self.patience;
        runtime.block_on(async {
            let mut listener = tokio::net::TcpListener::from_std(self.listener)?;
            let router = Router::new()
                .fallback(move |state, request| answer(state, patience, request))
                .with_state(self.shared);
            let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
            // Always `Ok`, since the semaphore is never closed.
            while let Ok(place) = Arc::clone(&places).acquire_owned().await {
                // After a failure, Axum's listener waits and tries again.
                let (stream, _) = Listener::accept(&mut listener).await;
                let mut stream = TimeoutStream::new(stream);
                stream.set_write_timeout(Some(patience.reply));
                let connection = http1::Builder::new()
                    .timer(TokioTimer::new())
                    .header_read_timeout(patience.head)
                    .serve_connection(
                        TokioIo::new(Box::pin(stream)),
                        TowerToHyperService::new(router.clone()),
                    );
                tokio::spawn(async move {
                    // A client that breaks the connection is no error of ours.
                    let _ = connection.await;
                    drop(place);
                });
            }
            Ok(())
        })
    }
}

/// Answers all requests.
async fn answer(
    State(shared): State<Arc<Shared>>,
    patience: Patience,
    request: Request,
) -> Response {
    let (head, body) = request.into_parts();
    let path = page_path(head.uri.path());
    let mut response = match head.method {
        _ if !shared.is_our_name(&head.headers) => {
            refusal(StatusCode::FORBIDDEN, "this server has another name")
        }
        Method::GET | Method::HEAD => shared.show(path),
        Method::POST => run(shared, path, &head.headers, body, patience.body).await,
        _ => refusal(StatusCode::METHOD_NOT_ALLOWED, "expected GET or POST"),
    };
    let policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; \
                  form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
    let fixed: [(HeaderName, &'static str); 4] = [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    for (name, value) in fixed {
        (response.headers_mut()).insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The path of a page from that of a request, which has one more slash; other requests get a path
/// that no page has.
fn page_path(path: &str) -> &str {
    path.strip_prefix('/').unwrap_or("/")
}

/// Runs a test again and redirects the browser to its page.
async fn run(
    shared: Arc<Shared>,
    path: &str,
    headers: &HeaderMap,
    body: Body,
    patience: Duration,
) -> Response {
    if !shared.is_our_page(headers) {
        return refusal(StatusCode::FORBIDDEN, "the request comes from another site");
    }
    let body = match timeout(patience, to_bytes(body, MAX_BODY)).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => {
            let text = "expected a body of 1,024 bytes at most, found a longer or a broken one";
            return refusal(StatusCode::PAYLOAD_TOO_LARGE, text);
        }
        Err(_) => {
            let text = "the body of the request did not come in time";
            return refusal(StatusCode::REQUEST_TIMEOUT, text);
        }
    };
    if body != format!("token={}", shared.token).as_bytes() {
        let text = "the page is from an earlier server: load it again";
        return refusal(StatusCode::FORBIDDEN, text);
    }
    // Redirect to our own path of the page, never to that of the request: browsers read
    // `//test/1.html` as a page of the site `test`.
    let page = shared.paths.get_key_value(path);
    let Some((path, &Page::Test(suite, number))) = page else {
        return refusal(StatusCode::NOT_FOUND, "there is no such test");
    };
    let location = format!("/{path}");
    let test = (suite, number);
    let (name, id) = {
        let result = shared.site.test(test);
        (result.suite.clone(), result.id)
    };
    let worker = Arc::clone(&shared);
    let ran = tokio::task::spawn_blocking(move || {
        let _one_at_a_time = lock(&worker.running);
        (worker.rerun)(&name, id)
    });
    let ran = (ran.await).unwrap_or_else(|error| Err(format!("the runner broke: {error}")));
    lock(&shared.again).insert(test, ran);
    (StatusCode::SEE_OTHER, [(header::LOCATION, location)]).into_response()
}

impl Shared {
    /// The names by which a browser on this machine can address the server.
    fn hosts(&self) -> [String; 2] {
        let port = self.address.port();
        [format!("127.0.0.1:{port}"), format!("localhost:{port}")]
    }

    fn is_our_name(&self, headers: &HeaderMap) -> bool {
        let host = headers
            .get(header::HOST)
            .and_then(|host| host.to_str().ok());
        host.is_some_and(|host| self.hosts().iter().any(|ours| ours == host))
    }

    /// Whether a request comes from one of our pages, or from a program that names no page.
    fn is_our_page(&self, headers: &HeaderMap) -> bool {
        headers.get(header::ORIGIN).is_none_or(|origin| {
            let ours = self.hosts().map(|host| format!("http://{host}"));
            ours.iter().any(|ours| ours.as_bytes() == origin.as_bytes())
        })
    }

    fn show(&self, path: &str) -> Response {
        let path = if path.is_empty() { "index.html" } else { path };
        let content = |kind: &'static str, body: Vec<u8>| {
            ([(header::CONTENT_TYPE, kind)], body).into_response()
        };
        match path {
            "report.css" => return content("text/css; charset=utf-8", STYLE.into()),
            "report.js" => return content("text/javascript; charset=utf-8", SCRIPT.into()),
            _ => {}
        }
        if let Some(&page) = self.paths.get(path) {
            let again = lock(&self.again);
            let live = match page {
                Page::Test(suite, test) => Some(Live {
                    token: &self.token,
                    again: again.get(&(suite, test)),
                }),
                _ => None,
            };
            let page = pages::markup(&self.site, page, live.as_ref()).into_string();
            return content("text/html; charset=utf-8", page.into_bytes());
        }
        let record = self.records.get(path);
        match record.and_then(|&number| self.site.records().nth(number)) {
            Some(record) => content("application/x-go-sgf", record.bytes.clone()),
            None => refusal(StatusCode::NOT_FOUND, "there is no such page"),
        }
    }
}

/// Locks a mutex, even if a thread panicked while it held the lock.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn refusal(status: StatusCode, text: &str) -> Response {
    let title = status.canonical_reason().unwrap_or("Error");
    let body = html! { h1 { (title) } p { (text) } };
    let page = frame(title, "/", &body).into_string();
    let kind = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
    (status, kind, page).into_response()
}
