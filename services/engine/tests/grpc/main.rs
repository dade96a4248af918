//! The engine as its callers see it: every test starts an engine of its own and talks to it over gRPC.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "in a test a panic is the failure"
)]

mod access;
mod batches;
mod budgets;
mod bytes;
mod claims;
mod client;
mod credentials;
mod examples;
mod grpc_web;
mod malformed;
mod matches;
mod notation;
mod operations;
mod pictures;
mod readme;
mod refusals;
mod renewing;
mod rpcs;
mod server;
mod streams;
mod text;
mod turns;
mod variants;
