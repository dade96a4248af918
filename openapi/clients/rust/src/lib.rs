#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

mod call;
mod client;
mod error;
mod events;
#[rustfmt::skip]
pub mod models;
#[rustfmt::skip]
pub mod operations;
mod pages;
mod retries;
mod tokens;

pub use bytes::Bytes;
pub use call::{Call, Chunks, Response};
pub use client::Client;
pub use error::{Error, Refusal};
pub use events::{Event, Events};
pub use jiff;
pub use pages::Page;
pub use retries::Retries;
