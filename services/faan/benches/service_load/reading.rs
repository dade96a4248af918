//! R1: reads over REST, compared with pgbench, which selects a row by its primary key.

use crate::club_client::{Owner, Play, Recorder};
use crate::http_client::Request;
use crate::load::{self, Client as _, Repeat};
use crate::pgbench;
use crate::report::{Line, Report};
use crate::{Bench, CONNECTIONS, ROUNDS};

pub(crate) const IDS: &[&str] = &["R1"];

/// Evenings that each club has.
const EVENINGS: usize = 10;

const fn line(what: &'static str, goal: &'static str) -> Line {
    let id = "R1";
    Line { id, what, goal }
}

const LINES: [Line; 4] = [
    line(
        "reads of a club per second, 8 connections, compared with selecting one row",
        "≥ 0.3×",
    ),
    line("the same of a match", "≥ 0.3×"),
    line("the same of the matches of a club", "–"),
    line("the same of the standings of a club", "≥ 0.15×"),
];

pub(crate) async fn measure(bench: &Bench) {
    if !bench.wants(IDS) {
        return;
    }
    let service = &bench.service;
    let mut owner = Owner::sign_up(&service.address).await;
    let paths = play(&mut owner).await;
    let mut report = Report::default();
    for round in 0..=ROUNDS {
        let token = owner.sign_in().await.to_owned();
        service.checkpoint().await;
        service.wait_until_idle().await;
        let mut rates = Vec::new();
        for place in 0..LINES.len() {
            let mut clients = Vec::new();
            for paths in &paths {
                let request = Request::get(&paths[place], Some(&token));
                clients.push(Repeat::new(&service.address, request).await);
            }
            let load = load::run(&mut clients, bench.time_of(round)).await;
            rates.push(load.per_second());
        }
        let yardstick = bench.pgbench.as_ref().map(|pgbench| {
            let run = pgbench.run(pgbench::READ, CONNECTIONS, bench.seconds_of(round));
            run.per_second
        });
        if round > 0 {
            for (line, rate) in LINES.into_iter().zip(rates) {
                report.add(line, rate, yardstick);
            }
        }
    }
    report.print();
}

/// Plays some evenings in a club for each connection. Returns the paths that each reads, in the order of the lines.
async fn play(owner: &mut Owner) -> Vec<[String; LINES.len()]> {
    let mut all = Vec::new();
    for table in owner.found_clubs(CONNECTIONS, 1).await {
        let club = table.club.clone();
        let mut recorder = Recorder::new(owner.address(), table, Play::EVENINGS).await;
        for _ in 0..EVENINGS {
            recorder.send_next().await;
            while !recorder.is_between_matches() {
                recorder.send_next().await;
            }
        }
        all.push([
            club.clone(),
            recorder.current_match().to_owned(),
            format!("{club}/matches"),
            format!("{club}/standings"),
        ]);
    }
    all
}
