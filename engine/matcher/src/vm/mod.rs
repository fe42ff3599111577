//! The virtual machine: it evaluates the constraints and actions of matches.
//!
//! Entry points: [`Question::accepts`] and [`Question::act`].
//!
//! - The work is bounded. Jumps only lead forward, so a run takes at most one step for each
//!   instruction. A step takes constant time, and at most one function call with at most
//!   [`Arguments::MAX`](katachi_image::Arguments::MAX) arguments. A function asks the host at most
//!   a few questions (a `somewhere` function one for each argument).
//! - A run allocates nothing.
//! - A run cannot fail: the program was checked when its image was opened, so the stack never
//!   underflows. If the host cannot answer a question, the run ends without a value, and the
//!   pattern does not match.

mod call;
mod helper;
mod parts;

use katachi_board::{BoardSize, Color, Point};
use katachi_image::Pattern;
use katachi_image::bytecode::{Argument, Instruction, MAX_STACK, Op};

pub use parts::Part;

use crate::found::Match;
use crate::host::Host;

/// A match whose constraint and action can be evaluated.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    pattern: Pattern<'a>,
    found: Match,
    own: Color,
    size: BoardSize,
}

impl<'a> Question<'a> {
    /// A match of this pattern, with this side as O, on a board of this size.
    pub fn new(pattern: Pattern<'a>, found: Match, own: Color, size: BoardSize) -> Self {
        Self {
            pattern,
            found,
            own,
            size,
        }
    }

    /// Whether constraint and helper accept the match. A pattern that waits for a function never
    /// matches.
    pub fn accepts(&self, host: &mut impl Host) -> bool {
        self.pattern.waits_for().is_none()
            && self.constraint_holds(host) == Some(true)
            && self.helper_holds(host) == Some(true)
    }

    /// Whether the constraint holds, `true` if there is none; `None` if it asks something that the
    /// host cannot answer.
    pub fn constraint_holds(&self, host: &mut impl Host) -> Option<bool> {
        // A fraction is truncated to an integer.
        Some(self.constraint_value(host)?.trunc() != 0.0)
    }

    /// The value of the constraint, 1 if there is none; `None` if it asks something that the host
    /// cannot answer.
    pub fn constraint_value(&self, host: &mut impl Host) -> Option<f32> {
        let constraint = self.pattern.constraint();
        if constraint.is_empty() {
            return Some(1.0);
        }
        self.run(constraint, host, |_, _, _, _| {})
    }

    /// Carries out the action.
    ///
    /// Returns the value of its `return`, or 0; `None` if it asks something that the host cannot
    /// answer. Effects before that point remain.
    pub fn act(&self, host: &mut impl Host) -> Option<f32> {
        self.run(self.pattern.action(), host, |_, _, _, _| {})
    }

    /// The point that an argument stands for; `None` for a tenuki.
    fn argument(&self, byte: u8) -> Option<Point> {
        match Argument::from_byte(byte) {
            Argument::Move => self.mv(),
            Argument::Tenuki => None,
            Argument::Label(label) => {
                let label = self.pattern.labels().get(usize::from(label))?;
                self.found.point(label.at, self.size)
            }
        }
    }

    /// The move, if the pattern has one.
    fn mv(&self) -> Option<Point> {
        self.found.mv(&self.pattern, self.size)
    }

    /// Runs a program. After each instruction, `watch` gets the instruction, the top of the stack
    /// (`None` if the host could not answer), the number of values on the stack, and the host.
    fn run<H: Host>(
        &self,
        program: &[Instruction],
        host: &mut H,
        mut watch: impl FnMut(Instruction, Option<f32>, usize, &H),
    ) -> Option<f32> {
        let mut stack = [0.0f32; MAX_STACK];
        let mut depth = 0;
        let mut at = 0;
        while let Some(instruction) = program.get(at) {
            at += 1;
            // Jumps never lead back, even in an unchecked program.
            let target = at.max(instruction.operand.get() as usize);
            let op = instruction.op()?;
            match op {
                Op::Number | Op::Scoring | Op::Call => {
                    let value = match op {
                        Op::Number => f32::from_bits(instruction.operand.get()),
                        Op::Scoring => truth(host.is_scoring()?),
                        _ => {
                            let answer = self.call(*instruction, host);
                            if answer.is_none() {
                                watch(*instruction, None, depth, host);
                            }
                            answer?
                        }
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
                Op::Nothing => {}
                Op::Return => return stack.get(depth.checked_sub(1)?).copied(),
            }
            let top = depth.checked_sub(1).and_then(|top| stack.get(top));
            watch(*instruction, top.copied(), depth, host);
        }
        // A constraint leaves its value; an action without `return` leaves nothing.
        Some(depth.checked_sub(1).map_or(0.0, |top| stack[top]))
    }
}

fn truth(value: bool) -> f32 {
    f32::from(u8::from(value))
}

fn binary(op: Op, left: f32, right: f32) -> f32 {
    // Integers up to 2^24 are exact; fractions of the language are compared as they are.
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
