//! The pattern compiler: turns `.db` sources into `.kpat` images and explains every mistake.
//!
//! Entry point: [`compile`]. One run reports the mistakes of all these steps:
//!
//! 1. text to syntax trees: [`syntax`] for patterns; [`eyes`], [`monte_carlo`] and [`book`] for the
//!    other dialects
//! 2. checks, which turn syntax into a [`Model`], for patterns that of [`model`]
//! 3. lints, which warn of what the author hardly meant; tests beside patterns ([`testing`])
//! 4. the model to an image, if there are no errors
//!
//! [`analyze`] runs steps 1 to 3 alone. [`inspect`] reads images back.
//!
//! ```
//! use katachi_image::Role;
//! use patc::{Source, compile};
//!
//! let text = "
//! attribute_map general
//!
//! Pattern Hane
//!
//! ?X?
//! .O*
//! ...
//!
//! :8,-,shape(1)
//! ";
//! let compiled = compile(Role::Patterns, vec![Source::new("mine.db", text)]);
//! assert!(compiled.diagnostics.is_empty());
//! let image = katachi_image::Image::from_vec(compiled.image.ok_or("no image")?)?;
//! assert_eq!(image.general().ok_or("another kind")?.patterns.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod book;
mod characters;
mod check;
mod code;
mod diagnostic;
mod dialect;
mod emit;
mod explain;
pub mod eyes;
pub mod fold;
mod lint;
mod lookalikes;
mod method;
pub mod model;
pub mod monte_carlo;
pub mod orientation;
pub mod print;
mod render;
mod report;
mod shares;
mod source;
pub mod syntax;
pub mod testing;

// What only programs use.
#[cfg(feature = "program")]
pub mod automata;
#[cfg(feature = "counts")]
pub mod counts;
#[cfg(feature = "program")]
pub mod decompile;
#[cfg(feature = "program")]
pub mod format;
#[cfg(feature = "program")]
pub mod inspect;
#[cfg(feature = "program")]
mod json;
#[cfg(feature = "program")]
pub mod language_server;
#[cfg(feature = "program")]
mod matching;
#[cfg(feature = "program")]
pub mod show;
#[cfg(feature = "program")]
pub mod stats;
#[cfg(feature = "program")]
pub mod tables;
#[cfg(feature = "program")]
pub mod turn;

pub use diagnostic::{Code, Diagnostic, Fix, Severity, nearest};
pub use dialect::Model;
pub use explain::{DIAGNOSTICS, explain, sections};
#[cfg(feature = "program")]
pub use json::json;
#[cfg(feature = "program")]
pub use matching::Matching;
pub use method::Method;
pub use render::render;
pub use source::{Location, Source, SourceId, Span, Spanned};

use katachi_image::{Fingerprint, ImageError, Kind, Role};

/// The result of a compilation.
#[derive(Debug)]
pub struct Compiled {
    /// The sources, which the diagnostics refer to.
    pub sources: Vec<Source>,
    /// Mistakes and warnings, by file and place.
    pub diagnostics: Vec<Diagnostic>,
    /// What the sources mean; patterns with errors are left out.
    pub model: Model,
    /// The tests beside patterns; those with mistakes are left out.
    pub tests: Vec<testing::Test>,
    /// The image; `None` if there are errors.
    pub image: Option<Vec<u8>>,
}

impl Compiled {
    /// Whether any diagnostic is an error.
    pub fn has_errors(&self) -> bool {
        self.count(Severity::Error) > 0
    }

    /// Removes the allowed warnings and makes errors of the denied ones. If that leaves an error,
    /// the image is removed too.
    pub fn relevel(&mut self, allowed: &[Code], denied: &[Code]) {
        let is_allowed = |d: &Diagnostic| {
            d.severity() == Severity::Warning
                && allowed.contains(&d.code)
                && !denied.contains(&d.code)
        };
        self.diagnostics
            .retain(|diagnostic| !is_allowed(diagnostic));
        for diagnostic in &mut self.diagnostics {
            if denied.contains(&diagnostic.code) {
                diagnostic.deny();
            }
        }
        if self.has_errors() {
            self.image = None;
        }
    }

    /// The number of diagnostics of this severity.
    pub fn count(&self, severity: Severity) -> usize {
        let diagnostics = self.diagnostics.iter();
        diagnostics.filter(|d| d.severity() == severity).count()
    }
}

/// The fingerprint of an image compiled from these sources.
pub fn fingerprint(role: Role, method: Method, sources: &[Source]) -> Fingerprint {
    let sources = sources.iter().map(|source| (source.name(), source.bytes()));
    Fingerprint::of(&format!("{} {method}", role.profile().name), sources)
}

/// Checks the sources of one database without making an image.
pub fn analyze(role: Role, sources: Vec<Source>) -> Compiled {
    let mut diagnostics = Vec::new();
    let model = match role.profile().kind {
        Kind::General => Model::General(general(role, &sources, &mut diagnostics)),
        Kind::Eyes => Model::Eyes(eyes::compile(&sources, &mut diagnostics)),
        Kind::MonteCarlo => Model::MonteCarlo(monte_carlo::compile(&sources, &mut diagnostics)),
        Kind::FullBoard => Model::Book(book::compile(&sources, &mut diagnostics)),
    };
    let tests = testing::read(model.general(), &sources, &mut diagnostics);
    lint::allow::apply(&sources, &mut diagnostics);
    lookalikes::explain(&sources, &mut diagnostics);
    diagnostics.sort_by_key(|diagnostic| (diagnostic.source, diagnostic.span, diagnostic.code));
    Compiled {
        sources,
        diagnostics,
        model,
        tests,
        image: None,
    }
}

/// Compiles the sources of one database; their order is the order of the patterns.
pub fn compile(role: Role, sources: Vec<Source>) -> Compiled {
    compile_for(role, Method::Auto, sources)
}

/// Compiles the sources of one database, to be matched by this method.
pub fn compile_for(role: Role, method: Method, sources: Vec<Source>) -> Compiled {
    let fingerprint = fingerprint(role, method, &sources);
    compile_as(role, method, sources, fingerprint)
}

/// Compiles sources that were generated from other files. The image gets the fingerprint of those
/// files.
pub fn compile_as(
    role: Role,
    method: Method,
    sources: Vec<Source>,
    fingerprint: Fingerprint,
) -> Compiled {
    let mut compiled = analyze(role, sources);
    if !compiled.has_errors() {
        match emit::image(&compiled.model, method, &compiled.sources, fingerprint) {
            Ok(image) => compiled.image = Some(image),
            Err(error) => compiled.diagnostics.push(internal(&error)),
        }
    }
    compiled
}

fn general(role: Role, sources: &[Source], diagnostics: &mut Vec<Diagnostic>) -> model::Database {
    let items: Vec<_> = (sources.iter().enumerate())
        .flat_map(|(number, source)| syntax::pattern::parse(SourceId(number), source, diagnostics))
        .collect();
    let database = check::check(role, sources, &items, diagnostics);
    lint::check(&database, &items, sources, diagnostics);
    database
}

/// The compiler wrote an image that breaks a rule of the format: a bug of patc.
fn internal(error: &ImageError) -> Diagnostic {
    let message = format!("expected a valid image, found a bug of patc: {error}");
    Diagnostic::new(Code::Internal, SourceId(0), Span::default(), message)
        .with_help("please report it with the source file")
}
