//! Clients at once in several clubs, each against a model in memory: what the service answers is what the models say, and
//! afterwards the ledger says it too.

mod ask;
mod chance;
mod check;
mod client;
mod fact;
mod money;
mod phone;
mod table;
mod tally;
mod told;

use crate::app::TestApp;
use client::Client;
use futures_util::future::join_all;
use ledger::PlayerId;
use phone::Phone;
use serde_json::json;
use std::time::Instant;
use tally::Tally;

const CLUBS: usize = 4;
const CLIENTS: u64 = 16;
/// What all clients do together, if nobody says.
const OPERATIONS: u64 = 480;

#[tokio::test(flavor = "multi_thread")]
async fn many_clients_match_their_models() {
    let asked_for = setting("FAAN_MODEL_OPERATIONS");
    if asked_for.is_some() {
        // Somebody watches: why the service puts clients off is in its log.
        tracing_subscriber::fmt()
            .with_max_level(tracing_subscriber::filter::LevelFilter::WARN)
            .init();
    }
    let operations = asked_for.unwrap_or(OPERATIONS);
    let seed = setting("FAAN_TEST_SEED").unwrap_or_else(any_seed);
    println!("FAAN_TEST_SEED={seed} FAAN_MODEL_OPERATIONS={operations} repeats this run");
    let app = TestApp::start().await;
    let tally = Tally::start();
    let (mut clubs, clients) = set_out(&app, &tally).await;
    let runs = clients
        .into_iter()
        .map(|client| client.run(seed, operations / CLIENTS));
    let clients = join_all(runs).await;
    tally.conclude(asked_for.is_some());
    let begun = Instant::now();
    let tables: Vec<_> = clients.iter().flat_map(|client| &client.tables).collect();
    let settlements = clients.iter().flat_map(|client| &client.settlements);
    let settlements: Vec<_> = settlements.collect();
    check::check(&app, &mut clubs, &tables, &settlements).await;
    println!(
        "{} matches and {} settlements checked in {:.0?}",
        tables.len(),
        settlements.len(),
        begun.elapsed()
    );
}

/// The clubs with their owners, and the clients, each in one of them.
async fn set_out<'a>(
    app: &'a TestApp,
    tally: &'a Tally,
) -> (Vec<(Phone<'a>, String)>, Vec<Client<'a>>) {
    let (mut clubs, mut clients) = (Vec::new(), Vec::new());
    for club in 0..CLUBS {
        let name = format!("owner{club}");
        let owner = app.sign_up(&name).await;
        let club = owner.found_club("Kowloon Mahjong Club").await;
        let mut players = club.players.clone();
        for name in ["Fong", "Gam", "Hung", "Ip"] {
            let path = format!("{}/players", club.path);
            let player = owner.post(&path, json!({"name": name})).await.expect(201);
            players.push(player["id"].as_str().unwrap().to_owned());
        }
        let parse = |id: &String| id.parse::<PlayerId>().unwrap();
        let players: Vec<PlayerId> = players.iter().map(parse).collect();
        for number in (0..CLIENTS).skip(clubs.len()).step_by(CLUBS) {
            let name = format!("client{number}");
            let phone = Phone::new(&name, club.member(&name, "scorer").await, tally);
            clients.push(Client::new(
                number,
                phone,
                club.path.clone(),
                players.clone(),
            ));
        }
        clubs.push((Phone::new(&name, owner, tally), club.path));
    }
    (clubs, clients)
}

#[expect(
    clippy::disallowed_methods,
    reason = "they say how long a run is, and repeat one"
)]
pub(crate) fn setting(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{name}={text} is not a number")),
    )
}

#[expect(clippy::disallowed_methods, reason = "a new run each time")]
fn any_seed() -> u64 {
    rand::random()
}
