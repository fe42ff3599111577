//! Joining: which strings are as good as connected, by the patterns of the role `conn`.
//!
//! Cutting patterns (class `B`) come first: they mark the points where a formation can be cut.
//! The constraints of connection patterns (class `C`) ask for these points, and for what readers
//! say. A pattern of neither class joins by its action. Joining is not transitive in theory, but a
//! dragon is: strings that are joined to a common string are one dragon.

use katachi_board::{Board, Color, Outcome, Point};
use katachi_image::{Cell, Pattern, Role};
use katachi_matcher::{Match, Question};

use crate::dragons::cuts::{Cut, Cuts};
use crate::dragons::groups::{Groups, string_at};
use crate::host::{Effect, Known, PositionHost};
use crate::knowledge::Knowledge;
use crate::matchers::Matchers;
use crate::readers::Readers;
use crate::worms::Worms;

/// What the joining works with.
pub(crate) struct Joining<'a> {
    pub board: &'a mut Board,
    pub readers: Readers<'a>,
    pub komi: f32,
    pub knowledge: &'a Knowledge,
    pub matchers: &'a mut Matchers,
    /// The stages so far.
    pub known: Known<'a>,
}

impl Joining<'_> {
    /// The groups of strings, and the cuts. It plays trial moves and takes them back.
    pub fn groups(&mut self, worms: &Worms) -> (Groups, Cuts) {
        let matches = self
            .matchers
            .of_role(self.knowledge, Role::Conn, self.board);
        let (mut groups, mut cuts) = (Groups::of_strings(worms), Cuts::default());
        let is_cut = |pattern: &Pattern<'_>| pattern.classes().has('B');
        for (own, pattern, found) in matches.iter().filter(|(_, pattern, _)| is_cut(pattern)) {
            self.mark_cuts(worms, (*own, pattern, *found), &groups, &mut cuts);
        }
        // Links by shape first: fewer strings are left for readers.
        let by_shape = |pattern: &Pattern<'_>| pattern.constraint().is_empty();
        for reads in [false, true] {
            let links = matches.iter().filter(|(_, pattern, _)| !is_cut(pattern));
            for (own, pattern, found) in links.filter(|(_, one, _)| by_shape(one) != reads) {
                self.connect(worms, (*own, pattern, *found), &mut groups, &mut cuts);
            }
        }
        (groups, cuts)
    }

    /// Marks the points of a cutting pattern, if the cut works.
    fn mark_cuts(
        &mut self,
        worms: &Worms,
        (own, pattern, found): (Color, &Pattern<'_>, Match),
        groups: &Groups,
        cuts: &mut Cuts,
    ) {
        // A pattern with a helper only counts possible cuts; the worms know them.
        let size = self.board.size();
        let Some(cut) = found
            .mv(pattern, size)
            .filter(|_| pattern.helper().is_none())
        else {
            return;
        };
        let mut marks = points(pattern, found, &[Cell::Bang], self.board);
        marks.push(cut);
        // Another pattern may have found the same cut: nothing is left to ask.
        let is_known = marks.iter().all(|&mark| cuts.points(own).contains(mark));
        if is_known || self.readers.tactics.safe_move(self.board, !own, cut) == Outcome::Lose {
            return;
        }
        let (accepted, _) = self.ask((own, pattern, found), groups, cuts, false);
        if !accepted {
            return;
        }
        if !pattern.classes().has('s') {
            let cutters = points(
                pattern,
                found,
                &[Cell::Opponent, Cell::OpponentAnchor],
                self.board,
            );
            for stone in cutters {
                let falls =
                    (worms.at(stone)).is_some_and(|worm| worm.attacks.outcome() == Outcome::Win);
                if falls
                    && self.readers.tactics.does_defend(self.board, cut, stone) == Outcome::Lose
                {
                    return;
                }
            }
        }
        for point in marks {
            cuts.mark(own, point);
        }
    }

    /// Joins the strings of a connection pattern, if its constraint holds.
    fn connect(
        &mut self,
        worms: &Worms,
        (own, pattern, found): (Color, &Pattern<'_>, Match),
        groups: &mut Groups,
        cuts: &mut Cuts,
    ) {
        let stones = points(pattern, found, &[Cell::Own, Cell::OwnAnchor], self.board);
        let mut strings: Vec<usize> = (stones.iter())
            .filter_map(|stone| string_at(worms, *stone))
            .collect();
        let connects = pattern.classes().has('C');
        let differ = |strings: &[usize]| {
            strings
                .windows(2)
                .any(|pair| !groups.are_joined(pair[0], pair[1]))
        };
        if connects && !differ(&strings) {
            return;
        }
        let (accepted, effects) = self.ask((own, pattern, found), groups, cuts, true);
        for effect in effects {
            match effect {
                Effect::Cuts { point, strings } => cuts.add(Cut { point, strings }),
                Effect::Joins(pair) if accepted => {
                    let [a, b] = pair.map(|stone| string_at(worms, stone));
                    if let (Some(a), Some(b)) = (a, b) {
                        groups.join(worms, a, b);
                    }
                }
                _ => {}
            }
        }
        if accepted && connects {
            let any = pattern.classes().has('s');
            strings.retain(|&string| any || worms.list[string].attacks.is_empty());
            for pair in strings.windows(2) {
                groups.join(worms, pair[0], pair[1]);
            }
        }
    }

    /// Whether a match is accepted, and the effects of its constraint, and of its action if it is
    /// accepted and `acts`.
    fn ask(
        &mut self,
        (own, pattern, found): (Color, &Pattern<'_>, Match),
        groups: &Groups,
        cuts: &Cuts,
        acts: bool,
    ) -> (bool, Vec<Effect>) {
        let question = Question::new(*pattern, found, own, self.board.size());
        let known = Known {
            groups: Some(groups),
            cuts: Some(cuts),
            ..self.known
        };
        let readers = self.readers.reborrow();
        let mut host = PositionHost::new(self.board, readers, self.komi).quick_with(known);
        let accepted = question.accepts(&mut host);
        if accepted && acts {
            // A question without an answer ends the action; what it did before remains.
            let _ = question.act(&mut host);
        }
        (accepted, host.effects)
    }
}

/// The points of a match under cells of these kinds.
fn points(pattern: &Pattern<'_>, found: Match, kinds: &[Cell], board: &Board) -> Vec<Point> {
    let cells = pattern
        .cells()
        .iter()
        .filter(|cell| Cell::from_number(cell.cell).is_some_and(|kind| kinds.contains(&kind)));
    cells
        .filter_map(|cell| found.point(cell.at, board.size()))
        .collect()
}
