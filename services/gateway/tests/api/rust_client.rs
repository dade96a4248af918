//! The client in Rust (`openapi/clients/rust`) against the service, and against networks that fail.

mod errors;
mod events;
mod pages;
mod proxy;
mod retries;
mod sessions;
mod table;
