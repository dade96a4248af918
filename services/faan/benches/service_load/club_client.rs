//! Clients that record hands in clubs.

use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::Value;

use crate::http_client::{Connection, Request};
use crate::load::Client;

/// Hands of a batch.
pub(crate) const BATCH: u32 = 100;

/// How a recorder plays.
#[derive(Clone, Copy)]
pub(crate) struct Play {
    variant: &'static str,
    /// Hands of a match.
    hands: u32,
    /// Hands of a request.
    at_once: u32,
}

impl Play {
    /// Evenings under `old-hong-kong`, hand by hand. They have sixteen hands, because the dealer never wins.
    pub(crate) const EVENINGS: Play = Play {
        variant: "old-hong-kong",
        hands: 16,
        at_once: 1,
    };
    /// The same, each with one request.
    pub(crate) const WHOLE_EVENINGS: Play = Play {
        at_once: Play::EVENINGS.hands,
        ..Play::EVENINGS
    };
    /// Batches under `modern-chinese`, whose matches have no end. A match has at most 2,000 hands.
    pub(crate) const BATCHES: Play = Play {
        variant: "modern-chinese",
        hands: 20 * BATCH,
        at_once: BATCH,
    };
}
const PASSWORD: &str = "thirteen orphans";

/// A number that is used once.
pub(crate) fn next_number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// A new account.
pub(crate) struct Owner {
    address: String,
    connection: Connection,
    email: String,
    token: String,
}

/// Four players of a club, and whoever records for them.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) token: String,
    /// The path of the club.
    pub(crate) club: String,
    /// Their ids, as JSON.
    players: String,
}

impl Owner {
    pub(crate) async fn sign_up(address: &str) -> Owner {
        let mut owner = Owner {
            address: address.to_owned(),
            connection: Connection::open(address).await,
            email: format!("bench-{}@example.org", next_number()),
            token: String::new(),
        };
        let email = &owner.email;
        let account =
            format!(r#"{{"email":"{email}","password":"{PASSWORD}","display_name":"Bench"}}"#);
        let request = Request::post("/v1/users", None, &account);
        owner.connection.send(&request).await;
        owner.sign_in().await;
        owner
    }

    /// Gets a new token: one is valid for a quarter of an hour. It takes a new connection, because the service closes idle ones.
    pub(crate) async fn sign_in(&mut self) -> &str {
        self.connection = Connection::open(&self.address).await;
        let email = &self.email;
        let session = format!(r#"{{"email":"{email}","password":"{PASSWORD}"}}"#);
        let request = Request::post("/v1/sessions", None, &session);
        let answer = self.connection.send(&request).await;
        self.token = text_of(answer, "access_token");
        &self.token
    }

    /// So many clubs with so many tables each.
    pub(crate) async fn found_clubs(&mut self, clubs: usize, tables: usize) -> Vec<Table> {
        let mut all = Vec::new();
        for _ in 0..clubs {
            let club = r#"{"name":"Bench","time_zone":"Asia/Hong_Kong"}"#;
            let club = format!("/v1/clubs/{}", self.write("/v1/clubs", club).await);
            for _ in 0..tables {
                let mut players = Vec::new();
                for _ in 0..4 {
                    let player = format!(r#"{{"name":"P{}"}}"#, next_number());
                    players.push(self.write(&format!("{club}/players"), &player).await);
                }
                all.push(Table {
                    token: self.token.clone(),
                    club: club.clone(),
                    players: Value::from(players).to_string(),
                });
            }
        }
        all
    }

    /// Sends a write, and returns the id of what it made.
    async fn write(&mut self, path: &str, body: &str) -> String {
        let request = Request::write(path, &self.token, next_number(), body);
        text_of(self.connection.send(&request).await, "id")
    }

    pub(crate) fn address(&self) -> &str {
        &self.address
    }
}

/// Opens a match, records its hands with their tiles, and opens the next.
pub(crate) struct Recorder {
    connection: Connection,
    table: Table,
    play: Play,
    /// The path of the match.
    current: Option<String>,
    /// Of the next hand.
    number: u32,
}

impl Recorder {
    pub(crate) async fn new(address: &str, table: Table, play: Play) -> Recorder {
        Recorder {
            connection: Connection::open(address).await,
            table,
            play,
            current: None,
            number: 1,
        }
    }

    /// The path of the match that it records.
    pub(crate) fn current_match(&self) -> &str {
        self.current.as_deref().unwrap()
    }

    /// Whether the next request opens a match.
    pub(crate) fn is_between_matches(&self) -> bool {
        self.current.is_none() || self.number > self.play.hands
    }

    async fn open_match(&mut self) {
        let variant = self.play.variant;
        let Table {
            token,
            club,
            players,
        } = &self.table;
        let path = format!("{club}/matches");
        let body = format!(
            r#"{{"terms":{{"variant":{{"id":"{variant}"}}}},"players":{players},"played_on":"2026-01-02"}}"#
        );
        let request = Request::write(&path, token, next_number(), &body);
        let id = text_of(self.connection.send(&request).await, "id");
        self.current = Some(format!("{path}/{id}"));
        self.number = 1;
    }
}

impl Client for Recorder {
    async fn send_next(&mut self) -> u32 {
        if self.is_between_matches() {
            self.open_match().await;
            return 0;
        }
        let (number, hands) = (self.number, self.play.at_once);
        let of_match = self.current_match();
        let wins: Vec<String> = (number..number + hands).map(win_of).collect();
        let wins = wins.join(",");
        let (path, body) = match hands {
            1 => (
                format!("{of_match}/hands"),
                format!(r#"{{"number":{number},"outcome":{wins}}}"#),
            ),
            _ => (
                format!("{of_match}/hands:batch"),
                format!(r#"{{"number":{number},"outcomes":[{wins}]}}"#),
            ),
        };
        let request = Request::write(&path, &self.table.token, next_number(), &body);
        self.connection.send(&request).await;
        self.number += hands;
        hands
    }
}

/// A hand with its tiles. The winner sits next to the dealer, so that every hand passes the deal.
fn win_of(number: u32) -> String {
    win(number % 4 + 1, (number + 1) % 4 + 1)
}

/// The winner's and the discarder's chairs.
pub(crate) fn win(winner: u32, from: u32) -> String {
    let hand = r#"{"concealed":"88s WW","winning_tile":"8s","melds":[{"kind":"pung","tiles":"222s"},{"kind":"pung","tiles":"444s"},{"kind":"pung","tiles":"666s"}]}"#;
    format!(
        r#"{{"kind":"win","won_by":"discard","from_chair":{from},"winners":[{{"chair":{winner},"hand":{hand}}}]}}"#
    )
}

fn text_of(answer: &str, field: &str) -> String {
    let answer: Value = serde_json::from_str(answer).unwrap();
    answer[field].as_str().unwrap().to_owned()
}
