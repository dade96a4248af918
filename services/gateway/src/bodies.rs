//! The JSON that goes in and out. What the ledger's entries say is said in the same words here: those values
//! are `mahjong`'s and `ledger::evidence`'s own; `schema` describes the latter for the OpenAPI document.

pub(crate) mod audit;
pub(crate) mod balances;
pub(crate) mod calendar;
pub(crate) mod cell;
pub(crate) mod correction;
pub(crate) mod day;
pub(crate) mod evening;
pub(crate) mod event;
pub(crate) mod export;
pub(crate) mod field;
pub(crate) mod hand;
pub(crate) mod house_rules;
pub(crate) mod import;
mod kinds;
pub(crate) mod match_state;
pub(crate) mod outcome;
pub(crate) mod party;
pub(crate) mod payment;
pub(crate) mod play;
pub(crate) mod points;
pub(crate) mod records;
pub(crate) mod rounds;
pub(crate) mod schema;
pub(crate) mod score;
pub(crate) mod season;
pub(crate) mod season_standings;
pub(crate) mod seats;
pub(crate) mod settlement;
pub(crate) mod standings;
pub(crate) mod table;
pub(crate) mod variant;
pub(crate) mod webhook;
