//! `patc show`: patterns as pictures.

use std::process::ExitCode;

use anyhow::{Context, bail};

use super::names::Names;
use super::{input::Input, status};
use katachi_files::{say, stream};
use katachi_image::Image;
use patc::automata::{Graph, path};
use patc::eyes::EyeShapes;
use patc::show::{svg, text};
use patc::{Compiled, Method, Model};

/// Show patterns in all orientations that are tried, with labels, constraint and action.
///
/// Below each diagram is the one with its labels. The numbers are the orientations: 0 as
/// written, 1 to 3 turned clockwise, 4 to 7 mirrored.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  patc show Hane mine.db                     one pattern as text
  patc show 'Hane*,Cut?' a.db b.db           several, out of a database of two files
  patc show --svg Hane mine.db > hane.svg    a drawing for the browser
  patc show --automaton Hane mine.db         its path through the automata, state by state
  patc show 101 eyes.db                      an eye shape by its number")]
pub struct Show {
    /// The patterns: names between commas, in which `*` and `?` stand for any characters.
    #[arg(value_name = "NAME")]
    names: String,
    #[command(flatten)]
    input: Input,
    /// Write a drawing (SVG) to standard output.
    #[arg(long)]
    svg: bool,
    /// Show the path through automata: for each orientation the states that can still report the
    /// pattern.
    ///
    /// A line is a state: its number, the lanes (patterns in one orientation) that are left over,
    /// the point it reads, as (row, column) from the anchor, and the symbols that keep the pattern,
    /// each with the next state; `#` is off the board.
    #[arg(long, conflicts_with = "svg")]
    automaton: bool,
    /// The columns that the diagrams may take.
    #[arg(long, value_name = "COLUMNS", default_value_t = 100)]
    width: usize,
}

impl Show {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let names = Names::new(std::slice::from_ref(&self.names))?;
        let asked = self.automaton.then_some(Method::Automaton);
        let compiled = self.input.compile_quietly(asked)?;
        if let Model::Eyes(shapes) = &compiled.model {
            return eyes(self.svg, &names, shapes, &compiled);
        }
        let database = compiled.model.general();
        let database = database.context(
            "expected a database of patterns or eye shapes, found Monte Carlo rules, which have no names",
        )?;
        names.check(
            database
                .patterns
                .iter()
                .map(|pattern| pattern.name.as_str()),
        )?;
        let wanted = database
            .patterns
            .iter()
            .filter(|pattern| names.has(&pattern.name));
        if self.svg {
            stream::print(svg(wanted))?;
            return Ok(status(&compiled));
        }
        let opened = compiled.image.clone().filter(|_| self.automaton);
        let opened = opened.map(Image::from_vec).transpose()?;
        let general = opened.as_ref().and_then(Image::general);
        let graph = general.and_then(Graph::of);
        if self.automaton && compiled.has_errors() {
            return Ok(status(&compiled));
        }
        if self.automaton && graph.is_none() {
            bail!("expected patterns that automata can match, found none or too many");
        }
        let numbered = database.patterns.iter().enumerate();
        let wanted = numbered.filter(|(_, pattern)| names.has(&pattern.name));
        for (place, (number, pattern)) in wanted.enumerate() {
            let source = compiled.sources.get(pattern.source.0);
            let line = source.map_or(0, |source| source.location(pattern.span.start).line);
            let file = source.map_or("", |source| source.name());
            let gap = if place > 0 { "\n\n" } else { "" };
            say!("{gap}{} ({file}:{line})", pattern.name)?;
            match &graph {
                Some(graph) => stream::print(path(graph, number))?,
                None => stream::print(text(pattern, self.width))?,
            }
        }
        Ok(status(&compiled))
    }
}

/// Eye shapes, whose names are numbers. Each has one picture: a shape is a graph, so all its
/// orientations mean the same.
fn eyes(
    svg: bool,
    names: &Names,
    shapes: &EyeShapes,
    compiled: &Compiled,
) -> anyhow::Result<ExitCode> {
    if svg {
        bail!("expected patterns for a drawing, found eye shapes; leave out --svg");
    }
    let numbers: Vec<String> = shapes
        .shapes
        .iter()
        .map(|one| one.number.to_string())
        .collect();
    names.check(numbers.iter().map(String::as_str))?;
    let wanted = shapes
        .shapes
        .iter()
        .zip(&numbers)
        .filter(|(_, number)| names.has(number));
    for (place, (shape, number)) in wanted.enumerate() {
        let source = compiled.sources.get(shape.source.0);
        let line = source.map_or(0, |source| source.location(shape.span.start).line);
        let file = source.map_or("", |source| source.name());
        let gap = if place > 0 { "\n\n" } else { "" };
        say!("{gap}{number} ({file}:{line})\n\n{}", shape.picture())?;
        let [free, first, second, lost] = shape.value.0;
        say!(
            "eyes: {free} with a free move of the attacker, {first} if the attacker moves first, \
             {second} if the defender does, {lost} with a free move of the defender"
        )?;
    }
    Ok(status(compiled))
}
