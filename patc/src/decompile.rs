//! Decompiles the code of an image into the trees of constraints and actions.
//!
//! [`constraint`] and [`action`] return exactly the trees that `emit/code.rs` compiled. They walk
//! the code once from front to back, as the virtual machine does, but their stack holds trees in
//! place of values.
//!
//! Jumps show where conditionals are. The `then` of a `?:`, and that of an `if` with an `else`,
//! ends with a jump over the other branch; nothing else ends with a jump. Valid code that no
//! compiler wrote may have no tree; that is an error, never a panic.

use katachi_image::bytecode::{Argument, Instruction, Op};
use katachi_image::{General, Pattern};

use crate::model::{Expr, Statement};
use crate::syntax::expression::{MAX_DEPTH, MAX_OPERATORS, Operator};

/// The greatest depth of a tree. Deeper trees could overflow the stack of whoever walks them; the
/// compiler makes none.
const MAX_TREE: usize = MAX_DEPTH + MAX_OPERATORS + 2;

/// The error for code that no compiler wrote: it has no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected code as patc writes it, found something else at instruction {at}")]
pub struct NoTree {
    /// The number of the offending instruction, from the start of the program.
    pub at: usize,
}

/// The constraint of a pattern, if it has one.
///
/// # Errors
/// If no compiler wrote the code.
pub fn constraint(pattern: &Pattern<'_>) -> Result<Option<Expr>, NoTree> {
    let program = pattern.constraint();
    if program.is_empty() {
        return Ok(None);
    }
    let mut reader = Reader::new(pattern.image());
    reader.read(program)?;
    let end = NoTree { at: program.len() };
    let expr = reader.pop().ok_or(end)?;
    if reader.values.is_empty() && reader.statements.is_empty() {
        Ok(Some(expr.tree))
    } else {
        Err(end)
    }
}

/// The statements of a pattern's action; none if it has no action.
///
/// # Errors
/// If no compiler wrote the code.
pub fn action(pattern: &Pattern<'_>) -> Result<Vec<Statement>, NoTree> {
    let program = pattern.action();
    let mut reader = Reader::new(pattern.image());
    reader.read(program)?;
    if reader.values.is_empty() {
        Ok(reader.statements.into_iter().map(|one| one.tree).collect())
    } else {
        Err(NoTree { at: program.len() })
    }
}

/// A tree and its depth.
struct Tree<T> {
    tree: T,
    depth: usize,
}

impl<T> Tree<T> {
    const fn leaf(tree: T) -> Self {
        Self { tree, depth: 1 }
    }

    /// A tree on top of subtrees of these depths; `None` if it would be too deep.
    fn above(depths: impl IntoIterator<Item = usize>, tree: T) -> Option<Self> {
        let depth = depths.into_iter().max().unwrap_or_default() + 1;
        (depth <= MAX_TREE).then_some(Self { tree, depth })
    }
}

/// A branch of a conditional: a value or a statement.
enum Branch {
    Value(Tree<Expr>),
    Statement(Tree<Statement>),
}

/// A construct that has begun and ends at a later instruction.
struct Open {
    what: Began,
    /// The first instruction after its end.
    end: usize,
    /// The number of values and statements on the stacks when it began.
    values: usize,
    statements: usize,
}

enum Began {
    /// `left &&` or `left ||`
    Short(Operator, Tree<Expr>),
    /// `if (condition)` without an `else`.
    If(Tree<Expr>),
    /// `condition ?`, or `if (condition)` that has an `else`.
    Then(Tree<Expr>),
    /// `condition ? then :`, or `if (condition) then else`.
    Else(Tree<Expr>, Branch),
}

struct Reader<'a> {
    image: General<'a>,
    values: Vec<Tree<Expr>>,
    statements: Vec<Tree<Statement>>,
    open: Vec<Open>,
}

impl<'a> Reader<'a> {
    const fn new(image: General<'a>) -> Self {
        Self {
            image,
            values: Vec::new(),
            statements: Vec::new(),
            open: Vec::new(),
        }
    }

    fn read(&mut self, program: &[Instruction]) -> Result<(), NoTree> {
        for at in 0..=program.len() {
            while self.open.last().is_some_and(|open| open.end == at) {
                self.close().ok_or(NoTree { at })?;
            }
            if let Some(instruction) = program.get(at) {
                self.step(program, at, *instruction).ok_or(NoTree { at })?;
            }
        }
        if self.open.is_empty() {
            Ok(())
        } else {
            Err(NoTree { at: program.len() })
        }
    }

    fn step(&mut self, program: &[Instruction], at: usize, instruction: Instruction) -> Option<()> {
        let target = instruction.operand.get() as usize;
        match instruction.op()? {
            Op::Number => self.leaf(Expr::Number(f32::from_bits(instruction.operand.get()))),
            Op::Scoring => self.leaf(Expr::Scoring),
            Op::Call => {
                let arguments = self.image.arguments(&instruction).iter();
                let arguments = arguments.map(|&byte| Argument::from_byte(byte)).collect();
                self.leaf(Expr::Call(instruction.function()?, arguments));
            }
            Op::Not => {
                let inner = self.pop()?;
                let tree = Expr::Not(Box::new(inner.tree));
                self.values.push(Tree::above([inner.depth], tree)?);
            }
            Op::Add => self.binary(Operator::Add)?,
            Op::Equal => self.binary(Operator::Equal)?,
            Op::NotEqual => self.binary(Operator::NotEqual)?,
            Op::Less => self.binary(Operator::Less)?,
            Op::Greater => self.binary(Operator::Greater)?,
            Op::LessEqual => self.binary(Operator::LessEqual)?,
            Op::GreaterEqual => self.binary(Operator::GreaterEqual)?,
            Op::And | Op::Or => {
                let is_and = instruction.op()? == Op::And;
                let operator = if is_and { Operator::And } else { Operator::Or };
                let left = self.pop()?;
                self.begin(Began::Short(operator, left), target);
            }
            Op::Truth => self.end_short(at)?,
            Op::JumpIfFalse => {
                let condition = self.pop()?;
                let last = target.checked_sub(1).and_then(|last| program.get(last))?;
                // The jump at the end of `then` is the last instruction before `else`.
                let has_else = last.op()? == Op::Jump;
                let began = if has_else { Began::Then } else { Began::If };
                self.begin(began(condition), target);
            }
            Op::Jump => self.end_then(at, target)?,
            Op::Pop => {
                let value = self.pop()?;
                self.statement([value.depth], Statement::Plain(value.tree))?;
            }
            Op::Return => {
                let value = self.pop()?;
                self.statement([value.depth], Statement::Return(value.tree))?;
            }
            Op::Nothing => self.statement([], Statement::Empty)?,
        }
        Some(())
    }

    fn leaf(&mut self, expr: Expr) {
        self.values.push(Tree::leaf(expr));
    }

    /// Pops the last value, unless it was there before the innermost open construct began.
    fn pop(&mut self) -> Option<Tree<Expr>> {
        let there = self.open.last().map_or(0, |open| open.values);
        (self.values.len() > there).then(|| self.values.pop())?
    }

    /// Pushes a statement on top of subtrees of these depths. The value stack must be empty:
    /// statements stand between expressions.
    fn statement(
        &mut self,
        depths: impl IntoIterator<Item = usize>,
        tree: Statement,
    ) -> Option<()> {
        self.values.is_empty().then_some(())?;
        self.statements.push(Tree::above(depths, tree)?);
        Some(())
    }

    fn binary(&mut self, operator: Operator) -> Option<()> {
        let (right, left) = (self.pop()?, self.pop()?);
        self.combine(operator, left, right)
    }

    fn combine(&mut self, operator: Operator, left: Tree<Expr>, right: Tree<Expr>) -> Option<()> {
        let depths = [left.depth, right.depth];
        let tree = Expr::Binary(operator, Box::new(left.tree), Box::new(right.tree));
        self.values.push(Tree::above(depths, tree)?);
        Some(())
    }

    fn begin(&mut self, what: Began, end: usize) {
        self.open.push(Open {
            what,
            end,
            values: self.values.len(),
            statements: self.statements.len(),
        });
    }

    /// Handles `Truth`, which ends the right side of `&&` or `||`.
    fn end_short(&mut self, at: usize) -> Option<()> {
        let right = self.pop()?;
        let open = self.open.pop().filter(|open| open.end == at + 1)?;
        let Began::Short(operator, left) = open.what else {
            return None;
        };
        let clean = self.values.len() == open.values && self.statements.len() == open.statements;
        if clean {
            self.combine(operator, left, right)
        } else {
            None
        }
    }

    /// The one value or statement that was made since a construct began; `None` if there is not
    /// exactly one.
    fn made_since(&mut self, values: usize, statements: usize) -> Option<Branch> {
        let new_values = self.values.len().checked_sub(values)?;
        let new_statements = self.statements.len().checked_sub(statements)?;
        match (new_values, new_statements) {
            (1, 0) => self.values.pop().map(Branch::Value),
            (0, 1) => self.statements.pop().map(Branch::Statement),
            _ => None,
        }
    }

    /// Handles the jump that ends `then`.
    fn end_then(&mut self, at: usize, target: usize) -> Option<()> {
        let open = self.open.pop().filter(|open| open.end == at + 1)?;
        let Began::Then(condition) = open.what else {
            return None;
        };
        let then = self.made_since(open.values, open.statements)?;
        self.begin(Began::Else(condition, then), target);
        Some(())
    }

    /// Closes the innermost construct, which ends here.
    fn close(&mut self) -> Option<()> {
        let open = self.open.pop()?;
        let made = self.made_since(open.values, open.statements)?;
        match (open.what, made) {
            (Began::If(condition), Branch::Statement(then)) => {
                let depths = [condition.depth, then.depth];
                let tree = Statement::If(condition.tree, Box::new(then.tree), None);
                self.statement(depths, tree)?;
            }
            (Began::Else(condition, Branch::Statement(then)), Branch::Statement(other)) => {
                let depths = [condition.depth, then.depth, other.depth];
                let (then, other) = (Box::new(then.tree), Some(Box::new(other.tree)));
                self.statement(depths, Statement::If(condition.tree, then, other))?;
            }
            (Began::Else(condition, Branch::Value(then)), Branch::Value(other)) => {
                let depths = [condition.depth, then.depth, other.depth];
                let (then, other) = (Box::new(then.tree), Box::new(other.tree));
                let tree = Expr::If(Box::new(condition.tree), then, other);
                self.values.push(Tree::above(depths, tree)?);
            }
            _ => return None,
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use katachi_image::bytecode::{self, Surroundings};
    use katachi_image::general::{GeneralTables, LabelRecord, PatternRecord, Run};
    use katachi_image::{Arguments, AttributeMap, Autohelper, Fingerprint, Image, Offset, Role};
    use proptest::prelude::*;

    use super::*;
    use crate::code;

    const LABELS: u8 = 3;

    /// An image of one pattern with this code.
    fn image(
        constraint: impl FnOnce(&mut GeneralTables),
        action: impl FnOnce(&mut GeneralTables),
    ) -> Image {
        let mut tables = GeneralTables {
            text: "T".to_owned(),
            files: vec![Run::between(0, 1)],
            ..GeneralTables::default()
        };
        for letter in (b'a'..).take(LABELS.into()) {
            let at = Offset::default();
            tables.labels.push(LabelRecord { at, letter });
        }
        constraint(&mut tables);
        let middle = tables.code.len();
        action(&mut tables);
        tables.patterns.push(PatternRecord {
            name: Run::between(0, 1),
            symmetry: b'8',
            extent: Offset { row: 1, col: 1 },
            has_move: 1,
            labels: Run::between(0, LABELS.into()),
            constraint: Run::between(0, middle),
            action: Run::between(middle, tables.code.len()),
            ..PatternRecord::default()
        });
        let fingerprint = Fingerprint([0; 32]);
        let bytes = tables.encode(Role::Patterns, AttributeMap::None, fingerprint);
        Image::from_vec(bytes.expect("valid tables")).expect("a valid image")
    }

    fn pattern(image: &Image) -> Pattern<'_> {
        let general = image.general().expect("patterns");
        general.pattern(0).expect("one pattern")
    }

    fn call() -> impl Strategy<Value = Expr> {
        let count = |takes: Arguments| takes.min()..=takes.max().min(takes.min() + 4);
        let function = prop::sample::select(Autohelper::ALL);
        let call = function.prop_flat_map(move |function| {
            let count = count(function.signature().arguments);
            let numbers = prop::collection::vec(0..LABELS + 2, count);
            (Just(function), numbers)
        });
        call.prop_map(|(function, numbers)| {
            let takes = function.signature().arguments;
            let argument = |(place, &number): (usize, &u8)| match number {
                LABELS => Argument::Move,
                tenuki if tenuki > LABELS => {
                    let may = takes.may_be_tenuki(place, numbers.len());
                    if may {
                        Argument::Tenuki
                    } else {
                        Argument::Move
                    }
                }
                label => Argument::Label(label),
            };
            Expr::Call(function, numbers.iter().enumerate().map(argument).collect())
        })
    }

    fn expr() -> impl Strategy<Value = Expr> {
        let leaf = prop_oneof![
            any::<f32>()
                .prop_filter("finite", |number| number.is_finite())
                .prop_map(Expr::Number),
            Just(Expr::Scoring),
            call(),
        ];
        leaf.prop_recursive(7, 80, 3, |inner| {
            let operator = prop::sample::select(&Operator::ALL[..]);
            let boxed = inner.clone().prop_map(Box::new);
            prop_oneof![
                boxed.clone().prop_map(Expr::Not),
                (operator, boxed.clone(), boxed.clone())
                    .prop_map(|(operator, left, right)| Expr::Binary(operator, left, right)),
                (boxed.clone(), boxed.clone(), boxed).prop_map(|(a, b, c)| Expr::If(a, b, c)),
            ]
        })
    }

    fn statement() -> impl Strategy<Value = Statement> {
        let leaf = prop_oneof![
            Just(Statement::Empty),
            expr().prop_map(Statement::Plain),
            expr().prop_map(Statement::Return),
        ];
        leaf.prop_recursive(4, 16, 2, |inner| {
            let boxed = inner.prop_map(Box::new);
            (expr(), boxed.clone(), prop::option::of(boxed))
                .prop_map(|(condition, then, other)| Statement::If(condition, then, other))
        })
    }

    proptest! {
        /// The trees include ones that no text has, such as dead code.
        #[test]
        fn code_gives_the_tree_it_was_made_from(
            expr in expr(),
            statements in prop::collection::vec(statement(), 0..5),
        ) {
            let image = image(
                |tables| code::constraint(&expr, tables),
                |tables| code::action(&statements, tables),
            );
            prop_assert_eq!(constraint(&pattern(&image)), Ok(Some(expr)));
            prop_assert_eq!(action(&pattern(&image)), Ok(statements));
        }

        /// Valid code that no compiler wrote has either a tree that compiles to the same code, or
        /// none.
        #[test]
        fn other_code_is_refused(
            statements in prop::collection::vec(statement(), 1..4),
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0u32..12), 1..3),
        ) {
            const OPS: [Op; 11] = [
                Op::Scoring, Op::Not, Op::Truth, Op::Add, Op::Less, Op::JumpIfFalse, Op::And,
                Op::Jump, Op::Pop, Op::Return, Op::Nothing,
            ];
            let image = image(|_| {}, |tables| code::action(&statements, tables));
            let mut program = pattern(&image).action().to_vec();
            // Without calls: the tree would move their arguments to other places.
            program.retain(|one| one.op() != Some(Op::Call));
            prop_assume!(!program.is_empty());
            for (place, op, ahead) in changes {
                let place = place.index(program.len());
                let op = *op.get(&OPS);
                let jumps = matches!(op, Op::JumpIfFalse | Op::And | Op::Jump);
                let operand = if jumps { place as u32 + ahead } else { 0 };
                program[place] = Instruction::new(op, operand);
            }
            let around = Surroundings { arguments: &[], labels: 0, has_move: true };
            if bytecode::validate(&program, around).is_ok() {
                let image = self::image(|_| {}, |tables| tables.code.extend(&program));
                if let Ok(statements) = action(&pattern(&image)) {
                    let again = self::image(|_| {}, |tables| code::action(&statements, tables));
                    prop_assert_eq!(pattern(&again).action(), program.as_slice());
                }
            }
        }
    }

    /// A rare case that the property test above found.
    #[test]
    fn a_statement_inside_an_expression_is_refused() {
        let program = [
            Instruction::number(0.0),
            Instruction::new(Op::Nothing, 0),
            Instruction::new(Op::Pop, 0),
        ];
        let image = image(|_| {}, |tables| tables.code.extend(&program));
        assert_eq!(action(&pattern(&image)), Err(NoTree { at: 1 }));
    }

    #[test]
    fn a_tree_too_deep_to_walk_is_refused() {
        let deep = |nots: usize| {
            let image = image(
                |tables| {
                    tables.code.push(Instruction::number(1.0));
                    let nots = std::iter::repeat_n(Instruction::new(Op::Not, 0), nots);
                    tables.code.extend(nots);
                },
                |_| {},
            );
            constraint(&pattern(&image)).map(|_| ())
        };
        assert_eq!(deep(MAX_TREE - 1), Ok(()));
        assert_eq!(deep(MAX_TREE), Err(NoTree { at: MAX_TREE }));
        assert_eq!(deep(60_000), Err(NoTree { at: MAX_TREE }));
    }
}
