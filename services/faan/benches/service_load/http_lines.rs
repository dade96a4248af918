//! H1 and H2: the CPU time of requests that need no database.

use std::time::Duration;

use crate::echo::Echo;
use crate::http_client::{Connection, Request};
use crate::load::{self, Repeat};
use crate::report::{Line, Report};
use crate::{Bench, CONNECTIONS, ROUNDS};

pub(crate) const IDS: &[&str] = &[H1.id, H2.id];

const H1: Line = Line {
    id: "H1",
    what: "`POST /v1/score`, µs of CPU of all processes, compared with an actix JSON echo and one tonic hop",
    goal: "≤ 2×",
};
const H2: Line = Line {
    id: "H2",
    what: "`GET /livez`, µs of CPU of all processes, compared with an actix echo",
    goal: "≤ 2×",
};

const HAND: &str = r#"{"variant":{"id":"old-hong-kong"},"win":{"hand":{"concealed":"88s WW","winning_tile":"8s","melds":[{"kind":"pung","tiles":"222s"},{"kind":"pung","tiles":"444s"},{"kind":"pung","tiles":"666s"}]},"round_wind":"east","seat_wind":"south","won_by":"self_draw"}}"#;

fn score() -> Request {
    Request::post("/v1/score", None, HAND)
}

fn livez() -> Request {
    Request::get("/livez", None)
}

pub(crate) async fn measure(bench: &Bench) {
    if !bench.wants(IDS) {
        return;
    }
    let service = &bench.service;
    let mut connection = Connection::open(&service.address).await;
    let scored = connection.send(&score()).await.to_owned();
    let live = connection.send(&livez()).await;
    let echo = Echo::start(&bench.folder.0.join("echo"), &scored, live);
    let lines: [(Line, fn() -> Request); 2] = [(H1, score), (H2, livez)];
    for (line, request) in lines {
        if !bench.wants(&[line.id]) {
            continue;
        }
        let mut report = Report::default();
        for round in 0..=ROUNDS {
            service.wait_until_idle().await;
            let time = bench.time_of(round);
            let cpu = || service.cpu() + service.postgres_cpu();
            let faan = cpu_of_request(&service.address, request, time, cpu).await;
            let cpu = || echo.cpu();
            let yardstick = cpu_of_request(&echo.address, request, time, cpu).await;
            if round > 0 {
                report.add(line, faan, Some(yardstick));
            }
        }
        report.print();
    }
}

/// In microseconds.
async fn cpu_of_request(
    address: &str,
    request: fn() -> Request,
    time: Duration,
    cpu: impl Fn() -> Duration,
) -> f64 {
    let mut clients = Vec::new();
    for _ in 0..CONNECTIONS {
        clients.push(Repeat::new(address, request()).await);
    }
    let before = cpu();
    let load = load::run(&mut clients, time).await;
    let used = cpu().saturating_sub(before);
    used.as_secs_f64() * 1e6 / load.count
}
