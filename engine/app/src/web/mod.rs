//! `katachi studio`: the databases of a folder in the browser.
//!
//! Entry point: [`run`]. [`katachi_program::server`] guards the server; its threads hand what pages
//! ask to this one, which owns the session.
//!
//! | module | what it is for |
//! |---|---|
//! | `ask` | what a page can ask, and what it gets |
//! | `desk` | the state: session, game tree, texts |
//! | `answer` | answers what a page asks |
//! | `board` | moves, records, pasted positions |
//! | `layers` | what the board shows |
//! | `errands` | what takes long: tests, census, comparison |
//! | `page` | the files of the page |

mod answer;
mod ask;
mod board;
mod desk;
mod errands;
mod layers;
mod page;

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use katachi_databases::LoadError;
use katachi_databases::draft::Drafts;
use katachi_files::say;
use katachi_program::server::{Reply, Request, Server};

use crate::cli::{Kind, Options, StudioArguments};
use crate::databases::{DatabaseError, Databases};
use crate::session::Session;
use crate::set_up;
use crate::speaker::complain;
use ask::{Answer, Ask};
use desk::Desk;

/// The longest request, in bytes: a source with room to spare.
const MOST_BYTES: usize = 16 << 20;

const JSON: &str = "application/json";

/// A request on its way, and where its answer goes.
type Errand = (Ask, Sender<anyhow::Result<Answer>>);

/// Shows the databases of a folder until the program is ended.
///
/// # Errors
/// If the folder has no databases, an option does not fit, or the port is not available.
pub fn run(arguments: &StudioArguments, options: &Options) -> anyhow::Result<()> {
    let drafts = Drafts::open(&arguments.folder)?;
    let mut session = session(arguments, options)?;
    session.report_databases(true);
    set_up::prepare(&mut session, options, Kind::Studio)?;
    let tree = set_up::tree(&mut session, options, Kind::Studio)?;
    let games = if arguments.games.is_empty() {
        vec![arguments.folder.clone()]
    } else {
        arguments.games.clone()
    };
    let mut desk = Desk::new(session, tree, drafts, options.clone(), games);
    let server = Server::bind(arguments.port)?.with_most_body(MOST_BYTES);
    let (url, token) = (server.url(), server.token());
    say!("{url}#{token}")?;
    if !options.general.quiet {
        complain("open this address in a browser; Ctrl-C ends the studio");
    }
    let (sender, receiver) = channel::<Errand>();
    let serving = std::thread::Builder::new()
        .spawn(move || server.run(Arc::new(move |request| respond(request, &sender))))?;
    // The channel ends with the server.
    for (ask, back) in receiver {
        // A page that has gone away needs no answer.
        let _ = back.send(answer::answer(&mut desk, ask));
    }
    match serving.join() {
        Ok(ended) => Ok(ended?),
        Err(_) => anyhow::bail!("the server has panicked"),
    }
}

/// A session with the databases of the folder, unless options name others. Those with mistakes are
/// left out; the desk shows the mistakes.
fn session(arguments: &StudioArguments, options: &Options) -> anyhow::Result<Session> {
    let mut settings = set_up::settings(options, Kind::Studio);
    if !settings.patterns.is_empty() {
        return Ok(Session::new(&settings)?);
    }
    settings.patterns = vec![arguments.folder.clone()];
    match Session::new(&settings) {
        Err(DatabaseError::Load(LoadError::Source { .. })) => {
            settings.patterns = vec![katachi_databases::place::BUILT_IN.into()];
            settings.added_patterns.clear();
            let mut session = Session::new(&settings)?;
            session.change_databases(Databases::remove_all);
            Ok(session)
        }
        opened => Ok(opened?),
    }
}

/// Answers a request of a page.
fn respond(request: Request, desk: &Sender<Errand>) -> Reply {
    let body = match request {
        Request::Get(path) => return page::file(&path),
        Request::Post(path, body) if path == "ask" => body,
        Request::Post(path, _) => return page::missing(&path),
    };
    match reply(&body, desk) {
        Ok(text) => Reply::Content(JSON, text.into_bytes()),
        Err(error) => {
            let error = serde_json::json!({ "error": format!("{error:#}") });
            Reply::Refused(JSON, error.to_string().into_bytes())
        }
    }
}

/// Lets the desk answer, and does what takes long here.
fn reply(body: &[u8], desk: &Sender<Errand>) -> anyhow::Result<String> {
    let ask: Ask = serde_json::from_slice(body)?;
    let (back, answer) = channel();
    desk.send((ask, back))?;
    Ok(match answer.recv()?? {
        Answer::Now(now) => serde_json::to_string(&now)?,
        Answer::Later(errand) => serde_json::to_string(&errand()?)?,
    })
}
