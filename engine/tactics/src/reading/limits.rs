//! The limits of reading: nodes and depths, by level.

/// Limits of tactical reading.
///
/// Depths count trial moves from the start of a question, so trial moves that were on the board
/// before do not shorten the reading. They may cost it nodes:
/// [`Reader::set_fading`](super::Reader::set_fading).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Node limit of one search; a question takes up to three.
    pub nodes: u32,
    /// Whether the string counts as captured at the node limit if the proof of that seems much
    /// nearer than the proof of safety. Else what stays undecided is safe.
    pub guesses: bool,
    /// Down to this depth four liberties are not enough to be safe.
    pub four_liberty_depth: u32,
    /// Down to this depth three liberties are not enough to be safe.
    pub depth: u32,
    /// Down to this depth the attacker tries more than liberties, extensions and captures.
    pub branch_depth: u32,
    /// Down to this depth the defender does so.
    pub defense_depth: u32,
    /// A ko deeper than this does not cause another search under other ko rules.
    pub ko_depth: u32,
    /// Down to this depth the attacker tries moves that only prepare others.
    pub backfill_depth: u32,
    /// Down to this depth the defender attacks surrounding strings of up to four liberties.
    pub break_chain_depth: u32,
    /// How many moves both sides try.
    pub breadth: Breadth,
    /// Down to this depth both sides try the liberties of strings that the string would join by
    /// extending.
    pub superstring_depth: u32,
    /// How many levels more a hard question gets that is read thoroughly.
    pub second_look: u32,
    /// Whether an attack on one of several strings must threaten two of them, unless a string can
    /// be captured by itself. The defence of one string then never harms another.
    pub double_threats: bool,
    /// Whether the first search lets the attacker retake every ko. Most strings are safe even so,
    /// which saves searches. But then other searches decide about kos deep in a line.
    pub begins_with_ko: bool,
}

/// How many moves both sides try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breadth {
    /// Down to this depth the attacker also tries moves around the surrounding strings.
    pub wide_attack_depth: u32,
    /// Down to this depth the defender does so.
    pub wide_defense_depth: u32,
    /// Down to this depth, and to [`Limits::superstring_depth`], the attacker tries the liberties
    /// of strings that the string would join by extending.
    pub friends_depth: u32,
    /// Down to this depth the defender attacks surrounding strings of two liberties.
    pub counter_depth: u32,
    /// How many moves the attacker tries at most at depths 2 to 4, and deeper.
    pub attack_moves: [u32; 2],
    /// How many moves the defender tries at most, deeper than [`Limits::defense_depth`].
    pub defense_moves: u32,
    /// How much deeper than [`Limits::four_liberty_depth`] four liberties are not enough for a
    /// string that cannot grow.
    pub confined: u32,
}

impl Breadth {
    /// The breadth of questions that have few nodes.
    const BRIEF: Self = Self {
        wide_attack_depth: 1,
        wide_defense_depth: 3,
        friends_depth: u32::MAX,
        counter_depth: 0,
        attack_moves: [6, 3],
        defense_moves: 8,
        confined: 0,
    };

    /// The breadth of level 10, and of those below.
    const AT_TEN: Self = Self {
        wide_attack_depth: 1,
        wide_defense_depth: 3,
        friends_depth: 4,
        counter_depth: 12,
        attack_moves: [8, 6],
        defense_moves: 8,
        confined: 3,
    };

    /// The breadth of this many levels more.
    const fn raised(self, levels: u32) -> Self {
        let [upper, lower] = self.attack_moves;
        Self {
            wide_attack_depth: self.wide_attack_depth + levels,
            wide_defense_depth: self.wide_defense_depth + levels,
            friends_depth: self.friends_depth.saturating_add(2 * levels),
            counter_depth: self.counter_depth + levels,
            attack_moves: [upper + 2 * levels, lower + 2 * levels],
            defense_moves: self.defense_moves + 2 * levels,
            confined: self.confined,
        }
    }
}

/// After each of these numbers of trial moves the nodes of a question that fades are halved once
/// more.
pub(super) const FADES_AFTER: [usize; 3] = [5, 8, 11];

/// How many levels more a hard question gets at level 10. Each level above needs half a level less.
const SECOND_LOOK: u32 = 8;

/// Each level above 10 has half as many nodes again; each level below has a third fewer.
const NODES_BY_LEVEL: f64 = 1.5;

/// How much deeper than in brief questions three liberties are not enough in full ones.
const DEEPER: u32 = 7;

/// The least depth down to which three liberties are not enough in brief questions.
const LEAST_DEPTH: u32 = 5;

impl Limits {
    /// The limits of a level. Any number is a level; the default is 10.
    ///
    /// The numbers are our own. Only the differences of depth between levels follow GNU Go 3.8.
    pub fn for_level(level: i32) -> Self {
        Self::for_level_deepened(level, 0)
    }

    /// The limits for questions with so few nodes that broad reading would not end: fewer moves,
    /// and less deep.
    #[must_use]
    pub(crate) fn brief(self) -> Self {
        let least = self.depth.min(LEAST_DEPTH);
        Self {
            depth: self.depth.saturating_sub(DEEPER).max(least),
            guesses: false,
            breadth: Breadth::BRIEF,
            begins_with_ko: false,
            ..self
        }
    }

    /// The limits with which a hard question is read again: those of up to eight levels more.
    #[must_use]
    pub fn thorough(self) -> Self {
        self.raised(self.second_look)
    }

    /// The limits of this many levels more: half as many nodes again for each, one move deeper, and
    /// broader.
    #[must_use]
    fn raised(self, levels: u32) -> Self {
        let deeper = |depth: u32| depth.saturating_add(levels);
        Self {
            nodes: (f64::from(self.nodes) * NODES_BY_LEVEL.powi(levels as i32)) as u32,
            four_liberty_depth: deeper(self.four_liberty_depth),
            depth: deeper(self.depth),
            branch_depth: deeper(self.branch_depth),
            defense_depth: deeper(self.defense_depth),
            ko_depth: deeper(self.ko_depth),
            backfill_depth: deeper(self.backfill_depth),
            break_chain_depth: deeper(self.break_chain_depth),
            superstring_depth: deeper(self.superstring_depth),
            breadth: self.breadth.raised(levels),
            ..self
        }
    }

    /// The limits of a question that fades, after this many trial moves of its caller.
    #[must_use]
    pub(super) fn after(self, trial_moves: usize) -> Self {
        let halvings = FADES_AFTER.iter().filter(|step| **step <= trial_moves);
        Self {
            nodes: (self.nodes >> halvings.count()).max(1),
            ..self
        }
    }

    /// The limits for questions that come by the hundred and matter little each: an eightieth of
    /// the nodes, and no superstrings; otherwise those of [`in_search`](Self::in_search).
    #[must_use]
    pub fn hasty(self) -> Self {
        Self {
            nodes: (self.nodes / 80).max(1),
            superstring_depth: 0,
            ..self.in_search()
        }
    }

    /// The limits for the questions of a search for life and death, which asks them in each of its
    /// positions: a thirtieth of the nodes, and less deep. Most strings are safe, so it begins with
    /// the ko rule that favours the attacker, where failure decides.
    #[must_use]
    pub fn in_search(self) -> Self {
        Self {
            nodes: (self.nodes / 30).max(1),
            four_liberty_depth: 0,
            branch_depth: self.branch_depth.min(2),
            defense_depth: self.defense_depth.min(5),
            break_chain_depth: self.break_chain_depth.min(3),
            double_threats: true,
            begins_with_ko: true,
            ..self.brief()
        }
    }

    /// The limits of a level with every depth raised by `by`, or lowered if that is negative.
    pub fn for_level_deepened(level: i32, by: i32) -> Self {
        let step = depth_step(level).clamp(-20, 20);
        let above = level.saturating_sub(10);
        let depth = |at_ten: i32, least: i32| (at_ten + step).max(least);
        let deepened = |depth: i32| depth.saturating_add(by).max(0) as u32;
        let more = above.clamp(0, 20) as u32;
        let nodes = 4000.0 * NODES_BY_LEVEL.powi(above.clamp(-10, 10));
        Self {
            nodes: nodes as u32,
            guesses: true,
            four_liberty_depth: deepened((level / 2).clamp(1, 5) + above.clamp(0, 20)),
            depth: deepened(depth(16, 12)),
            branch_depth: deepened(depth(7, 2)),
            defense_depth: deepened(depth(5, 4)),
            ko_depth: deepened(depth(8, 1)),
            backfill_depth: deepened(depth(12, 4)),
            break_chain_depth: deepened(depth(5, 2)),
            superstring_depth: if level >= 8 {
                deepened(7 + more as i32)
            } else {
                0
            },
            breadth: Breadth::AT_TEN.raised(more),
            second_look: SECOND_LOOK.saturating_sub(more / 2),
            double_threats: false,
            begins_with_ko: true,
        }
    }
}

/// Limits that the user gives in place of those of the level; `None` keeps the level's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GivenLimits {
    /// See [`Limits::depth`].
    pub depth: Option<u32>,
    /// See [`Limits::four_liberty_depth`].
    pub four_liberty_depth: Option<u32>,
    /// See [`Limits::branch_depth`].
    pub branch_depth: Option<u32>,
    /// See [`Limits::ko_depth`].
    pub ko_depth: Option<u32>,
    /// See [`Limits::backfill_depth`].
    pub backfill_depth: Option<u32>,
    /// See [`Limits::break_chain_depth`].
    pub break_chain_depth: Option<u32>,
    /// See [`Limits::superstring_depth`].
    pub superstring_depth: Option<u32>,
}

impl GivenLimits {
    /// These limits, with the others from a level. Where any is given, there is no second look: it
    /// would go beyond it.
    #[must_use]
    pub fn over(&self, limits: Limits) -> Limits {
        Limits {
            second_look: if *self == Self::default() {
                limits.second_look
            } else {
                0
            },
            depth: self.depth.unwrap_or(limits.depth),
            four_liberty_depth: self.four_liberty_depth.unwrap_or(limits.four_liberty_depth),
            branch_depth: self.branch_depth.unwrap_or(limits.branch_depth),
            ko_depth: self.ko_depth.unwrap_or(limits.ko_depth),
            backfill_depth: self.backfill_depth.unwrap_or(limits.backfill_depth),
            break_chain_depth: self.break_chain_depth.unwrap_or(limits.break_chain_depth),
            superstring_depth: self.superstring_depth.unwrap_or(limits.superstring_depth),
            ..limits
        }
    }
}

/// The difference in depth between a level and level 10, as in GNU Go 3.8: one for each level,
/// except that levels 9 and 10 are the same, and so are 7 and 8.
pub(crate) fn depth_step(level: i32) -> i32 {
    match level {
        10.. => level - 10,
        9 => 0,
        8 => -1,
        _ => level.saturating_sub(8),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_and_nodes_grow_with_the_level() {
        let all = (-2..25).map(Limits::for_level).collect::<Vec<_>>();
        for pair in all.windows(2) {
            let [low, high] = [pair[0], pair[1]];
            assert!(low.nodes <= high.nodes && low.depth <= high.depth);
            assert!(low.four_liberty_depth <= high.four_liberty_depth);
            assert!(low.branch_depth <= high.branch_depth && low.ko_depth <= high.ko_depth);
        }
        assert_eq!([7, 8, 9, 10, 11].map(depth_step), [-1, -1, 0, 0, 1]);
    }

    #[test]
    fn a_second_look_has_the_limits_of_more_levels() {
        let of = |level| Limits {
            second_look: 0,
            ..Limits::for_level(level)
        };
        for (level, as_level) in [(10, 18), (13, 20), (16, 21), (26, 26)] {
            let thorough = Limits::for_level(level).thorough();
            let found = Limits {
                second_look: 0,
                // Above level 20 the nodes of levels no longer grow.
                nodes: of(as_level).nodes,
                ..thorough
            };
            assert_eq!(found, of(as_level));
            assert!(thorough.nodes >= of(as_level).nodes);
        }
    }

    #[test]
    fn a_given_depth_holds_for_all_reading() {
        let limits = Limits::for_level(10);
        assert_eq!(GivenLimits::default().over(limits), limits);
        let given = GivenLimits {
            ko_depth: Some(0),
            ..GivenLimits::default()
        };
        assert_eq!(given.over(limits).thorough().ko_depth, 0);
    }

    #[test]
    fn any_level_is_taken() {
        assert_eq!(Limits::for_level(i32::MIN), Limits::for_level(-100));
        assert_eq!(Limits::for_level(i32::MAX), Limits::for_level(100));
        assert_eq!(
            Limits::for_level_deepened(i32::MIN, i32::MIN).depth,
            Limits::for_level_deepened(0, -100).depth
        );
    }
}
