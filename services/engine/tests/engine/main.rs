//! The engine as its callers see it: every test starts an engine of its own and talks to it over gRPC.
#![cfg(test)]

mod access;
mod batches;
mod budgets;
mod bytes;
mod certificates;
mod claims;
mod clock;
mod credentials;
mod example_client;
mod examples;
mod fuzz;
mod grpc_web;
mod malformed;
mod matches;
mod notation;
mod operations;
mod readme;
mod refusals;
mod renewing;
mod rpcs;
mod rust_client;
mod server;
mod streams;
mod text;
mod turns;
mod variants;
