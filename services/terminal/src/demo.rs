//! `faan demo`: records a complete match over HTTP, and prints its score sheet.

mod client;
#[cfg(test)]
mod tests;

use std::process::ExitCode;

use ::client::models::{MatchSettlement, Rounds};
use host::{Failure, say};
use serde_json::{Value, json};
use time::OffsetDateTime;

use crate::config::Demo;
use crate::sheet;
use client::Client;

/// The eighteen hands of the example match of Old Hong Kong, in the form of a request.
const EVENING: &str = include_str!("demo/evening.json");
const PLAYERS: [&str; 4] = ["Ah Ming", "Mei Ling", "Uncle Bo", "Siu Fong"];

/// Signs up, founds a club, records the match and prints the score sheet.
pub async fn run(config: Demo) -> Result<ExitCode, Failure> {
    let client = Client::sign_up(&config.url).await?;
    let evening = record(&client).await?;
    say(&evening.print(&client).await?)?;
    Ok(ExitCode::SUCCESS)
}

/// A recorded match.
struct Evening {
    club: String,
    game: String,
}

async fn record(client: &Client) -> Result<Evening, Failure> {
    let club = client.found_club("Faan demonstration club").await?;
    let mut players = Vec::new();
    for name in PLAYERS {
        players.push(client.enrol(&club, name).await?);
    }
    let game = client.open_match(&club, &opening(&players)).await?;
    let outcomes: Vec<Value> = serde_json::from_str(EVENING)?;
    for (outcome, number) in outcomes.into_iter().zip(1u32..) {
        client.record(&club, &game, number, outcome).await?;
    }
    Ok(Evening { club, game })
}

impl Evening {
    async fn print(&self, client: &Client) -> Result<String, Failure> {
        let path = format!("/v1/clubs/{}/matches/{}", self.club, self.game);
        let rounds: Rounds = client.read(&format!("{path}/rounds")).await?;
        let settlement: MatchSettlement = client.read(&format!("{path}/settlement")).await?;
        let (table, settlement) = (sheet::table(&rounds), sheet::settlement(&settlement));
        Ok(format!("{table}\n\n{settlement}"))
    }
}

fn opening(players: &[String]) -> Value {
    json!({
        "terms": { "variant": { "id": "old-hong-kong" }, "stake_cents": 100, "currency": "HKD" },
        "players": players,
        "played_on": today(),
    })
}

#[expect(
    clippy::disallowed_methods,
    reason = "the demonstration plays its match today"
)]
fn today() -> String {
    OffsetDateTime::now_utc().date().to_string()
}
