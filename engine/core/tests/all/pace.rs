//! The level that the clock allows: a simulated engine never loses on time, whatever its moves
//! take, as long as a move takes at most a few times what moves of its level took before.

use std::time::Duration;

use katachi_board::{BoardSize, Color};
use katachi_core::clock::{Clock, TimeSystem};
use katachi_core::{LevelRange, Pace, Plan, Taken};
use proptest::prelude::*;

/// The time of a hurried move, as a share of what the clock gives it, and its least.
const HURRIED: (f64, Duration) = (0.5, Duration::from_millis(4));

/// An engine with a clock: what it thinks about, and how fast it is.
#[derive(Clone, Copy, Debug)]
struct Player {
    system: TimeSystem,
    size: BoardSize,
    level: i32,
    /// Seconds of a usual move at level 10.
    usual: f64,
    /// Each level above takes longer by this factor.
    growth: f64,
}

/// What became of a game.
struct Course {
    plans: Vec<Plan>,
    /// The moves that took longer than the clock had.
    lost: usize,
}

/// Plays a game of this many moves; `noise` gives each move's time in usual ones.
fn play(player: &Player, moves: usize, mut noise: impl FnMut(usize) -> f64) -> Course {
    let Player { system, size, .. } = *player;
    let (color, mut clock) = (Color::Black, Clock::new(system));
    let mut pace = Pace::new(player.level);
    let mut course = Course {
        plans: Vec::new(),
        lost: 0,
    };
    for number in 0..moves {
        let plan = pace.plan(&clock, color, size);
        let time = if plan.is_hurried {
            let given = clock.for_next_move(color, 100).unwrap_or_default();
            given.mul_f64(HURRIED.0).max(HURRIED.1)
        } else {
            let steps = plan.level.clamp(0, 10) - 10;
            let usual = player.usual * player.growth.powi(steps);
            Duration::from_secs_f64(usual * noise(number))
        };
        course.lost += usize::from(time > in_reach(&clock, color));
        clock.spend(color, time);
        let number = 2 * number;
        let taken = Taken {
            color,
            plan,
            time,
            number,
        };
        pace.record(&clock, size, &taken);
        course.plans.push(plan);
    }
    course
}

/// The time after which the side loses.
fn in_reach(clock: &Clock, color: Color) -> Duration {
    let Some(left) = clock.left(color) else {
        return Duration::MAX;
    };
    match (clock.system(), left.stones) {
        (TimeSystem::Canadian { period, .. }, 0) => left.time + period,
        (
            TimeSystem::Japanese {
                period, periods, ..
            },
            0,
        ) => left.time + period * periods,
        (TimeSystem::Japanese { period, .. }, periods) => left.time + period * (periods - 1),
        _ => left.time,
    }
}

fn systems() -> impl Strategy<Value = TimeSystem> {
    let secs = Duration::from_secs;
    prop_oneof![
        (5_u64..3600).prop_map(move |main| TimeSystem::Absolute { main: secs(main) }),
        (0_u64..600, 5_u64..300, 1_u32..30).prop_map(move |(main, period, stones)| {
            TimeSystem::Canadian {
                main: secs(main),
                period: secs(period),
                stones,
            }
        }),
        (0_u64..600, 1_u64..60, 1_u32..6).prop_map(move |(main, period, periods)| {
            TimeSystem::Japanese {
                main: secs(main),
                period: secs(period),
                periods,
            }
        }),
    ]
}

fn players() -> impl Strategy<Value = Player> {
    (
        systems(),
        9_usize..=19,
        0..=12_i32,
        0.01..3.0_f64,
        1.15..1.3_f64,
    )
        .prop_map(|(system, lines, level, usual, growth)| {
            // Small boards are faster, as the first guess expects.
            let area = (lines * lines) as f64 / 361.0;
            Player {
                system,
                size: BoardSize::new(lines).expect("a size"),
                level,
                usual: usual.min(2.0) * area,
                growth,
            }
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn no_game_is_lost_on_time(player in players(), seed in any::<u64>()) {
        // The times of moves differ by a factor of four.
        let mut state = seed;
        let noise = |_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            0.5 + 1.5 * (state >> 40) as f64 / f64::from(1 << 24)
        };
        let course = play(&player, 200, noise);
        prop_assert_eq!(course.lost, 0, "{:?}: {:?}", player, course.plans);
    }
}

fn quick(system: TimeSystem, usual: f64) -> Player {
    Player {
        system,
        size: BoardSize::NINETEEN,
        level: 10,
        usual,
        growth: 1.25,
    }
}

#[test]
fn a_short_clock_lowers_the_level_and_a_long_one_does_not() {
    let minutes = |minutes: u64| TimeSystem::Absolute {
        main: Duration::from_secs(60 * minutes),
    };
    let long = play(&quick(minutes(60), 1.0), 150, |_| 1.0);
    assert!(long.plans.iter().all(|plan| plan.level == 10));
    let short = play(&quick(minutes(1), 1.0), 150, |_| 1.0);
    assert_eq!(short.lost, 0);
    assert!(short.plans[20..].iter().all(|plan| plan.level < 10));
    let levels: i32 = short.plans.iter().map(|plan| plan.level).sum();
    assert!(levels < 150 * 7, "{levels}");
    let none = play(&quick(TimeSystem::Unlimited, 100.0), 10, |_| 1.0);
    assert!(
        none.plans
            .iter()
            .all(|plan| plan.level == 10 && !plan.is_hurried)
    );
}

#[test]
fn a_move_that_took_too_long_lowers_the_level_which_recovers() {
    let period = TimeSystem::Canadian {
        main: Duration::ZERO,
        period: Duration::from_secs(100),
        stones: 10,
    };
    let course = play(
        &quick(period, 4.0),
        30,
        |number| if number == 1 { 5.0 } else { 1.0 },
    );
    let levels: Vec<i32> = course.plans.iter().map(|plan| plan.level).collect();
    assert!(levels[1] > levels[2], "{levels:?}");
    // As the time of the long move is forgotten, the level rises.
    assert!(
        levels[2] < levels[8] && levels[8] < levels[28],
        "{levels:?}"
    );
}

#[test]
fn the_range_holds() {
    let clock = Clock::new(TimeSystem::Absolute {
        main: Duration::from_mins(10),
    });
    let mut pace = Pace::new(8);
    pace.range = Some(LevelRange { least: 6, most: 9 });
    let size = BoardSize::NINETEEN;
    let mut record = |seconds: f64| {
        for number in 0..10 {
            let taken = Taken {
                color: Color::Black,
                plan: pace.plan(&clock, Color::Black, size),
                time: Duration::from_secs_f64(seconds),
                number,
            };
            pace.record(&clock, size, &taken);
        }
        pace.plan(&clock, Color::Black, size).level
    };
    assert_eq!(record(0.001), 9);
    assert_eq!(record(12.0), 6);
    for level in [i32::MIN, i32::MAX] {
        let plan = Pace::new(level).plan(&clock, Color::White, size);
        assert!((-20..=100).contains(&plan.level));
    }
}
