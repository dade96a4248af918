//! Fuzz targets: what callers send, message by message. A second or two each as a test; `make fuzz` for longer,
//! with libFuzzer.

pub(crate) mod ask;
mod change;
#[path = "../../../../rules/tests/rules/fuzz/machine.rs"]
pub(crate) mod machine;
mod matches;
mod scores;
mod table;
mod variants;
