//! The code of constraints and actions: a stack machine whose jumps only lead forward.
//!
//! Each instruction has eight bytes. As jumps lead forward, a run takes at most one step for each
//! instruction. [`validate`] checks the jumps and the depth of the stack once, when an image is
//! opened. `katachi-matcher` has the virtual machine, `patc` the code generator.

use zerocopy::little_endian::{U16, U32};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use crate::{Arguments, Autohelper, Invalid};

/// The deepest stack a program may use.
pub const MAX_STACK: usize = 300;

/// The most instructions of a program, which runs for each match of its pattern.
pub const MAX_PROGRAM: usize = 1 << 16;

/// The operation of an instruction. Values are numbers; true is 1, false 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Op {
    /// Pushes the number whose bits (`f32`) are the operand.
    Number = 0,
    /// Pushes whether the game is being scored.
    Scoring,
    /// Calls a function with arguments and pushes its answer.
    Call,
    /// Replaces the top by whether it is zero.
    Not,
    /// Replaces the top by whether it is not zero.
    Truth,
    /// Replaces the two topmost values by their sum.
    Add,
    /// … by whether they are equal.
    Equal,
    /// … by whether they differ.
    NotEqual,
    /// … by whether the lower one is less.
    Less,
    /// … by whether the lower one is greater.
    Greater,
    /// … by whether the lower one is less or equal.
    LessEqual,
    /// … by whether the lower one is greater or equal.
    GreaterEqual,
    /// Pops a value; jumps if it is zero.
    JumpIfFalse,
    /// Jumps, leaving 0, if the top is zero; else pops it.
    And,
    /// Jumps, leaving 1, if the top is not zero; else pops it.
    Or,
    /// Jumps.
    Jump,
    /// Pops a value.
    Pop,
    /// Ends the program with the top as its value. The code behind it is checked as if the stack
    /// did not have that value.
    Return,
    /// Does nothing: an empty statement.
    Nothing,
}

impl Op {
    const ALL: [Self; 19] = [
        Self::Number,
        Self::Scoring,
        Self::Call,
        Self::Not,
        Self::Truth,
        Self::Add,
        Self::Equal,
        Self::NotEqual,
        Self::Less,
        Self::Greater,
        Self::LessEqual,
        Self::GreaterEqual,
        Self::JumpIfFalse,
        Self::And,
        Self::Or,
        Self::Jump,
        Self::Pop,
        Self::Return,
        Self::Nothing,
    ];
}

/// An instruction as it is stored.
#[derive(
    FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned, Clone, Copy, Debug, PartialEq, Eq,
)]
#[repr(C)]
pub struct Instruction {
    op: u8,
    /// The number of arguments of a call.
    pub count: u8,
    function: U16,
    /// The bits of a number, the index of a call's first argument, or the target of a jump within
    /// the program.
    pub operand: U32,
}

/// An argument of a call as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// `*`: the move.
    Move,
    /// A label, by its index in the pattern's table of labels.
    Label(u8),
    /// `?`: no move.
    Tenuki,
}

impl Argument {
    /// The byte that stands for the argument.
    pub const fn to_byte(self) -> u8 {
        match self {
            Self::Move => 254,
            Self::Tenuki => 255,
            Self::Label(label) => label,
        }
    }

    /// The argument that a byte stands for.
    pub const fn from_byte(byte: u8) -> Self {
        match byte {
            254 => Self::Move,
            255 => Self::Tenuki,
            label => Self::Label(label),
        }
    }
}

impl Instruction {
    /// An instruction without a function.
    pub fn new(op: Op, operand: u32) -> Self {
        Self {
            op: op as u8,
            count: 0,
            function: 0.into(),
            operand: operand.into(),
        }
    }

    /// An instruction that pushes a number.
    pub fn number(number: f32) -> Self {
        Self::new(Op::Number, number.to_bits())
    }

    /// A call with `count` arguments, from index `first` of the table of arguments.
    pub fn call(function: Autohelper, first: u32, count: u8) -> Self {
        Self {
            op: Op::Call as u8,
            count,
            function: function.number().into(),
            operand: first.into(),
        }
    }

    /// The operation; `None` only before validation.
    #[inline]
    pub fn op(&self) -> Option<Op> {
        Op::ALL.get(usize::from(self.op)).copied()
    }

    /// The function of a call; `None` only before validation.
    #[inline]
    pub fn function(&self) -> Option<Autohelper> {
        Autohelper::from_number(self.function.get())
    }
}

/// The surroundings of a program, to which it may refer.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// The table of arguments of all programs.
    pub arguments: &'a [u8],
    /// The number of labels of the pattern.
    pub labels: usize,
    /// Whether the pattern has a move.
    pub has_move: bool,
}

/// Checks a program: operations, arguments, forward jumps, and the stack, which must never
/// underflow and must have the same depth on all paths to an instruction. The work is linear in the
/// program.
///
/// # Errors
/// Names the first instruction that breaks a rule, counted from the program's start.
pub fn validate(program: &[Instruction], around: Surroundings<'_>) -> Result<(), Invalid> {
    // The stack depths at the targets of open jumps. Jumps are nested like the expressions they
    // come from, so the list stays short.
    if program.is_empty() {
        return Ok(());
    }
    if program.len() > MAX_PROGRAM {
        return Err(Invalid {
            section: "code",
            index: MAX_PROGRAM,
            reason: "a program that is too long",
        });
    }
    let mut open: [(usize, usize); MAX_STACK] = [(0, 0); MAX_STACK];
    let mut open_len = 0;
    let mut depth = 0usize;
    let mut reachable = true;
    for index in 0..=program.len() {
        let invalid = |reason| Invalid {
            section: "code",
            index,
            reason,
        };
        let mut left = 0;
        for i in 0..open_len {
            let (target, at_target) = open[i];
            if target != index {
                open[left] = open[i];
                left += 1;
            } else if !reachable {
                reachable = true;
                depth = at_target;
            } else if depth != at_target {
                return Err(invalid("two ways meet with different stacks"));
            }
        }
        open_len = left;
        let Some(instruction) = program.get(index) else {
            break;
        };
        if !reachable {
            return Err(invalid("an instruction that is never reached"));
        }
        let op = instruction.op().ok_or(invalid("unknown operation"))?;
        let operand = instruction.operand.get() as usize;
        let (pops, pushes, jump) = match op {
            Op::Number => {
                if !f32::from_bits(instruction.operand.get()).is_finite() {
                    return Err(invalid("a number that is not finite"));
                }
                (0, 1, None)
            }
            Op::Scoring => (0, 1, None),
            Op::Call => {
                check_call(*instruction, operand, around).map_err(invalid)?;
                (0, 1, None)
            }
            Op::Not | Op::Truth => (1, 1, None),
            Op::Add
            | Op::Equal
            | Op::NotEqual
            | Op::Less
            | Op::Greater
            | Op::LessEqual
            | Op::GreaterEqual => (2, 1, None),
            Op::JumpIfFalse => (1, 0, Some(0)),
            Op::And | Op::Or => (1, 0, Some(1)),
            Op::Jump => (0, 0, Some(0)),
            Op::Pop | Op::Return => (1, 0, None),
            Op::Nothing => (0, 0, None),
        };
        depth = (depth.checked_sub(pops)).ok_or(invalid("the stack is empty"))? + pushes;
        if depth >= MAX_STACK {
            return Err(invalid("the stack is too deep"));
        }
        if let Some(kept) = jump {
            if operand <= index || operand > program.len() {
                return Err(invalid("a jump that does not lead forward"));
            }
            let place = open
                .get_mut(open_len)
                .ok_or(invalid("too many open jumps"))?;
            *place = (operand, depth + kept);
            open_len += 1;
        }
        reachable = op != Op::Jump;
    }
    Ok(())
}

fn check_call(
    instruction: Instruction,
    first: usize,
    around: Surroundings<'_>,
) -> Result<(), &'static str> {
    let function = instruction.function().ok_or("unknown function")?;
    let count = usize::from(instruction.count);
    let signature: Arguments = function.signature().arguments;
    if count < signature.min() || count > signature.max() {
        return Err("a call with a wrong number of arguments");
    }
    let arguments = (first.checked_add(count))
        .and_then(|end| around.arguments.get(first..end))
        .ok_or("arguments beyond their table")?;
    for (place, &byte) in arguments.iter().enumerate() {
        let fits = match Argument::from_byte(byte) {
            Argument::Move => around.has_move,
            Argument::Tenuki => signature.may_be_tenuki(place, count),
            Argument::Label(label) => usize::from(label) < around.labels,
        };
        if !fits {
            return Err("an argument that the pattern does not have");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const AROUND: Surroundings<'_> = Surroundings {
        arguments: &[0, 254, 255],
        labels: 1,
        has_move: true,
    };

    fn check(program: &[Instruction]) -> Result<(), &'static str> {
        validate(program, AROUND).map_err(|invalid| invalid.reason)
    }

    #[test]
    fn a_short_circuit_is_valid() {
        let program = [
            Instruction::call(Autohelper::Lib, 0, 1),
            Instruction::number(2.0),
            Instruction::new(Op::Greater, 0),
            Instruction::new(Op::And, 6),
            Instruction::call(Autohelper::OPlayAttack, 0, 2),
            Instruction::new(Op::Truth, 0),
        ];
        assert_eq!(check(&program), Ok(()));
    }

    #[test]
    fn every_rule_is_enforced() {
        let number = Instruction::number(1.0);
        let cases = [
            (vec![Instruction::new(Op::Not, 0)], "the stack is empty"),
            (
                vec![number, Instruction::new(Op::Jump, 1)],
                "a jump that does not lead forward",
            ),
            (
                vec![number, Instruction::new(Op::And, 3)],
                "a jump that does not lead forward",
            ),
            (
                vec![number, Instruction::new(Op::JumpIfFalse, 3), number],
                "two ways meet with different stacks",
            ),
            (
                vec![Instruction::new(Op::Jump, 2), number, number],
                "an instruction that is never reached",
            ),
            (vec![number; MAX_STACK], "the stack is too deep"),
            (
                vec![Instruction::number(f32::NAN)],
                "a number that is not finite",
            ),
            (
                vec![Instruction::call(Autohelper::Lib, 0, 2)],
                "a call with a wrong number of arguments",
            ),
            (
                vec![Instruction::call(Autohelper::Lib, 3, 1)],
                "arguments beyond their table",
            ),
            (
                vec![Instruction::call(Autohelper::Lib, 2, 1)],
                "an argument that the pattern does not have",
            ),
        ];
        for (program, reason) in cases {
            assert_eq!(check(&program), Err(reason));
        }
        let mut unknown = number;
        unknown.op = 99;
        assert_eq!(check(&[unknown]), Err("unknown operation"));
    }
}
