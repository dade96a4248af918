//! The fault bench: real processes are killed, real sockets cut, a real disk filled, while people record hands; and after each of
//! that everything is checked that must hold. A few of each fault by default; as many as RELIABILITY.md tells with
//! `FAAN_FAULTS=full`, as `make faults` does it.

mod clock;
mod cluster;
mod costs;
mod cuts;
mod disk;
mod floods;
mod kills;
mod proxy;
mod quiesce;
mod site;
mod slow_engine;
mod stopping;
mod writers;
