//! What the dearest requests cost: every limit is driven to its maximum, and neighbours must hardly notice.

mod busy_hall;
mod growth;
mod reading;
mod scoring;
mod season;
