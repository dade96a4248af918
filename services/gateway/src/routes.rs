//! The resources, a file each. A handler says what happens; what it says of itself is the OpenAPI document.

mod access_log;
mod api_keys;
mod as_of;
mod audits;
mod between_hands;
mod checkpoints;
mod clubs;
mod corrections;
mod corrections_made;
mod directory;
mod docs;
pub(crate) mod entries;
mod events;
mod export;
mod exports;
mod hands;
mod house_rules;
mod identities;
mod import;
mod invitations;
mod matches;
mod members;
mod openings;
mod operations;
mod password;
mod payments;
mod players;
mod readiness;
mod recording;
mod rounds;
mod score;
mod sessions;
mod settlement;
mod settlements;
mod standings;
mod table;
mod terms;
mod texts;
mod tree;
mod users;
mod variants;
mod webhook_deliveries;
mod webhooks;

pub(crate) use as_of::AsOfQuery;
pub(crate) use exports::{HandsExportQuery, PaymentsExportQuery, StandingsExportQuery};
pub(crate) use hands::HandsQuery;
pub(crate) use readiness::LastCheck;
pub(crate) use standings::{PlayerMatchesQuery, StandingsQuery};

use actix_web::error::QueryPayloadError;
use actix_web::web::{PathConfig, QueryConfig};
use utoipa_actix_web::service_config::ServiceConfig;

use crate::problem::ledger::not_found;
use crate::problem::{Code, Problem};

/// Registers every handler. The tests hold this list, the policy table and the OpenAPI document against each
/// other.
pub(crate) fn register(config: &mut ServiceConfig) {
    register_money(config);
    register_ledger(config);
    register_erasures(config);
    register_access(config);
    register_sums(config);
    config
        .service(users::sign_up)
        .service(users::who_am_i)
        .service(sessions::sign_in)
        .service(sessions::refresh_session)
        .service(sessions::sign_out)
        .service(clubs::found_club)
        .service(clubs::list_clubs)
        .service(clubs::read_club)
        .service(clubs::change_club)
        .service(members::list_members)
        .service(members::set_member)
        .service(members::leave_club)
        .service(members::remove_member)
        .service(members::hand_over_club)
        .service(invitations::make_invitation)
        .service(invitations::list_invitations)
        .service(invitations::revoke_invitation)
        .service(invitations::accept_invitation)
        .service(players::enrol_player)
        .service(players::list_players)
        .service(players::read_player)
        .service(players::rename_player)
        .service(players::link_player)
        .service(players::unlink_player)
        .service(players::merge_player)
        .service(house_rules::add_variant)
        .service(house_rules::list_club_variants)
        .service(house_rules::read_club_variant)
        .service(house_rules::compare_variants)
        .service(house_rules::retire_variant)
        .service(house_rules::reinstate_variant)
        .service(matches::open_match)
        .service(import::import_matches)
        .service(matches::list_matches)
        .service(matches::read_match)
        .service(between_hands::end_match)
        .service(hands::record_hand)
        .service(hands::record_batch)
        .service(hands::list_hands)
        .service(hands::read_hand)
        .service(corrections::correct_match)
        .service(corrections_made::list_corrections)
        .service(corrections_made::read_correction)
        .service(between_hands::record_penalty)
        .service(between_hands::record_substitution)
        .service(rounds::read_rounds)
        .service(rounds::read_rounds_csv)
        .service(events::follow_club)
        .service(events::follow_match)
        .service(score::score_hand)
        .service(score::score_hands)
        .service(table::find_waits)
        .service(table::resolve_claims)
        .service(variants::check_variant)
        .service(variants::list_variants)
        .service(variants::read_variant)
        .service(variants::list_patterns)
        .service(operations::live)
        .service(readiness::ready)
        .service(operations::token_keys)
        .service(docs::openapi_document)
        .service(docs::problems_page)
        .service(docs::docs)
        .service(docs::docs_asset);
}

/// By what machines come in, and who came in at all.
fn register_access(config: &mut ServiceConfig) {
    config
        .service(api_keys::make_api_key)
        .service(api_keys::list_api_keys)
        .service(api_keys::revoke_api_key)
        .service(access_log::read_access_log)
        .service(access_log::read_account_log)
        .service(identities::link_identity)
        .service(identities::list_identities)
        .service(identities::unlink_identity)
        .service(webhooks::make_webhook)
        .service(webhooks::list_webhooks)
        .service(webhooks::read_webhook)
        .service(webhooks::change_webhook)
        .service(webhooks::delete_webhook)
        .service(webhooks::enable_webhook)
        .service(webhooks::disable_webhook)
        .service(webhooks::rotate_webhook_secret)
        .service(webhook_deliveries::replay_from)
        .service(webhook_deliveries::test_webhook)
        .service(webhook_deliveries::list_deliveries)
        .service(webhook_deliveries::replay_delivery);
}

/// What can be taken away for good.
fn register_erasures(config: &mut ServiceConfig) {
    config
        .service(users::erase_account)
        .service(password::change_password)
        .service(players::erase_own_player)
        .service(players::erase_player)
        .service(texts::erase_text);
}

/// Who owes whom, and what is paid.
fn register_money(config: &mut ServiceConfig) {
    config
        .service(settlement::read_settlement)
        .service(settlement::settle_match)
        .service(settlements::preview_settlement)
        .service(settlements::settle_period)
        .service(settlements::list_settlements)
        .service(settlements::read_club_settlement)
        .service(settlements::read_balances)
        .service(payments::record_payment)
        .service(payments::reverse_payment);
}

/// What matches come to, and all of them as rows.
fn register_sums(config: &mut ServiceConfig) {
    config
        .service(standings::read_standings)
        .service(standings::read_statistics)
        .service(standings::list_player_matches)
        .service(exports::export_hands)
        .service(exports::export_payments)
        .service(exports::export_standings);
}

/// What was entered, and what proves it.
fn register_ledger(config: &mut ServiceConfig) {
    config
        .service(audits::ask_for_audit)
        .service(audits::list_audits)
        .service(audits::read_audit)
        .service(audits::follow_audit)
        .service(entries::list_entries)
        .service(openings::read_openings)
        .service(export::export_ledger)
        .service(checkpoints::read_checkpoint)
        .service(checkpoints::ask_for_checkpoint)
        .service(checkpoints::read_receipt)
        .service(directory::read_directory_checkpoint)
        .service(directory::list_heads)
        .service(directory::export_directory)
        .service(directory::log_keys)
        .service(tree::read_ledger_head)
        .service(tree::prove_inclusion)
        .service(tree::prove_consistency)
        .service(tree::read_tile);
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
