//! What a process takes from its machine: private files and folders, locks, signals and standard output; and what of it each client may have.
#![cfg_attr(not(test), warn(clippy::print_stdout))]
#![warn(missing_docs)]

mod client_network;
mod file;
mod http;
mod lock;
mod output;
mod places;
mod private_folder;
pub mod secret;
mod setting;
mod signals;
mod text;

pub use client_network::client_network;
pub use file::{read_file, read_optional_file};
pub use http::client_for;
pub use lock::{Error as LockError, Lock};
pub use output::{Unprinted, harmless, mention, print, say, warn};
pub use places::{NoPlace, PlaceGuard, Places};
pub use private_folder::make as make_private_folder;
pub use setting::set;
pub use signals::Signals;
pub use text::utf8;

/// An error for the person who ran a command: only its text matters.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;
