//! The binary, as a person or a supervisor meets it: started, asked, killed, started again.

mod audits;
mod certificates;
mod database_tls;
mod doctor;
mod engine;
mod gateway;
mod metrics;
mod moving;
mod names;
mod nginx;
mod pages;
mod receipts;
mod replica;
mod reset_password;
mod restoring;
mod signer;
#[path = "../../../ledger/tests/ledger/standby_pair.rs"]
#[expect(dead_code, reason = "the tests of the ledger use the rest")]
mod standby_pair;
mod standings;
mod terminal;
mod test_cluster;
mod token_keys;
mod traces;
mod up;
mod webhooks;
