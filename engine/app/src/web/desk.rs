//! The state of the studio: a session, the game with its variations, the texts of the folder.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use katachi_core::Thoughts;
use katachi_databases::Loaded;
use katachi_databases::draft::{Drafts, Remark, Severity};

use super::ask::{DatabaseNow, FixNow, RemarkNow};
use crate::cli::Options;
use crate::game_tree::GameTree;
use crate::gtp::content;
use crate::session::Session;

/// The state of the studio.
pub struct Desk {
    /// The session; its databases are the texts as they were when they last compiled.
    pub session: Session,
    /// The game, and the place in it.
    pub tree: GameTree,
    /// The texts.
    pub drafts: Drafts,
    /// The options, for sessions that run tests.
    pub options: Options,
    /// The games for census and comparison.
    pub games: Vec<PathBuf>,
    /// Held while something runs that takes long.
    pub busy: Arc<Mutex<()>>,
    /// What the compiler says about each database.
    remarks: BTreeMap<usize, Vec<Remark>>,
    /// The databases whose newest text has mistakes.
    behind: BTreeSet<usize>,
    /// The engine's thoughts about the position, until it or a database changes.
    thoughts: Option<Thoughts>,
}

impl Desk {
    /// Compiles all databases, and takes those without mistakes into use.
    pub fn new(
        session: Session,
        tree: GameTree,
        drafts: Drafts,
        options: Options,
        games: Vec<PathBuf>,
    ) -> Self {
        let all: Vec<usize> = (0..drafts.databases().len()).collect();
        let mut desk = Self {
            session,
            tree,
            drafts,
            options,
            games,
            busy: Arc::default(),
            remarks: BTreeMap::new(),
            behind: BTreeSet::new(),
            thoughts: None,
        };
        desk.build(&all);
        desk
    }

    /// Forgets the thoughts, since the position has changed.
    pub fn forget_thoughts(&mut self) {
        self.thoughts = None;
    }

    /// Whether the engine has thought about the position already.
    pub fn has_thoughts(&self) -> bool {
        self.thoughts.is_some()
    }

    /// What the engine thinks of the position, by patterns and reading.
    pub fn thoughts(&mut self) -> &Thoughts {
        let session = &mut self.session;
        self.thoughts.get_or_insert_with(|| {
            let wish = session.wish_of_patterns(session.game.to_move());
            session.engine.think(&session.game, &wish)
        })
    }

    /// What the engine thinks, with the session, whose databases the thoughts are about.
    pub fn thinking(&mut self) -> (&mut Session, Thoughts) {
        let thoughts = self.thoughts().clone();
        (&mut self.session, thoughts)
    }

    /// The name of the folder.
    pub fn name(&self) -> String {
        let folder = self.drafts.folder();
        let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let name = whole.file_name().unwrap_or(whole.as_os_str());
        name.to_string_lossy().into_owned()
    }

    /// Compiles databases; those without mistakes come into use.
    pub fn build(&mut self, databases: &[usize]) {
        for &number in databases {
            let built = self.drafts.build(number);
            self.remarks.insert(number, built.remarks);
            match built.loaded {
                None => {
                    self.behind.insert(number);
                }
                Some(loaded) => {
                    self.behind.remove(&number);
                    self.session.change_databases(|all| all.revise(loaded));
                    self.thoughts = None;
                }
            }
        }
    }

    /// The databases in use, and those that cannot be used yet.
    pub fn databases(&self) -> Vec<DatabaseNow> {
        let folder = self.drafts.databases();
        let behind: Vec<&str> = folder
            .enumerate()
            .filter(|(number, _)| self.behind.contains(number))
            .map(|(_, (name, ..))| name)
            .collect();
        let loaded = self.session.databases().loaded().iter();
        let mut now: Vec<DatabaseNow> = loaded.map(|loaded| describe(loaded, &behind)).collect();
        // Without an older version nothing of it is in use.
        let missing = behind
            .iter()
            .filter(|name| now.iter().all(|one| one.name != **name));
        let missing: Vec<DatabaseNow> = missing
            .map(|name| DatabaseNow {
                name: (*name).to_owned(),
                role: "",
                place: self.drafts.folder().display().to_string(),
                origin: "not in use".to_owned(),
                sources: Vec::new(),
                content: String::new(),
                is_behind: true,
            })
            .collect();
        now.extend(missing);
        now
    }

    /// What the compiler says about the texts.
    pub fn remarks(&self) -> Vec<RemarkNow> {
        let mut all: Vec<&Remark> = Vec::new();
        for one in self.remarks.values().flatten() {
            // Databases may share a source.
            if !all.contains(&one) {
                all.push(one);
            }
        }
        all.into_iter().map(remark).collect()
    }
}

fn describe(loaded: &Loaded, behind: &[&str]) -> DatabaseNow {
    let names = loaded.sources.iter().filter_map(|path| path.file_name());
    DatabaseNow {
        name: loaded.name.clone(),
        role: loaded.role.profile().name,
        place: loaded.place.to_string(),
        origin: loaded.origin.to_owned(),
        sources: names
            .map(|name| name.to_string_lossy().into_owned())
            .collect(),
        content: content(&loaded.image),
        is_behind: behind.contains(&loaded.name.as_str()),
    }
}

fn remark(remark: &Remark) -> RemarkNow {
    let [from, to] = [remark.span.0, remark.span.1].map(|at| [at.line, at.column]);
    let fix = remark.fix.as_ref().map(|((start, end), text)| FixNow {
        from: [start.line, start.column],
        to: [end.line, end.column],
        text: text.clone(),
    });
    RemarkNow {
        file: remark.file.clone(),
        from,
        to,
        severity: match remark.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        code: remark.code,
        message: remark.message.clone(),
        help: remark.help.clone(),
        fix,
    }
}
