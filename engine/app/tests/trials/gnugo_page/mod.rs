//! The tables of `docs/gnugo.md`, tried row by row with both programs: options, GTP commands, tools
//! and databases of GNU Go, and their place here.
//!
//! Start reading at [`trials`]. The page explains its notation; [`page`] reads it, [`runs`] runs
//! the command lines of the options, [`commands`] asks the commands in positions of real games.

mod commands;
mod options;
mod page;
mod runs;
mod tools;

use std::sync::Arc;

use katachi_testkit::Trial;
use libtest_mimic::Failed;

use page::Page;

pub fn trials() -> Result<Vec<Trial>, Failed> {
    let page = Arc::new(Page::read()?);
    let mut trials = options::trials(&page)?;
    trials.extend(commands::trials(&page)?);
    trials.extend(tools::trials(&page)?);
    Ok(trials)
}
