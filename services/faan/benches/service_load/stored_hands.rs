//! N1: what people do in clubs of a service that stores many hands, compared with the first clubs of a new service.

use std::path::PathBuf;
use std::time::Duration;

use futures_util::future::join_all;

use crate::club_client::{Owner, Play, Recorder, Table};
use crate::http_client::Request;
use crate::load::{self, Client as _, Repeat, percentile};
use crate::played_club::PlayedClub;
use crate::report::{Line, Report};
use crate::service::Service;
use crate::{Bench, CONNECTIONS, ROUNDS, setting};

pub(crate) const IDS: &[&str] = &["N1"];

/// An account owns at most 100 clubs. One of them is the one whose hands are corrected.
const CLUBS_OF_OWNER: usize = 99;
/// Evenings of a club, which are a thousand hands.
const EVENINGS: usize = 63;
const HANDS_OF_CLUB: usize = EVENINGS * 16;

/// Corrections, exports and verifications of a round.
const CORRECTIONS: usize = 15;
const EXPORTS: usize = 5;
const VERIFICATIONS: usize = 3;
// A hand of each evening is corrected at most once.
const _: () = assert!((ROUNDS + 1) * CORRECTIONS <= EVENINGS);

const fn line(what: &'static str, goal: &'static str) -> Line {
    let id = "N1";
    Line { id, what, goal }
}

const RECORD: Line = line(
    "hands recorded per second with many stored, 8 connections, compared with none stored",
    "≥ 0.77×",
);
const READS: [Line; 3] = [
    line("the same, reads of a match per second", "≥ 0.77×"),
    line(
        "the same, reads of the matches of a club per second",
        "≥ 0.77×",
    ),
    line(
        "the same, reads of the standings of a club per second",
        "≥ 0.77×",
    ),
];
const CORRECT: Line = line("the same, ms of correcting a hand", "≤ 1.3×");
const EXPORT: Line = line("the same, ms of exporting 1,008 hands", "≤ 1.3×");
const VERIFY: Line = line("the same, ms of verifying that export", "≤ 1.3×");

/// The clubs that are measured, and their owner.
struct Clubs {
    owner: Owner,
    /// Of the clubs in which hands are recorded.
    tables: Vec<Table>,
    /// In which hands are corrected, and which is exported.
    played: PlayedClub,
}

pub(crate) async fn measure(bench: &Bench) {
    if !bench.wants(IDS) {
        return;
    }
    let empty = Service::start(&bench.folder.data("empty")).await;
    let full = Service::start(&bench.folder.data("full")).await;
    let size_before = full.database_size().await;
    let hands = setting("FAAN_BENCH_STORED").map_or(100_000, |hands| hands.parse().unwrap());
    let (owner, tables, clubs) = store(&full, hands).await;
    let mut of_full = Clubs::new(&full, owner, tables, bench.folder.0.join("full.ndjson")).await;
    // They are a part of what is stored, and would be added up while something else is measured.
    full.wait_for_standings().await;
    full.checkpoint().await;
    full.analyze().await;
    // With the club that is corrected.
    let stored = (clubs + 1) * HANDS_OF_CLUB;
    let size = (full.database_size().await - size_before) / stored as f64;
    println!("| – | {stored} hands are stored for N1, bytes of each | – | {size:.0} | – | – |");

    let mut owner = Owner::sign_up(&empty.address).await;
    let tables = owner.found_clubs(CONNECTIONS, 1).await;
    empty.analyze().await;
    let mut of_empty = Clubs::new(&empty, owner, tables, bench.folder.0.join("empty.ndjson")).await;
    let mut report = Report::default();
    for round in 0..=ROUNDS {
        let time = bench.time_of(round);
        let with_hands = of_full.measure(&full, time).await;
        let without = of_empty.measure(&empty, time).await;
        if round > 0 {
            for ((line, figure), other) in with_hands.into_iter().zip(without) {
                report.add(line, figure, Some(other.1));
            }
        }
    }
    report.print();
}

/// Stores at least so many hands, in clubs of a thousand each. Returns eight clubs of the last owner who has so many, and how many clubs there are.
async fn store(service: &Service, hands: usize) -> (Owner, Vec<Table>, usize) {
    let clubs = hands.div_ceil(HANDS_OF_CLUB).max(CONNECTIONS);
    let mut last = None;
    for first in (0..clubs).step_by(CLUBS_OF_OWNER) {
        let count = CLUBS_OF_OWNER.min(clubs - first);
        let mut owner = Owner::sign_up(&service.address).await;
        let mut tables = owner.found_clubs(count, 1).await;
        for tables in tables.chunks(CONNECTIONS) {
            let played = tables.iter().map(|table| play(&service.address, table));
            join_all(played).await;
        }
        if tables.len() >= CONNECTIONS {
            tables.truncate(CONNECTIONS);
            last = Some((owner, tables));
        }
    }
    let (owner, tables) = last.unwrap();
    (owner, tables, clubs)
}

/// Plays the evenings of one club.
async fn play(address: &str, table: &Table) {
    let mut recorder = Recorder::new(address, table.clone(), Play::WHOLE_EVENINGS).await;
    let mut hands = 0;
    for _ in 0..EVENINGS {
        for _ in ["the match", "its hands"] {
            hands += recorder.send_next().await as usize;
        }
    }
    assert_eq!(hands, HANDS_OF_CLUB);
}

impl Clubs {
    /// These clubs, and another one of their owner, with as many evenings as those that are stored.
    async fn new(service: &Service, mut owner: Owner, tables: Vec<Table>, export: PathBuf) -> Self {
        owner.sign_in().await;
        let table = owner.found_clubs(1, 1).await.remove(0);
        play(&service.address, &table).await;
        Clubs {
            played: PlayedClub::new(&service.address, table, export).await,
            owner,
            tables,
        }
    }

    async fn measure(&mut self, service: &Service, time: Duration) -> Vec<(Line, f64)> {
        let token = self.owner.sign_in().await.to_owned();
        for table in &mut self.tables {
            token.clone_into(&mut table.token);
        }
        self.played.sign_in(&token);
        service.checkpoint().await;
        service.wait_until_idle().await;
        let mut figures = self.rates(service, time).await;
        service.wait_until_idle().await;
        figures.extend(self.times(service).await);
        // What follows in the background is not a part of what is measured next, in the other service.
        service.wait_until_idle().await;
        figures
    }

    /// Records and reads, each club by one connection.
    async fn rates(&self, service: &Service, time: Duration) -> Vec<(Line, f64)> {
        let mut recorders = Vec::new();
        for table in &self.tables {
            recorders.push(Recorder::new(&service.address, table.clone(), Play::EVENINGS).await);
        }
        let mut rates = vec![(RECORD, load::run(&mut recorders, time).await.per_second())];
        service.wait_until_idle().await;
        for (place, line) in READS.into_iter().enumerate() {
            let mut clients = Vec::new();
            for (table, recorder) in self.tables.iter().zip(&recorders) {
                let club = &table.club;
                let path = match place {
                    0 => recorder.current_match().to_owned(),
                    1 => format!("{club}/matches"),
                    _ => format!("{club}/standings"),
                };
                let request = Request::get(&path, Some(&table.token));
                clients.push(Repeat::new(&service.address, request).await);
            }
            let load = load::run(&mut clients, time).await;
            rates.push((line, load.per_second()));
        }
        rates
    }

    /// What takes one person some time.
    async fn times(&mut self, service: &Service) -> Vec<(Line, f64)> {
        let (mut corrections, mut exports, mut verifications) = (vec![], vec![], vec![]);
        for _ in 0..CORRECTIONS {
            corrections.push(self.played.correct().await);
        }
        service.wait_until_idle().await;
        for _ in 0..EXPORTS {
            exports.push(self.played.export().await);
        }
        for _ in 0..VERIFICATIONS {
            verifications.push(self.played.verify().await);
        }
        let lines = [CORRECT, EXPORT, VERIFY].into_iter();
        let times = [corrections, exports, verifications].map(|mut times| {
            times.sort_unstable();
            percentile(&times, 50)
        });
        lines.zip(times).collect()
    }
}
