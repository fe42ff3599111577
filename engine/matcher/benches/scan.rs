#![allow(unsafe_code, clippy::all, clippy::pedantic)]
#[path = "../tests/support/games.rs"]
mod games;
use std::hint::black_box;
use std::time::Instant;
use games::{games, play, position, dragon};
use katachi_board::{Board, BoardSize, Color};
use katachi_image::{Image, Role};
use katachi_matcher::{LiveMatcher, Matcher, Wanted};
use katachi_testkit::{shared, workspace_root};
use patc::{Method, Source, compile_for};
fn main() {
    let archive = shared("data/games/pro19/gosei.tgz").unwrap();
    let games = games(&archive, 100, 190).unwrap();
    let mut boards = Vec::new();
    for (n, g) in games.iter().enumerate() {
        let moves = 60 + n * 7 % 121;
        let before = position(g, moves - 1);
        let mut b = before.clone();
        play(&mut b, g[moves - 1]);
        boards.push((before, b));
    }
    let peer = shared("peer/gnugo-3.8/patterns").unwrap();
    let variants: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    for (name, role) in [("own/attack", Role::Attack), ("own/defense", Role::Defense), ("own/conn", Role::Conn), ("attack", Role::Attack), ("defense", Role::Defense), ("conn", Role::Conn), ("aa_attackpats", Role::AaAttackPats), ("owl_vital_apats", Role::OwlVitalAPats), ] {
        let path = match name.strip_prefix("own/") { Some(n) => workspace_root().join("patterns").join(format!("{n}.db")), None => peer.join(format!("{name}.db")) };
        let mut images = Vec::new();
        for v in &variants {
            let (k, val) = v.split_once('=').unwrap();
            if k == "A" && (name == "patterns") { continue; }
            unsafe { std::env::set_var(k, val); }
            let m = if k == "A" { Method::Automaton } else { Method::Masks };
            let began = Instant::now();
            let image = Image::from_vec(compile_for(role, m, vec![Source::new(name, std::fs::read(&path).unwrap())]).image.unwrap()).unwrap();
            images.push((v.clone(), image, began.elapsed().as_secs_f64()*1e3));
        }
        let gs: Vec<_> = images.iter().map(|(_, i, _)| i.general().unwrap()).collect();
        let mut ms: Vec<_> = gs.iter().map(|g| Matcher::new(g, BoardSize::NINETEEN)).collect();
        let mut full = vec![Vec::new(); gs.len()];
        let mut live = vec![Vec::new(); gs.len()];
        let mut goal = vec![Vec::new(); gs.len()];
        for (before, b) in &boards { for own in Color::BOTH {
            let mut best = vec![[f64::INFINITY; 3]; gs.len()];
            let mut lives: Vec<_> = gs.iter().map(|g| LiveMatcher::new(g, BoardSize::NINETEEN)).collect();
            let stone = b.all_stones().filter(|(c, _)| *c != own).map(|(_, s)| s).nth(20).unwrap();
            let d = dragon(b, stone);
            let wanted = Wanted { goal: Some(&d), ..Wanted::default() };
            for _ in 0..9 { for i in 0..gs.len() {
                let t = Instant::now(); black_box(ms[i].matches(&gs[i], b, own)); best[i][0] = best[i][0].min(t.elapsed().as_secs_f64()*1e6);
                lives[i].matches(&gs[i], before, own).for_each(drop);
                let t = Instant::now(); black_box(lives[i].matches(&gs[i], b, own).fold(0, |s, o| s ^ o.pattern)); best[i][1] = best[i][1].min(t.elapsed().as_secs_f64()*1e6);
                let t = Instant::now(); black_box(ms[i].wanted_matches(&gs[i], b, own, &wanted)); best[i][2] = best[i][2].min(t.elapsed().as_secs_f64()*1e6);
            } }
            for i in 0..gs.len() { full[i].push(best[i][0]); live[i].push(best[i][1]); goal[i].push(best[i][2]); }
        } }
        let med = |v: &mut Vec<f64>| { v.sort_by(f64::total_cmp); v[v.len()/2] };
        print!("{name:16} {:5}", gs[0].all_lanes().len());
        for i in 0..gs.len() { print!(" | {} {:.1} {:.1} {:.1} b{} {:.0}ms", images[i].0, med(&mut full[i]), med(&mut live[i]), med(&mut goal[i]), images[i].1.bytes().len()/1000, images[i].2); }
        println!();
    }
}
