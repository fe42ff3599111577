//! Follows one pattern through the automata, as text.

use std::fmt::Write;

use katachi_board::Symmetry;

use super::graph::{Graph, letters, place};

/// The most states that are listed for an orientation.
const MAX_LISTED: usize = 200;

/// The path of the pattern of this number: for each orientation the states that can still report
/// it.
///
/// A line is a state: its number, the lanes that are left over, and the point it reads, with the
/// symbols that keep the pattern and the states to which they lead. The last ones report it.
pub fn path(graph: &Graph<'_>, pattern: usize) -> String {
    let mut text = String::new();
    let mut line = |line: &dyn std::fmt::Display| {
        // Writing into a string cannot fail.
        let _ = writeln!(text, "{line}");
    };
    let left = graph.lanes_left();
    let lanes = graph.general.all_lanes().iter().enumerate();
    let own = lanes.filter(|(_, lane)| lane.pattern.get() as usize == pattern);
    for (number, lane) in own {
        let keeps = graph.keeps(|other| other == number);
        let symmetry = Symmetry::new(lane.symmetry.into()).unwrap_or(Symmetry::IDENTITY);
        let starts = graph.starts().zip(1..);
        for ((anchor, start), automaton) in starts.filter(|((_, start), _)| keeps[*start]) {
            line(&"");
            line(&format_args!(
                "{} ({}), anchor {}, automaton {automaton}, from state {start}",
                lane.symmetry,
                symmetry.name(),
                letters(&[anchor])
            ));
        }
        let listed = graph.order().iter().filter(|&&state| keeps[state]);
        for &state in listed.clone().take(MAX_LISTED) {
            let mut parts: Vec<String> = Vec::new();
            let reported = graph.reported(state);
            for one in reported.filter(|one| one.lane as usize == number) {
                parts.push(match graph.left(state, one) {
                    0 => "reports it".to_owned(),
                    1 => "reports it, with 1 point left to test".to_owned(),
                    rest => format!("reports it, with {rest} points left to test"),
                });
            }
            if let Some(at) = graph.point(state) {
                let targets = graph.targets(state).into_iter();
                let targets = targets.filter(|&(target, _)| keeps[target]);
                let targets =
                    targets.map(|(target, symbols)| format!("{} to {target}", letters(&symbols)));
                let targets = targets.collect::<Vec<_>>();
                if !targets.is_empty() {
                    parts.push(format!("reads {}: {}", place(at), targets.join(", ")));
                }
            }
            let lanes = match left[state] {
                1 => "1 lane".to_owned(),
                several => format!("{several} lanes"),
            };
            line(&format_args!(
                "  {state:>5}  {lanes:>11}  {}",
                parts.join("; ")
            ));
        }
        let more = listed.count().saturating_sub(MAX_LISTED);
        if more > 0 {
            line(&format_args!("  and {more} more states"));
        }
    }
    text
}
