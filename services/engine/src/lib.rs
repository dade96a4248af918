//! The scoring engine: [`rules`] over gRPC, as `proto/faan/engine/v1` describes it.
//!
//! A request is read by `convert`, answered by `rules`, and written by `convert`; `service` is that sentence,
//! once for each rpc. Nothing is kept between requests but a cache of compiled variants.

mod app;
mod convert;
mod deadline;
mod errors;
mod reason;
mod service;
mod variants;

pub use app::{App, Config, Error};
