//! GNU Go's database of eye shapes against computed values: every difference is documented.

use std::time::Duration;

use katachi_image::Role;
use katachi_teacher::engine::EngineCommand;
use katachi_testkit::{Trial, program, shared, trial, workspace_root};
use katachi_tools::eyes::compare::compare;
use libtest_mimic::Failed;
use patc::{Model, Source};

const BEGIN: &str = "<!-- differences -->\n";
const END: &str = "<!-- end -->";

/// The list in docs/eyes.md; `UPDATE_EYES=1` writes it.
fn documented(file: &std::path::Path, gnugo: &std::path::Path) -> Result<(), Failed> {
    let source = Source::new("eyes.db", std::fs::read(file)?);
    let Model::Eyes(shapes) = patc::compile(Role::Eyes, vec![source]).model else {
        return Err("eye shapes expected".into());
    };
    let command = EngineCommand::new(format!("{} --mode gtp", gnugo.display()));
    let mut reader = command.start(0, Duration::from_secs(30))?;
    let comparison = compare(&shapes, 2_000_000, Some(&mut reader), || ())?;
    let found = format!("\n```text\n{comparison}```\n\n");
    let path = workspace_root().join("docs/eyes.md");
    let document = std::fs::read_to_string(&path)?;
    let (head, rest) = document.split_once(BEGIN).ok_or("a list of differences")?;
    let (stands, tail) = rest.split_once(END).ok_or("the end of the list")?;
    if std::env::var_os("UPDATE_EYES").is_some() {
        std::fs::write(&path, format!("{head}{BEGIN}{found}{END}{tail}"))?;
        return Ok(());
    }
    assert_eq!(
        found, stands,
        "UPDATE_EYES=1 writes the list; look at what is new"
    );
    Ok(())
}

pub fn trials() -> Vec<Trial> {
    let file = shared("peer/gnugo-3.8/patterns/eyes.db");
    let both = file.and_then(|file| Ok((file, program("gnugo")?)));
    vec![trial(
        "gnu_go_s_differences_are_documented",
        both,
        |(file, gnugo)| documented(&file, &gnugo),
    )]
}
