//! The REST gateway: clubs keep score here.
//!
//! A request goes: routing (`routes`) → authorization (`authorize`) → handler (`routes/…`) → engine (`engine_client`) → one verb of the
//! ledger → answer. Whatever goes wrong on the way is a `problem`. `openapi/README.md` has the conventions.

mod account;
mod allowed_origin;
mod api_key_limit;
mod app;
mod argument;
mod authorize;
mod bodies;
mod body;
mod broadcast;
mod caller;
mod client_address;
mod club_reads;
mod config;
mod connection;
mod cursor;
mod endpoint;
mod engine_client;
mod engine_work;
mod error;
mod etag;
mod event_stream;
mod idempotent_request;
mod import;
mod keyed_limit;
mod last_check;
mod late_reads;
mod match_snapshot;
mod measure;
mod oidc;
mod openapi;
mod openapi_document;
mod password;
mod path_shape;
mod places;
mod policy;
mod problem;
mod remembered_matches;
mod request_limit;
mod responses;
mod route;
mod routes;
mod same_origin;
mod schedules;
mod secret;
mod server;
mod services;
mod sign_in_limit;
mod token;
mod trace;
mod turns;
mod verified_tokens;
mod whole_match_reads;

pub use account::{club_name, new_account, password_hash};
pub use allowed_origin::{AllowedOrigin, NoOrigin};
pub use app::App;
pub use client_address::{ForwardedHeader, TrustedProxies};
pub use config::Config;
pub use engine_client::{BadEngine, EngineChannel, EngineTls};
pub use error::Error;
pub use oidc::{BadIssuer, Oidc};
pub use openapi::openapi_json;
pub use problem::page::markdown as problems_markdown;
pub use token::{BadKey, ForEngine, engine_token, public_keys_json};
