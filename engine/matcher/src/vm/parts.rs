//! The parts of constraints and actions: each call and each comparison with its value.

use katachi_image::bytecode::{Argument, Instruction, Op};

use super::Question;
use crate::host::Host;

/// A part of a constraint or an action that was evaluated.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The part as source text.
    pub text: String,
    /// Its value; `None` if the host cannot answer it.
    pub value: Option<f32>,
}

impl Question<'_> {
    /// Evaluates the constraint, as [`constraint_holds`](Self::constraint_holds) does.
    ///
    /// `watch` gets each call and comparison that was evaluated, in order, with the host as it is
    /// then; those that `&&` and `||` skip are missing.
    pub fn explain_constraint<H: Host>(
        &self,
        host: &mut H,
        watch: impl FnMut(Part, &H),
    ) -> Option<bool> {
        let constraint = self.pattern.constraint();
        let value = self.run_watched(constraint, host, watch);
        if constraint.is_empty() {
            return Some(true);
        }
        value.map(|value| value.trunc() != 0.0)
    }

    /// Carries out the action, as [`act`](Self::act) does. `watch` gets its parts.
    pub fn explain_action<H: Host>(
        &self,
        host: &mut H,
        watch: impl FnMut(Part, &H),
    ) -> Option<f32> {
        self.run_watched(self.pattern.action(), host, watch)
    }

    /// Runs a program; `watch` gets each call and comparison.
    fn run_watched<H: Host>(
        &self,
        program: &[Instruction],
        host: &mut H,
        mut watch: impl FnMut(Part, &H),
    ) -> Option<f32> {
        let mut stack: Vec<String> = Vec::new();
        self.run(program, host, |instruction, value, depth, host| {
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
                let text = text.clone();
                watch(Part { text, value }, host);
            }
            stack.truncate(depth);
        })
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
