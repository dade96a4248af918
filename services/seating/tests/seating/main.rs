//! Draws and schedules, as those who play want them, and against a solver that works otherwise.
#![cfg(test)]

mod evenings;
mod reference;
mod refusals;
mod schedules;
mod swiss;
