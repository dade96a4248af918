//! The resources, a file each. A handler says what happens; what it says of itself is the OpenAPI document.

mod clubs;
mod docs;
mod entries;
mod hands;
mod matches;
mod members;
mod operations;
mod players;
mod rounds;
mod score;
mod sessions;
mod settlement;
mod users;
mod variants;

use actix_web::error::QueryPayloadError;
use actix_web::web::{PathConfig, QueryConfig};
use utoipa_actix_web::service_config::ServiceConfig;

use crate::problem::ledger::not_found;
use crate::problem::{Code, Problem};

/// Registers every handler. The tests hold this list, the policy table and the OpenAPI document against each
/// other.
pub(crate) fn register(config: &mut ServiceConfig) {
    config
        .service(users::sign_up)
        .service(users::who_am_i)
        .service(sessions::sign_in)
        .service(sessions::refresh_session)
        .service(sessions::sign_out)
        .service(clubs::found_club)
        .service(clubs::list_clubs)
        .service(clubs::read_club)
        .service(members::list_members)
        .service(members::set_member)
        .service(players::enrol_player)
        .service(players::list_players)
        .service(matches::open_match)
        .service(matches::list_matches)
        .service(matches::read_match)
        .service(matches::end_match)
        .service(hands::record_hand)
        .service(hands::list_hands)
        .service(hands::read_hand)
        .service(rounds::read_rounds)
        .service(settlement::read_settlement)
        .service(entries::list_entries)
        .service(score::score_hand)
        .service(variants::list_variants)
        .service(variants::read_variant)
        .service(variants::list_patterns)
        .service(operations::live)
        .service(operations::ready)
        .service(operations::token_keys)
        .service(docs::openapi_document)
        .service(docs::problems_page)
        .service(docs::docs)
        .service(docs::docs_asset);
}

/// An id that is none looks like one that does not exist.
pub(crate) fn path_config() -> PathConfig {
    PathConfig::default().error_handler(|_, _| not_found("address").into())
}

/// A query parameter of the wrong form; unknown ones were refused before.
pub(crate) fn query_config() -> QueryConfig {
    QueryConfig::default().error_handler(|error, _| {
        let said = match &error {
            QueryPayloadError::Deserialize(error) => error.to_string(),
            other => other.to_string(),
        };
        let detail = format!("The query of the address cannot be read: {said}.");
        Problem::new(Code::InvalidParameter, detail).into()
    })
}
