//! The table of functions that constraints and actions may call: name, arguments, meaning, and
//! whether this engine answers it.
//!
//! The compiler takes names and arity from here, the virtual machine dispatches on [`Autohelper`],
//! and the documentation prints the meanings. Images store a function by its number in this table.
//! So they also store [`table_fingerprint`], and an image with another fingerprint is refused.
//!
//! In the meanings, `a`, `b`, `c` are the arguments in order. "The list" is any number of moves
//! that are played alternately before the question; a `?` among them is a tenuki. O is the side
//! whose point of view the pattern takes, X its opponent.

/// The arguments of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arguments {
    /// Exactly this many points.
    Points(u8),
    /// One point or more.
    List,
    /// Any number of moves, then this many targets. All moves but the first may be `?`.
    Moves(u8),
}

impl Arguments {
    /// The most arguments of any call.
    pub const MAX: usize = 20;

    /// The smallest number of arguments.
    pub const fn min(self) -> usize {
        match self {
            Self::Points(n) => n as usize,
            Self::List => 1,
            Self::Moves(targets) => targets as usize,
        }
    }

    /// The largest number of arguments.
    pub const fn max(self) -> usize {
        match self {
            Self::Points(n) => n as usize,
            Self::List | Self::Moves(_) => Self::MAX,
        }
    }

    /// Whether argument number `index` of `count` may be `?`.
    pub const fn may_be_tenuki(self, index: usize, count: usize) -> bool {
        match self {
            Self::Points(_) | Self::List => false,
            Self::Moves(targets) => index > 0 && index + (targets as usize) < count,
        }
    }
}

/// An entry of the table.
#[derive(Clone, Copy, Debug)]
pub struct Signature {
    /// The name in the source text.
    pub name: &'static str,
    /// The arguments.
    pub arguments: Arguments,
    /// Whether this engine answers it. Otherwise a pattern that calls it never matches.
    pub answered: bool,
    /// The meaning, in one sentence.
    pub meaning: &'static str,
}

macro_rules! table {
    ($($variant:ident $name:literal $arguments:expr, $answered:ident: $meaning:literal;)*) => {
        /// A function of the pattern language, by its place in the table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u16)]
        pub enum Autohelper {
            $(#[doc = $meaning] $variant,)*
        }

        impl Autohelper {
            /// All functions, in table order.
            pub const ALL: &[Self] = &[$(Self::$variant),*];
        }

        const TABLE: &[Signature] = &[$(Signature {
            name: $name,
            arguments: $arguments,
            answered: $answered,
            meaning: $meaning,
        }),*];
    };
}

use Arguments::{List, Moves, Points};

// The column before the meaning: whether this engine answers the function.
const YES: bool = true;
const LATER: bool = false;

table! {
    Lib "lib" Points(1), YES: "the number of liberties of string a on the current board";
    Lib2 "lib2" Points(1), YES: "the second-order liberties of string a at the root";
    Lib3 "lib3" Points(1), YES: "the third-order liberties of string a at the root";
    Lib4 "lib4" Points(1), YES: "the fourth-order liberties of string a at the root";
    Alive "alive" Points(1), YES: "whether the dragon at a is alive";
    Unknown "unknown" Points(1), YES: "whether the status of the dragon at a is unknown";
    Critical "critical" Points(1), YES: "whether the dragon at a is critical";
    Dead "dead" Points(1), YES: "whether the dragon at a is dead";
    Status "status" Points(1), YES: "the status of the dragon at a: dead 0, alive 1, critical 2, unknown 3";
    Ko "ko" Points(1), YES: "whether a is a single stone whose capture makes a ko, or an empty point beside one";
    XDefendAgainst "xdefend_against" Points(2), YES: "whether O has no safe move at b after X at a";
    ODefendAgainst "odefend_against" Points(2), YES: "whether X has no safe move at b after O at a";
    DefendAgainstAtari "defend_against_atari" Points(1), YES: "action: a reverse follow-up for defending string a against an atari";
    DoesDefend "does_defend" Points(2), YES: "whether move a saves string b, which is lost otherwise";
    DoesAttack "does_attack" Points(2), YES: "the result of attacking string b at a, 0 unless that is better than what is known";
    Attack "attack" Points(1), YES: "the result of the best attack on string a";
    Defend "defend" Points(1), YES: "the result of the best defence of string a, 0 if it is not under attack";
    Weakness "weakness" Points(1), YES: "the weakness of the dragon at a, 0 to 1";
    Weak "weak" Points(1), YES: "whether the dragon at a is weak";
    SafeXMove "safe_xmove" Points(1), YES: "the result of X at a: legal and not simply captured";
    SafeOMove "safe_omove" Points(1), YES: "the result of O at a: legal and not simply captured";
    LegalXMove "legal_xmove" Points(1), YES: "whether X may play a";
    LegalOMove "legal_omove" Points(1), YES: "whether O may play a";
    XSuicide "x_suicide" Points(1), YES: "whether X at a would be suicide";
    OSuicide "o_suicide" Points(1), YES: "whether O at a would be suicide";
    XAliveSomewhere "x_alive_somewhere" List, YES: "whether one of the points holds an X stone of a dragon that is not dead";
    OAliveSomewhere "o_alive_somewhere" List, YES: "whether one of the points holds an O stone of a dragon that is not dead";
    XSomewhere "x_somewhere" List, YES: "whether one of the points holds an X stone";
    OSomewhere "o_somewhere" List, YES: "whether one of the points holds an O stone";
    XMoyoOpposite "xmoyo_opposite" Points(1), YES: "whether X owns the moyo at a with O to move";
    OMoyoOpposite "omoyo_opposite" Points(1), YES: "whether O owns the moyo at a with O to move";
    XMoyo "xmoyo" Points(1), YES: "whether X owns the moyo at a with X to move";
    OMoyo "omoyo" Points(1), YES: "whether O owns the moyo at a with X to move";
    XArea "xarea" Points(1), YES: "whether X dominates the area at a with X to move";
    OArea "oarea" Points(1), YES: "whether O dominates the area at a with X to move";
    XTerri "xterri" Points(1), YES: "whether a is X's territory with X to move";
    OTerri "oterri" Points(1), YES: "whether a is O's territory with X to move";
    Genus "genus" Points(1), YES: "the number of eyes of the dragon at a";
    ApproxXLib "approx_xlib" Points(1), YES: "the liberties X would get at a, captures ignored, at most 8";
    ApproxOLib "approx_olib" Points(1), YES: "the liberties O would get at a, captures ignored, at most 8";
    XLib "xlib" Points(1), YES: "the liberties X would get at a, captures included";
    OLib "olib" Points(1), YES: "the liberties O would get at a, captures included";
    XCut "xcut" Points(1), YES: "whether a is a cut point in a formation of O";
    OCut "ocut" Points(1), YES: "whether a is a cut point in a formation of X";
    EdgeDoubleSente "edge_double_sente" Points(4), LATER: "whether an edge hane is sente for both";
    XPlayDefendBoth "xplay_defend_both" Moves(2), YES: "the list from X: the result of defending both targets";
    OPlayDefendBoth "oplay_defend_both" Moves(2), YES: "the list from O: the result of defending both targets";
    XPlayAttackEither "xplay_attack_either" Moves(2), YES: "the list from X: the result of capturing one of the targets";
    OPlayAttackEither "oplay_attack_either" Moves(2), YES: "the list from O: the result of capturing one of the targets";
    XPlayDefend "xplay_defend" Moves(1), YES: "the list from X: the result of defending the target";
    OPlayDefend "oplay_defend" Moves(1), YES: "the list from O: the result of defending the target";
    XPlayAttack "xplay_attack" Moves(1), YES: "the list from X: the result of attacking the target";
    OPlayAttack "oplay_attack" Moves(1), YES: "the list from O: the result of attacking the target";
    XPlayBreakThrough "xplay_break_through" Moves(3), YES: "the list from X: what their opponent, to move, does to three targets around its wedge: 5 captures one, 2 only cuts, 1 one is gone, 0 nothing";
    OPlayBreakThrough "oplay_break_through" Moves(3), YES: "the list from O: what their opponent, to move, does to three targets around its wedge: 5 captures one, 2 only cuts, 1 one is gone, 0 nothing";
    OPlayConnect "oplay_connect" Moves(2), YES: "the list from O: the result of connecting the targets";
    XPlayConnect "xplay_connect" Moves(2), YES: "the list from X: the result of connecting the targets";
    OPlayDisconnect "oplay_disconnect" Moves(2), YES: "the list from O: the result of disconnecting the targets";
    XPlayDisconnect "xplay_disconnect" Moves(2), YES: "the list from X: the result of disconnecting the targets";
    OPlayLib "oplay_lib" Moves(1), YES: "the list from O: the liberties of the target, 0 if it is gone";
    XPlayLib "xplay_lib" Moves(1), YES: "the list from X: the liberties of the target, 0 if it is gone";
    SekiHelper "seki_helper" Points(1), YES: "whether no string beside string a can be captured";
    ThreatenToSave "threaten_to_save" Points(1), YES: "action: a follow-up for saving string a";
    ThreatenToCapture "threaten_to_capture" Points(1), YES: "action: a follow-up for capturing string a";
    PreventAttackThreat "prevent_attack_threat" Points(1), YES: "action: a reverse follow-up for protecting string a";
    Eye "eye" Points(1), YES: "whether a lies in an eye space";
    ProperEye "proper_eye" Points(1), YES: "whether a is a proper vertex of an eye space";
    MarginalEye "marginal_eye" Points(1), YES: "whether a is a marginal vertex of an eye space";
    HalfEye "halfeye" Points(1), YES: "whether a is a half eye";
    MaxEyeValue "max_eye_value" Points(1), YES: "the most eyes the eye space at a can give";
    OwlTopologicalEye "owl_topological_eye" Points(2), YES: "the topological value of a in the life and death search";
    ObviousFalseOEye "obvious_false_oeye" Points(1), YES: "whether a is a false eye of O by its diagonals";
    ObviousFalseXEye "obvious_false_xeye" Points(1), YES: "whether a is a false eye of X by its diagonals";
    Antisuji "antisuji" Points(1), YES: "action: a move at a is forbidden";
    AddConnectMove "add_connect_move" Points(2), YES: "action: the move connects strings a and b";
    AddCutMove "add_cut_move" Points(2), YES: "action: the move cuts strings a and b";
    TestAttackEitherMove "test_attack_either_move" Points(2), YES: "action: the move captures a or b, if reading agrees";
    AddDefendBothMove "add_defend_both_move" Points(2), YES: "action: the move defends both a and b";
    SameDragon "same_dragon" Points(2), YES: "whether a and b belong to one dragon";
    SameString "same_string" Points(2), YES: "whether a and b belong to one string";
    DragonSize "dragonsize" Points(1), YES: "the stones of the dragon at a";
    WormSize "wormsize" Points(1), YES: "the stones of string a";
    EffectiveSize "effective_size" Points(1), YES: "the stones of the dragon at a and its share of the space around";
    VitalChain "vital_chain" Points(1), YES: "the eyes that capturing string a would give the dragon under search";
    PotentialCutstone "potential_cutstone" Points(1), YES: "whether string a is part of two or more possible cuts";
    AmalgamateMostValuable "amalgamate_most_valuable_helper" Points(3), YES: "action: joins dragon b to the larger of a and c";
    Amalgamate "amalgamate" Points(2), YES: "action: joins the dragons a and b";
    OwlEscapeValue "owl_escape_value" Points(1), YES: "the escape value at a for the dragon under search";
    OwlGoalDragon "owl_goal_dragon" Points(1), YES: "whether a belongs to the dragon under search";
    OwlEyespace "owl_eyespace" Points(1), YES: "whether a lies in an eye space that may give the dragon under search an eye";
    OwlBigEyespace "owl_big_eyespace" Points(1), YES: "whether a lies in an eye space that may give the dragon under search two eyes";
    OwlMinEye "owl_mineye" Points(1), YES: "the fewest eyes of the eye space at a";
    OwlMaxEye "owl_maxeye" Points(1), YES: "the most eyes of the eye space at a";
    OwlProperEye "owl_proper_eye" Points(1), YES: "whether a is a proper eye vertex of the dragon under search";
    OwlEyeSize "owl_eye_size" Points(1), YES: "the proper vertices of the eye space at a";
    OwlLunch "owl_lunch" Points(1), YES: "whether string a is a lunch of the dragon under search";
    OwlStrongDragon "owl_strong_dragon" Points(1), YES: "whether a is a stone of a strong dragon that is not under search";
    HasAji "has_aji" Points(1), LATER: "whether the dead dragon at a can threaten to live";
    FinishKoHelper "finish_ko_helper" Points(1), YES: "whether string a touches a stone that can be captured in a ko";
    SqueezeKoHelper "squeeze_ko_helper" Points(1), YES: "whether a liberty of string a is a ko capture for its opponent";
    BackfillHelper "backfill_helper" Points(3), YES: "action: a small value for the defence of c after a and b; always 0";
    ConnectAndCutHelper2 "connect_and_cut_helper2" Points(3), YES: "whether X cannot keep both stones after O at a, X at b, a defence and the cut at c";
    ConnectAndCutHelper "connect_and_cut_helper" Points(3), YES: "whether the opponent of a cannot keep both stones after b, the extension of a and the cut at c";
    OwlThreatens "owl_threatens" Points(2), YES: "whether move a is known to kill dragon b";
    Replace "replace" Points(2), YES: "action: the value of a move at a goes to b";
    BackfillReplace "backfill_replace" Points(2), YES: "action: the value of a move at a goes to the defence of b that it makes necessary";
    NonOTerritory "non_oterritory" Points(1), YES: "action: a is not O's territory";
    NonXTerritory "non_xterritory" Points(1), YES: "action: a is not X's territory";
    RemainingHandicapStones "remaining_handicap_stones" Points(0), YES: "the handicap stones still to be placed";
    TotalHandicapStones "total_handicap_stones" Points(0), YES: "all handicap stones of a free placement";
    OCapturesSomething "o_captures_something" Points(1), YES: "whether O at a captures something";
    XCapturesSomething "x_captures_something" Points(1), YES: "whether X at a captures something";
    FalseEyeTerritory "false_eye_territory" Points(1), YES: "whether the false eye a counts as territory all the same";
    FalseEye "false_eye" Points(1), YES: "whether a is a false eye";
    OVisibleAlongEdge "o_visible_along_edge" Points(2), YES: "whether O's stone is the first one seen along the edge from b, away from a";
    XVisibleAlongEdge "x_visible_along_edge" Points(2), YES: "whether X's stone is the first one seen along the edge from b, away from a";
    IsSurrounded "is_surrounded" Points(1), YES: "how far the dragon at a is surrounded";
    DoesSurround "does_surround" Points(2), YES: "whether a stone at a surrounds the dragon b";
    SurroundMap "surround_map" Points(2), YES: "where b lies in the hull around dragon a";
    OracleThreatens "oracle_threatens" Points(2), LATER: "a function without a definition";
    PatternValue "value" Points(0), YES: "the value of the pattern itself";
    AdjacentToStoneInAtari "adjacent_to_stone_in_atari" Points(1), YES: "whether string a touches a string in atari that can really be captured";
    AdjacentToDefendableStoneInAtari "adjacent_to_defendable_stone_in_atari" Points(1), YES: "whether string a touches a string in atari that can be captured and saved";
    GoodAttackThreat "good_attack_threat" Points(2), YES: "action: a threatens string b in sente";
    KnownSafeMove "known_safe_move" Points(1), YES: "action: a is safe whatever reading says";
    BreakMirrorHelper "break_mirror_helper" Points(1), YES: "whether White, without komi, should take the centre a of a mirrored position";
    DisconnectHelper "disconnect_helper" Points(2), YES: "whether strings a and b can be disconnected";
    DistrustTacticsHelper "distrust_tactics_helper" Points(1), YES: "whether a tactical verdict on string a is unreliable";
    BentFourHelper "bent_four_helper" Points(1), YES: "whether string a is a bent four in the corner";
}

impl Autohelper {
    /// The function with this name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|f| f.signature().name == name)
    }

    /// The function of this number; `None` beyond the table.
    pub fn from_number(number: u16) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

    /// The number that stands for the function in images.
    pub const fn number(self) -> u16 {
        self as u16
    }

    /// The entry of the table.
    pub const fn signature(self) -> &'static Signature {
        &TABLE[self as usize]
    }

    /// Whether the answer may take reading. What the board or the stages of a position say takes
    /// none.
    pub const fn reads(self) -> bool {
        let is_plain = matches!(
            self,
            Self::Lib
                | Self::Ko
                | Self::LegalXMove
                | Self::LegalOMove
                | Self::XSuicide
                | Self::OSuicide
                | Self::ApproxXLib
                | Self::ApproxOLib
                | Self::XLib
                | Self::OLib
                | Self::SameString
                | Self::WormSize
                | Self::VitalChain
                | Self::OwlEscapeValue
                | Self::OwlGoalDragon
                | Self::OwlEyespace
                | Self::OwlBigEyespace
                | Self::OwlMinEye
                | Self::OwlMaxEye
                | Self::OwlProperEye
                | Self::OwlEyeSize
                | Self::OwlTopologicalEye
                | Self::OwlLunch
                | Self::OwlStrongDragon
        );
        !is_plain && !self.is_about_groups()
    }

    /// Whether the answer rests on the groups of the position: on dragons, eye spaces or influence.
    /// These take longer to find than all other answers.
    pub const fn is_about_groups(self) -> bool {
        matches!(
            self,
            Self::Alive
                | Self::Unknown
                | Self::Critical
                | Self::Dead
                | Self::Status
                | Self::Weakness
                | Self::Weak
                | Self::XAliveSomewhere
                | Self::OAliveSomewhere
                | Self::XMoyoOpposite
                | Self::OMoyoOpposite
                | Self::XMoyo
                | Self::OMoyo
                | Self::XArea
                | Self::OArea
                | Self::XTerri
                | Self::OTerri
                | Self::Genus
                | Self::XCut
                | Self::OCut
                | Self::Eye
                | Self::ProperEye
                | Self::MarginalEye
                | Self::HalfEye
                | Self::MaxEyeValue
                | Self::SameDragon
                | Self::DragonSize
                | Self::EffectiveSize
                | Self::AmalgamateMostValuable
                | Self::Amalgamate
                | Self::FalseEyeTerritory
                | Self::FalseEye
                | Self::IsSurrounded
                | Self::DoesSurround
                | Self::SurroundMap
        )
    }

    /// Whether a call changes something that outlives it, so that it must never be optimised away.
    ///
    /// All other functions only look, or read and take everything back. `disconnect_helper` answers
    /// a question, but the cut that it finds becomes a reason for a move.
    pub const fn has_effect(self) -> bool {
        matches!(
            self,
            Self::DefendAgainstAtari
                | Self::ThreatenToSave
                | Self::ThreatenToCapture
                | Self::PreventAttackThreat
                | Self::Antisuji
                | Self::AddConnectMove
                | Self::AddCutMove
                | Self::TestAttackEitherMove
                | Self::AddDefendBothMove
                | Self::AmalgamateMostValuable
                | Self::Amalgamate
                | Self::BackfillHelper
                | Self::Replace
                | Self::BackfillReplace
                | Self::NonOTerritory
                | Self::NonXTerritory
                | Self::GoodAttackThreat
                | Self::KnownSafeMove
                | Self::DisconnectHelper
        )
    }
}

/// A helper, named at the end of a colon line. It examines the whole match and takes no arguments.
#[derive(Clone, Copy, Debug)]
pub struct Helper {
    /// The name in the source text.
    pub name: &'static str,
    /// Whether this engine answers it.
    pub answered: bool,
    /// The condition, in one sentence.
    pub meaning: &'static str,
}

impl Helper {
    /// Whether it asks about the groups of the position: dragons, eye spaces or influence.
    pub fn is_about_groups(&self) -> bool {
        matches!(
            self.name,
            "jump_out_helper" | "jump_out_far_helper" | "reinforce_helper" | "thrash_around_helper"
        )
    }
}

/// The helpers, in the order of their numbers in images; number 0 in an image means none.
pub const HELPERS: &[Helper] = &[
    Helper {
        name: "jump_out_helper",
        answered: true,
        meaning: "the move is outside O's area and eye space",
    },
    Helper {
        name: "jump_out_far_helper",
        answered: true,
        meaning: "the move is outside both areas and O's eye space",
    },
    Helper {
        name: "throw_in_atari_helper",
        answered: true,
        meaning: "the throw-in leaves the string it squeezes capturable",
    },
    Helper {
        name: "high_handicap_helper",
        answered: true,
        meaning: "X has no stone on the board yet",
    },
    Helper {
        name: "reinforce_helper",
        answered: true,
        meaning: "X has no lively dragon and the move is safe",
    },
    Helper {
        name: "thrash_around_helper",
        answered: true,
        meaning: "White has no lively dragon and much of the board is open",
    },
    Helper {
        name: "cutstone2_helper",
        answered: true,
        meaning: "counts a possible cut; never accepts the pattern",
    },
];

/// A number that changes with the table: with names, order, arity, or the functions answered.
pub fn table_fingerprint() -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    for Signature {
        name,
        arguments,
        answered,
        ..
    } in TABLE
    {
        hasher.update(name.as_bytes());
        hasher.update(&[
            arguments.min() as u8,
            arguments.max() as u8,
            u8::from(*answered),
        ]);
    }
    for Helper { name, answered, .. } in HELPERS {
        hasher.update(name.as_bytes());
        hasher.update(&[u8::from(*answered)]);
    }
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_numbers_are_places() {
        for (index, &function) in Autohelper::ALL.iter().enumerate() {
            assert_eq!(usize::from(function.number()), index);
            assert_eq!(Autohelper::from_number(function.number()), Some(function));
            assert_eq!(
                Autohelper::by_name(function.signature().name),
                Some(function)
            );
        }
        assert_eq!(Autohelper::from_number(Autohelper::ALL.len() as u16), None);
    }

    #[test]
    fn tenuki_is_for_moves_after_the_first() {
        let moves = Moves(2);
        let allowed: Vec<_> = (0..5).map(|i| moves.may_be_tenuki(i, 5)).collect();
        assert_eq!(allowed, [false, true, true, false, false]);
        assert!(!Points(2).may_be_tenuki(1, 2) && !List.may_be_tenuki(1, 2));
    }
}
