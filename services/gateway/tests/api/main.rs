//! The gateway over HTTP, with a real engine and a database of its own for each test. Run them with `make test`, or
//! `faan test-cluster -- cargo test --workspace --test api`.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that goes wrong stops there"
)]

mod app;
mod audits;
mod certificates;
mod contract;
mod kept;

mod access_log;
mod accounts;
mod api_keys;
mod assets;
mod bad_hands;
mod bad_json;
mod book_refusals;
mod browser_sessions;
mod budgets;
mod callers;
mod checkpoints;
mod club_reads;
mod clubs;
mod concurrency;
mod connections;
mod corrections;
mod cross_origin;
mod deriving;
mod docs;
mod engine_shares;
mod erasures;
mod evenings;
mod events;
mod example_match;
mod export;
mod exports;
mod generated;
mod getting_started;
mod heads;
mod house_rules;
mod import;
mod invitations;
mod joining;
mod late_reads;
mod many;
mod match_events;
mod matches;
mod model;
mod namesakes;
mod oidc;
mod operations;
mod pages;
mod payments;
mod people;
mod play;
mod policy;
mod recording;
mod records;
mod remembered_matches;
mod rust_client;
mod seasons;
mod secure_engine;
mod sequences;
mod settlements;
mod shared_api_keys;
mod sheet;
mod standings;
mod statements;
mod table;
mod tls;
mod tokens;
mod totals;
mod tournaments;
mod tree;
mod unending_engine;
mod unfinished;
mod void_matches;
mod webhooks;
mod whole_match_reads;
mod worked_examples;
