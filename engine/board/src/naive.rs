//! The slow twin of the board: flood fill for everything, and a history of all positions.
//!
//! Tests compare it with [`Board`](crate::Board) after every move and every undo. The two share
//! only points, colours and rules.

use crate::{
    BoardSize, Color, IllegalMove, KoRule, Point, PointSet, PointState, Rules, SuicideRule,
};

type Grid = Vec<Vec<PointState>>;

/// A board without incremental data.
#[derive(Clone, Debug)]
pub struct NaiveBoard {
    size: BoardSize,
    rules: Rules,
    grid: Grid,
    /// For each move: the position before it, its colour, and the stones that Black and White had
    /// captured.
    history: Vec<(Grid, Color, [usize; 2])>,
    captures: [usize; 2],
}

impl NaiveBoard {
    /// An empty board.
    pub fn new(size: BoardSize, rules: Rules) -> Self {
        Self {
            size,
            rules,
            grid: vec![vec![PointState::Empty; size.get()]; size.get()],
            history: Vec::new(),
            captures: [0; 2],
        }
    }

    /// What a point holds.
    pub fn at(&self, point: Point) -> PointState {
        if self.size.contains(point) {
            self.grid[point.row()][point.col()]
        } else {
            PointState::OffBoard
        }
    }

    /// The number of stones that this colour has captured.
    pub fn captures(&self, color: Color) -> usize {
        self.captures[color as usize - 1]
    }

    /// The stones of the string on this point and its liberties, by flood fill.
    pub fn string(&self, point: Point) -> (PointSet, PointSet) {
        let color = self.at(point);
        let (mut stones, mut liberties) = (PointSet::EMPTY, PointSet::EMPTY);
        let mut open = vec![point];
        stones.insert(point);
        while let Some(stone) = open.pop() {
            for near in stone.neighbors() {
                if self.at(near) == color && !stones.contains(near) {
                    stones.insert(near);
                    open.push(near);
                } else if self.at(near).is_empty() {
                    liberties.insert(near);
                }
            }
        }
        (stones, liberties)
    }

    /// Whether a move is legal.
    ///
    /// # Errors
    /// Names the rule that forbids it.
    pub fn check(&self, color: Color, point: Point) -> Result<(), IllegalMove> {
        match self.at(point) {
            PointState::OffBoard => return Err(IllegalMove::OffBoard),
            PointState::Empty => {}
            PointState::Black | PointState::White => return Err(IllegalMove::Occupied),
        }
        let mut after = self.clone();
        let (taken, suicide) = after.put(color, point);
        // Simple ko: a single stone retakes the place where a single stone was just captured.
        if self.rules.ko == KoRule::Simple
            && taken == 1
            && let Some((before, mover, _)) = self.history.last()
            && *mover != color
            && *before == after.grid
        {
            return Err(IllegalMove::Ko);
        }
        let allowed = match self.rules.suicide {
            SuicideRule::Forbidden => suicide == 0,
            SuicideRule::Multiple => suicide != 1,
            SuicideRule::All => true,
        };
        if !allowed {
            return Err(IllegalMove::Suicide);
        }
        let repeats = |to_move: Option<Color>| {
            let earlier = self.history.iter().any(|(grid, mover, _)| {
                *grid == after.grid && to_move.is_none_or(|color| *mover == color)
            });
            earlier || (to_move.is_none() && self.grid == after.grid)
        };
        let repeated = match self.rules.ko {
            KoRule::Simple | KoRule::None => false,
            KoRule::PositionalSuperko => repeats(None),
            KoRule::SituationalSuperko => repeats(Some(!color)),
        };
        if repeated {
            return Err(IllegalMove::Superko);
        }
        Ok(())
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Names the rule that forbids it.
    pub fn play(&mut self, color: Color, point: Point) -> Result<(), IllegalMove> {
        self.check(color, point)?;
        self.history.push((self.grid.clone(), color, self.captures));
        self.put(color, point);
        Ok(())
    }

    /// Passes.
    pub fn pass(&mut self, color: Color) {
        self.history.push((self.grid.clone(), color, self.captures));
    }

    /// Takes back the last move; returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some((grid, _, captures)) = self.history.pop() else {
            return false;
        };
        self.grid = grid;
        self.captures = captures;
        true
    }

    /// Forgets all earlier positions but the last, which simple ko needs. A long search keeps
    /// boards small that way.
    pub fn forget(&mut self) {
        let before_last = self.history.len().saturating_sub(1);
        self.history.drain(..before_last);
    }

    /// Puts a stone and removes strings without liberties, the opponent's first. Returns the
    /// numbers of opponent and of own stones removed.
    fn put(&mut self, color: Color, point: Point) -> (usize, usize) {
        self.grid[point.row()][point.col()] = color.into();
        let mut taken = 0;
        for near in point.neighbors() {
            if self.at(near).is(!color) {
                taken += self.remove_if_lost(near);
            }
        }
        let suicide = self.remove_if_lost(point);
        self.captures[color as usize - 1] += taken;
        self.captures[!color as usize - 1] += suicide;
        (taken, suicide)
    }

    fn remove_if_lost(&mut self, point: Point) -> usize {
        let (stones, liberties) = self.string(point);
        if !liberties.is_empty() {
            return 0;
        }
        for stone in &stones {
            self.grid[stone.row()][stone.col()] = PointState::Empty;
        }
        stones.len()
    }
}
