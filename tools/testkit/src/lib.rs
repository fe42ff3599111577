//! Shared support for tests: finds GNU Go's data and installed programs, and skips tests visibly if
//! they are missing.
//!
//! Tests with prerequisites outside the project run under `libtest-mimic` (`harness = false`),
//! those of a package in one program ([`run_modules`]). If a prerequisite is missing, [`trial`]
//! makes a test that the report shows as `ignored`, with the reason before its name. Start reading
//! at [`trial`].

pub mod docs;
pub mod gtp;
pub mod process;
pub mod scaling;
pub mod transcripts;
mod trials;

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub use trials::{Trial, run, run_modules, trial};

/// A prerequisite outside the project: the thing itself, or why it is missing.
pub type Need<T> = Result<T, String>;

/// The 64-bit hash FNV-1a: draws positions, and divides games into parts, the same everywhere.
pub fn hash(text: &str) -> u64 {
    (text.bytes()).fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The root of the workspace, from any of its crates.
pub fn workspace_root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}

/// The folder of shared material: `KATACHI_SHARED` if set, else `../shared` next to the workspace.
pub fn shared_dir() -> Option<PathBuf> {
    let dir = std::env::var_os("KATACHI_SHARED")
        .map_or_else(|| workspace_root().join("../shared"), PathBuf::from);
    dir.is_dir().then_some(dir)
}

/// A file or folder below [`shared_dir`], such as `peer/gnugo-3.8/patterns`.
///
/// # Errors
/// If the path does not exist.
pub fn shared(path: &str) -> Need<PathBuf> {
    shared_dir()
        .map(|dir| dir.join(path))
        .filter(|path| path.exists())
        .ok_or_else(|| format!("shared/{path} is absent"))
}

/// The files with this ending in a gzipped tar archive, by path.
///
/// # Errors
/// If the archive cannot be read.
pub fn archived(archive: &Path, ending: &str) -> io::Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut files = BTreeMap::new();
    let file = std::fs::File::open(archive)?;
    let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(file));
    for entry in archive.entries()? {
        let mut entry = entry?;
        let path = entry.path()?.into_owned();
        if (path.extension()).is_some_and(|found| found.eq_ignore_ascii_case(ending)) {
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes)?;
            files.insert(path, bytes);
        }
    }
    Ok(files)
}

/// Finds a program by name, on `PATH` or in `/usr/games`, where Debian installs gnugo.
///
/// # Errors
/// If the program is not installed.
pub fn program(name: &str) -> Need<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain([PathBuf::from("/usr/games")])
        .map(|dir| dir.join(name))
        .find(|file| file.is_file())
        .ok_or_else(|| format!("{name} is not installed"))
}

/// A folder in which `node` finds these packages (`name@version`); npm installs them on first use.
///
/// The folder is below the workspace's `target/clients`.
///
/// # Errors
/// If node or npm is not installed, or npm could not fetch the packages.
pub fn node_packages(packages: &[&str]) -> Need<PathBuf> {
    program("node")?;
    let npm = program("npm")?;
    let dir = workspace_root().join("target/clients");
    let stamp = dir.join(format!(
        "{}.installed",
        packages.join("+").replace('/', "_")
    ));
    if stamp.is_file() {
        return Ok(dir);
    }
    std::fs::create_dir_all(&dir).map_err(|error| error.to_string())?;
    let status = Command::new(npm)
        .args([
            "install",
            "--no-audit",
            "--no-fund",
            "--loglevel=error",
            "--prefix",
        ])
        .arg(&dir)
        .args(packages)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .map_err(|error| format!("npm does not start: {error}"))?;
    if !status.success() {
        return Err(format!("npm cannot fetch {}", packages.join(" ")));
    }
    std::fs::write(&stamp, b"").map_err(|error| error.to_string())?;
    Ok(dir)
}

/// A browser for tests of pages: a folder in which `node` finds `puppeteer-core`, and Chromium.
///
/// # Errors
/// If node, npm or Chromium is not installed, or npm could not fetch the package.
pub fn browser() -> Need<(PathBuf, PathBuf)> {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let chromium = names.iter().find_map(|name| program(name).ok());
    let chromium = chromium.ok_or("no Chromium is installed")?;
    // The last version for Node 18 and 20.
    let packages = node_packages(&["puppeteer-core@24.9.0"])?;
    Ok((packages, chromium))
}

/// The Python of an environment with these packages (`name==version`); pip installs them on first
/// use.
///
/// The environment is below the workspace's `target/clients`.
///
/// # Errors
/// If Python or its `venv` is not installed, or pip could not fetch the packages.
pub fn python_packages(packages: &[&str]) -> Need<PathBuf> {
    let python = program("python3")?;
    let name = packages.join("+");
    let dir = workspace_root().join("target/clients").join(&name);
    let (own, stamp) = (dir.join("bin/python3"), dir.join("installed"));
    if stamp.is_file() {
        return Ok(own);
    }
    let works = |program: &Path, arguments: &[&str]| {
        let mut command = Command::new(program);
        let command = command.args(arguments).stdin(Stdio::null());
        let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    };
    if !works(&python, &["-m", "venv", &dir.to_string_lossy()]) {
        return Err("python3 cannot make an environment (python3-venv)".to_owned());
    }
    if !works(
        &own,
        &[&["-m", "pip", "install", "--quiet"], packages].concat(),
    ) {
        return Err(format!("pip cannot fetch {}", packages.join(" ")));
    }
    std::fs::write(&stamp, b"").map_err(|error| error.to_string())?;
    Ok(own)
}
