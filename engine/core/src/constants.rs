//! The constants of valuation, in one place; docs/pattern-language.md has the same table.

/// A constant: its name, its value, and what it is for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constant {
    /// The name.
    pub name: &'static str,
    /// The value.
    pub value: f32,
    /// What it is for, with its unit.
    pub meaning: &'static str,
}

macro_rules! constants {
    ($($(#[doc = $meaning:literal])+ $name:ident = $value:literal;)*) => {
        $($(#[doc = $meaning])+ pub(crate) const $name: f32 = $value;)*

        /// All constants of valuation.
        pub const CONSTANTS: &[Constant] = &[
            $(Constant {
                name: stringify!($name),
                value: $value,
                meaning: concat!($($meaning),+).trim_ascii(),
            },)*
        ];
    };
}

constants! {
    /// The least value of a move that is played, in points.
    LEAST_VALUE = 0.2;
    /// The least value of a move that helps to take dead stones off, in points.
    CLEANUP_VALUE = 0.4;
    /// The least value by which a pattern or a book decides without a search, in points.
    DECISIVE_VALUE = 20.0;
    /// A short search adds to a move what its win rate is worth above a threshold, in points. That
    /// lies this many percent below the win rate of the move that was searched most.
    SEARCH_MARGIN = 20.0;
    /// Half of it counts for a move that was searched this many times; more if it was searched more
    /// often.
    SEARCH_HALF = 600.0;
    /// The factor of what a search adds in a game, and where the databases have no patterns of life
    /// and death.
    SEARCH_FACTOR = 4.0;
    /// Elsewhere, half of what a search adds counts if the best move is worth this, in points; more
    /// if it is worth more.
    SEARCH_STAKE = 15.0;
    /// Elsewhere, a move that was searched less often than the one that was searched most loses
    /// this for each factor of e between them, in points.
    SEARCH_NEGLECT = 1.0;
    /// Elsewhere, two moves whose ratings differ by at most this, in points, are compared by
    /// searches after each of them. By such searches, a move that nothing speaks for must gain as
    /// much.
    SEARCH_RIVALRY = 5.0;
    /// What these searches say of their scores counts as far as they differ by more than this, in
    /// points. Where a pass changes something, a move that nothing speaks for must gain as much.
    SEARCH_NOISE = 2.0;
    /// At least this is at stake, in points, so that a search decides where there are no values.
    LEAST_STAKE = 1.0;
    /// The least value of a book's move that was drawn, in points.
    BOOK_DRAWN = 75.0;
    /// The least value of a book's other moves, in points.
    BOOK_OTHER = 74.0;
    /// The least value of the centre of an empty board up to 11x11, in points.
    OPENING_CENTER = 45.0;
    /// The least value of an empty corner on 19x19, in points; in proportion on smaller boards,
    /// rounded down.
    OPENING_CORNER = 25.0;
    /// The least value of an empty corner on 9x9 if the side has a stone already, in points.
    OPENING_SECOND = 5.0;
    /// The least value of the centre for Black, if White plays mirror go, in points.
    MIRROR_BREAKER = 30.0;
    /// The least value of class `U`, in points.
    JOSEKI_URGENT = 40.0;
    /// The shape that class `U` adds, in steps.
    JOSEKI_URGENT_SHAPE = 15.0;
    /// The least value of class `J`, in points.
    JOSEKI_STANDARD = 35.0;
    /// The least value of class `j` on 19x19, in points; in proportion on smaller boards.
    JOSEKI_LESS_URGENT = 24.0;
    /// The least value of class `t` on 19x19, in points; in proportion on smaller boards.
    JOSEKI_WAITING = 16.0;
    /// The factor for classes `j` and `t` with `F` from 17x17 on; the value is then the greatest
    /// one, too.
    OPENING_FACTOR = 1.005;
    /// The shape that class `c` adds, in steps.
    WEAK_CONNECTION_SHAPE = 1.0;
    /// The factor of a step of good shape; a bad one divides.
    SHAPE_STEP = 1.05;
    /// Of territory above this, in points, the shape changes nothing.
    SHAPELESS = 15.0;
    /// The part of a lost or saved string that counts less if the move takes the ko first.
    KO_FIRST_LOSS = 0.6;
    /// The same if the move needs a threat first.
    KO_SECOND_LOSS = 1.0;
    /// The part of a cut's value that remains if the move takes the ko first.
    KO_FIRST_FACTOR = 0.6;
    /// The same if the move needs a threat first.
    KO_SECOND_FACTOR = 0.4;
    /// The effective size from which a captured string makes the capturing stone safe.
    LARGE_STRING = 8.0;
    /// The part of a string of a dead dragon that is captured or saved and counts as secondary.
    DEAD_SHARE = 0.4;
    /// The factor of the secondary value.
    SECONDARY_FACTOR = 0.05;
    /// The secondary value stays below this, in points.
    SECONDARY_CAP = 0.4;
    /// The value of each cut beyond the first that saving a string would make possible, in points.
    CUT_VALUE = 10.0;
    /// The value of a dragon's full weakness, for each stone that counts, in points.
    WEAKNESS_VALUE = 1.8;
    /// The value of a move against a dead dragon that thrashes around, for each of its stones, if
    /// its opponent is ahead, in points.
    THRASHING_VALUE = 1.7;
    /// The stones of a dragon that count stay below this.
    SIZE_CAP = 15.0;
    /// The factor of a connection's or cut's change of weakness, for each stone that counts.
    BURDEN_VALUE = 2.0;
    /// The factor for the gain by a connection or a cut.
    BURDEN_FACTOR = 1.05;
    /// A move that saves a dragon by joining it to another one, or kills it by a cut, gains this
    /// for each of its stones.
    SAVED_BONUS = 0.4;
    /// It gains this much less for each, times the weakness that the joined dragon has.
    SAVED_MALUS = 0.3;
    /// A gain for a dragon counts as far as it exceeds this many points for each of its stones, if
    /// the move captures or saves a string of it.
    TACTICAL_SHARE = 2.0;
    /// What a move loses that only invades, for each point of the opponent's territory at its
    /// point.
    INVASION_LOSS = 12.0;
    /// Follow-ups count from this value on, in points.
    LEAST_FOR_FOLLOW_UP = 0.5;
    /// The part of follow-up and reverse follow-up that counts.
    FOLLOW_UP_SHARE = 0.5;
    /// Follow-ups add at most this many times the value, and the reverse follow-up.
    REVERSE_LIMIT = 1.1;
    /// The factor of a step of joining strings.
    JOINING_STEP = 1.02;
    /// It counts for at least this much of a move's value, in points.
    JOINING_LEAST = 1.0;
    /// It counts for at most this much of a move's value, in points.
    JOINING_MOST = 5.0;
    /// A move that connects or cuts, and is worth less than this, grows up to it, in points.
    CONNECTION_LEAST = 0.3;
    /// It grows by this, in points.
    CONNECTION_GROWTH = 0.1;
    /// Endgame patterns propose moves if no move is worth more than this, in points.
    ENDGAME_LIMIT = 6.0;
    /// A least value of patterns below this grows a little with the value, in points.
    TIED = 25.0;
    /// It grows by the value divided by this.
    TIE_DIVISOR = 200.0;
    /// What a stone counts that the move exposes to capture, in points.
    EXPOSED_STONE = 2.0;
    /// The range of chance, in points.
    CHANCE = 0.01;
    /// The range of chance for opening moves of less urgency, in points.
    OPENING_CHANCE = 0.05;
}
