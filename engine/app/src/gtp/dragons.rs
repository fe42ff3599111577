//! Dragons: groups of strings, and how they are surrounded.

use std::fmt::Write;

use katachi_board::{Color, Point, PointSet};
use katachi_gtp::Args;
use katachi_matcher::DragonStatus;
use katachi_strategy::dragons::surround::Ring;
use katachi_strategy::dragons::{Dragon, Dragons};
use katachi_strategy::owl::OwlThreat;
use katachi_tactics::reading::Reading;

use super::command::{GtpCommand, Response, Run};
use super::failure::Failure;
use super::tokens;
use crate::session::Session;

pub(super) const COMMANDS: &[GtpCommand] = &[
    GtpCommand {
        name: "dragon_data",
        arguments: "[VERTEX]",
        summary: "what is known about the dragon on a point, or about all dragons",
        run: Run::Reply(dragon_data),
    },
    GtpCommand {
        name: "dragon_stones",
        arguments: "[VERTEX | COLOR]",
        summary: "the stones of a dragon, or of all dragons, or of all of a color, a dragon on a line",
        run: Run::Reply(dragon_stones),
    },
    GtpCommand {
        name: "dragon_status",
        arguments: "[VERTEX]",
        summary: "whether a dragon lives, or each of them",
        run: Run::Reply(dragon_status),
    },
    GtpCommand {
        name: "same_dragon",
        arguments: "VERTEX VERTEX",
        summary: "1 if two stones belong to one dragon, 0 otherwise",
        run: Run::Reply(|session, args| {
            let a = tokens::stone(session, args)?;
            let b = tokens::stone(session, args)?;
            let dragons = session.engine.position(&session.game).groups();
            Ok(u8::from(dragons.are_joined(a, b)).to_string())
        }),
    },
    GtpCommand {
        name: "is_surrounded",
        arguments: "VERTEX",
        summary: "how a dragon is surrounded: 0 not, 1 fully, 2 weakly",
        run: Run::Reply(|session, args| {
            let point = tokens::point(session, args)?;
            let dragons = session.engine.position(&session.game).groups();
            let dragon = dragons.at(point).ok_or("dragon vertex must be nonempty")?;
            Ok((dragon.surround() as u8).to_string())
        }),
    },
    GtpCommand {
        name: "does_surround",
        arguments: "VERTEX VERTEX",
        summary: "1 if an opponent stone on the first point would surround the dragon on the second",
        run: Run::Reply(|session, args| {
            let point = tokens::point(session, args)?;
            if !session.game.board().at(point).is_empty() {
                return Err("move vertex must be empty".into());
            }
            let stone = tokens::point(session, args)?;
            let dragons = session.engine.position(&session.game).groups();
            let dragon = dragons.at(stone).ok_or("dragon vertex must be nonempty")?;
            let surrounds = dragons.would_surround(session.game.board(), point, dragon);
            Ok(u8::from(surrounds).to_string())
        }),
    },
    GtpCommand {
        name: "surround_map",
        arguments: "VERTEX VERTEX",
        summary: "where the second point lies in the hull around the dragon on the first: \
                  -1 no hull, 0 outside, 1 inside, 2 on its rim",
        run: Run::Reply(|session, args| {
            let stone = tokens::point(session, args)?;
            let point = tokens::point(session, args)?;
            let dragons = session.engine.position(&session.game).groups();
            let dragon = dragons.at(stone).ok_or("dragon vertex must not be empty")?;
            Ok((dragon.hull(point) as i8).to_string())
        }),
    },
];

fn dragon_status(session: &mut Session, args: &mut Args<'_>) -> Response {
    let dragons = session.engine.position(&session.game).dragons();
    if args.is_empty() {
        let line = |dragon: &Dragon| {
            let origin = tokens::name(session, dragon.origin);
            format!("{origin}: {}", status(session, dragon))
        };
        let lines: Vec<String> = dragons.iter().map(line).collect();
        return Ok(lines.join("\n"));
    }
    let point = tokens::stone(session, args)?;
    let dragon = dragons.at(point).ok_or(Failure::NoStone)?;
    Ok(status(session, dragon))
}

/// The status of a dragon; of a critical one with the moves that kill and save it. Where no
/// patterns read lives, random games tell what is not proven.
fn status(session: &mut Session, dragon: &Dragon) -> String {
    let dragon = (session.engine.position(&session.game)).with_guess(dragon);
    let status = dragon.status().name();
    match dragon.critical_moves() {
        Some(moves) => {
            let [attack, defense] = moves.map(|found| tokens::move_name(session, found.point));
            format!("{status} {attack} {defense}")
        }
        None => status.to_owned(),
    }
}

fn dragon_stones(session: &mut Session, args: &mut Args<'_>) -> Response {
    let dragons = session.engine.position(&session.game).groups();
    let groups: Vec<(Color, PointSet)> = (dragons.iter())
        .map(|dragon| (dragon.color, dragon.stones))
        .collect();
    tokens::stones(session, args, &groups)?.ok_or("dragon_stones called on an empty vertex".into())
}

fn dragon_data(session: &mut Session, args: &mut Args<'_>) -> Response {
    if session.game.board().trial_moves() > 0 {
        return Err("dragon data unavailable when stackp > 0".into());
    }
    let dragons = session.engine.position(&session.game).dragons();
    if args.is_empty() {
        let all: Vec<String> = (dragons.iter())
            .map(|dragon| data_of(session, dragon.origin))
            .collect();
        return Ok(all.join("\n"));
    }
    let point = tokens::point(session, args)?;
    Ok(data_of(session, point))
}

/// The fields of the dragon on a point, as `dragon_data` answers.
pub fn data_of(session: &mut Session, point: Point) -> String {
    let dragons = session.engine.position(&session.game).dragons();
    match dragons.at(point) {
        Some(dragon) => {
            let threat = threat(session, dragon);
            data(session, &dragons, (dragon, point), threat)
        }
        None => format!("{} empty", tokens::name(session, point)),
    }
}

/// Two moves that save a dragon which is dead, if the last move was made by it: its owner thrashes
/// around, and may threaten to save it. `None` for other dragons, which are not read.
fn threat(session: &mut Session, dragon: &Dragon) -> Option<Result<OwlThreat, NoThreat>> {
    let (_, last) = session.game.board().last_move()?;
    let thrashes = last.is_some_and(|point| dragon.stones.contains(point));
    let dies = dragon
        .life
        .is_some_and(|life| life.status == DragonStatus::Dead);
    if !thrashes || !dies {
        return None;
    }
    let mut position = session.engine.position(&session.game);
    Some((position.owl().threaten_defense(dragon.origin)).ok_or(NoThreat))
}

/// No two moves save a dragon.
struct NoThreat;

/// The fields of a dragon, one on each line.
fn data(
    session: &Session,
    dragons: &Dragons,
    (dragon, point): (&Dragon, Point),
    threat: Option<Result<OwlThreat, NoThreat>>,
) -> String {
    let mut text = format!("{}:", tokens::name(session, point));
    let mut line = |label: &str, value: &dyn std::fmt::Display| {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n{label:<23} {value}");
    };
    let name = |point: Option<Point>| tokens::move_name(session, point);
    // Each name has a blank behind it, as GNU Go answers.
    let names = |points: &mut dyn Iterator<Item = Point>| -> String {
        let words = points.map(|point| tokens::name(session, point));
        words.flat_map(|name| [name, " ".to_owned()]).collect()
    };
    let neighbors = dragon
        .neighbors
        .iter()
        .filter_map(|&place| dragons.get(place));
    let neighbors = names(&mut neighbors.map(|other| other.origin));
    line("color", &dragon.color);
    line("origin", &tokens::name(session, dragon.origin));
    line("size", &dragon.size());
    line(
        "effective_size",
        &format_args!("{:.2}", dragon.effective_size),
    );
    line(
        "strategic_size",
        &format_args!("{:.2}", dragon.strategic_size),
    );
    line("genus", &dragon.genus);
    line("heye", &name(dragon.heye));
    line("escape_route", &dragon.escape_route);
    line("lunch", &name(dragon.lunch.map(|lunch| lunch.origin)));
    line("crude_status", &dragon.crude_status.name());
    let life = dragon.life.as_ref();
    line(
        "owl_status",
        &life.map_or("unchecked", |life| life.status.name()),
    );
    line("status", &dragon.status().name());
    line("safety", &dragon.safety.name());
    line("weakness", &format_args!("{:.2}", dragon.weakness));
    line(
        "weakness_pre_owl",
        &format_args!("{:.2}", dragon.crude_weakness),
    );
    line("surround_status", &(dragon.surround() as u8));
    line("surround_size", &dragon.ring.as_ref().map_or(0, Ring::size));
    line("moyo_size", &dragon.moyo_size);
    line(
        "moyo_territorial_value",
        &format_args!("{:.2}", dragon.moyo_value),
    );
    line("neighbors", &neighbors);
    line("hostile_neighbors", &dragons.hostile(dragon).count());
    let yes = |certain: bool| if certain { "YES" } else { "NO" };
    let outcome = |found: Option<Reading>| found.map_or(0, |found| found.outcome as u8);
    let point = |found: Option<Reading>| name(found.and_then(|found| found.point));
    let (attack, defense) = (life.map(|life| life.attack), life.map(|life| life.defense));
    line("owl_attack_code", &outcome(attack));
    line("owl_attack_point", &point(attack));
    line(
        "owl_attack_certain",
        &yes(life.is_some_and(|life| life.attack_is_certain)),
    );
    // Only dragons that thrash around are read for threats, and only threats to save them.
    line("owl_2nd_attack_point", &"PASS");
    let status = match &threat {
        None => "unchecked",
        Some(Err(NoThreat)) => "dead",
        Some(Ok(_)) => "can threaten defense",
    };
    line("owl_threat_status", &status);
    line("owl_defense_code", &outcome(defense));
    let threat = threat.and_then(Result::ok);
    match &threat {
        Some(threat) => line("owl_defense_point", &name(Some(threat.first))),
        None => line("owl_defense_point", &point(defense)),
    }
    line(
        "owl_defense_certain",
        &yes(life.is_some_and(|life| life.defense_is_certain)),
    );
    let second = threat.and_then(|threat| threat.second);
    line("owl_2nd_defense_point", &name(second));
    // No reading results in the gain or the loss of a single string.
    line("owl_attack_kworm", &"PASS");
    line("owl_defense_kworm", &"PASS");
    let races = dragon.races.as_ref();
    line("semeais", &races.map_or(0, |races| races.count));
    let results = [
        ("defense", races.map(|races| &races.defense)),
        ("attack", races.map(|races| &races.attack)),
    ];
    for (label, result) in results {
        let mut field = |what: &str, value: &dyn std::fmt::Display| {
            line(&format!("semeai_{label}_{what}"), value);
        };
        let reading = result.map(|result| result.reading);
        field("code", &outcome(reading));
        field("point", &point(reading));
        field(
            "certain",
            &u8::from(result.is_some_and(|result| result.is_certain)),
        );
        field("target", &name(result.and_then(|result| result.other)));
    }
    let strings = names(&mut dragon.strings.iter().copied());
    line("strings", &strings);
    text
}
