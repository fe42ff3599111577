//! Game records on a command line.

use std::path::PathBuf;

use anyhow::{Context, ensure};
use katachi_board::BoardSize;

/// Checks that all places with records are there.
pub(super) fn must_exist(paths: &[PathBuf]) -> anyhow::Result<()> {
    let missing = paths.iter().find(|path| !path.exists());
    ensure!(
        missing.is_none(),
        "expected files, folders or archives with records, found nothing at {}; check the name",
        missing.map_or_else(String::new, |path| path.display().to_string())
    );
    Ok(())
}

/// The size of `--size`.
pub(super) fn board_size(size: usize) -> anyhow::Result<BoardSize> {
    BoardSize::new(size)
        .with_context(|| format!("--size: expected a size from 2 to 25, found {size}"))
}
