//! The virtual machine: evaluates constraints and actions of matches.
//!
//! A program has been checked when its image was opened: jumps lead forward, so a run takes at
//! most one step for each instruction, and the stack never underflows. A function that this engine
//! cannot answer ends the run with no value, and the pattern does not match.

use katachi_board::{BoardSize, Color, Point};
use katachi_image::bytecode::{Argument, Instruction, MAX_STACK, Op};
use katachi_image::{Arguments, Attribute, Autohelper, HELPERS, Pattern};

use crate::host::{Host, Outcome};
use crate::matcher::Match;

/// A match whose constraint and action can be evaluated.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    pattern: Pattern<'a>,
    found: Match,
    own: Color,
    size: BoardSize,
}

impl<'a> Question<'a> {
    /// A match of this pattern with this side as O, on a board of this size.
    pub fn new(pattern: Pattern<'a>, found: Match, own: Color, size: BoardSize) -> Self {
        Self {
            pattern,
            found,
            own,
            size,
        }
    }

    /// Whether helper and constraint accept the match. What waits for an answer never matches.
    pub fn accepts(&self, host: &mut impl Host) -> bool {
        if self.pattern.waits_for().is_some() {
            return false;
        }
        let constraint = self.pattern.constraint();
        let holds = constraint.is_empty()
            // A fraction counts as the integer it begins with.
            || self.run(constraint, host).is_some_and(|value| value.trunc() != 0.0);
        holds && self.helper(host)
    }

    /// Carries out the action.
    ///
    /// The value is that of its `return`, or 0; `None` if it asks what cannot be answered.
    pub fn act(&self, host: &mut impl Host) -> Option<f32> {
        self.run(self.pattern.action(), host)
    }

    fn helper(&self, host: &mut impl Host) -> bool {
        let Some(helper) = self.pattern.helper() else {
            return true;
        };
        match HELPERS.get(helper).map(|helper| helper.name) {
            Some("high_handicap_helper") => host.has_no_stones(!self.own),
            _ => false,
        }
    }

    fn argument(&self, byte: u8) -> Option<Point> {
        match Argument::from_byte(byte) {
            Argument::Move => self.found.mv(&self.pattern, self.size),
            Argument::Tenuki => None,
            Argument::Label(label) => {
                let label = self.pattern.labels().get(usize::from(label))?;
                self.found.point(label.at, self.size)
            }
        }
    }

    fn run(&self, program: &[Instruction], host: &mut impl Host) -> Option<f32> {
        let mut stack = [0.0f32; MAX_STACK];
        let mut depth = 0;
        let mut at = 0;
        while let Some(instruction) = program.get(at) {
            at += 1;
            let target = instruction.operand.get() as usize;
            let op = instruction.op()?;
            match op {
                Op::Number | Op::Scoring | Op::Call => {
                    let value = match op {
                        Op::Number => f32::from_bits(instruction.operand.get()),
                        Op::Scoring => truth(host.is_scoring()),
                        _ => self.call(*instruction, host)?,
                    };
                    *stack.get_mut(depth)? = value;
                    depth += 1;
                }
                Op::Not | Op::Truth => {
                    let top = stack.get_mut(depth.checked_sub(1)?)?;
                    *top = truth((*top == 0.0) == (op == Op::Not));
                }
                Op::Add
                | Op::Equal
                | Op::NotEqual
                | Op::Less
                | Op::Greater
                | Op::LessEqual
                | Op::GreaterEqual => {
                    depth = depth.checked_sub(1)?;
                    let right = *stack.get(depth)?;
                    let left = stack.get_mut(depth.checked_sub(1)?)?;
                    *left = binary(op, *left, right);
                }
                Op::JumpIfFalse => {
                    depth = depth.checked_sub(1)?;
                    if *stack.get(depth)? == 0.0 {
                        at = target;
                    }
                }
                Op::And | Op::Or => {
                    let top = stack.get_mut(depth.checked_sub(1)?)?;
                    if (*top != 0.0) == (op == Op::Or) {
                        *top = truth(op == Op::Or);
                        at = target;
                    } else {
                        depth -= 1;
                    }
                }
                Op::Jump => at = target,
                Op::Pop => depth = depth.checked_sub(1)?,
                Op::Return => return stack.get(depth.checked_sub(1)?).copied(),
            }
        }
        // A constraint leaves its value; an action without `return` leaves nothing.
        Some(depth.checked_sub(1).map_or(0.0, |top| stack[top]))
    }

    /// The answer to a call; `None` if this engine has none.
    fn call(&self, instruction: Instruction, host: &mut impl Host) -> Option<f32> {
        use Autohelper as A;

        let bytes = self.pattern.image().arguments(&instruction);
        let mut points = [None; Arguments::MAX];
        for (point, &byte) in points.iter_mut().zip(bytes) {
            *point = self.argument(byte);
        }
        let points = points.get(..bytes.len())?;
        let a = || points.first().copied().flatten();
        let b = || points.get(1).copied().flatten();
        let (o, x) = (self.own, !self.own);
        // The list of moves and the last of the targets.
        let list = || {
            let (target, moves) = points.split_last()?;
            Some((moves, (*target)?))
        };
        let mut somewhere = |color| {
            let mut points = points.iter().flatten();
            points.any(|&point| host.stone(point) == Some(color))
        };
        Some(match instruction.function()? {
            A::XSomewhere => truth(somewhere(x)),
            A::OSomewhere => truth(somewhere(o)),
            A::Lib => host.liberties(a()?) as f32,
            A::WormSize => host.string_size(a()?) as f32,
            A::SameString => truth(host.is_same_string(a()?, b()?)),
            A::Ko => truth(host.is_ko(a()?)),
            A::LegalXMove => truth(host.is_legal(x, a()?)),
            A::LegalOMove => truth(host.is_legal(o, a()?)),
            A::XSuicide => truth(host.is_suicide(x, a()?)),
            A::OSuicide => truth(host.is_suicide(o, a()?)),
            A::ApproxXLib => host.approximate_liberties(x, a()?) as f32,
            A::ApproxOLib => host.approximate_liberties(o, a()?) as f32,
            A::XLib => host.accurate_liberties(x, a()?) as f32,
            A::OLib => host.accurate_liberties(o, a()?) as f32,
            A::XCapturesSomething => truth(host.captures_something(x, a()?)),
            A::OCapturesSomething => truth(host.captures_something(o, a()?)),
            A::XVisibleAlongEdge => truth(host.is_visible_along_edge(x, a()?, b()?)),
            A::OVisibleAlongEdge => truth(host.is_visible_along_edge(o, a()?, b()?)),
            A::Attack => outcome(host.attack(a()?)),
            A::Defend => outcome(host.defend(a()?)),
            A::DoesAttack => outcome(host.does_attack(a()?, b()?)),
            A::DoesDefend => truth(host.does_defend(a()?, b()?)),
            A::SafeXMove => outcome(host.safe_move(x, a()?)),
            A::SafeOMove => outcome(host.safe_move(o, a()?)),
            A::XDefendAgainst => truth(host.forbids(x, a()?, b()?)),
            A::ODefendAgainst => truth(host.forbids(o, a()?, b()?)),
            A::XPlayAttack
            | A::OPlayAttack
            | A::XPlayDefend
            | A::OPlayDefend
            | A::XPlayLib
            | A::OPlayLib => {
                let (moves, target) = list()?;
                match instruction.function()? {
                    A::XPlayAttack => outcome(host.attack_after(x, moves, target)),
                    A::OPlayAttack => outcome(host.attack_after(o, moves, target)),
                    A::XPlayDefend => outcome(host.defend_after(x, moves, target)),
                    A::OPlayDefend => outcome(host.defend_after(o, moves, target)),
                    A::XPlayLib => host.liberties_after(x, moves, target) as f32,
                    _ => host.liberties_after(o, moves, target) as f32,
                }
            }
            A::SekiHelper => truth(host.has_safe_neighbors(a()?)),
            A::ObviousFalseXEye => truth(host.is_obvious_false_eye(x, a()?)),
            A::ObviousFalseOEye => truth(host.is_obvious_false_eye(o, a()?)),
            A::FinishKoHelper => truth(host.can_finish_ko(a()?)),
            A::SqueezeKoHelper => truth(host.can_be_squeezed_by_ko(a()?)),
            A::AdjacentToStoneInAtari => truth(host.touches_stone_in_atari(a()?, false)),
            A::AdjacentToDefendableStoneInAtari => truth(host.touches_stone_in_atari(a()?, true)),
            A::BentFourHelper => truth(host.is_bent_four(a()?)),
            A::BreakMirrorHelper => truth(host.breaks_mirror(o, a()?)),
            A::PatternValue => self.pattern.value(Attribute::Value).unwrap_or_default(),
            A::Antisuji => {
                host.forbid_move(a()?);
                0.0
            }
            A::Replace => {
                host.replace_move(a()?, b()?);
                0.0
            }
            _ => return None,
        })
    }
}

fn truth(value: bool) -> f32 {
    f32::from(u8::from(value))
}

fn outcome(outcome: Outcome) -> f32 {
    f32::from(outcome as u8)
}

fn binary(op: Op, left: f32, right: f32) -> f32 {
    // Integers up to 2^24 and the fractions of the language are exact or compared as they are.
    #[expect(clippy::float_cmp, reason = "equality is what the program asks")]
    match op {
        Op::Add => left + right,
        Op::Equal => truth(left == right),
        Op::NotEqual => truth(left != right),
        Op::Less => truth(left < right),
        Op::Greater => truth(left > right),
        Op::LessEqual => truth(left <= right),
        _ => truth(left >= right),
    }
}
