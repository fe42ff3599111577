//! Draws automata as a graph in the language of Graphviz.

use std::fmt::Write;

use katachi_image::general::LaneRecord;

use super::graph::{Graph, letters, place};

/// The most states of a drawing.
pub const MAX_STATES: usize = 2000;

/// Why automata cannot be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DrawingError {
    /// There are too many states.
    #[error("expected at most {MAX_STATES} states to draw, found {0}")]
    TooMany(usize),
}

/// The automata as a graph for Graphviz: the states on the paths of the patterns whose names are
/// wanted.
///
/// A box is a state: the point it reads as (row, column) from the anchor, then the lanes that it
/// reports, each as pattern and orientation. Arrows have the symbols that lead to the next state,
/// as diagrams have them; `#` is off the board.
///
/// # Errors
/// If there are more than [`MAX_STATES`] states.
pub fn drawing(graph: &Graph<'_>, wanted: impl Fn(&str) -> bool) -> Result<String, DrawingError> {
    let lanes = graph.general.all_lanes();
    let name = |lane: &LaneRecord| {
        let pattern = graph.general.pattern(lane.pattern.get() as usize);
        pattern.map_or("", |pattern| pattern.name())
    };
    let is_wanted = |lane: usize| {
        let lane = lanes.get(lane);
        lane.is_some_and(|lane| wanted(name(lane)))
    };
    let keeps = graph.keeps(is_wanted);
    let states = keeps.iter().filter(|&&keeps| keeps).count();
    if states > MAX_STATES {
        return Err(DrawingError::TooMany(states));
    }
    let mut text = String::new();
    let mut line = |line: &dyn std::fmt::Display| {
        // Writing into a string cannot fail.
        let _ = writeln!(text, "{line}");
    };
    line(&"digraph automata {");
    line(&"  rankdir=LR;");
    line(&"  node [shape=box];");
    let starts = graph.starts().filter(|&(_, start)| keeps[start]);
    for (number, (anchor, start)) in starts.enumerate() {
        let anchor = letters(&[anchor]);
        line(&format_args!(
            "  a{number} [shape=plaintext, label=\"anchor {anchor}\"];"
        ));
        line(&format_args!("  a{number} -> s{start};"));
    }
    for state in (0..graph.len()).filter(|&state| keeps[state]) {
        let mut labels: Vec<String> = graph.point(state).map(place).into_iter().collect();
        let mut reports = false;
        for one in graph.reported(state) {
            let number = one.lane as usize;
            let Some(lane) = lanes.get(number).filter(|_| is_wanted(number)) else {
                continue;
            };
            reports = true;
            let rest = match graph.left(state, one) {
                0 => String::new(),
                1 => ", 1 point left".to_owned(),
                left => format!(", {left} points left"),
            };
            labels.push(format!("{} {}{rest}", escaped(name(lane)), lane.symmetry));
        }
        let label = labels.join("\\n");
        let twice = if reports { ", peripheries=2" } else { "" };
        line(&format_args!("  s{state} [label=\"{label}\"{twice}];"));
        for (target, symbols) in graph.targets(state) {
            if keeps[target] {
                let symbols = letters(&symbols);
                line(&format_args!(
                    "  s{state} -> s{target} [label=\"{symbols}\"];"
                ));
            }
        }
    }
    line(&"}");
    Ok(text)
}

/// A text between quotes in the language of Graphviz.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
