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
mod player_merges;
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
mod webhook_events;
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
use crate::route::{Route, pattern, routes};

/// Every endpoint. Where two paths fit a request, the first one counts: `players/me` comes before
/// `players/{player}`.
pub(crate) static ROUTES: LazyLock<Vec<Route>> = LazyLock::new(|| {
    routes![
        operations::live,
        readiness::ready,
        docs::openapi_document,
        docs::problems_page,
        docs::docs,
        docs::docs_asset,
        web_pages::score_page,
        web_pages::web_asset,
        web_pages::clubs_page,
        web_pages::club_page,
        operations::token_keys,
        users::sign_up,
        users::who_am_i,
        users::erase_account,
        password::change_password,
        access_log::read_account_log,
        identities::link_identity,
        identities::list_identities,
        identities::unlink_identity,
        sessions::sign_in,
        sessions::refresh_session,
        sessions::sign_out,
        browser_sessions::open_browser_session,
        browser_sessions::refresh_browser_session,
        browser_sessions::end_browser_session,
        score::score_hand,
        score::score_hands,
        play::play_hands,
        table::find_waits,
        table::resolve_claims,
        variants::check_variant,
        variants::derive_variant,
        variants::list_variants,
        variants::read_variant,
        variants::list_patterns,
        clubs::found_club,
        clubs::list_clubs,
        clubs::read_club,
        clubs::change_club,
        members::list_members,
        members::leave_club,
        members::set_member,
        members::remove_member,
        members::hand_over_club,
        invitations::make_invitation,
        invitations::list_invitations,
        invitations::revoke_invitation,
        invitations::read_invitation,
        invitations::accept_invitation,
        access_log::read_access_log,
        api_keys::make_api_key,
        api_keys::list_api_keys,
        api_keys::revoke_api_key,
        shared_api_keys::make_match_api_key,
        shared_api_keys::make_screen_api_key,
        screen::read_screen,
        webhooks::make_webhook,
        webhooks::list_webhooks,
        webhooks::read_webhook,
        webhooks::change_webhook,
        webhooks::delete_webhook,
        webhooks::enable_webhook,
        webhooks::disable_webhook,
        webhooks::rotate_webhook_secret,
        webhook_deliveries::replay_from,
        webhook_deliveries::test_webhook,
        webhook_deliveries::list_deliveries,
        webhook_deliveries::replay_delivery,
        webhook_events::list_webhook_events,
        players::enrol_player,
        players::list_players,
        players::read_player,
        players::rename_player,
        players::erase_own_player,
        players::erase_player,
        players::link_player,
        players::unlink_player,
        player_merges::merge_player,
        player_merges::unmerge_player,
        house_rules::add_variant,
        house_rules::list_club_variants,
        house_rules::read_club_variant,
        house_rules::compare_variants,
        house_rules::retire_variant,
        house_rules::reinstate_variant,
        matches::open_match,
        import::import_matches,
        matches::list_matches,
        matches::read_match,
        void_matches::void_match,
        void_matches::reinstate_match,
        match_events::end_match,
        hands::record_hand,
        hands::record_batch,
        hands::list_hands,
        hands::read_hand,
        corrections::correct_match,
        corrections_made::list_corrections,
        corrections_made::read_correction,
        match_events::record_penalty,
        match_events::record_side_payment,
        match_events::record_totals,
        match_events::record_substitution,
        rounds::read_rounds,
        rounds::read_rounds_csv,
        events::follow_club,
        events::follow_match,
        evenings::open_evening,
        evenings::list_evenings,
        evenings::read_calendar,
        evenings::read_evening,
        evenings::change_attendance,
        evening_rounds::draw_round,
        evening_rounds::open_round,
        evening_rounds::replay_round,
        evening_rounds::preview_evening_settlement,
        evening_rounds::settle_evening,
        seasons::open_season,
        seasons::list_seasons,
        seasons::read_season,
        seasons::read_season_standings,
        seasons::close_season,
        tournaments::open_tournament,
        tournaments::list_tournaments,
        tournaments::read_tournament,
        tournaments::change_entrants,
        tournament_rounds::draw_tournament_round,
        tournament_rounds::open_tournament_round,
        tournament_rounds::replay_tournament_round,
        tournament_rounds::set_tournament_clock,
        tournament_penalties::give_penalty,
        tournament_penalties::withdraw_penalty,
        tournaments::read_tournament_standings,
        tournaments::close_tournament,
        schedules::read_schedule,
        standings::read_standings,
        standings::read_statistics,
        standings::list_player_matches,
        records::list_won_hands,
        records::read_records,
        exports::export_hands,
        exports::export_payments,
        exports::export_standings,
        settlement::read_settlement,
        settlement::settle_match,
        settlements::preview_settlement,
        settlements::settle_period,
        settlements::list_settlements,
        settlements::read_club_settlement,
        payments::record_payment,
        payments::reverse_payment,
        settlements::read_balances,
        texts::erase_text,
        openings::read_openings,
        export::export_ledger,
        checkpoints::read_checkpoint,
        checkpoints::ask_for_checkpoint,
        checkpoints::read_receipt,
        directory::read_directory_checkpoint,
        directory::list_heads,
        directory::export_directory,
        directory::log_keys,
        audits::ask_for_audit,
        audits::list_audits,
        audits::read_audit,
        audits::follow_audit,
        entries::list_entries,
        tree::read_ledger_head,
        tree::prove_inclusion,
        tree::prove_consistency,
        tree::read_tile,
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
    let mut methods: Vec<&str> = here.map(|(_, method)| method.as_str()).collect();
    if methods.contains(&"GET") {
        methods.push("HEAD");
    }
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
