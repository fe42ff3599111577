//! Monte Carlo play is deterministic where it promises to be, legal, and sensible in clear
//! positions.

use std::sync::Arc;
use std::time::{Duration, Instant};

use katachi_board::{
    Board, BoardSize, Color, KoRule, Point, PointSet, Rules, Scoring, SuicideRule,
};
use katachi_core::monte_carlo::{
    Budget, Ends, Player, Report, Root, Settings, Strengths, Values, at_stake, decide, is_settled,
};
use katachi_core::{Decider, Decision, Engine, Game, Wish};
use katachi_image::{Image, Role};
use katachi_strategy::Knowledge;
use katachi_testkit::workspace_root;
use patc::{Source, compile};

fn values_of(text: Vec<u8>) -> Arc<Values> {
    let image = compile(Role::MonteCarlo, vec![Source::new("mc_test.db", text)]).image;
    let image = Image::from_vec(image.expect("no errors")).expect("valid");
    Arc::new(Values::new(
        &image.monte_carlo().expect("Monte Carlo rules"),
    ))
}

fn values(name: &str) -> Arc<Values> {
    let path = workspace_root().join(format!("patterns/mc_{name}.db"));
    values_of(std::fs::read(path).expect("our own database"))
}

fn strengths() -> Arc<Strengths> {
    Arc::new(Strengths::parse(katachi_databases::STRENGTHS).expect("no errors"))
}

fn player(simulations: u64, threads: usize) -> Player {
    let settings = Settings {
        threads,
        memory: 8 << 20,
        simulations: Some(simulations),
        ..Settings::default()
    };
    Player::new(values("mogo_classic"), strengths(), settings)
}

fn game(text: &str, scoring: Scoring) -> Game {
    let board: Board = text.parse().expect("a board");
    let mut game = Game::new(board.size());
    game.set_board(board);
    game.scoring = scoring;
    game
}

/// A search with the number of simulations in the player's settings.
fn search(player: &mut Player, game: &Game, color: Color, seed: u64) -> Report {
    let budget = Budget {
        ends: Ends::AtBudget,
        ..player.budget(game, color, 10)
    };
    player.search(&root(game, color), seed, budget, &|| false)
}

fn root(game: &Game, color: Color) -> Root<'_> {
    Root::of(game, color)
}

/// Plays a game of the engine against itself and returns the moves.
fn self_play(size: usize, simulations: u64, threads: usize, seed: u64) -> Vec<Option<Point>> {
    let mut engine = Engine::new(Knowledge::default());
    engine.player = Some(player(simulations, threads));
    let mut game = Game::new(BoardSize::new(size).expect("a size"));
    game.scoring = Scoring::Area;
    game.komi = 5.5;
    game.set_rules(Rules {
        ko: KoRule::PositionalSuperko,
        suicide: SuicideRule::Forbidden,
    });
    let mut moves = Vec::new();
    let mut color = Color::Black;
    while moves.len() < 3 * size * size && !moves.ends_with(&[None, None]) {
        let wish = Wish {
            decider: Decider::Search,
            seed,
            may_resign: true,
            ..Wish::of(color)
        };
        let point = match engine.think(&game, &wish).decision {
            Decision::Play(point) => Some(point),
            Decision::Pass => None,
            Decision::Resign => break,
        };
        game.play(color, point).expect("a legal move");
        moves.push(point);
        color = !color;
    }
    moves
}

#[test]
fn a_seed_and_a_number_of_simulations_make_a_game_on_one_thread() {
    let games: Vec<_> = [1, 1, 2].map(|seed| self_play(7, 300, 1, seed)).into();
    assert_eq!(games[0], games[1]);
    assert_ne!(games[0], games[2]);
    assert!(games[0].len() > 15, "{:?}", games[0]);
}

#[test]
fn games_are_legal_on_all_kinds_of_boards_and_with_several_threads() {
    for (size, simulations, threads) in [(2, 50, 1), (5, 200, 3), (13, 60, 2), (20, 20, 2)] {
        let moves = self_play(size, simulations, threads, 7);
        assert!(!moves.is_empty(), "{size}");
    }
}

/// Four black stones in the middle belong to the side that moves first.
const CAPTURE: &str = "
        . . . . . . .
        . . O O O . .
        . O X X O . X
        . O X X . . X
        . . O O X X X
        . . . . . . .
        . . . . . . .";

#[test]
fn what_is_in_atari_is_taken_or_saved() {
    let game = game(CAPTURE, Scoring::Area);
    let at = Point::from_vertex("E4", game.board().size()).expect("a vertex");
    for color in Color::BOTH {
        let report = search(&mut player(2000, 1), &game, color, 1);
        assert_eq!(report.moves[0].point, Some(at), "{color}: {report:?}");
    }
}

#[test]
fn reports_add_up() {
    let game = Game::new(BoardSize::new(9).expect("a size"));
    let mut player = player(1000, 1);
    let report = search(&mut player, &game, Color::Black, 3);
    assert_eq!(report.visits, 1000);
    let visits: u32 = report.moves.iter().map(|one| one.visits).sum();
    assert_eq!(visits, 1000);
    assert!(report.moves.is_sorted_by(|a, b| a.visits >= b.visits));
    assert_eq!(report.ownership.len(), 81);
    for one in &report.moves {
        assert!((0.0..=1.0).contains(&one.winrate) && one.lower_bound <= one.winrate);
        assert_eq!(one.variation[0], one.point);
        assert!(one.score.abs() <= 81.0);
    }
    let prior: f64 = report.moves.iter().map(|one| one.prior).sum();
    assert!((0.0..=1.0001).contains(&prior));
    // Without komi the first move is good for Black.
    assert!(report.winrate > 0.5 && report.score > 0.0, "{report:?}");
    // The same root continues the search.
    let report = search(&mut player, &game, Color::Black, 4);
    assert_eq!(report.visits, 2000);
}

#[test]
fn a_tree_is_kept_from_move_to_move_and_for_nothing_else() {
    let mut game = Game::new(BoardSize::new(9).expect("a size"));
    game.scoring = Scoring::Area;
    let mut player = player(2000, 1);
    let first = search(&mut player, &game, Color::Black, 1);
    let line = &first.moves[0].variation;
    assert!(line.len() > 2, "{line:?}");
    game.play(Color::Black, line[0]).expect("legal");
    game.play(Color::White, line[1]).expect("legal");
    player.settings.simulations = Some(1);
    let kept = search(&mut player, &game, Color::Black, 1).visits;
    assert!(kept > 10, "{kept}");
    let visits = |player: &mut Player, game: &Game| search(player, game, Color::Black, 1).visits;
    assert_eq!(
        visits(&mut player.clone(), &game),
        1,
        "a copy remembers nothing"
    );
    // Another komi, other values, or another board start a new search.
    game.komi = 7.5;
    assert_eq!(visits(&mut player, &game), 1);
    assert_eq!(visits(&mut player, &game), 2);
    player.set_values(values("uniform"));
    assert_eq!(visits(&mut player, &game), 1);
    game.clear(BoardSize::new(8).expect("a size"));
    assert_eq!(visits(&mut player, &game), 1);
}

#[test]
fn a_tree_without_room_still_searches() {
    let game = Game::new(BoardSize::NINETEEN);
    let mut player = player(300, 2);
    player.settings.memory = 1;
    let report = search(&mut player, &game, Color::Black, 1);
    // Two threads may overwrite each other's counts.
    assert!(report.visits > 250 && report.moves[0].point.is_some());
}

/// Black owns the left, White the right; the white stone at B4 is dead.
const FINISHED: &str = "
    . X . X O . O
    X X X X O O .
    . X . X O O O
    . O . X X O .
    X X X . X O O
    . X X X X O .
    X X . . X O O";

#[test]
fn a_pass_puts_at_stake_what_it_changes() {
    let board = game(FINISHED, Scoring::Area).board().clone();
    let own = vec![1.0; board.size().area()];
    let mut passed = own.clone();
    assert!(is_settled(&own, &passed));
    assert!(at_stake(&board, &own, &passed).is_empty());
    // The upper left corner is lost, whose other points have stones.
    passed[0] = -1.0;
    assert!(!is_settled(&own, &passed));
    assert_eq!(at_stake(&board, &own, &passed).len(), 1);
}

#[test]
fn a_finished_game_is_not_played_on() {
    for scoring in [Scoring::Area, Scoring::Territory] {
        let game = game(FINISHED, scoring);
        for color in Color::BOTH {
            let report = search(&mut player(500, 1), &game, color, 1);
            let decision = decide(&root(&game, color), &report, false, false);
            assert_eq!(decision, Decision::Pass, "{color}, {scoring:?}: {report:?}");
        }
    }
}

#[test]
fn dead_stones_are_taken_off_before_passing_in_a_cleanup() {
    let game = game(FINISHED, Scoring::Area);
    let report = search(&mut player(500, 1), &game, Color::Black, 1);
    let decision = decide(&root(&game, Color::Black), &report, true, false);
    assert!(
        matches!(decision, Decision::Play(_)),
        "the stone at B4 is dead"
    );
}

#[test]
fn positions_are_not_brought_back() {
    // Two kos and nothing else to play: a side that repeats positions never ends the game.
    let mut game = game(
        "
        X O . O . O .
        X X O O O O O
        X X X X X X X
        . X . X . X X
        X X X X X X X
        X X O O O O O
        X . X O . O .",
        Scoring::Area,
    );
    let mut player = player(200, 1);
    let mut color = Color::Black;
    let mut seen = std::collections::HashSet::new();
    let mut passes = 0;
    while passes < 2 {
        let report = search(&mut player, &game, color, 1);
        let decision = decide(&root(&game, color), &report, false, false);
        let point = match decision {
            Decision::Play(point) => Some(point),
            _ => None,
        };
        game.play(color, point).expect("legal");
        let position = format!("{}", game.board());
        assert!(
            point.is_none() || seen.insert(position),
            "again:\n{}",
            game.board()
        );
        passes = point.map_or(passes + 1, |_| 0);
        color = !color;
    }
}

#[test]
fn only_allowed_points_are_searched() {
    let game = Game::new(BoardSize::new(9).expect("a size"));
    let at = |name| Point::from_vertex(name, game.board().size()).expect("a vertex");
    let allowed: PointSet = [at("A1"), at("J9")].into_iter().collect();
    let root = Root {
        allowed: Some(&allowed),
        ..root(&game, Color::Black)
    };
    let budget = Budget::simulations(100);
    let report = player(0, 1).search(&root, 1, budget, &|| false);
    let points = report.moves.iter().filter_map(|one| one.point);
    assert!(points.into_iter().all(|point| allowed.contains(point)));
    let decision = decide(&root, &report, false, true);
    assert!(matches!(decision, Decision::Play(point) if allowed.contains(point)));
}

/// The simulations that a search uses of a budget of 5,000.
fn spent(game: &Game, color: Color, ends: Ends) -> u32 {
    let mut player = player(5000, 1);
    let budget = Budget {
        ends,
        ..player.budget(game, color, 10)
    };
    (player.search(&root(game, color), 1, budget, &|| false)).visits
}

#[test]
fn a_search_uses_its_budget_while_the_outcome_is_open() {
    let open = Game::new(BoardSize::new(9).expect("a size"));
    assert_eq!(spent(&open, Color::Black, Ends::GameDecided), 5000);
    // Neither side can lose any more: a quarter of the budget is enough.
    let decided = game(FINISHED, Scoring::Area);
    let begun = spent(&decided, Color::Black, Ends::GameDecided);
    assert!((1250..1600).contains(&begun), "{begun}");
    assert_eq!(spent(&decided, Color::Black, Ends::AtBudget), 5000);
}

#[test]
fn a_search_whose_rest_is_of_use_later_ends_when_the_best_move_cannot_change() {
    // One move takes four stones, the others lose four; komi makes the game close.
    let mut game = game(CAPTURE, Scoring::Area);
    game.komi = 4.5;
    let begun = spent(&game, Color::Black, Ends::MoveDecided);
    assert!((1250..5000).contains(&begun), "{begun}");
    assert_eq!(spent(&game, Color::Black, Ends::GameDecided), 5000);
}

#[test]
fn without_time_a_move_still_comes() {
    let game = Game::new(BoardSize::new(9).expect("a size"));
    let root = root(&game, Color::White);
    let nothing = Budget {
        time: Some(Duration::ZERO),
        ..Budget::default()
    };
    let report = player(0, 1).search(&root, 1, nothing, &|| false);
    assert!(report.visits > 0);
    // Without a single simulation, the most likely move is reported.
    let nothing = Budget::simulations(0);
    let unsearched = player(0, 1).search(&root, 1, nothing, &|| false);
    assert_eq!((unsearched.visits, unsearched.moves.len()), (0, 1));
    for report in [report, unsearched] {
        let decision = decide(&root, &report, false, true);
        assert!(matches!(decision, Decision::Play(_)), "{report:?}");
    }
}

#[test]
fn a_search_for_points_goes_on_in_a_won_game() {
    // White has won, and two of its stones are in atari.
    let position = "
        . X . X O . O
        X X X X O O .
        . X . X O O O
        . X X X O . O
        X X O O . O O
        X X X X O O .
        . X . X O O .";
    let mut game = game(position, Scoring::Area);
    game.komi = 60.5;
    let at = Point::from_vertex("E3", game.board().size()).expect("a vertex");
    for color in Color::BOTH {
        let budget = Budget::simulations(1600);
        let player = player(0, 1);
        let report = player.search_for_points(&root(&game, color), 1, budget);
        assert_eq!(report.moves[0].point, Some(at), "{color}");
        let lead = match color {
            Color::Black => -report.score,
            Color::White => report.score,
        };
        assert!(lead > 20.0, "the score is the real one: {lead}");
        let again = player.search_for_points(&root(&game, color), 1, budget);
        assert_eq!(report, again);
    }
}

#[test]
fn a_search_ends_when_it_is_told_to() {
    let game = Game::new(BoardSize::new(9).expect("a size"));
    let mut player = player(0, 1);
    player.settings.simulations = None;
    let stopped = player.search(&root(&game, Color::Black), 1, Budget::default(), &|| true);
    assert!(stopped.visits <= 16);
    let budget = Budget {
        time: Some(Duration::from_millis(30)),
        ..Budget::default()
    };
    let began = Instant::now();
    let report = player.search(&root(&game, Color::Black), 1, budget, &|| false);
    assert!(report.visits > stopped.visits && began.elapsed() >= Duration::from_millis(15));
}

#[test]
fn a_database_that_plays_nowhere_makes_games_without_moves() {
    // Such games teach nothing, but they end, and the tree is still searched.
    let nothing = values_of(b"%%%\n%*%\n%%%\n:0\n".to_vec());
    let mut player = player(200, 1);
    player.set_values(nothing);
    let game = Game::new(BoardSize::new(5).expect("a size"));
    let report = search(&mut player, &game, Color::Black, 1);
    assert_eq!(report.visits, 200);
}
