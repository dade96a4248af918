//! The binary, as a person or a supervisor meets it: started, asked, killed, started again.
#![cfg(test)]

mod engine;
mod running;
mod test_cluster;
mod up;
