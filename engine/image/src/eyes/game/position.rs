//! Positions of the game and the moves of both sides.

use super::graph::{EyeGraph, bits};

/// A position: what each point is, as bit sets. Points of the wall and points that the attacker has
/// connected to the outside are in none of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Position {
    /// Empty points.
    empty: u32,
    /// Attacker's stones.
    stones: u32,
    /// Defender's stones that do not touch the wall.
    cut_off: u32,
    /// Points that are marginal, or would be if they were empty.
    marginal: u32,
    /// Points that touch the wall.
    anchored: u32,
    /// The point where nobody may take back, or none.
    ko: u32,
    /// Eyes of parts that are finished and have been left out.
    eyes: u32,
}

impl Position {
    /// The position in which nobody has played, with attacker's stones on these points.
    pub fn start(graph: &EyeGraph, stones: u32) -> Self {
        let all = graph.select(|_| true);
        let position = Self {
            empty: all & !stones,
            stones: all & stones,
            cut_off: 0,
            marginal: graph.select(|vertex| vertex.marginal),
            anchored: graph.select(|vertex| vertex.anchored),
            ko: 0,
            eyes: 0,
        };
        position.normal(graph)
    }

    /// The points where a side may play.
    pub fn open(self) -> impl Iterator<Item = usize> {
        bits(self.empty & !self.ko)
    }

    /// The position after a pass.
    pub fn passed(self) -> Self {
        Self { ko: 0, ..self }
    }

    /// The chains of `among` next to a point that have no liberties.
    fn captured(self, graph: &EyeGraph, at: usize, among: u32) -> u32 {
        let mut near = graph.vertices()[at].neighbors & among;
        let mut captured = 0;
        while near != 0 {
            let chain = graph.connected(near & near.wrapping_neg(), among);
            near &= !chain;
            if graph.beside(chain) & self.empty == 0 {
                captured |= chain;
            }
        }
        captured
    }

    /// The ko point after a stone captured these points and has these liberties.
    fn ko(chain: u32, captured: u32, liberties: u32) -> u32 {
        let single = chain.is_power_of_two() && captured.is_power_of_two();
        if single && liberties == captured {
            captured
        } else {
            0
        }
    }

    /// The position after the defender's move on an open point; `None` if it were suicide.
    pub fn defended(mut self, graph: &EyeGraph, at: usize) -> Option<Self> {
        let point = 1 << at;
        self.ko = 0;
        self.empty &= !point;
        let captured = self.captured(graph, at, self.stones);
        self.empty |= captured;
        self.stones &= !captured;
        self.cut_off |= point;
        let chain = graph.connected(point, self.cut_off);
        if chain & self.anchored != 0 {
            self.cut_off &= !chain;
            self.anchored |= graph.beside(chain);
        } else {
            let liberties = graph.beside(chain) & self.empty;
            if liberties == 0 {
                return None;
            }
            self.ko = Self::ko(chain, captured, liberties);
        }
        Some(self.normal(graph))
    }

    /// The position after the attacker's move on an open point; `None` if it were the suicide of a
    /// single stone.
    pub fn attacked(mut self, graph: &EyeGraph, at: usize) -> Option<Self> {
        let point = 1 << at;
        self.ko = 0;
        self.empty &= !point;
        let captured = self.captured(graph, at, self.cut_off);
        self.empty |= captured;
        self.cut_off &= !captured;
        if self.marginal & point != 0 {
            let touching = graph.vertices()[at].neighbors & self.stones;
            let saved = graph.connected(touching, self.stones);
            self.stones &= !saved;
            self.marginal |= graph.beside(saved | point);
        } else {
            self.stones |= point;
            let chain = graph.connected(point, self.stones);
            let liberties = graph.beside(chain) & self.empty;
            if liberties == 0 {
                if chain == point {
                    return None;
                }
                self.stones &= !chain;
                self.empty |= chain;
            } else {
                self.ko = Self::ko(chain, captured, liberties);
            }
        }
        Some(self.normal(graph))
    }

    /// The same position without parts whose number of eyes is certain, and without facts that no
    /// longer matter.
    fn normal(mut self, graph: &EyeGraph) -> Self {
        let mut rest = self.empty | self.stones | self.cut_off;
        let (mut kept, mut closed) = (0, 0);
        while rest != 0 {
            let part = graph.connected(rest & rest.wrapping_neg(), rest);
            rest &= !part;
            let is_closed = part & (self.marginal | self.cut_off) == 0;
            if is_closed && part.count_ones() <= 2 {
                self.eyes += 1;
            } else if part & !self.marginal != 0 {
                kept |= part;
                closed += u32::from(is_closed);
            }
        }
        // The attacker can never take the last eye of a closed part.
        if self.eyes + closed >= 2 {
            (kept, self.eyes) = (0, 2);
        }
        self.empty &= kept;
        self.stones &= kept;
        self.cut_off &= kept;
        self.marginal &= kept;
        self.anchored &= kept;
        self.ko &= kept;
        self
    }

    /// The number of eyes if the game ends here, at most 2.
    pub fn count(self, graph: &EyeGraph) -> u8 {
        let all = self.empty | self.stones;
        let (mut rest, mut eyes) = (all, self.eyes);
        while rest != 0 {
            let part = graph.connected(rest & rest.wrapping_neg(), all);
            rest &= !part;
            if part & self.marginal == 0 {
                eyes += (part & self.empty).count_ones().clamp(1, 2);
            }
        }
        eyes.min(2) as u8
    }
}
