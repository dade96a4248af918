//! Exports: a whole log in lines. The first says which log and what proves it; every other is a leaf, byte for byte.

mod header;
mod leaves;

pub use header::{BadHeader, Claims, DirectoryHeader, ExportHeader, InDirectory};
pub use leaves::{BadExport, Leaves, MAX_LINE, read_directory, read_export};
