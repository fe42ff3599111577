//! What the virtual machine asks about a position: one question for each meaning, in the board's
//! terms. Labels have become points, and O and X have become colours.
//!
//! A function of the pattern language is a question, or a few of them put together in `vm/call.rs`:
//! functions that ask the same of the other colour share a method. A host overrides what it knows;
//! everything else answers `None`, and then the run ends without a value and its pattern does not
//! match.

mod answer;

use katachi_board::{Color, Point};

pub use answer::{BreakThrough, DragonStatus, Hull, Outcome, Surround};

/// An answer; `None` from a host that cannot know.
pub type Answer<T> = Option<T>;

/// Whether an action was carried out; `None` from a host that cannot do it.
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

/// What answers the questions of constraints and carries out actions.
///
/// Strings and dragons are named by any of their stones. A question about a string where there is
/// no stone has the answer that a captured string would give. Questions are about the board as it
/// stands, trial moves of a search included; those under *At the root* are about the position
/// before any trial move, and those under *In a search* about the dragon whose life is being read.
///
/// Every method has a body that answers `None`.
pub trait Host {
    // Stones and strings.
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
        /// Whether a point is a single stone whose capture makes a ko, or an empty point beside one.
        fn is_ko(point: Point) -> Answer<bool>;
        /// Whether a string is four stones on the edge around a corner.
        fn is_bent_four(string: Point) -> Answer<bool>;
        /// Whether this colour's stone is the first one seen from `from` along the edge, looking from `behind` to it.
        fn is_visible_along_edge(color: Color, behind: Point, from: Point) -> Answer<bool>;
        /// Whether this colour should take the centre to break a mirrored position.
        fn breaks_mirror(color: Color, point: Point) -> Answer<bool>;
    }

    // Moves.
    questions! {
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

    // Reading. In lists of moves the colours alternate from `first` whatever happens to each move;
    // `None` is a tenuki, an illegal move is skipped, and a ko may be retaken.
    questions! {
        /// The result of attacking a string.
        fn attack(string: Point) -> Answer<Outcome>;
        /// The result of defending a string; [`Outcome::Lose`] for one that is not under attack.
        fn defend(string: Point) -> Answer<Outcome>;
        /// The result of attacking a string with this move, [`Outcome::Lose`] unless it is better than what is known.
        fn does_attack(point: Point, string: Point) -> Answer<Outcome>;
        /// Whether this move saves a string that is lost otherwise.
        fn does_defend(point: Point, string: Point) -> Answer<bool>;
        /// Whether a move here is legal and not simply captured.
        fn safe_move(color: Color, point: Point) -> Answer<Outcome>;
        /// Whether after this colour's move the opponent has no safe move at `answer`.
        fn forbids(color: Color, point: Point, answer: Point) -> Answer<bool>;
        /// The result of attacking the target after a list of moves; [`Outcome::Win`] if it is gone.
        fn attack_after(first: Color, moves: &[Option<Point>], target: Point) -> Answer<Outcome>;
        /// The result of defending the target after a list of moves; [`Outcome::Lose`] if it is gone.
        fn defend_after(first: Color, moves: &[Option<Point>], target: Point) -> Answer<Outcome>;
        /// The result of capturing at least one of the targets after a list of moves; [`Outcome::Win`] if one is gone.
        fn attack_either_after(first: Color, moves: &[Option<Point>], targets: [Point; 2]) -> Answer<Outcome>;
        /// The result of defending both targets after a list of moves; [`Outcome::Lose`] if one is gone.
        fn defend_both_after(first: Color, moves: &[Option<Point>], targets: [Point; 2]) -> Answer<Outcome>;
        /// The result of connecting two strings after a list of moves; [`Outcome::Lose`] if one is gone.
        fn connect_after(first: Color, moves: &[Option<Point>], strings: [Point; 2]) -> Answer<Outcome>;
        /// The result of disconnecting two strings after a list of moves; [`Outcome::Win`] if one is gone.
        fn disconnect_after(first: Color, moves: &[Option<Point>], strings: [Point; 2]) -> Answer<Outcome>;
        /// What becomes of three stones around a wedge of their opponent after a list of moves, the opponent to move: `.y.` over `xWz`, in the order x, y, z.
        fn break_through_after(first: Color, moves: &[Option<Point>], stones: [Point; 3]) -> Answer<BreakThrough>;
        /// The liberties of the target after a list of moves, 0 if it is gone.
        fn liberties_after(first: Color, moves: &[Option<Point>], target: Point) -> Answer<usize>;
        /// The move that saves the target after a list of moves, if it can then be both captured and saved.
        fn saving_move_after(first: Color, moves: &[Option<Point>], target: Point) -> Answer<Option<Point>>;
        /// Whether no opponent string beside this one can be captured.
        fn has_safe_neighbors(string: Point) -> Answer<bool>;
        /// Whether a point is a false eye of a colour by its diagonals.
        fn is_obvious_false_eye(color: Color, point: Point) -> Answer<bool>;
        /// Whether a string touches a single stone that can be captured in a ko.
        fn can_finish_ko(string: Point) -> Answer<bool>;
        /// Whether a liberty of a string with two liberties is a ko capture for its opponent.
        fn can_be_squeezed_by_ko(string: Point) -> Answer<bool>;
        /// Whether a string touches a string in atari that can be captured, and if asked, also saved.
        fn touches_stone_in_atari(string: Point, defendable: bool) -> Answer<bool>;
        /// Whether a string of two liberties may well be put into atari: the opponent can safely play one of them, and has no string in atari beside it that it would save elsewhere than at this move.
        fn may_be_put_in_atari(string: Point, unless: Point) -> Answer<bool>;
        /// Whether two opponent strings can both be defended now, and after this colour's move only either of them.
        fn threatens_either(color: Color, point: Point, strings: [Point; 2]) -> Answer<bool>;
        /// Whether two strings of a colour can be disconnected. A cut that is found is remembered.
        fn can_disconnect(a: Point, b: Point) -> Answer<bool>;
        /// Whether a verdict of reading on this string is unreliable.
        fn distrusts_tactics(string: Point) -> Answer<bool>;
        /// Whether a cut works after this colour's move, the opponent's answer, and a defence of the move: the opponent cannot keep both the answer and the stone beside the cut.
        fn cuts_after_defense(color: Color, point: Point, answer: Point, cut: Point) -> Answer<bool>;
        /// Whether a cut works after the opponent has played one of two liberties of a string and the string has extended at the other.
        fn cuts_after_extension(string: Point, liberty: Point, cut: Point) -> Answer<bool>;
        /// Whether a throw-in by this colour works: no stone on the flanks can be captured, and the opponent's answer at the string's other liberty is suicide or leaves the string capturable. A flank off the board is `None`.
        fn throw_in_works(color: Color, point: Point, string: Point, flanks: [Option<Point>; 2]) -> Answer<bool>;
        /// Whether a hane on the edge is sente for both sides.
        fn is_double_sente_on_edge(points: [Point; 4]) -> Answer<bool>;
        /// Whether a move threatens a string in the oracle's opinion.
        fn oracle_threatens(point: Point, string: Point) -> Answer<bool>;
    }

    // At the root: strings and dragons.
    questions! {
        /// The liberties of this order of a string: 2 are the liberties of its liberties, and so on up to 4.
        fn outer_liberties(string: Point, order: usize) -> Answer<usize>;
        /// The stones of a string and half its share of the empty points around: half of what its capture is worth in points.
        fn string_effective_size(string: Point) -> Answer<f32>;
        /// The number of possible cuts that a string is part of.
        fn potential_cuts(string: Point) -> Answer<usize>;
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
        /// Whether a dead dragon can threaten to live.
        fn has_aji(dragon: Point) -> Answer<bool>;
        /// Whether a colour has a dragon that may still live or fight.
        fn has_lively_dragon(color: Color) -> Answer<bool>;
        /// Whether a move is known to kill a dragon, or to be one of two moves that do.
        fn threatens_dragon(point: Point, dragon: Point) -> Answer<bool>;
        /// How far a dragon is surrounded.
        fn surround(dragon: Point) -> Answer<Surround>;
        /// Whether a stone here would surround a dragon that is not surrounded yet.
        fn does_surround(point: Point, dragon: Point) -> Answer<bool>;
        /// Where a point lies relative to the hull around a dragon.
        fn hull(dragon: Point, point: Point) -> Answer<Hull>;
    }

    // At the root: eyes and influence.
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
        /// Whether a false eye counts as territory, all strings around it having an eye elsewhere.
        fn is_false_eye_territory(point: Point) -> Answer<bool>;
        /// Whether a colour owns the moyo at a point, with this side to move.
        fn owns_moyo(color: Color, point: Point, to_move: Color) -> Answer<bool>;
        /// Whether a colour dominates the area at a point, with this side to move.
        fn dominates_area(color: Color, point: Point, to_move: Color) -> Answer<bool>;
        /// Whether a point is a colour's territory, with this side to move.
        fn owns_territory(color: Color, point: Point, to_move: Color) -> Answer<bool>;
        /// Whether a point is a cut in a formation of the opponent of this colour.
        fn is_cut(cutter: Color, point: Point) -> Answer<bool>;
    }

    // In a search for a dragon's life: the goal is the dragon.
    questions! {
        /// What reaching a point is worth for the goal's escape.
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
        /// The topological value of a point as an eye of the goal: 2 or less is an eye, 4 or more is false.
        fn goal_topological_value(point: Point) -> Answer<f32>;
        /// The most eyes that capturing a string would give the goal.
        fn goal_eyes_by_capture(string: Point) -> Answer<usize>;
        /// Whether the goal is known to be able to capture this string.
        fn is_goal_lunch(string: Point) -> Answer<bool>;
        /// Whether a point is a stone of a strong dragon that is not the goal.
        fn is_strong_outside_goal(point: Point) -> Answer<bool>;
    }

    // The game.
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

    // Actions. Points come first, values are in points of the score.
    questions! {
        /// Action: forbids a move.
        fn forbid_move(point: Point) -> Done;
        /// Action: gives the value of a move to another one.
        fn replace_move(from: Point, to: Point) -> Done;
        /// Action: calls a move safe whatever reading says.
        fn trust_move(point: Point) -> Done;
        /// Action: a move is worth at least this.
        fn set_min_value(point: Point, value: f32) -> Done;
        /// Action: a move threatens to gain this much later.
        fn set_follow_up(point: Point, value: f32) -> Done;
        /// Action: a move keeps the opponent from threatening this much.
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
        /// Action: counts a possible cut at a point for a string, if the string can be defended and the cut then works against one of the flanks.
        fn count_potential_cut(point: Point, string: Point, flanks: [Point; 2]) -> Done;
        /// Action: joins two dragons.
        fn join_dragons(a: Point, b: Point) -> Done;
        /// Action: a point never is a colour's territory.
        fn deny_territory(color: Color, point: Point) -> Done;
    }
}
