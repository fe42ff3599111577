//! Functions of the pattern language, as questions to the host.
//!
//! For each function this says which questions it asks, about which colour and points, and how the
//! answers become a number. `a`, `b`, `c` are the arguments in the order of the table of functions
//! ([`Autohelper`]); `mv` is the move.

use katachi_board::{BreakThrough, Color, Outcome, Point};
use katachi_image::bytecode::Instruction;
use katachi_image::{Arguments, Attribute, Autohelper};

use super::{Question, truth};
use crate::host::{Answer, DragonStatus, Host, Hull, Surround};

/// The least value, in points, of a move that a backfill makes necessary.
const BACKFILL_VALUE: f32 = 0.1;

/// From this number of possible cuts on, a string is a cutting stone.
const CUTTING_STONE: usize = 2;

/// Values that a constraint treats as a number.
trait Number {
    fn number(self) -> f32;
}

impl Number for bool {
    fn number(self) -> f32 {
        truth(self)
    }
}

/// Counts are exact up to 2^24, which no board comes near.
impl Number for usize {
    fn number(self) -> f32 {
        self as f32
    }
}

impl Number for i32 {
    fn number(self) -> f32 {
        self as f32
    }
}

impl Number for f32 {
    fn number(self) -> f32 {
        self
    }
}

impl Number for Outcome {
    fn number(self) -> f32 {
        f32::from(self as u8)
    }
}

impl Number for BreakThrough {
    fn number(self) -> f32 {
        f32::from(self as u8)
    }
}

impl Number for DragonStatus {
    fn number(self) -> f32 {
        f32::from(self as u8)
    }
}

impl Number for Surround {
    fn number(self) -> f32 {
        f32::from(self as u8)
    }
}

impl Number for Hull {
    fn number(self) -> f32 {
        f32::from(self as i8)
    }
}

/// An action has no value.
impl Number for () {
    fn number(self) -> f32 {
        0.0
    }
}

fn number<T: Number>(answer: Answer<T>) -> Option<f32> {
    answer.map(Number::number)
}

/// The points, if all of them are known.
fn all<const N: usize>(points: &[Option<Point>; N]) -> Option<[Point; N]> {
    let mut all = [points.first().copied().flatten()?; N];
    for (to, from) in all.iter_mut().zip(points) {
        *to = (*from)?;
    }
    Some(all)
}

/// Whether the answer is yes for one of the two colours.
fn either(own: Color, mut ask: impl FnMut(Color) -> Answer<bool>) -> Answer<bool> {
    Some(ask(own)? || ask(!own)?)
}

/// Whether the answer is yes for one of the points.
fn any(points: &[Option<Point>], mut ask: impl FnMut(Point) -> Answer<bool>) -> Answer<bool> {
    for &point in points.iter().flatten() {
        if ask(point)? {
            return Some(true);
        }
    }
    Some(false)
}

impl Question<'_> {
    /// The value of a call; `None` if the host cannot answer it.
    pub(super) fn call(&self, instruction: Instruction, host: &mut impl Host) -> Option<f32> {
        let bytes = self.pattern.image().arguments(&instruction);
        let mut points = [None; Arguments::MAX];
        for (point, &byte) in points.iter_mut().zip(bytes) {
            *point = self.argument(byte);
        }
        let points = points.get(..bytes.len())?;
        let function = instruction.function()?;
        match function.signature().arguments {
            Arguments::Points(_) | Arguments::List => self.ask(function, points, host),
            Arguments::Moves(_) => self.ask_after(function, points, host),
        }
    }

    /// Asks a function of points.
    fn ask(
        &self,
        function: Autohelper,
        points: &[Option<Point>],
        host: &mut impl Host,
    ) -> Option<f32> {
        use Autohelper as A;

        let (o, x) = (self.own, !self.own);
        let at = |place: usize| points.get(place).copied().flatten();
        let (a, b, c) = (|| at(0), || at(1), || at(2));
        let both = || all(points.first_chunk::<2>()?);
        match function {
            // Stones and strings.
            A::Lib => number(host.liberties(a()?)),
            A::Lib2 => number(host.outer_liberties(a()?, 2)),
            A::Lib3 => number(host.outer_liberties(a()?, 3)),
            A::Lib4 => number(host.outer_liberties(a()?, 4)),
            A::WormSize => number(host.string_size(a()?)),
            A::SameString => number(host.is_same_string(a()?, b()?)),
            A::XSomewhere => number(any(points, |at| Some(host.stone(at)? == Some(x)))),
            A::OSomewhere => number(any(points, |at| Some(host.stone(at)? == Some(o)))),
            A::Ko => number(host.is_ko(a()?)),
            A::FinishKoHelper => number(host.can_finish_ko(a()?)),
            A::SqueezeKoHelper => number(host.can_be_squeezed_by_ko(a()?)),
            A::BentFourHelper => number(host.is_bent_four(a()?)),
            A::XVisibleAlongEdge => number(host.is_visible_along_edge(x, a()?, b()?)),
            A::OVisibleAlongEdge => number(host.is_visible_along_edge(o, a()?, b()?)),
            A::BreakMirrorHelper => number(host.breaks_mirror(o, a()?)),
            A::PotentialCutstone => {
                number(host.potential_cuts(a()?).map(|cuts| cuts >= CUTTING_STONE))
            }

            // Moves.
            A::LegalXMove => number(host.is_legal(x, a()?)),
            A::LegalOMove => number(host.is_legal(o, a()?)),
            A::XSuicide => number(host.is_suicide(x, a()?)),
            A::OSuicide => number(host.is_suicide(o, a()?)),
            A::ApproxXLib => number(host.approximate_liberties(x, a()?)),
            A::ApproxOLib => number(host.approximate_liberties(o, a()?)),
            A::XLib => number(host.accurate_liberties(x, a()?)),
            A::OLib => number(host.accurate_liberties(o, a()?)),
            A::XCapturesSomething => number(host.captures_something(x, a()?)),
            A::OCapturesSomething => number(host.captures_something(o, a()?)),

            // Reading.
            A::Attack => number(host.attack(a()?)),
            A::Defend => number(host.defend(a()?)),
            A::DoesAttack => number(host.does_attack(a()?, b()?)),
            A::DoesDefend => number(host.does_defend(a()?, b()?)),
            A::SafeXMove => number(host.safe_move(x, a()?)),
            A::SafeOMove => number(host.safe_move(o, a()?)),
            A::XDefendAgainst => number(host.forbids(x, a()?, b()?)),
            A::ODefendAgainst => number(host.forbids(o, a()?, b()?)),
            A::SekiHelper => number(host.has_safe_neighbors(a()?)),
            A::ObviousFalseXEye => number(host.is_obvious_false_eye(x, a()?)),
            A::ObviousFalseOEye => number(host.is_obvious_false_eye(o, a()?)),
            A::AdjacentToStoneInAtari => number(host.touches_stone_in_atari(a()?, false)),
            A::AdjacentToDefendableStoneInAtari => number(host.touches_stone_in_atari(a()?, true)),
            A::ConnectAndCutHelper => number(host.cuts_after_extension(a()?, b()?, c()?)),
            A::ConnectAndCutHelper2 => number(host.cuts_after_defense(o, a()?, b()?, c()?)),
            A::DisconnectHelper => number(host.can_disconnect(a()?, b()?)),
            A::DistrustTacticsHelper => number(host.distrusts_tactics(a()?)),
            A::EdgeDoubleSente => number(host.is_double_sente_on_edge(all(points.first_chunk()?)?)),
            A::OracleThreatens => number(host.oracle_threatens(a()?, b()?)),

            // Dragons.
            A::Status => number(host.dragon_status(a()?)),
            A::Alive => number(Some(host.dragon_status(a()?)? == DragonStatus::Alive)),
            A::Dead => number(Some(host.dragon_status(a()?)? == DragonStatus::Dead)),
            A::Critical => number(Some(host.dragon_status(a()?)? == DragonStatus::Critical)),
            A::Unknown => number(Some(host.dragon_status(a()?)? == DragonStatus::Unknown)),
            A::XAliveSomewhere => number(any(points, |at| is_living_stone(host, x, at))),
            A::OAliveSomewhere => number(any(points, |at| is_living_stone(host, o, at))),
            A::Weakness => number(host.weakness(a()?)),
            A::Weak => number(host.is_weak(a()?)),
            A::Genus => number(host.eyes(a()?)),
            A::SameDragon => number(host.is_same_dragon(a()?, b()?)),
            A::DragonSize => number(host.dragon_size(a()?)),
            A::EffectiveSize => number(host.effective_size(a()?)),
            A::HasAji => number(host.has_aji(a()?)),
            A::OwlThreatens => number(host.threatens_dragon(a()?, b()?)),
            A::IsSurrounded => number(host.surround(a()?)),
            A::DoesSurround => number(host.does_surround(a()?, b()?)),
            A::SurroundMap => number(host.hull(a()?, b()?)),

            // Eyes.
            A::Eye => number(either(o, |color| host.is_eye_space(color, a()?))),
            A::ProperEye => number(either(o, |color| host.is_proper_eye(color, a()?))),
            A::MarginalEye => number(either(o, |color| host.is_marginal_eye(color, a()?))),
            A::MaxEyeValue => {
                let (own, other) = (host.max_eyes(o, a()?)?, host.max_eyes(x, a()?)?);
                number(Some(own.max(other)))
            }
            A::HalfEye => number(host.is_half_eye(a()?)),
            A::FalseEye => number(host.is_false_eye(a()?)),
            A::FalseEyeTerritory => number(host.is_false_eye_territory(a()?)),

            // Influence: with X to move, unless the name says otherwise.
            A::XMoyo => number(host.owns_moyo(x, a()?, x)),
            A::OMoyo => number(host.owns_moyo(o, a()?, x)),
            A::XMoyoOpposite => number(host.owns_moyo(x, a()?, o)),
            A::OMoyoOpposite => number(host.owns_moyo(o, a()?, o)),
            A::XArea => number(host.dominates_area(x, a()?, x)),
            A::OArea => number(host.dominates_area(o, a()?, x)),
            A::XTerri => number(host.owns_territory(x, a()?, x)),
            A::OTerri => number(host.owns_territory(o, a()?, x)),
            A::XCut => number(host.is_cut(x, a()?)),
            A::OCut => number(host.is_cut(o, a()?)),

            // The dragon under search.
            A::OwlEscapeValue => number(host.escape_value(a()?)),
            A::OwlGoalDragon => number(host.is_goal(a()?)),
            A::OwlEyespace => number(Some(host.goal_max_eyes(a()?)? >= 1)),
            A::OwlBigEyespace => number(Some(host.goal_max_eyes(a()?)? >= 2)),
            A::OwlMinEye => number(host.goal_min_eyes(a()?)),
            A::OwlMaxEye => number(host.goal_max_eyes(a()?)),
            A::OwlProperEye => number(host.is_goal_proper_eye(a()?)),
            A::OwlEyeSize => number(host.goal_eye_size(a()?)),
            A::OwlTopologicalEye => host.goal_topological_value(a()?).map(rounded_apart),
            A::OwlLunch => number(host.is_goal_lunch(a()?)),
            A::OwlStrongDragon => number(host.is_strong_outside_goal(a()?)),
            A::VitalChain => number(host.goal_eyes_by_capture(a()?)),

            // The game, and the pattern itself.
            A::RemainingHandicapStones => number(host.remaining_handicap()),
            A::TotalHandicapStones => number(host.total_handicap()),
            A::PatternValue => Some(self.pattern.value(Attribute::Value).unwrap_or_default()),

            // Actions.
            A::Antisuji => number(host.forbid_move(a()?)),
            A::Replace => number(host.replace_move(a()?, b()?)),
            A::KnownSafeMove => number(host.trust_move(a()?)),
            A::GoodAttackThreat => number(host.add_attack_threat(a()?, b()?)),
            A::ThreatenToCapture => number(host.add_capture_threat(self.mv()?, a()?)),
            A::ThreatenToSave => {
                let value = 2.0 + 2.0 * host.string_effective_size(a()?)?;
                number(host.set_follow_up(self.mv()?, value))
            }
            A::PreventAttackThreat => number(self.protects(a()?, host)),
            A::DefendAgainstAtari => {
                if host.may_be_put_in_atari(a()?, self.mv()?)? {
                    self.protects(a()?, host)?;
                }
                Some(0.0)
            }
            A::AddConnectMove => number(host.add_connection(self.mv()?, both()?)),
            A::AddCutMove => number(host.add_cut(self.mv()?, both()?)),
            A::AddDefendBothMove => number(host.add_defense_of_both(self.mv()?, both()?)),
            A::TestAttackEitherMove => {
                if host.threatens_either(o, self.mv()?, both()?)? {
                    host.add_attack_on_either(self.mv()?, both()?)?;
                }
                Some(0.0)
            }
            A::Amalgamate => number(host.join_dragons(a()?, b()?)),
            A::AmalgamateMostValuable => join_to_larger(a()?, b()?, c()?, host),
            A::BackfillHelper => {
                // The side of c plays a, its opponent b. Then c may need a move.
                let Some(color) = host.stone(c()?)? else {
                    return Some(0.0);
                };
                if let Some(point) = host.saving_move_after(color, &[a(), b()], c()?)? {
                    host.set_min_value(point, BACKFILL_VALUE)?;
                }
                Some(0.0)
            }
            A::BackfillReplace => {
                // The opponent of b plays a. Then b may need a move.
                let Some(color) = host.stone(b()?)? else {
                    return Some(0.0);
                };
                if let Some(point) = host.saving_move_after(!color, &[a()], b()?)? {
                    host.replace_move(a()?, point)?;
                }
                Some(0.0)
            }
            A::NonXTerritory => number(host.deny_territory(x, a()?)),
            A::NonOTerritory => number(host.deny_territory(o, a()?)),

            // Functions with a list of moves: see `ask_after`.
            A::XPlayAttack
            | A::OPlayAttack
            | A::XPlayDefend
            | A::OPlayDefend
            | A::XPlayAttackEither
            | A::OPlayAttackEither
            | A::XPlayDefendBoth
            | A::OPlayDefendBoth
            | A::XPlayConnect
            | A::OPlayConnect
            | A::XPlayDisconnect
            | A::OPlayDisconnect
            | A::XPlayBreakThrough
            | A::OPlayBreakThrough
            | A::XPlayLib
            | A::OPlayLib => None,
        }
    }

    /// Asks a function of a list of moves and one, two or three targets.
    fn ask_after(
        &self,
        function: Autohelper,
        points: &[Option<Point>],
        host: &mut impl Host,
    ) -> Option<f32> {
        use Autohelper as A;

        let (o, x) = (self.own, !self.own);
        let target = || {
            points
                .split_last()
                .and_then(|(last, moves)| Some((moves, (*last)?)))
        };
        let two = || {
            points
                .split_last_chunk::<2>()
                .and_then(|(moves, last)| Some((moves, all(last)?)))
        };
        match function {
            A::XPlayAttack | A::OPlayAttack => {
                let (moves, target) = target()?;
                let first = if function == A::OPlayAttack { o } else { x };
                number(host.attack_after(first, moves, target))
            }
            A::XPlayDefend | A::OPlayDefend => {
                let (moves, target) = target()?;
                let first = if function == A::OPlayDefend { o } else { x };
                number(host.defend_after(first, moves, target))
            }
            A::XPlayLib | A::OPlayLib => {
                let (moves, target) = target()?;
                let first = if function == A::OPlayLib { o } else { x };
                number(host.liberties_after(first, moves, target))
            }
            A::XPlayAttackEither | A::OPlayAttackEither => {
                let (moves, targets) = two()?;
                let first = if function == A::OPlayAttackEither {
                    o
                } else {
                    x
                };
                number(host.attack_either_after(first, moves, targets))
            }
            A::XPlayDefendBoth | A::OPlayDefendBoth => {
                let (moves, targets) = two()?;
                let first = if function == A::OPlayDefendBoth { o } else { x };
                number(host.defend_both_after(first, moves, targets))
            }
            A::XPlayConnect | A::OPlayConnect => {
                let (moves, strings) = two()?;
                let first = if function == A::OPlayConnect { o } else { x };
                number(host.connect_after(first, moves, strings))
            }
            A::XPlayDisconnect | A::OPlayDisconnect => {
                let (moves, strings) = two()?;
                let first = if function == A::OPlayDisconnect { o } else { x };
                number(host.disconnect_after(first, moves, strings))
            }
            A::XPlayBreakThrough | A::OPlayBreakThrough => {
                let (moves, stones) = points.split_last_chunk::<3>()?;
                let first = if function == A::OPlayBreakThrough {
                    o
                } else {
                    x
                };
                number(host.break_through_after(first, moves, all(stones)?))
            }
            _ => None,
        }
    }

    /// Action: the move prevents a threat against the string.
    fn protects(&self, string: Point, host: &mut impl Host) -> Option<()> {
        let value = 2.0 * host.string_effective_size(string)?;
        host.set_reverse_follow_up(self.mv()?, value)
    }
}

fn is_living_stone(host: &mut impl Host, color: Color, point: Point) -> Answer<bool> {
    Some(host.stone(point)? == Some(color) && host.dragon_status(point)? != DragonStatus::Dead)
}

/// Action: joins dragon `b` to the larger of `a` and `c`, unless it is one dragon with either
/// already.
fn join_to_larger(a: Point, b: Point, c: Point, host: &mut impl Host) -> Option<f32> {
    if host.is_same_dragon(a, b)? || host.is_same_dragon(b, c)? {
        return Some(0.0);
    }
    let larger = if host.effective_size(a)? < host.effective_size(c)? {
        c
    } else {
        a
    };
    number(host.join_dragons(larger, b))
}

/// A topological eye value as an integer that separates eyes (at most 2), false eyes (at least 4),
/// and what lies between (3).
fn rounded_apart(value: f32) -> f32 {
    if value <= 2.0 {
        value.ceil()
    } else if value < 4.0 {
        3.0
    } else {
        value.floor()
    }
}
