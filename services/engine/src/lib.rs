//! The scoring engine: [`rules`] over gRPC, as `proto/faan/engine/v1` describes it.
//!
//! A request is read by `convert`, answered by `rules`, and written by `convert`; `service` is that sentence,
//! once for each rpc. Nothing is kept between requests but a cache of compiled variants.

mod about_services;
mod access;
mod app;
mod batches;
mod blocking;
mod budget;
mod connection;
mod convert;
mod deadline;
mod errors;
mod grpc_web;
mod handshake;
mod limits;
mod measure;
mod patience;
mod reason;
mod rejection;
mod service;
mod token;
mod trace;
mod variants;
mod whole_message;

pub use access::Tls;
pub use app::{App, Config, Error};
pub use grpc_web::GrpcWeb;
pub use handshake::ReloadableTls;
pub use limits::Limits;
pub use token::{BadKeys, TokenRules};
