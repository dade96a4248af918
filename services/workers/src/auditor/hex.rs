//! Hexadecimal text.

/// The bytes as lowercase hexadecimal digits, the form in which `ledger` reads binary columns.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
