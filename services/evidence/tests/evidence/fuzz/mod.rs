//! Fuzz targets: what strangers hand to whoever checks a ledger. A second or two each as a test; `make fuzz` for
//! longer, with libFuzzer.

#[path = "../../../../rules/tests/rules/fuzz/change.rs"]
mod change;
mod json;
#[path = "../../../../rules/tests/rules/fuzz/machine.rs"]
mod machine;
mod signed;
mod texts;
