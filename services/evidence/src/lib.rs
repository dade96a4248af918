//! What a ledger entry says, its canonical bytes and its hash
