//! The fault bench: real processes are killed, real sockets cut, a real disk filled, while people record hands; and after each of
//! that everything is checked that must hold. A few of each fault by default; as many as RELIABILITY.md tells with
//! `FAAN_FAULTS=full`, as `make faults` does it.
#![cfg(test)]

mod bench;
mod clock;
mod cluster;
mod costs;
mod cuts;
mod disk;
mod floods;
mod kills;
mod lists;
mod proxy;
mod quiesce;
mod site;
mod slow_engine;
mod stopping;
mod writers;

#[expect(dead_code, reason = "the tests of processes use more of it")]
#[path = "../processes/owner.rs"]
mod owner;
#[expect(dead_code, reason = "the tests of processes use more of it")]
#[path = "../processes/running.rs"]
mod running;
