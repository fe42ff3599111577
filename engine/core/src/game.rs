//! A game: the board, with rules, komi, handicap, clock and the history before the board's moves.

use katachi_board::{Board, BoardSize, ByColor, Color, IllegalMove, Point, Rules, Scoring};

use crate::clock::Clock;

/// White's compensation for handicap stones under area scoring, where each stone is a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum HandicapBonus {
    /// Nothing.
    None,
    /// A point for each stone.
    #[default]
    Stones,
    /// A point for each stone but the first.
    StonesButOne,
}

/// A game of Go.
#[derive(Clone, Debug)]
pub struct Game {
    board: Board,
    /// Points that White gets for moving second.
    pub komi: f32,
    /// How the game is counted.
    pub scoring: Scoring,
    /// White's compensation for handicap stones under area scoring.
    pub handicap_bonus: HandicapBonus,
    /// Whether all stones on the board count as alive when the game ends. A player then captures
    /// dead stones before passing. Otherwise the players agree which stones are dead.
    pub dead_stones_count: bool,
    /// The clocks.
    pub clock: Clock,
    handicap: usize,
    /// The stones on the board before its first move.
    start: Vec<(Color, Point)>,
    /// The side to move, if a record or an undo determines it; otherwise it follows from the last
    /// move.
    turn: Option<Color>,
    /// Stones captured before the board's first move.
    earlier_captures: ByColor<u32>,
    /// The number of moves played when the players agreed to capture dead stones.
    cleanup_from: Option<usize>,
}

impl Game {
    /// A game on an empty board, without komi, counted by territory.
    pub fn new(size: BoardSize) -> Self {
        Self {
            board: Board::new(size),
            komi: 0.0,
            scoring: Scoring::default(),
            handicap_bonus: HandicapBonus::default(),
            dead_stones_count: false,
            clock: Clock::default(),
            handicap: 0,
            start: Vec::new(),
            turn: None,
            earlier_captures: ByColor::default(),
            cleanup_from: None,
        }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The board, for trial moves.
    pub fn board_mut(&mut self) -> &mut Board {
        &mut self.board
    }

    /// Starts a new game on an empty board of this size. Komi, rules and time settings stay.
    pub fn clear(&mut self, size: BoardSize) {
        self.set_board(Board::new(size));
        self.handicap = 0;
        self.clock.reset();
    }

    /// Continues from the position of a board without history. The rules stay.
    pub fn set_board(&mut self, mut board: Board) {
        board.set_rules(self.board.rules());
        self.start = board.all_stones().collect();
        self.board = board;
        self.turn = None;
        self.earlier_captures = ByColor::default();
        self.cleanup_from = None;
    }

    /// The stones that stood on the board before the first of its [`moves`](Self::moves).
    pub fn start(&self) -> &[(Color, Point)] {
        &self.start
    }

    /// Changes the position by setting up stones. Earlier captures still count; earlier moves can
    /// no longer be undone.
    ///
    /// # Errors
    /// Names a string that would have no liberty.
    pub fn set_up(
        &mut self,
        stones: impl IntoIterator<Item = (Color, Point)>,
    ) -> Result<(), katachi_board::NoLiberty> {
        let board = Board::with_stones(self.board.size(), stones)?;
        let mut captures = self.earlier_captures;
        for color in Color::BOTH {
            captures[color] += self.board.captures(color);
        }
        self.set_board(board);
        self.earlier_captures = captures;
        Ok(())
    }

    /// The rules that moves obey.
    pub fn rules(&self) -> Rules {
        self.board.rules()
    }

    /// Changes the rules for the moves to come.
    pub fn set_rules(&mut self, rules: Rules) {
        self.board.set_rules(rules);
    }

    /// The number of handicap stones.
    pub fn handicap(&self) -> usize {
        self.handicap
    }

    /// The points that White gets for handicap stones.
    pub fn compensation(&self) -> f32 {
        let stones = match (self.scoring, self.handicap_bonus) {
            (Scoring::Territory, _) | (_, HandicapBonus::None) => 0,
            (Scoring::Area, HandicapBonus::Stones) => self.handicap,
            (Scoring::Area, HandicapBonus::StonesButOne) => self.handicap.saturating_sub(1),
        };
        stones as f32
    }

    /// Places handicap stones on the empty board.
    ///
    /// # Errors
    /// Names a string that would have no liberty.
    pub fn place_handicap(&mut self, points: &[Point]) -> Result<(), katachi_board::NoLiberty> {
        self.set_up(points.iter().map(|&point| (Color::Black, point)))?;
        self.handicap = points.len();
        Ok(())
    }

    /// Sets the number of handicap stones that a record gives.
    pub fn set_handicap(&mut self, stones: usize) {
        self.handicap = stones;
    }

    /// The stones that a colour has captured in the whole game.
    pub fn captures(&self, color: Color) -> u32 {
        self.earlier_captures[color] + self.board.captures(color)
    }

    /// Whether a move leads in a circle: to a situation that the game has been in twice, or it is
    /// the move that its side has tried in this one before.
    ///
    /// So a side may bring a situation back once, if the rules allow it: to retake what sends two
    /// stones to return one, say. Then it tries something else, and every game ends.
    pub fn goes_in_a_circle(&self, color: Color, point: Point) -> bool {
        let board = &self.board;
        board.earlier_situations(color, point) > 1
            || board.earlier_moves(color).any(|earlier| earlier == point)
    }

    /// Plays a move, or passes for `None`.
    ///
    /// # Errors
    /// Names the rule that forbids the move.
    pub fn play(&mut self, color: Color, point: Option<Point>) -> Result<(), IllegalMove> {
        match point {
            Some(point) => self.board.play(color, point)?,
            None => self.board.pass(color)?,
        }
        self.turn = None;
        Ok(())
    }

    /// Takes back the last move and says which it was; `None` if there is none.
    pub fn undo(&mut self) -> Option<(Color, Option<Point>)> {
        let undone = self.board.undo()?;
        self.turn = Some(undone.0);
        let left = self.moves().len();
        self.cleanup_from = self.cleanup_from.filter(|&from| from <= left);
        Some(undone)
    }

    /// From here on dead stones are taken off the board by playing on.
    pub fn begin_cleanup(&mut self) {
        let now = self.moves().len();
        self.cleanup_from.get_or_insert(now);
    }

    /// Whether what is left on the board lives: by the rules, or because both sides have passed
    /// since dead stones are taken off.
    pub fn is_cleaned_up(&self) -> bool {
        if self.dead_stones_count {
            return true;
        }
        let Some(from) = self.cleanup_from else {
            return false;
        };
        let mut last = self.moves().skip(from).rev();
        let mut passes = || last.next().is_some_and(|(_, point)| point.is_none());
        passes() && passes()
    }

    /// The moves of the game since its [`start`](Self::start), without trial moves; `None` is a
    /// pass.
    pub fn moves(
        &self,
    ) -> impl DoubleEndedIterator<Item = (Color, Option<Point>)> + ExactSizeIterator + use<'_> {
        let moves = self.board.moves();
        let played = moves.len() - self.board.trial_moves();
        moves.take(played)
    }

    /// Says whose turn it is, until the next move.
    pub fn set_turn(&mut self, color: Color) {
        self.turn = Some(color);
    }

    /// The side whose turn it is: what a record or an undone move says, else the opponent of the
    /// last mover; at the start Black, or White after a handicap.
    pub fn to_move(&self) -> Color {
        if let Some(color) = self.turn {
            return color;
        }
        match self.board.last_move() {
            Some((color, _)) => !color,
            None if self.handicap > 0 => Color::White,
            None => Color::Black,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cleanup_ends_with_two_passes_and_can_be_undone() {
        let size = BoardSize::NINETEEN;
        let mut game = Game::new(size);
        let pass = |game: &mut Game, color| game.play(color, None).unwrap();
        pass(&mut game, Color::Black);
        pass(&mut game, Color::White);
        assert!(!game.is_cleaned_up());
        game.begin_cleanup();
        assert!(!game.is_cleaned_up(), "earlier passes do not count");
        pass(&mut game, Color::Black);
        assert!(!game.is_cleaned_up());
        pass(&mut game, Color::White);
        assert!(game.is_cleaned_up());
        game.undo();
        assert!(!game.is_cleaned_up());
        for _ in 0..2 {
            game.undo();
        }
        pass(&mut game, Color::White);
        pass(&mut game, Color::Black);
        assert!(!game.is_cleaned_up(), "undone together with its beginning");
        game.clear(size);
        assert!(!game.is_cleaned_up());
    }

    /// White sends two stones by D4, Black takes them at D2, White takes that stone at D3.
    #[test]
    fn a_situation_may_come_back_once() {
        let board: Board = "O . X .\nO O X O\n. O O .\n. . O O"
            .parse()
            .expect("a board");
        let at = |name| Point::from_vertex(name, board.size()).expect("a vertex");
        let (sent, back, again) = (at("D4"), at("D2"), at("D3"));
        let mut game = Game::new(board.size());
        game.set_board(board.clone());
        let cycle = |game: &mut Game| {
            game.play(Color::Black, None).expect("a pass");
            let is_tried = game.goes_in_a_circle(Color::White, sent);
            game.play(Color::White, Some(sent)).expect("legal");
            game.play(Color::Black, Some(back)).expect("legal");
            let returns = game.goes_in_a_circle(Color::White, again);
            game.play(Color::White, Some(again)).expect("legal");
            (is_tried, returns)
        };
        assert_eq!(cycle(&mut game), (false, false));
        assert_eq!(cycle(&mut game), (true, true));
        let elsewhere = at("A1");
        assert!(!game.goes_in_a_circle(Color::Black, elsewhere));
    }

    #[test]
    fn turns_alternate_and_handicap_gives_white_the_first() {
        let size = BoardSize::NINETEEN;
        let mut game = Game::new(size);
        assert_eq!(game.to_move(), Color::Black);
        let points = katachi_board::fixed_handicap(size, 2).unwrap();
        game.place_handicap(&points).unwrap();
        assert_eq!(game.to_move(), Color::White);
        game.play(Color::White, None).unwrap();
        assert_eq!(game.to_move(), Color::Black);
        game.clear(size);
        assert_eq!((game.to_move(), game.handicap()), (Color::Black, 0));
    }

    #[test]
    fn captures_survive_a_set_up() {
        let board: Board = ". X .\nX O X\n. . .".parse().unwrap();
        let mut game = Game::new(board.size());
        game.set_board(board);
        let point = Point::from_vertex("B1", game.board().size()).unwrap();
        game.play(Color::Black, Some(point)).unwrap();
        let stones: Vec<_> = game.board().all_stones().collect();
        game.set_up(stones).unwrap();
        assert_eq!(game.captures(Color::Black), 1);
        assert_eq!(game.board().moves().len(), 0);
    }
}
