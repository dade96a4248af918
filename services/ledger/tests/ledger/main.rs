//! The ledger against a real PostgreSQL: each test in a database of its own. Run them with `make test`, or
//! `faan test-cluster -- cargo test -p ledger`.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that goes wrong stops there"
)]

mod abandoned;
mod account_model;
mod accounts;
mod across_clubs;
mod answers;
mod api_keys;
mod as_of;
mod auditing;
mod by_call;
mod clubs;
mod connecting;
mod correcting;
mod ending;
mod erasing;
mod evenings;
mod failover;
mod final_entries;
mod governing;
mod grants;
mod growth;
mod guests;
mod heard;
mod house_rules;
mod importing;
mod invitations;
mod large_clubs;
mod large_entries;
mod late_reads;
mod leaving;
mod merging;
mod migrations;
mod model;
mod moving;
mod namesakes;
mod opening;
mod openings;
mod pages;
mod parallel;
mod paying;
mod people;
mod proxy;
mod reasons;
mod rebuilt;
mod recording;
mod round_trips;
mod scene;
mod schema;
mod seasons;
mod settlement_pages;
mod settling;
mod settling_periods;
mod settling_together;
mod signing;
mod stale_draws;
mod standby_pair;
mod standings;
mod sums;
mod table;
mod taking_part;
mod tenants;
mod together;
mod tournaments;
mod tree;
mod unanswered;
mod unfinished;
mod unmerging;
mod void;
mod wal_fetch;
mod webhooks;
