//! The program: its processes as a person or a supervisor meets them, what its commands print, what it survives, and the shape of all of its code.
#![cfg(test)]

mod audit;
mod bench;
mod circles;
mod client;
mod faults;
#[allow(dead_code, reason = "the tests of `audit` use the rest")]
#[path = "../../../audit/tests/audit/honest.rs"]
mod honest;
mod host;
mod law;
mod owner;
mod part;
mod private_cluster;
mod processes;
mod references;
mod running;
mod same_fields;
mod score;
mod shape;
