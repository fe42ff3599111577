//! Administration: name, version, commands, and leaving.

use cpu_time::ProcessTime;
use katachi_gtp::Args;

use super::command::{GtpCommand, Response, Run, find};
use crate::speaker::complain;

pub(super) const COMMANDS: &[GtpCommand] = &[
    GtpCommand {
        name: "protocol_version",
        arguments: "",
        summary: "the version of the protocol: 2, or 1 with --gtp-version 1",
        run: Run::Reply(|session, _| Ok(session.gtp_version.to_string())),
    },
    GtpCommand {
        name: "name",
        arguments: "",
        summary: "the name of the engine",
        run: Run::Reply(|_, _| Ok("Katachi".to_owned())),
    },
    GtpCommand {
        name: "version",
        arguments: "",
        summary: "the version of the engine",
        run: Run::Reply(|_, _| Ok(env!("CARGO_PKG_VERSION").to_owned())),
    },
    GtpCommand {
        name: "known_command",
        arguments: "NAME",
        summary: "whether there is a command of this name: true or false",
        run: Run::Commands(|commands, args| {
            let found = args.word().and_then(|name| find(commands, name));
            Ok(found.is_some().to_string())
        }),
    },
    GtpCommand {
        name: "list_commands",
        arguments: "",
        summary: "the names of all commands, one a line",
        run: Run::Commands(|commands, _| Ok(list(commands))),
    },
    GtpCommand {
        name: "help",
        arguments: "[NAME]",
        summary: "the names of all commands, or what one of them takes and does",
        run: Run::Commands(help),
    },
    GtpCommand {
        name: "quit",
        arguments: "",
        summary: "ends the program",
        run: Run::Reply(|session, _| {
            session.save();
            Ok(String::new())
        }),
    },
    GtpCommand {
        name: "echo",
        arguments: "TEXT",
        summary: "the text itself",
        run: Run::Reply(|_, args| Ok(args.rest().to_owned())),
    },
    GtpCommand {
        name: "echo_err",
        arguments: "TEXT",
        summary: "the text itself, also on standard error",
        run: Run::Reply(|_, args| {
            let text = args.rest();
            complain(text);
            Ok(text.to_owned())
        }),
    },
    GtpCommand {
        name: "cputime",
        arguments: "",
        summary: "the processor time used so far, in seconds",
        run: Run::Reply(|_, _| {
            let used = ProcessTime::try_now()?;
            Ok(format!("{:.3}", used.as_duration().as_secs_f64()))
        }),
    },
];

fn list(commands: &[&'static GtpCommand]) -> String {
    let names: Vec<&str> = commands.iter().map(|command| command.name).collect();
    names.join("\n")
}

fn help(commands: &[&'static GtpCommand], args: &mut Args<'_>) -> Response {
    let Some(name) = args.word() else {
        return Ok(list(commands));
    };
    let command = find(commands, name).ok_or("unknown command")?;
    Ok(format!(
        "{} {}\n{}",
        command.name, command.arguments, command.summary
    ))
}
