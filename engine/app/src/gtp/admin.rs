//! Administration: name, version, commands, and leaving.

use cpu_time::ProcessTime;
use katachi_gtp::Args;

use super::{GtpCommand, Response, commands, find};
use crate::session::{Session, complain};

pub(super) const COMMANDS: &[GtpCommand] = &[
    GtpCommand {
        name: "protocol_version",
        arguments: "",
        summary: "the version of the protocol, 2",
        run: |_, _| Ok("2".to_owned()),
    },
    GtpCommand {
        name: "name",
        arguments: "",
        summary: "the name of the engine",
        run: |_, _| Ok("Katachi".to_owned()),
    },
    GtpCommand {
        name: "version",
        arguments: "",
        summary: "the version of the engine",
        run: |_, _| Ok(env!("CARGO_PKG_VERSION").to_owned()),
    },
    GtpCommand {
        name: "known_command",
        arguments: "NAME",
        summary: "whether there is a command of this name: true or false",
        run: |_, args| {
            Ok(args
                .word()
                .is_some_and(|name| find(name).is_some())
                .to_string())
        },
    },
    GtpCommand {
        name: "list_commands",
        arguments: "",
        summary: "the names of all commands, one a line",
        run: |_, _| Ok(list()),
    },
    GtpCommand {
        name: "help",
        arguments: "[NAME]",
        summary: "the names of all commands, or what one of them takes and does",
        run: help,
    },
    GtpCommand {
        name: "quit",
        arguments: "",
        summary: "ends the program",
        run: |session, _| {
            session.save();
            Ok(String::new())
        },
    },
    GtpCommand {
        name: "echo",
        arguments: "TEXT",
        summary: "the text itself",
        run: |_, args| Ok(args.rest().to_owned()),
    },
    GtpCommand {
        name: "echo_err",
        arguments: "TEXT",
        summary: "the text itself, also on standard error",
        run: |_, args| {
            let text = args.rest();
            complain(text);
            Ok(text.to_owned())
        },
    },
    GtpCommand {
        name: "cputime",
        arguments: "",
        summary: "the processor time used so far, in seconds",
        run: |_, _| {
            let used = ProcessTime::try_now().map_err(|error| error.to_string())?;
            Ok(format!("{:.3}", used.as_duration().as_secs_f64()))
        },
    },
];

fn list() -> String {
    let names: Vec<&str> = commands().iter().map(|command| command.name).collect();
    names.join("\n")
}

fn help(_: &mut Session, args: &mut Args<'_>) -> Response {
    let Some(name) = args.word() else {
        return Ok(list());
    };
    let command = find(name).ok_or("unknown command")?;
    Ok(format!(
        "{} {}\n{}",
        command.name, command.arguments, command.summary
    ))
}
