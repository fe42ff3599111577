//! `katachi build`: compiles databases to image files.

use anyhow::bail;
use katachi_databases::LoadError;
use katachi_databases::building::{Plan, build};
use katachi_files::say;

use crate::cli::BuildArguments;
use crate::speaker::complain;

/// Builds, and reports what was done. A mistake in one database does not stop the others.
pub fn run(arguments: &BuildArguments, quiet: bool) -> anyhow::Result<()> {
    let plan = Plan {
        folder: arguments.folder.clone(),
        output: (arguments.output.clone()).unwrap_or_else(|| arguments.folder.clone()),
        jobs: arguments.jobs.into(),
        force: arguments.force,
    };
    let results = build(&plan)?;
    let (mut failed, mut unwritten) = (0, 0);
    for result in &results {
        match result {
            Ok(built) if !quiet => {
                let what = match built.warnings {
                    None => "unchanged".to_owned(),
                    Some(0) => "compiled".to_owned(),
                    Some(1) => "compiled, 1 warning".to_owned(),
                    Some(warnings) => format!("compiled, {warnings} warnings"),
                };
                say!("{} {} bytes, {what}", built.path.display(), built.bytes)?;
            }
            Ok(_) => {}
            Err(error) => {
                failed += 1;
                unwritten += usize::from(matches!(error, LoadError::Write { .. }));
                complain(&error.to_string());
            }
        }
    }
    if unwritten > 0 {
        bail!(
            "{unwritten} of {} images cannot be written; the old ones are as before. Make room, or \
             name another folder with --into",
            results.len()
        );
    }
    if failed > 0 {
        bail!(
            "{failed} of {} databases have mistakes; their images are as before",
            results.len()
        );
    }
    Ok(())
}
