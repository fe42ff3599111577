//! Serves a report on this machine, with a button on each test that runs it again.
//!
//! Running a test starts a program, so such a request must come from one of our own pages: the
//! checks are those of [`katachi_program::server`]. Start reading at [`Server::bind`].

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use katachi_program::server::{Reply, Request};
use maud::html;

pub use katachi_program::server::{MAX_CONNECTIONS, Patience, ServeError};

use super::page::{SCRIPT, STYLE, frame};
use super::pages;
use super::site::{Live, Page, Site};
use crate::{Results, TestResult};

/// Runs a test again: takes the suite's name and the test's number; returns the new result, or why
/// there is none.
pub type Rerun = dyn Fn(&str, u64) -> Result<TestResult, String> + Send + Sync;

const HTML: &str = "text/html; charset=utf-8";

/// A server of a report on 127.0.0.1.
pub struct Server {
    server: katachi_program::server::Server,
    shared: Arc<Shared>,
}

struct Shared {
    site: Site,
    paths: BTreeMap<String, Page>,
    /// For each game record's path in the report, its index in [`Site::records`].
    records: BTreeMap<String, usize>,
    /// The token that requests to run a test must contain.
    token: String,
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
        let server = katachi_program::server::Server::bind(port)?;
        let site = Site::new(results);
        let shared = Shared {
            paths: site.paths().map(|(page, path)| (path, page)).collect(),
            records: (site.records().enumerate())
                .map(|(number, record)| (record.path.clone(), number))
                .collect(),
            site,
            token: server.token().to_owned(),
            rerun,
            again: Mutex::default(),
            running: Mutex::default(),
        };
        Ok(Self {
            server,
            shared: Arc::new(shared),
        })
    }

    /// Sets how long to wait for clients, instead of the default.
    #[must_use]
    pub fn with_patience(mut self, patience: Patience) -> Self {
        self.server = self.server.with_patience(patience);
        self
    }

    /// The address of the report, such as `http://127.0.0.1:8080/`.
    pub fn url(&self) -> String {
        self.server.url()
    }

    /// Shows the report until the program ends.
    ///
    /// # Errors
    /// If the system stops the server.
    pub fn run(self) -> Result<(), ServeError> {
        let shared = self.shared;
        self.server.run(Arc::new(move |request| match request {
            Request::Get(path) => shared.show(&path),
            Request::Post(path, _) => shared.run(&path),
        }))
    }
}

impl Shared {
    /// Runs a test again and redirects the browser to its page.
    fn run(&self, path: &str) -> Reply {
        // Redirect to our own path of the page, never to that of the request: browsers read
        // `//test/1.html` as a page of the site `test`.
        let page = self.paths.get_key_value(path);
        let Some((path, &Page::Test(suite, number))) = page else {
            return missing("there is no such test");
        };
        let test = (suite, number);
        let result = self.site.test(test);
        let ran = {
            let _one_at_a_time = lock(&self.running);
            (self.rerun)(&result.suite, result.id)
        };
        lock(&self.again).insert(test, ran);
        Reply::Redirect(format!("/{path}"))
    }

    fn show(&self, path: &str) -> Reply {
        let path = if path.is_empty() { "index.html" } else { path };
        match path {
            "report.css" => return Reply::Content("text/css; charset=utf-8", STYLE.into()),
            "report.js" => return Reply::Content("text/javascript; charset=utf-8", SCRIPT.into()),
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
            return Reply::Content(HTML, page.into_bytes());
        }
        let record = self.records.get(path);
        match record.and_then(|&number| self.site.records().nth(number)) {
            Some(record) => Reply::Content("application/x-go-sgf", record.bytes.clone()),
            None => missing("there is no such page"),
        }
    }
}

/// Locks a mutex, even if a thread panicked while it held the lock.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn missing(text: &str) -> Reply {
    let title = "Not Found";
    let body = html! { h1 { (title) } p { (text) } };
    Reply::Missing(HTML, frame(title, "/", &body).into_string().into_bytes())
}
