//! The REST gateway: clubs keep score here.
//!
//! A request goes: routing (`routes`) → authorization (`authorize`) → handler (`routes/…`) → engine (`engine_client`) → one verb of the
//! ledger → answer. Whatever goes wrong on the way is a `problem`. `openapi/README.md` has the conventions.
// A debug build keeps a future several times on the stack, once for each function that awaits it: two megabytes are soon full.
#![deny(clippy::large_futures)]

mod account;
mod allowed_origin;
mod api_key_limit;
mod app;
mod argument;
mod authorize;
mod bodies;
mod body;
mod body_of_caller;
mod broadcast;
mod caller;
mod client_address;
mod clock;
mod club_reads;
mod config;
mod connection;
mod cursor;
mod draws;
mod endpoint;
mod engine_client;
mod engine_work;
mod error;
mod etag;
mod event_stream;
mod export_share;
mod head_requests;
mod head_size;
mod holder;
mod idempotent_request;
mod import;
mod keyed_limit;
mod last_check;
mod late_reads;
mod link_policy;
mod match_snapshot;
mod match_to_record_in;
mod measure;
mod oidc;
mod openapi;
mod openapi_document;
mod operation;
mod password;
mod path_shape;
mod places;
mod policy;
mod problem;
mod rate_limit_headers;
mod remembered_matches;
mod request_id;
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
mod single_request;
mod static_content;
mod stream_place;
mod token;
mod trace;
mod turn;
mod untaken;
mod verified_tokens;
mod whole_match_reads;

pub use account::{club_name, new_account, password_hash};
pub use allowed_origin::{AllowedOrigin, NoOrigin};
pub use app::App;
pub use client_address::{ForwardedHeader, TrustedProxies};
pub use clock::Clock;
pub use config::Config;
pub use engine_client::{BadEngine, EngineChannel, EngineTls};
pub use error::Error;
pub use oidc::{BadIssuer, Oidc};
pub use openapi::openapi_json;
pub use problem::Code as ProblemCode;
pub use problem::page::MARKDOWN as PROBLEMS_MARKDOWN;
pub use token::{BadKey, ForEngine, engine_token, public_keys_json};
