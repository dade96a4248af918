//! Fuzz targets: what strangers hand to whoever checks a ledger. A few seconds each as a test; `make fuzz` for longer,
//! with libFuzzer.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "in a test a panic is the failure"
)]

#[path = "../../../rules/tests/fuzz/change.rs"]
mod change;
mod json;
#[path = "../../../rules/tests/fuzz/machine.rs"]
mod machine;
mod signed;
mod texts;
