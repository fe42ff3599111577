//! Compiles expressions and statements to the instructions of the virtual machine.
//!
//! The code keeps everything, even dead code and empty statements, so that `decompile.rs` can
//! restore the same trees.

use katachi_image::bytecode::{Instruction, Op};
use katachi_image::general::GeneralTables;

use crate::model::{Expr, Statement};
use crate::syntax::expression::Operator;

/// Adds a constraint to the code.
pub(crate) fn constraint(expr: &Expr, tables: &mut GeneralTables) {
    Program::new(tables).expr(expr);
}

/// Adds an action to the code.
pub(crate) fn action(statements: &[Statement], tables: &mut GeneralTables) {
    Program::new(tables).block(statements);
}

struct Program<'a> {
    tables: &'a mut GeneralTables,
    /// Where the program begins: jumps count from here.
    start: usize,
}

impl<'a> Program<'a> {
    fn new(tables: &'a mut GeneralTables) -> Self {
        let start = tables.code.len();
        Self { tables, start }
    }

    fn push(&mut self, instruction: Instruction) -> usize {
        self.tables.code.push(instruction);
        self.tables.code.len() - 1
    }

    fn op(&mut self, op: Op) -> usize {
        self.push(Instruction::new(op, 0))
    }

    /// Makes the jump at this place lead to the current end of the code.
    fn land(&mut self, jump: usize) {
        let here = (self.tables.code.len() - self.start) as u32;
        self.tables.code[jump].operand = here.into();
    }

    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Number(number) => {
                self.push(Instruction::number(*number));
            }
            Expr::Scoring => {
                self.op(Op::Scoring);
            }
            Expr::Call(function, arguments) => {
                let first = self.tables.arguments.len() as u32;
                let bytes = arguments.iter().map(|argument| argument.to_byte());
                self.tables.arguments.extend(bytes);
                self.push(Instruction::call(*function, first, arguments.len() as u8));
            }
            Expr::Not(inner) => {
                self.expr(inner);
                self.op(Op::Not);
            }
            Expr::Binary(operator, left, right) => {
                self.expr(left);
                let op = match operator {
                    Operator::And | Operator::Or => {
                        let op = if *operator == Operator::And {
                            Op::And
                        } else {
                            Op::Or
                        };
                        let jump = self.op(op);
                        self.expr(right);
                        self.op(Op::Truth);
                        self.land(jump);
                        return;
                    }
                    Operator::Equal => Op::Equal,
                    Operator::NotEqual => Op::NotEqual,
                    Operator::Less => Op::Less,
                    Operator::Greater => Op::Greater,
                    Operator::LessEqual => Op::LessEqual,
                    Operator::GreaterEqual => Op::GreaterEqual,
                    Operator::Add => Op::Add,
                };
                self.expr(right);
                self.op(op);
            }
            Expr::If(condition, then, other) => {
                self.expr(condition);
                let to_other = self.op(Op::JumpIfFalse);
                self.expr(then);
                let to_end = self.op(Op::Jump);
                self.land(to_other);
                self.expr(other);
                self.land(to_end);
            }
        }
    }

    fn block(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Empty => {
                self.op(Op::Nothing);
            }
            Statement::Plain(expr) => {
                self.expr(expr);
                self.op(Op::Pop);
            }
            Statement::Return(expr) => {
                self.expr(expr);
                self.op(Op::Return);
            }
            Statement::If(condition, then, other) => {
                self.expr(condition);
                let to_other = self.op(Op::JumpIfFalse);
                self.statement(then);
                let Some(other) = other else {
                    self.land(to_other);
                    return;
                };
                // Emitted even after a `return`: this jump marks the `else` for the decompiler.
                let to_end = self.op(Op::Jump);
                self.land(to_other);
                self.statement(other);
                self.land(to_end);
            }
        }
    }
}
