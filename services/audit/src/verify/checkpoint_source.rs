//! The sources of the checkpoints that entries are compared with.

/// The source of a checkpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckpointSource {
    /// The export's own checkpoint.
    Export,
    /// A checkpoint of the club that the caller kept from an earlier export.
    Kept,
    /// The checkpoint of the directory in the export.
    ExportDirectory,
    /// A checkpoint of the directory that the caller has.
    Directory,
    /// A checkpoint of the club that is stored with its entries.
    Stored,
    /// Not a checkpoint, but a head of the club in the export of the directory.
    Head,
}

impl std::fmt::Display for CheckpointSource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Export => "the export's checkpoint",
            Self::Kept => "the checkpoint that was kept",
            Self::ExportDirectory => "the export's checkpoint of the directory",
            Self::Directory => "the directory's checkpoint",
            Self::Stored => "a stored checkpoint",
            Self::Head => "the directory",
        })
    }
}
