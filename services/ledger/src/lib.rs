//! Everything SQL: verbs, tables and reads of the match ledger
