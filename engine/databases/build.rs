//! Compiles the databases of `patterns/` into images, which become part of the program.

// The build script uses only parts of these modules.
#[allow(dead_code)]
#[path = "src/manifest.rs"]
mod manifest;
#[allow(dead_code)]
#[path = "src/source.rs"]
mod source;

use std::error::Error;
use std::fmt::Write;
use std::path::Path;

use patc::{Source, render};

fn main() -> Result<(), Box<dyn Error>> {
    let here = std::env::var("CARGO_MANIFEST_DIR")?;
    let out = std::env::var("OUT_DIR")?;
    let folder = Path::new(&here).join("../../patterns");
    println!("cargo::rerun-if-changed={}", folder.display());
    let text = std::fs::read_to_string(folder.join(manifest::FILE_NAME))?;
    let mut table = String::from("pub(crate) static IMAGES: &[(&str, Role, &[u8])] = &[\n");
    for entry in manifest::parse(manifest::FILE_NAME, &text)?.databases {
        let mut sources = Vec::new();
        for name in &entry.sources {
            sources.push(Source::new(
                name.as_str(),
                std::fs::read(folder.join(name))?,
            ));
        }
        let compiled = source::compile(entry.role, entry.method, sources)
            .map_err(|lines| format!("patterns/ has mistakes:\n{}", lines.join("\n")))?;
        let Some(image) = &compiled.image else {
            let report = render(&compiled.diagnostics, &compiled.sources, false);
            return Err(format!("patterns/ has mistakes:\n{report}").into());
        };
        let file = Path::new(&out).join(format!("{}.kpat", entry.name));
        std::fs::write(&file, image)?;
        writeln!(
            table,
            "    ({:?}, Role::{:?}, include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{}.kpat\"))),",
            entry.name, entry.role, entry.name
        )?;
    }
    table.push_str("];\n");
    std::fs::write(Path::new(&out).join("builtin.rs"), table)?;
    Ok(())
}
