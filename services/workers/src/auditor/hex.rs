//! Bytes as reports show them.

/// Bytes in hexadecimal digits, as those of a table are read.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
