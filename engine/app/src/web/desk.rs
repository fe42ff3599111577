//! The state of the studio: a session, the game with its variations, the texts of the folder.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use anyhow::bail;
use katachi_core::Thoughts;
use katachi_databases::Loaded;
use katachi_databases::draft::{Drafts, Remark, Severity};

use super::ask::{Answer, Ask, DatabaseNow, File, FixNow, Folder, Look, Now, RemarkNow, View};
use super::{board, errands, layers};
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

    /// Answers a page.
    ///
    /// # Errors
    /// If it asks for what is not there; the error says what was expected.
    pub fn answer(&mut self, ask: Ask) -> anyhow::Result<Answer> {
        let now = match ask {
            Ask::Open { look } => self.open(&look)?,
            Ask::Board { step, look } => {
                board::step(self, &step)?;
                self.thoughts = None;
                Now {
                    board: Some(board::now(self)),
                    view: Some(self.view(&look)?),
                    ..Now::default()
                }
            }
            Ask::Edit { file, text, look } => self.edit(&file, &text, &look)?,
            Ask::Look { look } => Now {
                view: Some(self.view(&look)?),
                ..Now::default()
            },
            Ask::Save { file } => {
                self.drafts.save(&file)?;
                Now {
                    said: Some(format!("{file} saved")),
                    ..Now::default()
                }
            }
            Ask::Tests {} => return errands::tests(self).map(Answer::Later),
            Ask::Census {} => return Ok(Answer::Later(errands::census(self))),
            Ask::Compare {} => return Ok(Answer::Later(errands::compare(self))),
        };
        Ok(Answer::Now(Box::new(now)))
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

    fn open(&mut self, look: &Look) -> anyhow::Result<Now> {
        let text = |name| String::from_utf8_lossy(self.drafts.text(name).unwrap_or_default());
        let files = self.drafts.files().map(|name| File {
            name: name.to_owned(),
            text: text(name).into_owned(),
            unsaved: self.drafts.is_unsaved(name),
        });
        let folder = Folder {
            name: self.name(),
            files: files.collect(),
            layers: layers::LAYERS.to_vec(),
        };
        Ok(Now {
            folder: Some(folder),
            board: Some(board::now(self)),
            view: Some(self.view(look)?),
            databases: Some(self.databases()),
            remarks: Some(self.remarks()),
            ..Now::default()
        })
    }

    /// The name of the folder.
    fn name(&self) -> String {
        let folder = self.drafts.folder();
        let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let name = whole.file_name().unwrap_or(whole.as_os_str());
        name.to_string_lossy().into_owned()
    }

    fn edit(&mut self, file: &str, text: &str, look: &Look) -> anyhow::Result<Now> {
        let began = Instant::now();
        let changed = self.drafts.edit(file, text.as_bytes());
        if changed.is_empty() {
            let known: Vec<&str> = self.drafts.files().collect();
            bail!("expected one of {}, found {file}", known.join(", "));
        }
        self.build(&changed);
        let mut view = self.view(look)?;
        view.milliseconds = milliseconds(began);
        Ok(Now {
            view: Some(view),
            databases: Some(self.databases()),
            remarks: Some(self.remarks()),
            ..Now::default()
        })
    }

    /// Compiles databases; those without mistakes come into use.
    fn build(&mut self, databases: &[usize]) {
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

    fn view(&mut self, look: &Look) -> anyhow::Result<View> {
        let began = Instant::now();
        let known = self.thoughts.is_some();
        let mut view = layers::view(self, look)?;
        view.thought = !known && self.thoughts.is_some();
        view.milliseconds = milliseconds(began);
        Ok(view)
    }

    fn databases(&self) -> Vec<DatabaseNow> {
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

    fn remarks(&self) -> Vec<RemarkNow> {
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

/// The time since then, in milliseconds.
fn milliseconds(began: Instant) -> f64 {
    (began.elapsed().as_secs_f64() * 10_000.0).round() / 10.0
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
