//! The resources, a file each, and the list of all endpoints. A handler declares its endpoint completely (`route`); an endpoint exists if it
//! is in [`ROUTES`].

mod access_log;
mod api_keys;
mod as_of;
mod audits;
mod browser_sessions;
mod checkpoints;
mod clubs;
mod corrections;
mod corrections_made;
mod directory;
mod docs;
mod entries;
mod evening_rounds;
mod evenings;
mod events;
mod export;
mod exports;
mod hands;
mod house_rules;
mod identities;
mod import;
mod invitations;
#[cfg(test)]
mod ledger_writes;
mod match_events;
mod matches;
mod members;
mod next_hand;
mod openings;
mod operations;
mod password;
pub(crate) mod path;
mod payments;
mod play;
mod players;
mod readiness;
mod recording;
mod records;
mod rounds;
mod schedules;
mod score;
mod screen;
mod seasons;
mod sessions;
mod settlement;
mod settlements;
mod shared_api_keys;
mod standings;
mod table;
mod terms;
mod texts;
mod tournament_penalties;
mod tournament_rounds;
mod tournaments;
mod tree;
mod users;
mod variant_document;
mod variants;
mod void_matches;
mod web_pages;
mod webhook_deliveries;
mod webhooks;

use std::sync::LazyLock;

use actix_web::dev::ResourceDef;
use actix_web::error::QueryPayloadError;
use actix_web::http::{Method, header};
use actix_web::middleware::from_fn;
use actix_web::web::{self, PathConfig, QueryConfig, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};

use crate::measure::{NO_ENDPOINT, measure};
use crate::path_shape::PathShape;
use crate::problem::ledger::not_found;
use crate::problem::{Code, Problem};
use crate::request_limit::Cost::{Export, Nothing, Steps, StepsOfOne, Turns, Units};
use crate::request_limit::Work::{Database, Rules};
use crate::route::{Route, pattern, routes};

/// Every endpoint, with what a request to it costs. Where two paths fit a request, the first one counts: `players/me` comes before
/// `players/{player}`.
pub(crate) static ROUTES: LazyLock<Vec<Route>> = LazyLock::new(|| {
    routes![
        (operations::live, Nothing),
        (readiness::ready, Nothing),
        (docs::openapi_document, Nothing),
        (docs::problems_page, Nothing),
        (docs::docs, Nothing),
        (docs::docs_asset, Nothing),
        (web_pages::score_page, Nothing),
        (web_pages::web_asset, Nothing),
        (web_pages::clubs_page, Nothing),
        (web_pages::club_page, Nothing),
        (operations::token_keys, Nothing),
        (users::sign_up, Turns),
        (users::who_am_i, Turns),
        (users::erase_account, Turns),
        (password::change_password, Turns),
        (access_log::read_account_log, Turns),
        (identities::link_identity, Turns),
        (identities::list_identities, Turns),
        (identities::unlink_identity, Turns),
        (sessions::sign_in, Turns),
        (sessions::refresh_session, Units(Database, 1)),
        (sessions::sign_out, Units(Database, 1)),
        (browser_sessions::open_browser_session, Turns),
        (
            browser_sessions::refresh_browser_session,
            Units(Database, 1)
        ),
        (browser_sessions::end_browser_session, Units(Database, 1)),
        (score::score_hand, Units(Rules, 1)),
        (score::score_hands, Units(Rules, 1)),
        (play::play_hands, Units(Rules, 1)),
        (table::find_waits, Units(Rules, 4)),
        (table::resolve_claims, Units(Rules, 4)),
        (variants::check_variant, Units(Rules, 4)),
        (variants::derive_variant, Units(Rules, 4)),
        (variants::list_variants, Units(Rules, 1)),
        (variants::read_variant, Units(Rules, 1)),
        (variants::list_patterns, Units(Rules, 1)),
        (clubs::found_club, Turns),
        (clubs::list_clubs, Turns),
        (clubs::read_club, Turns),
        (clubs::change_club, Turns),
        (members::list_members, Turns),
        (members::leave_club, Turns),
        (members::set_member, Turns),
        (members::remove_member, Turns),
        (members::hand_over_club, Turns),
        (invitations::make_invitation, Turns),
        (invitations::list_invitations, Turns),
        (invitations::revoke_invitation, Turns),
        (invitations::read_invitation, Units(Database, 2)),
        (invitations::accept_invitation, Turns),
        (access_log::read_access_log, Turns),
        (api_keys::make_api_key, Turns),
        (api_keys::list_api_keys, Turns),
        (api_keys::revoke_api_key, Turns),
        (shared_api_keys::make_match_api_key, Turns),
        (shared_api_keys::make_screen_api_key, Turns),
        (screen::read_screen, Turns),
        (webhooks::make_webhook, Turns),
        (webhooks::list_webhooks, Turns),
        (webhooks::read_webhook, Turns),
        (webhooks::change_webhook, Turns),
        (webhooks::delete_webhook, Turns),
        (webhooks::enable_webhook, Turns),
        (webhooks::disable_webhook, Turns),
        (webhooks::rotate_webhook_secret, Turns),
        (webhook_deliveries::replay_from, Turns),
        (webhook_deliveries::test_webhook, Turns),
        (webhook_deliveries::list_deliveries, Turns),
        (webhook_deliveries::replay_delivery, Turns),
        (players::enrol_player, Turns),
        (players::list_players, Turns),
        (players::read_player, Turns),
        (players::rename_player, Turns),
        (players::erase_own_player, Turns),
        (players::erase_player, Turns),
        (players::link_player, Turns),
        (players::unlink_player, Turns),
        (players::merge_player, Turns),
        (players::unmerge_player, Turns),
        (house_rules::add_variant, Steps),
        (house_rules::list_club_variants, Steps),
        (house_rules::read_club_variant, Steps),
        (house_rules::compare_variants, Steps),
        (house_rules::retire_variant, Steps),
        (house_rules::reinstate_variant, Steps),
        (matches::open_match, Steps),
        (import::import_matches, Steps),
        (matches::list_matches, Turns),
        (matches::read_match, Turns),
        (void_matches::void_match, Turns),
        (void_matches::reinstate_match, Turns),
        (match_events::end_match, StepsOfOne),
        (hands::record_hand, StepsOfOne),
        (hands::record_batch, Steps),
        (hands::list_hands, Turns),
        (hands::read_hand, Turns),
        (corrections::correct_match, Steps),
        (corrections_made::list_corrections, Turns),
        (corrections_made::read_correction, Turns),
        (match_events::record_penalty, StepsOfOne),
        (match_events::record_substitution, StepsOfOne),
        (rounds::read_rounds, Turns),
        (rounds::read_rounds_csv, Turns),
        (events::follow_club, Turns),
        (events::follow_match, Turns),
        (evenings::open_evening, Turns),
        (evenings::list_evenings, Turns),
        (evenings::read_calendar, Turns),
        (evenings::read_evening, Turns),
        (evenings::change_attendance, Turns),
        (evening_rounds::draw_round, Turns),
        (evening_rounds::open_round, Steps),
        (evening_rounds::replay_round, Turns),
        (evening_rounds::preview_evening_settlement, Turns),
        (evening_rounds::settle_evening, Turns),
        (seasons::open_season, Turns),
        (seasons::list_seasons, Turns),
        (seasons::read_season, Turns),
        (seasons::read_season_standings, Turns),
        (seasons::close_season, Turns),
        (tournaments::open_tournament, Turns),
        (tournaments::list_tournaments, Turns),
        (tournaments::read_tournament, Turns),
        (tournaments::change_entrants, Turns),
        (tournament_rounds::draw_tournament_round, Turns),
        (tournament_rounds::open_tournament_round, Steps),
        (tournament_rounds::replay_tournament_round, Turns),
        (tournament_rounds::set_tournament_clock, Turns),
        (tournament_penalties::give_penalty, Turns),
        (tournament_penalties::withdraw_penalty, Turns),
        (tournaments::read_tournament_standings, Turns),
        (tournaments::close_tournament, Turns),
        (schedules::read_schedule, Units(Rules, 40)),
        (standings::read_standings, Turns),
        (standings::read_statistics, Turns),
        (standings::list_player_matches, Turns),
        (records::list_won_hands, Turns),
        (records::read_records, Turns),
        (exports::export_hands, Export),
        (exports::export_payments, Export),
        (exports::export_standings, Export),
        (settlement::read_settlement, Turns),
        (settlement::settle_match, Turns),
        (settlements::preview_settlement, Turns),
        (settlements::settle_period, Turns),
        (settlements::list_settlements, Turns),
        (settlements::read_club_settlement, Turns),
        (payments::record_payment, Turns),
        (payments::reverse_payment, Turns),
        (settlements::read_balances, Turns),
        (texts::erase_text, Turns),
        (openings::read_openings, Export),
        (export::export_ledger, Export),
        (checkpoints::read_checkpoint, Turns),
        (checkpoints::ask_for_checkpoint, Turns),
        (checkpoints::read_receipt, Turns),
        (directory::read_directory_checkpoint, Units(Database, 1)),
        (directory::list_heads, Units(Database, 1)),
        (directory::export_directory, Units(Database, 50)),
        (directory::log_keys, Units(Database, 1)),
        (audits::ask_for_audit, Steps),
        (audits::list_audits, Turns),
        (audits::read_audit, Turns),
        (audits::follow_audit, Turns),
        (entries::list_entries, Turns),
        (tree::read_ledger_head, Turns),
        (tree::prove_inclusion, Turns),
        (tree::prove_consistency, Turns),
        (tree::read_tile, Turns),
    ]
    .into_iter()
    .flatten()
    .collect()
});

/// Has the server route requests to all endpoints, and answer those that fit none.
pub(crate) fn register(config: &mut ServiceConfig) {
    in_scopes(config, Route::register);
    let none = web::to(no_endpoint);
    config.default_service(none.wrap(from_fn(|request, next| measure(NO_ENDPOINT, request, next))));
}

/// Registers each endpoint in the scope of its shape, and before all scopes if it has none: nothing leaves a scope that it entered.
fn in_scopes(config: &mut ServiceConfig, register: impl Fn(&'static Route, &mut ServiceConfig)) {
    let mut scopes: Vec<(PathShape, Vec<&'static Route>)> = Vec::new();
    for route in ROUTES.iter() {
        let Some(shape) = PathShape::of(&route.endpoint) else {
            register(route, config);
            continue;
        };
        match scopes.iter_mut().find(|(known, _)| *known == shape) {
            Some((_, routes)) => routes.push(route),
            None => scopes.push((shape, vec![route])),
        }
    }
    for (shape, routes) in scopes {
        let scope = web::scope("").guard(shape);
        config.service(scope.configure(|config| {
            routes.into_iter().for_each(|route| register(route, config));
        }));
    }
}

/// The patterns of all endpoints, to find out which methods a path has.
static PATTERNS: LazyLock<Vec<(ResourceDef, &'static Method)>> = LazyLock::new(|| {
    let endpoints = ROUTES.iter().map(|route| &route.endpoint);
    let compiled = endpoints.map(|one| (ResourceDef::new(pattern(one)), &one.method));
    compiled.collect()
});

/// Answers a request that fits no endpoint: 405 if another method would fit, otherwise 404.
async fn no_endpoint(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let here = PATTERNS
        .iter()
        .filter(|(path, _)| path.is_match(request.path()));
    let methods: Vec<&str> = here.map(|(_, method)| method.as_str()).collect();
    // This is the path before percent-decoding: `%3A` is a colon to the router, which no value holds.
    if methods.is_empty() || methods.contains(&request.method().as_str()) {
        return Err(not_found("address"));
    }
    let methods = methods.join(", ");
    let detail = format!("This address takes {methods}.");
    let problem = Problem::new(Code::MethodNotAllowed, detail);
    Err(problem.header(header::ALLOW, methods))
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

#[cfg(test)]
mod tests;
