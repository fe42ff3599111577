//! Random numbers.

use super::command::{GtpCommand, Run};

pub(super) const COMMANDS: &[GtpCommand] = &[
    GtpCommand {
        name: "get_random_seed",
        arguments: "",
        summary: "the random seed of the game",
        run: Run::Reply(|session, _| Ok(session.seed.to_string())),
    },
    GtpCommand {
        name: "set_random_seed",
        arguments: "SEED",
        summary: "sets the random seed: the same seed gives the same moves",
        run: Run::Reply(|session, args| {
            let seed = args.integer().ok_or("invalid seed")?;
            session.seed = seed.unsigned_abs();
            Ok(String::new())
        }),
    },
    GtpCommand {
        name: "advance_random_seed",
        arguments: "GAMES",
        summary: "sets the seed to what it would be after this number of games; the new seed",
        run: Run::Reply(|session, args| {
            const INVALID: &str = "invalid number of games";
            let games = args.integer().ok_or(INVALID)?;
            let games = u64::try_from(games)
                .ok()
                .filter(|&games| games <= 1_000_000);
            Ok(session.advance_seed(games.ok_or(INVALID)?).to_string())
        }),
    },
];
