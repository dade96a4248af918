//! Fuzz targets: what callers send, message by message. A few seconds each as a test; `make fuzz` for longer, with
//! libFuzzer.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "in a test a panic is the failure"
)]

mod ask;
mod change;
#[path = "../../../rules/tests/fuzz/machine.rs"]
mod machine;
mod matches;
mod scores;
mod table;
mod variants;
