//! The binary, as a person or a supervisor meets it: started, asked, killed, started again.
#![cfg(test)]

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
mod owner;
mod pages;
mod receipts;
mod reset_password;
mod running;
mod signer;
mod standings;
mod terminal;
mod test_cluster;
mod token_keys;
mod traces;
mod up;
mod upgrading;
mod webhooks;
