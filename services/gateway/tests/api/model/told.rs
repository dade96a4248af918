//! What the API tells, held against the model. Points are compared in half points.

use super::ask::{Ask, Refusal, What};
use super::fact::Fact;
use super::table::{Course, Draft, Played, State, Table};
use crate::app::Answer;
use ledger::OutcomeId;
use rules::{Deal, Ending};
use serde_json::{Value, json};

const WINDS: [&str; 4] = ["east", "south", "west", "north"];

/// A hand, or something else that happened, whether it is shown, just recorded or read.
#[track_caller]
pub(super) fn check_played(told: &Value, fact: &Fact, played: &Played) {
    let payments = told["payments"].as_array().unwrap().iter();
    let payments = payments.map(|paid| json!([paid["player"], half_points(&paid["points"])]));
    let said = json!({
        "number": told["number"],
        "deal": told["deal"],
        "outcome": told["outcome"],
        "fan": told["scores"][0]["score"]["fan"],
        "payments": payments.collect::<Vec<_>>(),
        "house": half_points(&told["house_points"]),
        "after": as_told(&told["state_after"]),
    });
    let paid = played.seated.iter().zip(played.payments);
    let expected = json!({
        "number": played.number,
        "deal": deal(played.deal),
        "outcome": fact.json(),
        "fan": played.fan,
        "payments": paid.map(|(player, paid)| json!([player, paid])).collect::<Vec<_>>(),
        "house": played.house,
        "after": state(&played.after),
    });
    assert_eq!(said, expected);
}

/// The hands of a match: everything that has a number.
#[track_caller]
pub(super) fn check_hands(told: &Value, draft: &Draft, course: &Course) {
    let numbered = |(_, played): &(_, &Played)| played.number.is_some();
    let expected: Vec<_> = draft
        .outcomes
        .iter()
        .zip(&course.played)
        .filter(numbered)
        .collect();
    let told = told["hands"].as_array().unwrap();
    assert_eq!(told.len(), expected.len());
    for (told, (said, played)) in told.iter().zip(expected) {
        assert_eq!(id(&told["id"]), said.id.unwrap());
        check_played(told, &said.fact, played);
    }
}

/// A match as it stands.
#[track_caller]
pub(super) fn check_view(told: &Value, table: &Table) {
    let seats = told["seats"].as_array().unwrap();
    let seat = |name: &str| seats.iter().map(|seat| &seat[name]).collect::<Vec<_>>();
    let totals: Vec<_> = seat("total_points").into_iter().map(half_points).collect();
    let players: Vec<_> = seats.iter().map(|seat| &seat["player"]["id"]).collect();
    let state = &table.course.state;
    let said = json!([
        told["version"],
        told["next_number"],
        told["deal"],
        told["ending"],
        totals,
        players
    ]);
    let expected = json!([
        table.version,
        state.next_number,
        deal(state.deal),
        ending(state.ending),
        state.totals,
        table.course.seated
    ]);
    assert_eq!(said, expected);
}

/// The version and the standings of the score sheet.
#[track_caller]
pub(super) fn check_sheet(told: &Value, table: &Table) {
    assert_eq!(told["version"], table.version);
    let mut balances = table.course.balances(table.draft.players);
    let house = balances.remove(&None).unwrap_or_default();
    let standings = told["standings"].as_array().unwrap();
    let said = standings.iter().map(|standing| {
        let player = standing["player"]["id"].as_str().unwrap().parse().unwrap();
        (Some(player), half_points(&standing["points"]))
    });
    assert_eq!(said.collect::<std::collections::BTreeMap<_, _>>(), balances);
    assert_eq!(half_points(&told["house_points"]), house);
}

/// What a correction says first of what it would change.
#[track_caller]
pub(super) fn check_preview(told: &Value, draft: &Draft, course: &Course) {
    assert_eq!(as_told(&told["state_after"]), state(&course.state));
    let differences = told["differences"].as_array().unwrap();
    let total = told["total_differences"].as_u64().unwrap();
    if total <= 100 {
        assert_eq!(differences.len() as u64, total);
        check_differences(told, draft, course);
    } else {
        assert_eq!(differences.len(), 100);
    }
}

/// All that a correction says it changed, and the ids of what it inserted, in the order of play.
#[track_caller]
pub(super) fn check_differences(told: &Value, draft: &Draft, course: &Course) -> Vec<OutcomeId> {
    assert_eq!(as_told(&told["state_after"]), state(&course.state));
    let differences = told["differences"].as_array().unwrap();
    let inserted = differences.iter().filter(|one| one["before"].is_null());
    let inserted: Vec<OutcomeId> = inserted.map(|one| id(&one["outcome_id"])).collect();
    let mut fresh = inserted.iter().copied();
    for (said, played) in draft.outcomes.iter().zip(&course.played) {
        let outcome_id = said.id.unwrap_or_else(|| fresh.next().unwrap());
        let mut about = differences
            .iter()
            .filter(|one| id(&one["outcome_id"]) == outcome_id);
        if let Some(difference) = about.next() {
            check_played(&difference["after"], &said.fact, played);
        }
        assert!(about.next().is_none());
    }
    assert!(fresh.next().is_none());
    inserted
}

/// A refusal is one that was to be expected, and helps.
#[track_caller]
pub(super) fn check_refused(answer: &Answer, refusal: Refusal, ask: &Ask, table: &Table) {
    assert!(
        is_refusal(answer, refusal),
        "{refusal:?}: {}\n{ask:?}",
        answer.text
    );
    if let (
        Refusal::Conflict("hand_number_taken"),
        What::Hand(number, _) | What::Batch(number, _),
    ) = (refusal, &ask.what)
    {
        let places = table.course.played.iter();
        let place = places
            .clone()
            .position(|played| played.number == Some(*number));
        let said = &table.draft.outcomes[place.unwrap()];
        assert_eq!(id(&answer.json["hand"]["id"]), said.id.unwrap());
    }
    if refusal == Refusal::Conflict("hand_number_ahead") {
        let next = answer.json["next_number"].as_u64();
        assert_eq!(next, Some(table.course.state.next_number.into()));
    }
}

pub(super) fn is_refusal(answer: &Answer, refusal: Refusal) -> bool {
    let code = answer.json["code"].as_str().unwrap_or_default();
    match refusal {
        Refusal::Conflict(expected) => (answer.status, code) == (409, expected),
        Refusal::Stale => (answer.status, code) == (412, "match_stale"),
        Refusal::NoIfMatch => (answer.status, code) == (428, "if_match_required"),
        // Something after the end of a match, in one batch with it, is told as such.
        Refusal::Impossible => answer.status == 422 || (answer.status, code) == (409, "match_over"),
    }
}

/// What was recorded or shown, one or many.
pub(super) fn items(told: &Value) -> Vec<&Value> {
    match told["outcomes"].as_array() {
        Some(many) => many.iter().collect(),
        None => vec![told],
    }
}

/// The version of the match that a write made.
pub(super) fn version(answer: &Answer) -> Option<u64> {
    let tag = answer.header("etag").trim_matches('"');
    (answer.status == 201).then(|| tag.parse().unwrap())
}

pub(super) fn id(told: &Value) -> OutcomeId {
    told.as_str().unwrap().parse().unwrap()
}

fn as_told(told: &Value) -> Value {
    let totals = told["total_points"].as_array().unwrap();
    let totals: Vec<_> = totals.iter().map(half_points).collect();
    let house = half_points(&told["house_points"]);
    json!([
        told["next_number"],
        told["deal"],
        totals,
        house,
        told["ending"]
    ])
}

fn state(state: &State) -> Value {
    json!([
        state.next_number,
        deal(state.deal),
        state.totals,
        state.house,
        ending(state.ending)
    ])
}

fn deal(deal: Deal) -> Value {
    json!({
        "round_wind": WINDS[deal.round_wind.index()], "dealer": deal.dealer.number(), "extra": deal.extra
    })
}

fn ending(ending: Option<Ending>) -> Value {
    match ending {
        None => Value::Null,
        Some(Ending::Complete) => json!("complete"),
        Some(Ending::Early) => json!("early"),
    }
}

/// A number of points; none are none.
fn half_points(points: &Value) -> i64 {
    let half_points = points.as_f64().unwrap_or_default() * 2.0;
    assert_eq!(half_points.fract(), 0.0);
    half_points as i64
}
