//! Builds the images of a folder's databases as files, for people who ship them.
//!
//! Entry point: [`build`]. It compiles only databases whose image is missing, damaged or outdated,
//! several at a time. [`katachi_files::write`] writes each image, so readers see the old image or
//! the new one, even if the program is killed.

use std::path::PathBuf;

use katachi_files::{sweep, write};
use katachi_image::Image;
use patc::Severity;
use rayon::prelude::*;

use crate::load::{LoadError, compile, list_folder, sources};
use crate::manifest::Entry;

/// The input and output of a build.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The folder with the sources; it may contain a list of databases.
    pub folder: PathBuf,
    /// The folder for the images; created if it does not exist.
    pub output: PathBuf,
    /// The number of databases to compile at a time; 0 for one on each core.
    pub jobs: usize,
    /// Compile even if an image is up to date.
    pub force: bool,
}

/// The result for one database.
#[derive(Debug)]
pub struct Built {
    /// Its name.
    pub name: String,
    /// Its image.
    pub path: PathBuf,
    /// The length of the image, in bytes.
    pub bytes: usize,
    /// Whether it had to be compiled.
    pub compiled: bool,
    /// The number of warnings; unknown if nothing was compiled.
    pub warnings: Option<usize>,
}

/// Builds outdated images and returns the results in the order of the list. An error of one
/// database does not stop the others.
///
/// # Errors
/// If the folders cannot be read or created, or the list is wrong.
pub fn build(plan: &Plan) -> Result<Vec<Result<Built, LoadError>>, LoadError> {
    let listing = list_folder(&plan.folder)?;
    std::fs::create_dir_all(&plan.output).map_err(|source| LoadError::Write {
        path: plan.output.clone(),
        source,
    })?;
    sweep(&plan.output, |name| {
        let name = name.strip_suffix(".kpat");
        name.is_some_and(|name| listing.entries.iter().any(|entry| entry.name == name))
    });
    let work = || {
        (listing.entries.par_iter())
            .map(|entry| build_one(entry, plan))
            .collect()
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(plan.jobs)
        .build();
    Ok(match pool {
        Ok(pool) => pool.install(work),
        // Without threads: one after the other.
        Err(_) => (listing.entries.iter())
            .map(|entry| build_one(entry, plan))
            .collect(),
    })
}

fn build_one(entry: &Entry, plan: &Plan) -> Result<Built, LoadError> {
    let path = plan.output.join(format!("{}.kpat", entry.name));
    let sources = sources(entry, &plan.folder)?;
    let fingerprint = patc::fingerprint(entry.role, entry.method, &sources);
    if !plan.force
        && let Ok(image) = Image::read(&path)
        && image.about().fingerprint == fingerprint
    {
        return Ok(Built {
            name: entry.name.clone(),
            bytes: image.bytes().len(),
            path,
            compiled: false,
            warnings: None,
        });
    }
    let compiled = compile(entry, sources, &plan.folder)?;
    let bytes = compiled.image.as_deref().unwrap_or_default();
    write(&path, bytes).map_err(|source| LoadError::Write {
        path: path.clone(),
        source,
    })?;
    Ok(Built {
        name: entry.name.clone(),
        bytes: bytes.len(),
        path,
        compiled: true,
        warnings: Some(compiled.count(Severity::Warning)),
    })
}
