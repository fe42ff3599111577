//! The time of influence on positions of professional 19x19 games, after each of their moves.
//!
//! Stages are asked for in the order of a game, so matchers and readers remember what they know
//! from the move before. `field` is the consultation of the patterns with worms known, `spread` the
//! rest of a run; `again` asks the patterns a second time about the same position. Times are those
//! of the processor. With GNU Go's databases, if they are there, or those that
//! `KATACHI_BENCH_DATABASES` names.
//!
//! `KATACHI_BENCH_REPEAT=10` repeats `again` and `spread`, for a profiler.
//! `KATACHI_BENCH_GAMES=2 cargo bench -p katachi-strategy --bench influence`
#![allow(clippy::print_stdout, reason = "it prints its measurements")]

#[path = "games/mod.rs"]
mod games;

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use games::{game, knowledge, number, records};
use katachi_board::{Board, Color, Scoring};
use katachi_strategy::Analyst;
use katachi_strategy::influence::{Form, Stones};

fn main() {
    let records = match records("kisei") {
        Ok(records) => records,
        Err(reason) => return println!("nothing is measured: {reason}"),
    };
    let knowledge = knowledge();
    println!("databases: {}", knowledge.databases().len());
    let count = number("KATACHI_BENCH_GAMES", 4);
    let step = (records.len() / count).max(1);
    let mut times = Times::default();
    for record in records.values().step_by(step).take(count) {
        let Some((size, moves)) = game(record) else {
            continue;
        };
        let mut analyst = Analyst::new(knowledge.clone(), 10);
        let mut board = Board::new(size);
        for (color, point) in moves {
            board.play(color, point).expect("a legal move");
            measure(&mut analyst, &board, !color, &mut times);
        }
    }
    times.print();
}

/// The times of each step, in the order of the positions.
#[derive(Default)]
struct Times {
    steps: Vec<(&'static str, Vec<Duration>)>,
}

impl Times {
    fn add<T>(&mut self, step: &'static str, work: impl FnOnce() -> T) -> T {
        let began = ThreadTime::now();
        let result = black_box(work());
        let time = began.elapsed();
        match self.steps.iter_mut().find(|(name, _)| *name == step) {
            Some((_, times)) => times.push(time),
            None => self.steps.push((step, vec![time])),
        }
        result
    }

    fn print(&mut self) {
        for (step, times) in &mut self.steps {
            times.sort_unstable();
            let at = |share: usize| times[(times.len() * share / 100).min(times.len() - 1)];
            let sum: Duration = times.iter().sum();
            println!(
                "{step:<8} {:>6} times: median {:>9.1?}, 90 % {:>9.1?}, mean {:>9.1?}",
                times.len(),
                at(50),
                at(90),
                sum / times.len() as u32,
            );
        }
    }
}

fn measure(analyst: &mut Analyst, board: &Board, to_move: Color, times: &mut Times) {
    let mut position = analyst.position(board, 0.0, Scoring::Territory);
    let worms = times.add("worms", || position.worms());
    let stones = Stones::lively(&worms, to_move);
    let form = Form::Territory;
    let field = times.add("field", || position.field(&stones, form, Some(to_move)));
    for _ in 0..number("KATACHI_BENCH_REPEAT", 1) {
        times.add("again", || position.field(&stones, form, Some(to_move)));
        let field = field.clone();
        times.add("spread", || field.spread());
    }
    let escape = times.add("escape", || position.field(&stones, Form::Escape, None));
    times.add("far", || escape.spread());
}
