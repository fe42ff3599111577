//! Lives of dragons without patterns: random games find what every player sees, and repeat it.

use std::sync::Arc;

use katachi_board::{Board, Color, Outcome, Point, PointSet};
use katachi_core::monte_carlo::{
    Findings, Goal, Lives, Player, Settings, Sources, Strengths, Values, survival,
};
use katachi_core::{Engine, Game, Wish};
use katachi_image::{Image, Role};
use katachi_matcher::DragonStatus;
use katachi_strategy::dragons::Dragon;
use katachi_strategy::owl::{Effort, LifeOracle, Opinion, Pains, Witness};
use katachi_strategy::{Database, Knowledge};
use katachi_testkit::workspace_root;
use patc::{Source, compile};

fn values() -> Arc<Values> {
    let path = workspace_root().join("patterns/mc_mogo_classic.db");
    let text = std::fs::read(path).expect("our own database");
    let image = compile(Role::MonteCarlo, vec![Source::new("mc.db", text)]).image;
    let image = Image::from_vec(image.expect("no errors")).expect("valid");
    Arc::new(Values::new(
        &image.monte_carlo().expect("Monte Carlo rules"),
    ))
}

fn strengths() -> Strengths {
    Strengths::parse(katachi_databases::STRENGTHS).expect("no errors")
}

pub fn lives() -> Lives {
    Lives::new(|| (values(), Arc::new(strengths())))
}

/// An engine whose databases have no patterns of life and death.
fn engine() -> Engine {
    let mut engine = Engine::new(Knowledge::default());
    engine.analyst.set_life_oracle(Some(Arc::new(lives())));
    engine
}

/// Two thousand games about these stones.
fn ask(board: &Board, goal: &Goal<'_>) -> Option<Findings> {
    let sources = Sources {
        values: &values(),
        strengths: &strengths(),
    };
    survival(board, goal, sources, 2000)
}

/// A question without regard to threats.
fn plain(stones: &PointSet, mover: Color) -> Goal<'_> {
    Goal {
        stones,
        mover,
        has_threats: None,
    }
}

pub fn board(text: &str) -> Board {
    text.parse().expect("a board")
}

fn game(text: &str) -> Game {
    let board = board(text);
    let mut game = Game::new(board.size());
    game.set_board(board);
    game
}

/// The stones of a colour.
fn stones(board: &Board, color: Color) -> PointSet {
    let points = board.size().points();
    points
        .filter(|&at| board.at(at).color() == Some(color))
        .collect()
}

/// What random games say about all black stones.
fn black(text: &str, mover: Color) -> Findings {
    let board = board(text);
    ask(&board, &plain(&stones(&board, Color::Black), mover)).expect("stones")
}

/// The point at this column and row, from the upper left corner on.
fn at(game: &Game, column: usize, row: usize) -> Point {
    let size = game.board().size();
    size.points()
        .nth(row * size.get() + column)
        .expect("a point")
}

/// Whoever moves first plays the middle of three points.
const THREE: &str = "
        X . . . X O . . .
        X X X X X O . O .
        O O O O O O . . .
        . . . . . . . O .
        . O . O . . . . .
        . . . . . . O . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";

const TWO_EYES: &str = "
        . X . X O . . . .
        X X X X O . . O .
        O O O O O . . . .
        . . . . . . . O .
        . O . O . . . . .
        . . . . . . O . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";

/// Nobody is near.
const FREE: &str = "
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . X X . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . O . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .";

#[test]
fn the_vital_point_decides() {
    let middle = at(&game(THREE), 2, 0);
    let attacked = black(THREE, Color::White);
    assert!(attacked.rate < 0.2, "{attacked:?}");
    assert_eq!(attacked.best, Some(middle));
    let defended = black(THREE, Color::Black);
    assert!(defended.rate > 0.8, "{defended:?}");
    assert_eq!(defended.best, Some(middle));
}

#[test]
fn two_eyes_and_open_country_let_stones_survive() {
    for (name, text) in [("two eyes", TWO_EYES), ("free", FREE)] {
        let attacked = black(text, Color::White);
        assert!(attacked.rate > 0.8, "{name}: {attacked:?}");
    }
}

#[test]
fn the_same_question_gets_the_same_answer() {
    assert_eq!(black(FREE, Color::White), black(FREE, Color::White));
    let board = board(FREE);
    let none = ask(&board, &plain(&PointSet::EMPTY, Color::White));
    assert_eq!(none, None);
}

#[test]
fn an_engine_without_patterns_of_lives_answers() {
    let mut engine = engine();
    let three = game(THREE);
    let (stone, side, middle) = (at(&three, 0, 0), at(&three, 1, 0), at(&three, 2, 0));
    let mut position = engine.position(&three);
    let mut owl = position.owl();
    for answer in [owl.attack(stone), owl.defend(stone)] {
        assert_eq!(answer.reading.outcome, Outcome::Win);
        assert_eq!(answer.reading.point, Some(middle));
    }
    for (point, outcome) in [(middle, Outcome::Win), (side, Outcome::Lose)] {
        assert_eq!(owl.does_attack(point, stone), outcome);
    }
    assert_eq!(owl.does_defend(middle, stone), Outcome::Win);
    // An occupied point is no move.
    assert_eq!(owl.does_defend(stone, stone), Outcome::Lose);

    let free = game(FREE);
    let stone = at(&free, 5, 5);
    let mut position = engine.position(&free);
    let mut owl = position.owl();
    assert_eq!(owl.attack(stone).reading.outcome, Outcome::Lose);
    let defense = owl.defend(stone).reading;
    assert_eq!((defense.outcome, defense.point), (Outcome::Win, None));
    let near = at(&free, 5, 4);
    assert_eq!(owl.does_attack(near, stone), Outcome::Lose);
    assert_eq!(owl.does_defend(near, stone), Outcome::Win);
}

/// White takes a ko, and captures a stone with it.
const KO: &str = "
        . . . . . . . . .
        . . X O . . . . .
        . X . X O . . . .
        . . X O . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";

#[test]
fn threats_decide_a_ko() {
    let (board, game) = (board(KO), game(KO));
    let stone: PointSet = [at(&game, 3, 2)].into_iter().collect();
    let by = |has_threats| {
        let goal = Goal {
            has_threats,
            stones: &stone,
            mover: Color::White,
        };
        ask(&board, &goal).expect("a stone")
    };
    let found = by(None);
    assert!(found.is_about_ko && found.rate < 0.3, "{found:?}");
    assert_eq!(found.best, Some(at(&game, 2, 2)));
    let found = by(Some(Color::Black));
    assert!(found.rate > 0.7, "{found:?}");
    let pains = Pains {
        level: 10,
        effort: Effort::Question,
    };
    let attack = lives().read(&board, &stone, Color::White, pains).reading;
    assert_eq!(attack.outcome, Outcome::KoA);
}

/// White's stones above are cut off and have no room, but their area has gaps.
const OPEN: &str = "
        . . . . . . . . . . . . .
        . . X O O . . . . . . . .
        . . X O . X . . X . . . .
        . . X X X . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . X . . . . . X . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . O . . . . . O . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .";

#[test]
fn the_oracle_guesses_lives_that_nothing_else_tells() {
    let game = game(OPEN);
    let stone = at(&game, 3, 1);
    let mut without = Engine::new(Knowledge::default());
    assert_eq!(without.position(&game).guess_life(stone), None);
    let mut engine = engine();
    let life = engine.position(&game).guess_life(stone);
    let life = life.expect("an oracle");
    assert!(!life.is_proven);
    assert_ne!(life.status, DragonStatus::Alive, "{life:?}");
    // The dragons of a position do not depend on it.
    let dragons = engine.position(&game).dragons();
    let dragon = dragons.at(stone).expect("a dragon");
    assert_eq!(
        (dragon.status(), dragon.life),
        (DragonStatus::Unknown, None)
    );
}

/// A database of one pattern of life and death that fits nowhere in the positions here.
fn one_pattern() -> Knowledge {
    database_of("OXOXO\nXOXOX\n*....")
}

/// A database of a pattern of life and death with this diagram.
fn database_of(diagram: &str) -> Knowledge {
    let text = format!(
        "\
attribute_map owl_defense
goal_elements O
callback_data none

Pattern Only

{diagram}

:8,s,value(50)
"
    );
    let image = compile(
        Role::OwlDefendPats,
        vec![Source::new("owl.db", text.as_bytes().to_vec())],
    )
    .image;
    let image = Image::from_vec(image.expect("no errors")).expect("valid");
    Knowledge::new(vec![Database {
        name: "owl".to_owned(),
        image: Arc::new(image),
    }])
}

#[test]
fn the_oracle_finds_what_patterns_miss() {
    let game = game(FREE);
    let stone = at(&game, 5, 5);
    let mut patterns = Engine::new(one_pattern());
    let found = patterns.position(&game).owl().defend(stone);
    assert_eq!(
        (found.reading.outcome, found.by),
        (Outcome::Lose, Witness::Search)
    );

    let attack_by_patterns = patterns.position(&game).owl().attack(stone);

    let mut both = Engine::new(one_pattern());
    both.analyst.set_life_oracle(Some(Arc::new(lives())));
    let mut position = both.position(&game);
    let found = position.owl().defend(stone);
    assert_eq!(found.reading.outcome, Outcome::Win, "{found:?}");
    let Witness::Games(share) = found.by else {
        panic!("{found:?}");
    };
    assert!(share > 0.5 && !found.is_certain, "{found:?}");
    let near = at(&game, 5, 4);
    assert_eq!(position.owl().does_defend(near, stone), Outcome::Win);
    // Games refute what patterns call a success.
    assert_eq!(attack_by_patterns.reading.outcome, Outcome::Win);
    let refuted = position.owl().attack(stone);
    assert_eq!(refuted.reading, Opinion::FAILS.reading);
    assert!(matches!(refuted.by, Witness::Games(_)) && !refuted.is_certain);
    assert_eq!(position.owl().does_attack(near, stone), Outcome::Lose);
    assert_eq!(position.quick_owl().does_attack(near, stone), Outcome::Win);
    // Candidate moves are judged by patterns alone.
    assert_eq!(position.quick_owl().does_defend(near, stone), Outcome::Lose);
    // So are the dragons of a position.
    assert_eq!(position.guess_life(stone), None);
}

/// Random games that find what patterns achieve plausible, but not their move.
#[derive(Debug)]
struct Objects(Point);

impl LifeOracle for Objects {
    fn read(&self, _: &Board, _: &PointSet, _: Color, _: Pains) -> Opinion {
        Opinion {
            share: 0.5,
            ..Opinion::FAILS
        }
    }

    fn review(
        &self,
        board: &Board,
        stones: &PointSet,
        (mover, _): (Color, Option<Point>),
        pains: Pains,
    ) -> (Opinion, Option<Point>) {
        (self.read(board, stones, mover, pains), Some(self.0))
    }
}

#[test]
fn games_may_name_a_better_move() {
    let game = game(FREE);
    let (stone, better) = (at(&game, 5, 5), at(&game, 7, 7));
    let mut engine = Engine::new(one_pattern());
    let found = engine.position(&game).owl().attack(stone);
    assert_eq!(found.reading.outcome, Outcome::Win);
    assert_ne!(found.reading.point, Some(better));
    (engine.analyst).set_life_oracle(Some(Arc::new(Objects(better))));
    let named = engine.position(&game).owl().attack(stone);
    assert_eq!(named.reading.point, Some(better));
    assert_eq!(named.by, Witness::Search);
    assert_eq!(named.reading.outcome, Outcome::Win);
}

/// White has a gap in its wall, but kills: Black runs into the wall, and White's stone on the side
/// leaves one eye.
const GAP: &str = "
        . . . . . . . . .
        . . . . . . . O .
        . . . . . . O O .
        . . . . . . O . .
        . . . . . . O X O
        . . . . . . O X .
        . . . . . . O X .
        . . . . . O O X .
        . . . . . . . X .";

#[test]
fn a_fence_tells_before_games_do() {
    let game = game(GAP);
    let board = game.board();
    let stone = at(&game, 7, 5);
    let black = board.chain(stone).expect("a string").stone_set();
    let pains = Pains {
        level: 10,
        effort: Effort::Question,
    };
    let games = lives().read(board, &black, Color::Black, pains);
    assert_eq!(games.reading.outcome, Outcome::Win, "{games:?}");

    let mut engine = Engine::new(one_pattern());
    engine.analyst.set_life_oracle(Some(Arc::new(lives())));
    let found = engine.position(&game).owl().defend(stone);
    assert_eq!(
        (found.reading.outcome, found.by),
        (Outcome::Lose, Witness::Search)
    );
}

#[test]
fn a_move_of_a_game_reads_lives_briefly_and_later_questions_in_full() {
    let game = game(
        ". . . . . . . . .
         . X . X . X . X .
         . . . . . . . . .
         . X . O O O . X .
         . . . . . . . . .
         . X . . . . . X .
         . . . . . . . . .
         . X . X . X . X .
         . . . . . . . . .",
    );
    let fresh = || {
        let mut engine = Engine::new(database_of("O*"));
        let settings = Settings::default();
        engine.player = Some(Player::new(values(), Arc::new(strengths()), settings));
        engine
    };
    let spent = |engine: &mut Engine, for_points| {
        let wish = Wish {
            for_points,
            ..Wish::of(game.to_move())
        };
        engine.think(&game, &wish);
        engine.analyst.owl_nodes()
    };
    let (mut of_a_game, mut for_points) = (fresh(), fresh());
    let brief = spent(&mut of_a_game, false);
    let full = spent(&mut for_points, true);
    assert!(0 < brief && brief < full, "{brief}, {full}");
    let status = |engine: &mut Engine| {
        engine.analyst.reset_owl_nodes();
        let dragons = engine.position(&game).dragons();
        let lives: Vec<_> = dragons.iter().map(Dragon::status).collect();
        (lives, engine.analyst.owl_nodes())
    };
    assert_eq!(status(&mut of_a_game), status(&mut fresh()));
}
