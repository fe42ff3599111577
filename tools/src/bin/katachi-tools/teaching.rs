//! The options of commands that ask a teacher for points.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use katachi_teacher::engine::EngineCommand;
use katachi_teacher::{Answers, Judge};
use katachi_tools::clock::parse_duration;

/// A teacher on a command line.
#[derive(Args)]
pub(super) struct Teaching {
    /// An engine that says how many points moves gain or lose: it knows `kata-raw-nn` or
    /// `kata-analyze`.
    #[arg(long, value_name = "COMMAND")]
    teacher: Option<String>,
    /// Judge by `kata-analyze` with at least N visits, not by the raw network.
    #[arg(long, value_name = "N", requires = "teacher", value_parser = clap::value_parser!(u32).range(1..))]
    visits: Option<u32>,
    /// Keep the teacher's answers in this file, and do not ask again for those that it has.
    #[arg(long, value_name = "FILE", requires = "teacher")]
    cache: Option<PathBuf>,
    /// The longest that an answer of the teacher may take.
    #[arg(long, value_name = "TIME", requires = "teacher", value_parser = parse_duration, default_value = "10m")]
    timeout: Duration,
}

impl Teaching {
    /// The teacher, if there is one.
    ///
    /// # Errors
    /// If it cannot be used, or the file of its answers cannot.
    pub(super) fn open(&self) -> anyhow::Result<Option<Judge>> {
        let Some(command) = &self.teacher else {
            return Ok(None);
        };
        let answers = match &self.cache {
            None => Answers::in_memory(),
            Some(path) => Answers::open(path)?,
        };
        let command = EngineCommand::new(command.as_str());
        let komi = katachi_studio::KOMI.into();
        let judge = Judge::open(&command, self.visits, komi, self.timeout, answers)?;
        Ok(Some(judge))
    }
}
