//! Fuzz targets: what people write, as notation, documents, patches and expressions. A few seconds each as a test;
//! `make fuzz` for longer, with libFuzzer.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "in a test a panic is the failure"
)]

mod change;
mod documents;
mod expressions;
mod machine;
mod tiles;
mod wins;
