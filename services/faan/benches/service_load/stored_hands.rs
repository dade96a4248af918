//! N1: recording and reading in clubs of a service that stores many hands, compared with the first clubs of a new service.

use std::time::Duration;

use futures_util::future::join_all;

use crate::club_client::{Owner, Play, Recorder, Table};
use crate::http_client::Request;
use crate::load::{self, Client as _, Repeat};
use crate::report::{Line, Report};
use crate::service::Service;
use crate::{Bench, CONNECTIONS, ROUNDS, setting};

pub(crate) const IDS: &[&str] = &["N1"];

/// An account owns at most 100 clubs.
const CLUBS_OF_OWNER: usize = 100;
/// Evenings of a club of a season, or of a thousand hands.
const EVENINGS: usize = 63;
const HANDS_OF_EVENING: usize = 16;

const fn line(what: &'static str) -> Line {
    Line {
        id: "N1",
        what,
        goal: "≥ 0.77×",
    }
}

const RECORD: Line =
    line("hands recorded per second with many stored, 8 connections, compared with none stored");
const READS: [Line; 3] = [
    line("the same, reads of a match per second"),
    line("the same, reads of the matches of a club per second"),
    line("the same, reads of the standings of a club per second"),
];

/// The clubs that are measured, and their owner.
struct Clubs {
    owner: Owner,
    tables: Vec<Table>,
}

pub(crate) async fn measure(bench: &Bench) {
    if !bench.wants(IDS) {
        return;
    }
    let empty = Service::start(&bench.folder.data("empty")).await;
    let full = Service::start(&bench.folder.data("full")).await;
    let size_before = full.database_size().await;
    let hands = setting("FAAN_BENCH_STORED").map_or(100_000, |hands| hands.parse().unwrap());
    let (mut of_full, stored) = store(&full, hands).await;
    // They are a part of what is stored, and would be added up while something else is measured.
    full.wait_for_standings().await;
    full.checkpoint().await;
    let size = (full.database_size().await - size_before) / stored;
    println!("| – | {stored} hands are stored for N1, bytes of each | – | {size:.0} | – | – |");

    let mut owner = Owner::sign_up(&empty.address).await;
    let tables = owner.found_clubs(CONNECTIONS, 1).await;
    let mut of_empty = Clubs { owner, tables };
    let mut report = Report::default();
    for round in 0..=ROUNDS {
        let time = bench.time_of(round);
        let with_hands = rates(&full, &mut of_full, time).await;
        let without = rates(&empty, &mut of_empty, time).await;
        if round > 0 {
            for ((line, rate), other) in with_hands.into_iter().zip(without) {
                report.add(line, rate, Some(other.1));
            }
        }
    }
    report.print();
}

/// Stores at least so many hands, in clubs of a thousand each. Returns the last clubs, and how many hands there are.
async fn store(service: &Service, hands: usize) -> (Clubs, f64) {
    let clubs = hands.div_ceil(EVENINGS * HANDS_OF_EVENING).max(CONNECTIONS);
    let mut stored = 0.0;
    let mut last = None;
    for first in (0..clubs).step_by(CLUBS_OF_OWNER) {
        let count = CLUBS_OF_OWNER.min(clubs - first);
        let mut owner = Owner::sign_up(&service.address).await;
        let tables = owner.found_clubs(count, 1).await;
        for tables in tables.chunks(CONNECTIONS) {
            let played = tables.iter().map(|table| play(&service.address, table));
            stored += join_all(played).await.iter().sum::<f64>();
        }
        if tables.len() >= CONNECTIONS {
            let tables = tables.into_iter().take(CONNECTIONS).collect();
            last = Some(Clubs { owner, tables });
        }
    }
    (last.unwrap(), stored)
}

/// Plays the evenings of one club. Returns how many hands they have.
async fn play(address: &str, table: &Table) -> f64 {
    let mut recorder = Recorder::new(address, table.clone(), Play::WHOLE_EVENINGS).await;
    let mut hands = 0.0;
    for _ in 0..EVENINGS {
        for _ in ["the match", "its hands"] {
            hands += f64::from(recorder.send_next().await);
        }
    }
    hands
}

/// Records and reads in these clubs, each by one connection.
async fn rates(service: &Service, clubs: &mut Clubs, time: Duration) -> Vec<(Line, f64)> {
    let token = clubs.owner.sign_in().await.to_owned();
    service.checkpoint().await;
    service.wait_until_idle().await;
    let mut recorders = Vec::new();
    for table in &mut clubs.tables {
        token.clone_into(&mut table.token);
        recorders.push(Recorder::new(&service.address, table.clone(), Play::EVENINGS).await);
    }
    let mut rates = vec![(RECORD, load::run(&mut recorders, time).await.per_second())];
    service.wait_until_idle().await;
    for (place, line) in READS.into_iter().enumerate() {
        let mut clients = Vec::new();
        for (table, recorder) in clubs.tables.iter().zip(&recorders) {
            let club = &table.club;
            let path = match place {
                0 => recorder.current_match().to_owned(),
                1 => format!("{club}/matches"),
                _ => format!("{club}/standings"),
            };
            let request = Request::get(&path, Some(&token));
            clients.push(Repeat::new(&service.address, request).await);
        }
        let load = load::run(&mut clients, time).await;
        rates.push((line, load.per_second()));
    }
    rates
}
