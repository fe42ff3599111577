//! Writes positions as input of R. Coulom's program MM:
//! <https://www.remi-coulom.fr/Amsterdam2007/>.
//!
//! The head lists the groups of gammas with their sizes. For each position follow a line `#`, the
//! line of the played move, and a line for each candidate, the played move included. A line
//! contains the numbers of a move's gammas.

use std::fmt::Write;

use super::Positions;
use super::model::Model;

/// The text for these positions, with the gammas of the model.
pub fn text(positions: &Positions, model: &Model) -> String {
    let teams = model.teams(positions);
    let [neighborhoods, classes] = teams.sizes;
    let mut text = format!(
        "! {}\n2\n{neighborhoods} neighborhood\n{classes} class\n!\n",
        neighborhoods + classes
    );
    for (entries, winner) in positions.competitions.of(0..positions.competitions.len()) {
        let line = |text: &mut String, team: u32| {
            let [neighborhood, class] = teams.members[team as usize];
            // Writing into a string cannot fail.
            let _ = writeln!(text, "{neighborhood} {}", class as usize + neighborhoods);
        };
        text.push_str("#\n");
        line(&mut text, winner);
        for entry in entries {
            for _ in 0..entry.count {
                line(&mut text, entry.team);
            }
        }
    }
    text
}
