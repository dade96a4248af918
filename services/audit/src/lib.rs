//! Doubts a ledger: checks its entries and scores its hands again
