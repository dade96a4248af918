//! The scoring engine: [`rules`] over gRPC, as `proto/faan/engine/v1` describes it.
//!
//! A request is read by `convert`, answered by `rules`, and written by `convert`; `service` is that sentence,
//! once for each rpc. Nothing is kept between requests but a cache of compiled variants.

mod app;
mod batches;
mod connection;
mod convert;
mod deadline;
mod errors;
mod limits;
mod reason;
mod service;
mod turned_away;
mod variants;

pub use app::{App, Config, Error};
pub use limits::Limits;
