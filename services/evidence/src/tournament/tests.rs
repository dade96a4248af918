//! Tournaments whose entries contradict each other.
