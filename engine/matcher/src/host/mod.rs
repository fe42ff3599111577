//! The host: the interface through which the virtual machine asks about a position.
//!
//! Each method is one question, in the board's terms: labels have become points, and O and X have
//! become colours. `vm/call.rs` maps the functions of the pattern language to these questions.
//! Functions that ask the same about different colours share a method.
//!
//! A host overrides the methods that it can answer. All others answer `None`, which ends the run
//! without a value, and the pattern does not match.

mod answer;

use katachi_board::{BreakThrough, Color, Outcome, Point};

pub use answer::{DragonStatus, Hull, Surround};

/// An answer; `None` if the host cannot know it.
pub type Answer<T> = Option<T>;

/// Whether an action was carried out; `None` if the host cannot do it.
pub type Done = Option<()>;

macro_rules! questions {
    ($($(#[$doc:meta])* fn $name:ident($($argument:ident: $type:ty),*) -> $answer:ty;)*) => {
        $(
            $(#[$doc])*
            #[allow(unused_variables, reason = "the names are for those who override the method")]
            fn $name(&mut self, $($argument: $type),*) -> $answer {
                None
            }
        )*
    };
}

/// Answers the questions of constraints, and carries out actions.
///
/// Any stone can name its string or dragon. A question about a string where no stone is has the
/// answer for a captured string. Questions are about the present board, trial moves included,
/// unless their trait says otherwise.
///
/// Every method answers `None` unless a host overrides it: a host implements all traits, and leaves
/// empty what it cannot answer.
pub trait Host:
    StoneQuestions
    + TacticalQuestions
    + WormQuestions
    + DragonQuestions
    + EyeQuestions
    + InfluenceQuestions
    + GoalQuestions
    + GameQuestions
    + Actions
{
}

impl<T> Host for T where
    T: StoneQuestions
        + TacticalQuestions
        + WormQuestions
        + DragonQuestions
        + EyeQuestions
        + InfluenceQuestions
        + GoalQuestions
        + GameQuestions
        + Actions
{
}

/// Questions about stones and strings that need no reading.
pub trait StoneQuestions {
    questions! {
        /// The colour of the stone on a point, if there is one.
        fn stone(point: Point) -> Answer<Option<Color>>;
        /// The number of stones of a colour on the board.
        fn stone_count(color: Color) -> Answer<usize>;
        /// The number of liberties of a string.
        fn liberties(string: Point) -> Answer<usize>;
        /// The number of stones of a string.
        fn string_size(string: Point) -> Answer<usize>;
        /// Whether two stones belong to one string.
        fn is_same_string(a: Point, b: Point) -> Answer<bool>;
        /// Whether a point is a single stone whose capture makes a ko, or an empty point beside
        /// one.
        fn is_ko(point: Point) -> Answer<bool>;
        /// Whether a string consists of four stones on the edge, bent around the corner.
        fn is_bent_four(string: Point) -> Answer<bool>;
        /// Whether a stone of this colour is the first one along the edge, seen from `from` in the
        /// direction away from `behind`.
        fn is_visible_along_edge(color: Color, behind: Point, from: Point) -> Answer<bool>;
        /// Whether this colour should take the centre to break mirror Go.
        fn breaks_mirror(color: Color, point: Point) -> Answer<bool>;
        /// Whether a colour may play here.
        fn is_legal(color: Color, point: Point) -> Answer<bool>;
        /// Whether a colour's move here would be suicide.
        fn is_suicide(color: Color, point: Point) -> Answer<bool>;
        /// The liberties that a colour would get here, captures ignored, at most 8.
        fn approximate_liberties(color: Color, point: Point) -> Answer<usize>;
        /// The liberties that a colour would get here, captures included.
        fn accurate_liberties(color: Color, point: Point) -> Answer<usize>;
        /// Whether a colour's move here captures something.
        fn captures_something(color: Color, point: Point) -> Answer<bool>;
    }
}

/// Questions for reading.
///
/// In a list of moves the colours alternate from `first`. `None` is a tenuki. An illegal move is
/// skipped but changes the turn; a banned ko may be retaken.
pub trait TacticalQuestions {
    questions! {
        /// The result of attacking a string.
        fn attack(string: Point) -> Answer<Outcome>;
        /// The result of defending a string; [`Outcome::Lose`] if it cannot be attacked.
        fn defend(string: Point) -> Answer<Outcome>;
        /// The result of attacking a string with this move; [`Outcome::Lose`] unless it is better
        /// than the best attack elsewhere.
        fn does_attack(point: Point, string: Point) -> Answer<Outcome>;
        /// Whether this move saves a string that would be lost otherwise.
        fn does_defend(point: Point, string: Point) -> Answer<bool>;
        /// Whether a move here is legal, and its stone cannot simply be captured.
        fn safe_move(color: Color, point: Point) -> Answer<Outcome>;
        /// Whether this colour's move leaves the opponent no safe move at `answer`.
        fn forbids(color: Color, point: Point, answer: Point) -> Answer<bool>;
        /// The result of attacking the target after a list of moves; [`Outcome::Win`] if it is
        /// gone.
        fn attack_after(first: Color, moves: &[Option<Point>], target: Point) -> Answer<Outcome>;
        /// The result of defending the target after a list of moves; [`Outcome::Lose`] if it is
        /// gone.
        fn defend_after(first: Color, moves: &[Option<Point>], target: Point) -> Answer<Outcome>;
        /// The result of capturing at least one target after a list of moves; [`Outcome::Win`] if
        /// one is gone.
        fn attack_either_after(first: Color, moves: &[Option<Point>], targets: [Point; 2]) -> Answer<Outcome>;
        /// The result of defending both targets after a list of moves; [`Outcome::Lose`] if one is
        /// gone.
        fn defend_both_after(first: Color, moves: &[Option<Point>], targets: [Point; 2]) -> Answer<Outcome>;
        /// The result of connecting two strings after a list of moves; [`Outcome::Lose`] if one is
        /// gone.
        fn connect_after(first: Color, moves: &[Option<Point>], strings: [Point; 2]) -> Answer<Outcome>;
        /// The result of disconnecting two strings after a list of moves; [`Outcome::Win`] if one
        /// is gone.
        fn disconnect_after(first: Color, moves: &[Option<Point>], strings: [Point; 2]) -> Answer<Outcome>;
        /// What becomes of three stones around a wedge `W` of the opponent after a list of moves,
        /// with the opponent to move: `.y.` over `xWz`, in the order x, y, z.
        fn break_through_after(first: Color, moves: &[Option<Point>], stones: [Point; 3]) -> Answer<BreakThrough>;
        /// The liberties of the target after a list of moves, 0 if it is gone.
        fn liberties_after(first: Color, moves: &[Option<Point>], target: Point) -> Answer<usize>;
        /// The move that saves the target after a list of moves, if the target can be both captured
        /// and saved then.
        fn saving_move_after(first: Color, moves: &[Option<Point>], target: Point) -> Answer<Option<Point>>;
        /// Whether no opponent string beside this one can be captured.
        fn has_safe_neighbors(string: Point) -> Answer<bool>;
        /// Whether a point is a false eye of a colour by its diagonals.
        fn is_obvious_false_eye(color: Color, point: Point) -> Answer<bool>;
        /// Whether a string touches a single stone that can be captured in a ko.
        fn can_finish_ko(string: Point) -> Answer<bool>;
        /// Whether a liberty of a string with two liberties is a ko capture for its opponent.
        fn can_be_squeezed_by_ko(string: Point) -> Answer<bool>;
        /// Whether a string touches one in atari that can be captured, and saved if `defendable`.
        fn touches_stone_in_atari(string: Point, defendable: bool) -> Answer<bool>;
        /// Whether an atari on a string of two liberties is likely. The opponent can safely play
        /// one of the liberties, and has no string in atari beside them that it would rather save
        /// at a point other than `unless`.
        fn may_be_put_in_atari(string: Point, unless: Point) -> Answer<bool>;
        /// Whether two opponent strings can both be defended now, but only one of them after this
        /// colour's move.
        fn threatens_either(color: Color, point: Point, strings: [Point; 2]) -> Answer<bool>;
        /// Whether two strings of one colour can be cut. A cut that is found becomes a reason for
        /// its move.
        fn can_disconnect(a: Point, b: Point) -> Answer<bool>;
        /// Whether reading's verdict on this string is unreliable.
        fn distrusts_tactics(string: Point) -> Answer<bool>;
        /// Whether a cut works after three moves: this colour's move, the opponent's answer, and a
        /// defence of the move. It works if the opponent cannot keep both the answer and the stone
        /// beside the cut.
        fn cuts_after_defense(color: Color, point: Point, answer: Point, cut: Point) -> Answer<bool>;
        /// Whether a cut works after the opponent has played one of a string's two liberties and
        /// the string has extended at the other.
        fn cuts_after_extension(string: Point, liberty: Point, cut: Point) -> Answer<bool>;
        /// Whether a throw-in by this colour works: the flanking stones cannot be captured, and the
        /// opponent's answer at the string's other liberty is suicide or leaves the string
        /// capturable. A flank off the board is `None`.
        fn throw_in_works(color: Color, point: Point, string: Point, flanks: [Option<Point>; 2]) -> Answer<bool>;
        /// Whether a hane on the edge is sente for both sides.
        fn is_double_sente_on_edge(points: [Point; 4]) -> Answer<bool>;
        /// Whether a move threatens a string according to the oracle.
        fn oracle_threatens(point: Point, string: Point) -> Answer<bool>;
    }
}

/// Questions about strings before any trial move.
pub trait WormQuestions {
    questions! {
        /// The number of liberties of this order of a string, from 2 (liberties of its liberties)
        /// to 4.
        fn outer_liberties(string: Point, order: usize) -> Answer<usize>;
        /// The effective size of a string: its stones, and half its share of the empty points
        /// around. Twice this is the value of its capture in points.
        fn string_effective_size(string: Point) -> Answer<f32>;
        /// The number of possible cuts that a string is part of.
        fn potential_cuts(string: Point) -> Answer<usize>;
    }
}

/// Questions about dragons before any trial move.
pub trait DragonQuestions {
    questions! {
        /// The status of a dragon.
        fn dragon_status(dragon: Point) -> Answer<DragonStatus>;
        /// The weakness of a dragon, 0 to 1.
        fn weakness(dragon: Point) -> Answer<f32>;
        /// Whether a dragon is weak.
        fn is_weak(dragon: Point) -> Answer<bool>;
        /// The number of eyes of a dragon.
        fn eyes(dragon: Point) -> Answer<usize>;
        /// Whether two stones belong to one dragon.
        fn is_same_dragon(a: Point, b: Point) -> Answer<bool>;
        /// The number of stones of a dragon.
        fn dragon_size(dragon: Point) -> Answer<usize>;
        /// The stones of a dragon and its share of the space around.
        fn effective_size(dragon: Point) -> Answer<f32>;
        /// Whether a dead dragon can still threaten to live.
        fn has_aji(dragon: Point) -> Answer<bool>;
        /// Whether a colour has a dragon that may still live or fight.
        fn has_lively_dragon(color: Color) -> Answer<bool>;
        /// Whether a move is known to kill a dragon, or to be one of two moves that do.
        fn threatens_dragon(point: Point, dragon: Point) -> Answer<bool>;
        /// How tightly a dragon is surrounded.
        fn surround(dragon: Point) -> Answer<Surround>;
        /// Whether a stone here would surround a dragon that is not surrounded yet.
        fn does_surround(point: Point, dragon: Point) -> Answer<bool>;
        /// Where a point lies relative to the hull around a dragon.
        fn hull(dragon: Point, point: Point) -> Answer<Hull>;
        /// Whether a point is a cut in a formation of the opponent of this colour.
        fn is_cut(cutter: Color, point: Point) -> Answer<bool>;
    }
}

/// Questions about eyes before any trial move.
pub trait EyeQuestions {
    questions! {
        /// Whether a point lies in an eye space of a colour.
        fn is_eye_space(color: Color, point: Point) -> Answer<bool>;
        /// Whether a point is a proper, not marginal, vertex of an eye space of a colour.
        fn is_proper_eye(color: Color, point: Point) -> Answer<bool>;
        /// Whether a point is a marginal vertex of an eye space of a colour.
        fn is_marginal_eye(color: Color, point: Point) -> Answer<bool>;
        /// The most eyes that a colour's eye space at a point can give, 0 if there is none.
        fn max_eyes(color: Color, point: Point) -> Answer<usize>;
        /// Whether a point is a half eye.
        fn is_half_eye(point: Point) -> Answer<bool>;
        /// Whether a point is a false eye.
        fn is_false_eye(point: Point) -> Answer<bool>;
        /// Whether a false eye counts as territory because every string around it has an eye
        /// elsewhere.
        fn is_false_eye_territory(point: Point) -> Answer<bool>;
    }
}

/// Questions about influence before any trial move.
pub trait InfluenceQuestions {
    questions! {
        /// Whether a colour owns the moyo at a point, with this side to move.
        fn owns_moyo(color: Color, point: Point, to_move: Color) -> Answer<bool>;
        /// Whether a colour dominates the area at a point, with this side to move.
        fn dominates_area(color: Color, point: Point, to_move: Color) -> Answer<bool>;
        /// Whether a point is a colour's territory, with this side to move.
        fn owns_territory(color: Color, point: Point, to_move: Color) -> Answer<bool>;
    }
}

/// Questions in a search for the life of a dragon, the goal.
pub trait GoalQuestions {
    questions! {
        /// The value of a point for the goal's escape.
        fn escape_value(point: Point) -> Answer<i32>;
        /// Whether a stone belongs to the goal.
        fn is_goal(point: Point) -> Answer<bool>;
        /// The fewest eyes that the goal's eye space at a point gives, 0 if there is none.
        fn goal_min_eyes(point: Point) -> Answer<usize>;
        /// The most eyes that the goal's eye space at a point can give, 0 if there is none.
        fn goal_max_eyes(point: Point) -> Answer<usize>;
        /// Whether a point is a proper, not marginal, vertex of an eye space of the goal.
        fn is_goal_proper_eye(point: Point) -> Answer<bool>;
        /// The number of proper vertices of the goal's eye space at a point.
        fn goal_eye_size(point: Point) -> Answer<usize>;
        /// The topological value of a point as an eye of the goal: at most 2 is an eye, at least 4
        /// is false.
        fn goal_topological_value(point: Point) -> Answer<f32>;
        /// The most eyes that the capture of a string would give the goal.
        fn goal_eyes_by_capture(string: Point) -> Answer<usize>;
        /// Whether the goal can capture this string.
        fn is_goal_lunch(string: Point) -> Answer<bool>;
        /// Whether a point is a stone of a strong dragon that is not the goal.
        fn is_strong_outside_goal(point: Point) -> Answer<bool>;
    }
}

/// Questions about the game.
pub trait GameQuestions {
    questions! {
        /// Whether the game is being scored.
        fn is_scoring() -> Answer<bool>;
        /// Whether opening databases are in use.
        fn uses_fuseki() -> Answer<bool>;
        /// The handicap stones still to be placed freely.
        fn remaining_handicap() -> Answer<usize>;
        /// All handicap stones that are placed freely.
        fn total_handicap() -> Answer<usize>;
    }
}

/// Actions: what a pattern says about moves and dragons. Values are in points of the score.
pub trait Actions {
    questions! {
        /// Action: forbids a move.
        fn forbid_move(point: Point) -> Done;
        /// Action: moves the value of one move to another.
        fn replace_move(from: Point, to: Point) -> Done;
        /// Action: a move counts as safe whatever reading says.
        fn trust_move(point: Point) -> Done;
        /// Action: sets a least value for a move.
        fn set_min_value(point: Point, value: f32) -> Done;
        /// Action: a second move here would gain this much.
        fn set_follow_up(point: Point, value: f32) -> Done;
        /// Action: a move prevents a follow-up of the opponent of this value.
        fn set_reverse_follow_up(point: Point, value: f32) -> Done;
        /// Action: a move threatens to capture a string.
        fn add_capture_threat(point: Point, string: Point) -> Done;
        /// Action: a move threatens a string in sente.
        fn add_attack_threat(point: Point, string: Point) -> Done;
        /// Action: a move connects two strings.
        fn add_connection(point: Point, strings: [Point; 2]) -> Done;
        /// Action: a move cuts two strings apart, if neither is lost.
        fn add_cut(point: Point, strings: [Point; 2]) -> Done;
        /// Action: a move captures one of two strings.
        fn add_attack_on_either(point: Point, strings: [Point; 2]) -> Done;
        /// Action: a move defends both strings.
        fn add_defense_of_both(point: Point, strings: [Point; 2]) -> Done;
        /// Action: counts a possible cut at a point for a string, if the string can be defended and
        /// the cut then works against one of the flanks.
        fn count_potential_cut(point: Point, string: Point, flanks: [Point; 2]) -> Done;
        /// Action: joins two dragons.
        fn join_dragons(a: Point, b: Point) -> Done;
        /// Action: a point can never be a colour's territory.
        fn deny_territory(color: Color, point: Point) -> Done;
    }
}
