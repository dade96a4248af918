//! D1, D2, D3, D5, D6 and D7: recording hands over REST, compared with pgbench, which writes the same rows.

use std::time::Duration;

use crate::club_client::{Owner, Play, Recorder};
use crate::load::{self, percentile};
use crate::pgbench::{self, Pgbench, Script};
use crate::phases::Phases;
use crate::report::{Line, Report};
use crate::service::Executed;
use crate::{Bench, CONNECTIONS, ROUNDS};

pub(crate) const IDS: &[&str] = &["D1", "D2", "D3", "D5", "D6", "D7"];

/// How hands are recorded.
struct Way {
    clubs: usize,
    connections: usize,
    play: Play,
    script: Script,
    lines: &'static [(Line, Figure)],
}

/// One of the figures of a measurement.
#[derive(Clone, Copy)]
enum Figure {
    PerSecond,
    P50,
    P99,
    PostgresCpu,
    ServiceCpu,
    ClientCpu,
}

/// The figures of a measurement. Latencies are in milliseconds, CPU in milliseconds per hand.
struct Recorded {
    per_second: f64,
    p50: f64,
    p99: f64,
    postgres_cpu: f64,
    /// None for pgbench.
    service_cpu: Option<f64>,
    client_cpu: Option<f64>,
}

/// The hands of a measurement, and what PostgreSQL had executed, and spent its time on, before and after it.
struct Work {
    hands: f64,
    before: (Executed, Phases),
    after: (Executed, Phases),
}

const fn line(id: &'static str, what: &'static str, goal: &'static str) -> Line {
    Line { id, what, goal }
}

const EVENINGS: Way = Way {
    clubs: CONNECTIONS,
    connections: CONNECTIONS,
    play: Play::EVENINGS,
    script: pgbench::RECORD,
    lines: &[
        (
            line(
                "D1",
                "hands recorded per second, whole evenings, 8 connections in 8 clubs",
                "≥ 0.45×",
            ),
            Figure::PerSecond,
        ),
        (line("D3", "the same, p99 in ms", "≤ 3×"), Figure::P99),
        (
            line("D7", "the same, ms of CPU of PostgreSQL per hand", "≤ 3×"),
            Figure::PostgresCpu,
        ),
        (
            line(
                "–",
                "the same, ms of CPU of gateway and engine per hand",
                "–",
            ),
            Figure::ServiceCpu,
        ),
        (
            line("–", "the same, ms of CPU of the clients per hand", "–"),
            Figure::ClientCpu,
        ),
    ],
};

const ONE: Way = Way {
    clubs: 1,
    connections: 1,
    play: Play::EVENINGS,
    script: pgbench::RECORD,
    lines: &[
        (
            line("D2", "one hand, one connection, p50 in ms", "≤ 4 ms"),
            Figure::P50,
        ),
        (line("D2", "the same, p99 in ms", "–"), Figure::P99),
    ],
};

const BATCHES: Way = Way {
    clubs: CONNECTIONS,
    connections: CONNECTIONS,
    play: Play::BATCHES,
    script: pgbench::RECORD_BATCH,
    lines: &[
        (
            line(
                "D5",
                "hands recorded per second in batches of 100, 8 connections in 8 clubs",
                "≥ 0.3×",
            ),
            Figure::PerSecond,
        ),
        (
            line("–", "the same, ms of CPU of PostgreSQL per hand", "–"),
            Figure::PostgresCpu,
        ),
        (
            line(
                "–",
                "the same, ms of CPU of gateway and engine per hand",
                "–",
            ),
            Figure::ServiceCpu,
        ),
    ],
};

const ONE_CLUB: Way = Way {
    clubs: 1,
    connections: CONNECTIONS,
    play: Play::EVENINGS,
    script: pgbench::RECORD_IN_ONE_CLUB,
    lines: &[
        (
            line(
                "D6",
                "hands recorded per second, eight matches of one club",
                "≥ 0.45×",
            ),
            Figure::PerSecond,
        ),
        (line("–", "the same, p99 in ms", "–"), Figure::P99),
    ],
};

pub(crate) async fn measure(bench: &Bench) {
    for way in [EVENINGS, ONE, BATCHES, ONE_CLUB] {
        let ids: Vec<&str> = way.lines.iter().map(|(line, _)| line.id).collect();
        if bench.wants(&ids) {
            compare(bench, &way).await;
        }
    }
}

async fn compare(bench: &Bench, way: &Way) {
    let mut report = Report::default();
    let (mut executed, mut hands, mut unit) = (0.0, 0.0, "");
    let mut phases = Phases::default();
    for round in 0..=ROUNDS {
        let (faan, work) = record(bench, way, round).await;
        let yardstick = match &bench.pgbench {
            Some(pgbench) => Some(write_the_same(bench, pgbench, way, round).await),
            None => None,
        };
        if round == 0 {
            continue;
        }
        let (before, phases_before) = work.before;
        let (after, phases_after) = work.after;
        phases.add(&phases_before, phases_after);
        let after = match after.is_delayed {
            // Meanwhile the yardstick ran.
            true => bench.service.executed().await,
            false => after,
        };
        executed += after.count - before.count;
        hands += work.hands;
        unit = after.unit;
        for &(line, figure) in way.lines {
            let of_faan = faan.figure(figure).unwrap_or(f64::NAN);
            let of_yardstick = yardstick.as_ref().and_then(|it| it.figure(figure));
            report.add(line, of_faan, of_yardstick);
        }
    }
    report.print();
    phases.print(hands);
    let per_hand = executed / hands;
    println!(
        "| – | the same, {unit} per hand, with those in the background | – | {per_hand:.2} | – | – |"
    );
}

/// Records with Faan, in new clubs.
async fn record(bench: &Bench, way: &Way, round: usize) -> (Recorded, Work) {
    let service = &bench.service;
    let mut owner = Owner::sign_up(&service.address).await;
    let tables = way.connections / way.clubs;
    let clubs = owner.found_clubs(way.clubs, tables).await;
    service.analyze().await;
    service.checkpoint().await;
    service.wait_until_idle().await;
    let mut recorders = Vec::new();
    for table in clubs {
        recorders.push(Recorder::new(&service.address, table, way.play).await);
    }
    let before = (service.executed().await, Phases::so_far(service).await);
    let (postgres, own) = (service.postgres_cpu(), service.cpu());
    let load = load::run(&mut recorders, bench.time_of(round)).await;
    // What follows from the hands in the background is part of their cost.
    service.wait_until_idle().await;
    let per_hand = |cpu: Duration| cpu.as_secs_f64() * 1e3 / load.count;
    let recorded = Recorded {
        per_second: load.per_second(),
        p50: percentile(&load.latencies, 50),
        p99: percentile(&load.latencies, 99),
        postgres_cpu: per_hand(service.postgres_cpu().saturating_sub(postgres)),
        service_cpu: Some(per_hand(service.cpu().saturating_sub(own))),
        client_cpu: Some(per_hand(load.client_cpu)),
    };
    let work = Work {
        hands: load.count,
        before,
        after: (service.executed().await, Phases::so_far(service).await),
    };
    (recorded, work)
}

async fn write_the_same(bench: &Bench, pgbench: &Pgbench, way: &Way, round: usize) -> Recorded {
    let service = &bench.service;
    pgbench.empty(service).await;
    service.checkpoint().await;
    service.wait_until_idle().await;
    let before = service.postgres_cpu();
    let run = pgbench.run(way.script, way.connections, bench.seconds_of(round));
    service.wait_until_idle().await;
    let postgres = service.postgres_cpu().saturating_sub(before);
    Recorded {
        per_second: run.per_second,
        p50: percentile(&run.latencies, 50),
        p99: percentile(&run.latencies, 99),
        postgres_cpu: postgres.as_secs_f64() * 1e3 / run.count,
        service_cpu: None,
        client_cpu: None,
    }
}

impl Recorded {
    fn figure(&self, figure: Figure) -> Option<f64> {
        match figure {
            Figure::PerSecond => Some(self.per_second),
            Figure::P50 => Some(self.p50),
            Figure::P99 => Some(self.p99),
            Figure::PostgresCpu => Some(self.postgres_cpu),
            Figure::ServiceCpu => self.service_cpu,
            Figure::ClientCpu => self.client_cpu,
        }
    }
}
