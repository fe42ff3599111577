//! The times of the stages of a position, for `--showtime` and `katachi-times`.

use std::time::{Duration, Instant};

use katachi_board::Color;
use katachi_core::monte_carlo::Watch;
use katachi_core::{Engine, Game, Thoughts, Wish};

/// Finds a move, and says how long each stage takes beyond those before it: reasons, values and
/// search last, then all together.
pub fn with_move(
    engine: &mut Engine,
    game: &Game,
    wish: &Wish,
    watch: Option<&mut Watch<'_>>,
) -> (Thoughts, Vec<(&'static str, Duration)>) {
    let mut times = measure(engine, game);
    let began = Instant::now();
    let thoughts = engine.think_watched(game, wish, watch);
    times.push(("reasons, values, search", began.elapsed()));
    let all = times.iter().map(|(_, time)| *time).sum();
    times.push(("all together", all));
    (thoughts, times)
}

/// The stages in their order, each with the time that it takes beyond those before it.
fn measure(engine: &mut Engine, game: &Game) -> Vec<(&'static str, Duration)> {
    let mut position = engine.position(game);
    let mut began = Instant::now();
    let mut lap = |name: &'static str| {
        (
            name,
            std::mem::replace(&mut began, Instant::now()).elapsed(),
        )
    };
    position.worms();
    let mut times = vec![lap("strings")];
    position.eyes();
    times.push(lap("eyes"));
    for color in Color::BOTH {
        position.first_influence(color);
        position.escape_influence(color);
    }
    times.push(lap("influence"));
    position.groups();
    times.push(lap("groups"));
    position.dragons();
    times.push(lap("lives of dragons"));
    times
}
