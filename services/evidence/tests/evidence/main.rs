//! What entries say and how they are written and proved; and draws, of evenings, tournaments and seats.
#![cfg(test)]

mod fuzz;
mod leaves;
mod proofs;
mod seating;
mod tournaments;
