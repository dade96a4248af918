//! Fuzz targets: what people write, as notation, documents, patches and expressions. A second or two each as
//! a test; `make fuzz` for longer, with libFuzzer.

mod change;
mod documents;
mod expressions;
mod machine;
mod tiles;
mod wins;
