//! The parts of a constraint during its evaluation: each call and each comparison with its value.

use katachi_image::bytecode::{Argument, Instruction, Op};

use super::Question;
use crate::host::Host;

/// A part of a constraint that was evaluated.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The part as source text.
    pub text: String,
    /// Its value; `None` if the host cannot answer it.
    pub value: Option<f32>,
}

impl Question<'_> {
    /// Evaluates the constraint. Returns also each call and comparison that was evaluated, in
    /// order; those that `&&` and `||` skip are missing.
    pub fn explain_constraint(&self, host: &mut impl Host) -> (Option<bool>, Vec<Part>) {
        let constraint = self.pattern.constraint();
        let mut parts: Vec<Part> = Vec::new();
        let mut stack: Vec<String> = Vec::new();
        let value = self.run(constraint, host, |instruction, value, depth| {
            let is_part = match instruction.op() {
                Some(Op::Number) => {
                    let number = f32::from_bits(instruction.operand.get());
                    stack.push(number.to_string());
                    false
                }
                Some(Op::Scoring) => {
                    stack.push("doing_scoring".to_owned());
                    true
                }
                Some(Op::Call) => {
                    stack.push(self.text(instruction));
                    true
                }
                Some(Op::Not) => {
                    let inner = stack.pop().unwrap_or_default();
                    stack.push(format!("!{inner}"));
                    true
                }
                Some(op) => match sign(op) {
                    Some(sign) => {
                        let right = stack.pop().unwrap_or_default();
                        let left = stack.pop().unwrap_or_default();
                        let (open, close) = if op == Op::Add { ("(", ")") } else { ("", "") };
                        stack.push(format!("{open}{left}{sign}{right}{close}"));
                        true
                    }
                    None => false,
                },
                None => false,
            };
            if is_part && let Some(text) = stack.last() {
                parts.push(Part {
                    text: text.clone(),
                    value,
                });
            }
            stack.truncate(depth);
        });
        if constraint.is_empty() {
            return (Some(true), parts);
        }
        (value.map(|value| value.trunc() != 0.0), parts)
    }

    /// A call as source text.
    fn text(&self, call: Instruction) -> String {
        let arguments = self.pattern.image().arguments(&call).iter();
        let arguments: Vec<String> = arguments
            .map(|&byte| match Argument::from_byte(byte) {
                Argument::Move => '*',
                Argument::Tenuki => '?',
                Argument::Label(label) => (self.pattern.labels().get(usize::from(label)))
                    .map_or('?', |label| char::from(label.letter)),
            })
            .map(String::from)
            .collect();
        let name = call
            .function()
            .map_or("?", |function| function.signature().name);
        format!("{name}({})", arguments.join(","))
    }
}

fn sign(op: Op) -> Option<&'static str> {
    Some(match op {
        Op::Add => "+",
        Op::Equal => "==",
        Op::NotEqual => "!=",
        Op::Less => "<",
        Op::Greater => ">",
        Op::LessEqual => "<=",
        Op::GreaterEqual => ">=",
        _ => return None,
    })
}
