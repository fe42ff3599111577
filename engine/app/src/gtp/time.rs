//! Time control: settings and the time left.

use std::time::Duration;

use katachi_core::clock::{Clock, TimeLeft, TimeSystem};
use katachi_gtp::{Args, LONGEST_TIME};

use super::command::{GtpCommand, Response, Run};
use super::failure::Failure;
use super::tokens;
use crate::session::Session;

pub(super) const COMMANDS: &[GtpCommand] = &[
    GtpCommand {
        name: "time_settings",
        arguments: "MAIN PERIOD STONES",
        summary: "sets main time and overtime, in seconds",
        run: Run::Reply(time_settings),
    },
    GtpCommand {
        name: "time_left",
        arguments: "COLOR TIME STONES",
        summary: "sets the time left of a color, in seconds",
        run: Run::Reply(time_left),
    },
    GtpCommand {
        name: "kgs-time_settings",
        arguments: "none | absolute MAIN | byoyomi MAIN PERIOD PERIODS | canadian MAIN PERIOD STONES",
        summary: "sets the time system, in seconds",
        run: Run::Reply(kgs_time_settings),
    },
    GtpCommand {
        name: "kata-time_settings",
        arguments: "none | absolute MAIN | byoyomi MAIN PERIOD PERIODS | canadian MAIN PERIOD STONES",
        summary: "kgs-time_settings under KataGo's name",
        run: Run::Reply(kgs_time_settings),
    },
    GtpCommand {
        name: "kata-list_time_settings",
        arguments: "",
        summary: "the time systems of kata-time_settings",
        run: Run::Reply(|_, _| Ok("none absolute byoyomi canadian".to_owned())),
    },
];

/// Reads a number of seconds; absurd numbers are refused.
fn seconds(number: u64) -> Result<u64, Failure> {
    let most = LONGEST_TIME.as_secs();
    if number <= most {
        return Ok(number);
    }
    Err(format!("syntax error: expected times of at most {most} seconds, found {number}").into())
}

/// Reads the next three arguments as numbers that are not negative.
fn three(args: &mut Args<'_>) -> Option<[u64; 3]> {
    let mut numbers = [0; 3];
    for number in &mut numbers {
        *number = u64::try_from(args.integer()?).ok()?;
    }
    Some(numbers)
}

fn time_settings(session: &mut Session, args: &mut Args<'_>) -> Response {
    let [main, period, stones] = three(args).ok_or("not three integers")?;
    let (main, period) = (seconds(main)?, seconds(period)?);
    let stones = u32::try_from(stones).map_err(|_| "too many stones")?;
    session.game.clock = Clock::new(TimeSystem::from_gtp(main, period, stones));
    Ok(String::new())
}

fn time_left(session: &mut Session, args: &mut Args<'_>) -> Response {
    const NUMBERS: &str = "time and stones not two integers";
    let color = tokens::color(args)?;
    let time = args.integer().ok_or(NUMBERS)?;
    let stones = args.integer().ok_or(NUMBERS)?;
    // Some controllers report an overrun as a negative time.
    let left = TimeLeft {
        time: Duration::from_secs(seconds(time.max(0).unsigned_abs())?),
        stones: u32::try_from(stones).map_err(|_| NUMBERS)?,
    };
    session.game.clock.set_left(color, left);
    Ok(String::new())
}

fn kgs_time_settings(session: &mut Session, args: &mut Args<'_>) -> Response {
    const EXPECTED: &str = "syntax error: expected none, absolute MAIN, byoyomi MAIN PERIOD PERIODS or canadian MAIN PERIOD STONES";
    let number = |args: &mut Args<'_>| {
        let number = args.integer().and_then(|number| u64::try_from(number).ok());
        seconds(number.ok_or(EXPECTED)?)
    };
    let word = args.word().ok_or(EXPECTED)?;
    let system = match word {
        "none" => TimeSystem::Unlimited,
        "absolute" => TimeSystem::from_gtp(number(args)?, 0, 0),
        "byoyomi" | "canadian" => {
            let main = Duration::from_secs(number(args)?);
            let period = Duration::from_secs(number(args)?);
            let count = u32::try_from(number(args)?.max(1)).map_err(|_| EXPECTED)?;
            if word == "canadian" {
                TimeSystem::Canadian {
                    main,
                    period,
                    stones: count,
                }
            } else {
                TimeSystem::Japanese {
                    main,
                    period,
                    periods: count,
                }
            }
        }
        _ => return Err(EXPECTED.into()),
    };
    session.game.clock = Clock::new(system);
    Ok(String::new())
}
