//! The rules of the game: clients set and read them.

use katachi_gtp::{Args, KataRules};

use super::command::{GtpCommand, Response, Run, require_no_trial_moves};
use crate::rules::{adopt, rules_of};
use crate::session::Session;

pub(super) const COMMANDS: &[GtpCommand] = &[
    GtpCommand {
        name: "kgs-rules",
        arguments: "NAME",
        summary: "sets the rules: japanese, chinese, aga or new_zealand, as KGS plays them",
        run: Run::Reply(|session, args| {
            let rules = KataRules::of_kgs(args.rest().trim());
            set(session, rules?)
        }),
    },
    GtpCommand {
        name: "kata-set-rules",
        arguments: "NAME or JSON",
        summary: "sets the rules: a name such as japanese, chinese, aga, tromp-taylor, or KataGo's JSON of rules",
        run: Run::Reply(|session, args| {
            let rules = args.rest().parse();
            set(session, rules?)
        }),
    },
    GtpCommand {
        name: "kata-set-rule",
        arguments: "KEY VALUE",
        summary: "changes one of the rules that kata-get-rules lists",
        run: Run::Reply(set_one),
    },
    GtpCommand {
        name: "kata-get-rules",
        arguments: "",
        summary: "the rules as KataGo's JSON",
        run: Run::Reply(|session, _| Ok(rules_of(&session.game).to_string())),
    },
];

fn set_one(session: &mut Session, args: &mut Args<'_>) -> Response {
    let key = args
        .word()
        .ok_or("syntax error: expected the key of a rule, found nothing")?;
    let rules = rules_of(&session.game).with(key, args.rest().trim());
    set(session, rules?)
}

fn set(session: &mut Session, rules: KataRules) -> Response {
    require_no_trial_moves(session)?;
    adopt(&mut session.game, rules)?;
    session.thoughts = None;
    Ok(String::new())
}
