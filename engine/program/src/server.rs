//! A web server for the user of this machine: what a program shows in a browser.
//!
//! Only users of this machine can connect. What a page may do there (run programs, write files) no
//! other page may do, so each `POST` passes these checks before the program hears of it:
//!
//! - It has the [token](Server::token) that only our pages know: in the header `X-Token`, or as a
//!   form with the single field `token`.
//! - `Origin`, if there is one, names us.
//! - `Host` is our own name, in case a foreign server lets its name point to this address (DNS
//!   rebinding). This holds for `GET` as well.
//!
//! A client that neither sends nor reads keeps its connection for [`Patience`] at most. At most
//! [`MAX_CONNECTIONS`] are open at a time; further clients wait in the system's queue. If the
//! system has no descriptors left, the server waits for one. Bodies have at most
//! [`Server::with_most_body`] bytes, without a token in the header at most [`FORM`].
//!
//! Start reading at [`Server::bind`].

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::serve::Listener;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tokio_io_timeout::TimeoutStream;

/// The most open connections.
pub const MAX_CONNECTIONS: usize = 100;

/// The longest form, in bytes: a token, with room to spare.
pub const FORM: usize = 1024;

/// The header with the token.
pub const TOKEN: HeaderName = HeaderName::from_static("x-token");

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

/// Why nothing can be served.
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

/// A request that has passed all checks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// The program is asked for a page; the path has no leading slash.
    Get(String),
    /// A page of ours wants something: path and body.
    Post(String, Vec<u8>),
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A page or a file: its type and its content.
    Content(&'static str, Vec<u8>),
    /// The browser shall go to this path, which begins with one slash.
    Redirect(String),
    /// There is no such page; type and content of a page that says so.
    Missing(&'static str, Vec<u8>),
    /// The request makes no sense; the content says why.
    Refused(&'static str, Vec<u8>),
}

/// What answers requests. It may take its time; other requests are answered meanwhile.
pub type Answer = dyn Fn(Request) -> Reply + Send + Sync;

/// A server on 127.0.0.1.
pub struct Server {
    listener: TcpListener,
    guard: Guard,
    patience: Patience,
}

/// Who may ask for what.
#[derive(Clone)]
struct Guard {
    address: SocketAddr,
    token: String,
    most_body: usize,
}

impl Server {
    /// Binds a port of 127.0.0.1; 0 means any free port.
    ///
    /// # Errors
    /// If the port is not available.
    pub fn bind(port: u16) -> Result<Self, ServeError> {
        let failed = |source| ServeError::Bind { port, source };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let mut random = [0; 16];
        getrandom::fill(&mut random)?;
        Ok(Self {
            listener,
            guard: Guard {
                address,
                token: format!("{:032x}", u128::from_ne_bytes(random)),
                most_body: FORM,
            },
            patience: Patience::default(),
        })
    }

    /// Sets how long to wait for clients, instead of the default.
    #[must_use]
    pub fn with_patience(mut self, patience: Patience) -> Self {
        self.patience = patience;
        self
    }

    /// Sets the longest body of requests that have the token in the header, in bytes.
    #[must_use]
    pub fn with_most_body(mut self, bytes: usize) -> Self {
        self.guard.most_body = bytes;
        self
    }

    /// The address, such as `http://127.0.0.1:8080/`.
    pub fn url(&self) -> String {
        format!("http://{}/", self.guard.address)
    }

    /// What requests must know that shall do something. Each server has a new one.
    pub fn token(&self) -> &str {
        &self.guard.token
    }

    /// Serves until the program ends.
    ///
    /// # Errors
    /// If the system stops the server.
    pub fn run(self, answer: Arc<Answer>) -> Result<(), ServeError> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let patience = self.patience;
        runtime.block_on(async {
            let mut listener = tokio::net::TcpListener::from_std(self.listener)?;
            let router = Router::new().fallback(move |request| {
                let (guard, answer) = (self.guard.clone(), Arc::clone(&answer));
                respond(guard, answer, patience, request)
            });
            let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
            // Always `Ok`, since the semaphore is never closed.
            while let Ok(place) = Arc::clone(&places).acquire_owned().await {
                // After a failure, Axum's listener waits and tries again.
                let (stream, _) = Listener::accept(&mut listener).await;
                // Replies are complete when they are written; where this fails, they only wait.
                let _ = stream.set_nodelay(true);
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

/// Answers a request, with the headers that all replies have.
async fn respond(
    guard: Guard,
    answer: Arc<Answer>,
    patience: Patience,
    request: axum::extract::Request,
) -> Response {
    let mut response = match guard.admit(patience, request).await {
        Ok(request) => {
            let answered = tokio::task::spawn_blocking(move || answer(request)).await;
            answered.map_or_else(
                |error| {
                    let text = format!("the answer broke off: {error}");
                    refusal(StatusCode::INTERNAL_SERVER_ERROR, &text)
                },
                response,
            )
        }
        Err(Refused(status, text)) => refusal(status, &text),
    };
    let policy = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; \
                  img-src 'self' data:; form-action 'self'; base-uri 'none'; \
                  frame-ancestors 'none'";
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

/// A request that does not pass, and why.
struct Refused(StatusCode, String);

impl Refused {
    fn new(status: StatusCode, text: &str) -> Self {
        Self(status, text.to_owned())
    }
}

impl Guard {
    /// The names by which a browser on this machine can address the server.
    fn hosts(&self) -> [String; 2] {
        let port = self.address.port();
        [format!("127.0.0.1:{port}"), format!("localhost:{port}")]
    }

    fn is_our_name(&self, headers: &HeaderMap) -> bool {
        let host = headers.get(header::HOST);
        host.is_some_and(|host| self.hosts().iter().any(|ours| ours.as_bytes() == host))
    }

    /// Whether a request comes from one of our pages, or from a program that names no page.
    fn is_our_page(&self, headers: &HeaderMap) -> bool {
        headers.get(header::ORIGIN).is_none_or(|origin| {
            let ours = self.hosts().map(|host| format!("http://{host}"));
            ours.iter().any(|ours| ours.as_bytes() == origin.as_bytes())
        })
    }

    /// Checks a request.
    async fn admit(
        &self,
        patience: Patience,
        request: axum::extract::Request,
    ) -> Result<Request, Refused> {
        let (head, body) = request.into_parts();
        let headers = &head.headers;
        let path = page_path(head.uri.path()).to_owned();
        let forbidden = |text| Err(Refused::new(StatusCode::FORBIDDEN, text));
        match head.method {
            _ if !self.is_our_name(headers) => forbidden("this server has another name"),
            Method::GET | Method::HEAD => Ok(Request::Get(path)),
            Method::POST if !self.is_our_page(headers) => {
                forbidden("the request comes from another site")
            }
            Method::POST => {
                let earlier = "the page is from an earlier server: load it again";
                let token = headers.get(TOKEN);
                if token.is_some_and(|token| token.as_bytes() != self.token.as_bytes()) {
                    return forbidden(earlier);
                }
                let most = if token.is_some() {
                    self.most_body
                } else {
                    FORM
                };
                let body = read(body, most, patience.body).await?;
                if token.is_none() && body != format!("token={}", self.token).as_bytes() {
                    return forbidden(earlier);
                }
                Ok(Request::Post(path, body))
            }
            _ => {
                let status = StatusCode::METHOD_NOT_ALLOWED;
                Err(Refused::new(status, "expected GET or POST"))
            }
        }
    }
}

/// Reads a body.
async fn read(body: Body, most: usize, patience: Duration) -> Result<Vec<u8>, Refused> {
    match timeout(patience, to_bytes(body, most)).await {
        Ok(Ok(body)) => Ok(body.into()),
        Ok(Err(_)) => {
            let text =
                format!("expected a body of at most {most} bytes, found a longer or a broken one");
            Err(Refused(StatusCode::PAYLOAD_TOO_LARGE, text))
        }
        Err(_) => {
            let text = "the body of the request did not come in time";
            Err(Refused::new(StatusCode::REQUEST_TIMEOUT, text))
        }
    }
}

/// The path of a page from that of a request, which has one more slash; other requests get a path
/// that no page has.
fn page_path(path: &str) -> &str {
    path.strip_prefix('/').unwrap_or("/")
}

fn response(reply: Reply) -> Response {
    let typed = |status, kind: &'static str, content: Vec<u8>| {
        (status, [(header::CONTENT_TYPE, kind)], content).into_response()
    };
    match reply {
        Reply::Content(kind, content) => typed(StatusCode::OK, kind, content),
        Reply::Missing(kind, content) => typed(StatusCode::NOT_FOUND, kind, content),
        Reply::Refused(kind, content) => typed(StatusCode::BAD_REQUEST, kind, content),
        Reply::Redirect(path) => {
            (StatusCode::SEE_OTHER, [(header::LOCATION, path)]).into_response()
        }
    }
}

fn refusal(status: StatusCode, text: &str) -> Response {
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    (status, kind, format!("{text}\n")).into_response()
}
