//! The client against the real service, and against networks that fail.
#![cfg(test)]

mod errors;
mod events;
mod pages;
mod proxy;
mod retries;
mod service;
mod sessions;
