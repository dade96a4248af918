//! The standings of tournaments: by example, and added up a second time in the plainest way, over tournaments of any rules.

mod any_tournament;
mod examples;
mod plainly;
