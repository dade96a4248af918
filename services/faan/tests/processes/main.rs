//! The binary, as a person or a supervisor meets it: started, asked, killed, started again.
#![cfg(test)]

mod engine;
mod names;
mod receipts;
mod running;
mod signer;
mod test_cluster;
mod up;
