//! Requests that cannot be understood are told so, whatever they are.

use tonic::{Code, Status};
use tonic_types::StatusExt;
use wire::v1::variant_ref::Variant;
use wire::{RequestReason, v1};

use crate::server::{Caller, OLD_HONG_KONG, built_in, error_text, good_request};
use crate::text;

/// What is done to a good request, and the reason and field of the error it then gets.
type Cases<T> = [(fn(&mut T), &'static str)];

/// One line for each: what is done, and what comes of it.
macro_rules! cases {
    ($($change:expr => $expected:literal;)*) => {
        &[$(($change, $expected)),*]
    };
}

const HAND: &Cases<v1::Hand> = cases! {
    |hand| hand.concealed = tiles(&[8, 8, 31, 31], "88m NN") => "TILES_AMBIGUOUS win.hand.concealed";
    |hand| hand.concealed = tiles(&[8, 8, 43], "") => "VALUE_UNKNOWN win.hand.concealed.tiles[2]";
    |hand| hand.concealed = tiles(&[0], "") => "VALUE_UNKNOWN win.hand.concealed.tiles[0]";
    |hand| hand.concealed = tiles(&[-1], "") => "VALUE_UNKNOWN win.hand.concealed.tiles[0]";
    |hand| hand.concealed = tiles(&[8; 43], "") => "TOO_LARGE win.hand.concealed.tiles";
    |hand| hand.concealed = tiles(&[], &"8".repeat(257)) => "TOO_LARGE win.hand.concealed.notation";
    |hand| hand.concealed = tiles(&[], "88m XX") => "NOTATION_INVALID win.hand.concealed.notation";
    |hand| hand.concealed = tiles(&[], "88m N 1f") => "TILE_MISPLACED win.hand.concealed";
    |hand| hand.bonus_tiles = tiles(&[1], "") => "TILE_MISPLACED win.hand.bonus_tiles";
    |hand| hand.winning_tile = tiles(&[8, 8], "") => "WINNING_TILE_MISMATCH win.hand.winning_tile";
    |hand| hand.melds[1].tiles = None => "FIELD_MISSING win.hand.melds[1].tiles";
    |hand| hand.melds[1].kind = 0 => "FIELD_MISSING win.hand.melds[1].kind";
    |hand| hand.melds[1].kind = 6 => "VALUE_UNKNOWN win.hand.melds[1].kind";
};

const CIRCUMSTANCES: &Cases<v1::Circumstances> = cases! {
    |stated| stated.won_by = 0 => "FIELD_MISSING win.circumstances.won_by";
    |stated| stated.won_by = 2 => "FIELD_MISSING win.from_seat";
    |stated| stated.won_by = 99 => "VALUE_UNKNOWN win.circumstances.won_by";
    |stated| stated.robbed_kong = 4 => "FIELD_UNEXPECTED win.circumstances.robbed_kong";
    |stated| stated.replacement = 4 => "VALUE_UNKNOWN win.circumstances.replacement";
    |stated| stated.first_turn = 4 => "VALUE_UNKNOWN win.circumstances.first_turn";
};

const WIN: &Cases<v1::Win> = cases! {
    |win| win.hand = None => "FIELD_MISSING win.hand";
    |win| win.circumstances = None => "FIELD_MISSING win.circumstances";
    |win| win.seat_wind = 0 => "FIELD_MISSING win.seat_wind";
    |win| win.round_wind = 5 => "VALUE_UNKNOWN win.round_wind";
    |win| win.from_seat = 2 => "FIELD_UNEXPECTED win.from_seat";
    |win| win.from_seat = 9 => "VALUE_UNKNOWN win.from_seat";
};

const SCORE: &Cases<v1::ScoreHandRequest> = cases! {
    |request| request.variant = None => "FIELD_MISSING variant";
    |request| request.variant = Some(v1::VariantRef { variant: None }) => "FIELD_MISSING variant";
    |request| request.win = None => "FIELD_MISSING win";
    |request| { request.options = Some(v1::TableOptions { minimum_fan: Some(101) }) } => "OUT_OF_RANGE options.minimum_fan";
};

const STATE: &Cases<v1::MatchState> = cases! {
    |state| state.next_number = 0 => "OUT_OF_RANGE state.next_number";
    |state| state.deal = None => "FIELD_MISSING state.deal";
    |state| state.deal.as_mut().unwrap().dealer = 0 => "OUT_OF_RANGE state.deal.dealer";
    |state| state.deal.as_mut().unwrap().round_wind = 0 => "FIELD_MISSING state.deal.round_wind";
    |state| state.total_half_points = vec![1, 2, 3] => "STATE_INVALID state.total_half_points";
    |state| state.total_half_points = vec![2, 0, 0, 0] => "STATE_INVALID state.total_half_points";
    |state| state.total_half_points = vec![i64::MAX, i64::MIN, 1, 0] => "STATE_INVALID state.total_half_points";
    |state| state.ending = 3 => "VALUE_UNKNOWN state.ending";
};

const OUTCOMES: &Cases<Vec<v1::Outcome>> = cases! {
    |outcomes| *outcomes = vec![text::outcome("goulash"); 201] => "TOO_LARGE outcomes";
    |outcomes| outcomes.push(v1::Outcome { outcome: None }) => "FIELD_MISSING outcomes[0]";
    |outcomes| outcomes.push(text::outcome("false_mahjong points=1")) => "OUT_OF_RANGE outcomes[0].false_mahjong.chair";
};

const VARIANT: &Cases<Variant> = cases! {
    |variant| *variant = Variant::Id("no-such-rules".into()) => "VARIANT_NOT_FOUND variant.id";
    |variant| *variant = Variant::Id("é".repeat(100_000)) => "VARIANT_NOT_FOUND variant.id";
    |variant| *variant = Variant::Hash("abc".into()) => "VARIANT_HASH_INVALID variant.hash";
    |variant| *variant = Variant::Hash("A".repeat(64)) => "VARIANT_HASH_INVALID variant.hash";
    |variant| *variant = Variant::Hash("a".repeat(64)) => "VARIANT_UNKNOWN variant.hash";
    |variant| *variant = Variant::Document(b"{".into()) => "VARIANT_INVALID variant.document";
    |variant| *variant = Variant::Document(vec![b'['; 60_000]) => "VARIANT_INVALID variant.document";
    |variant| *variant = Variant::Document(vec![b' '; 65_537]) => "TOO_LARGE variant.document";
};

#[tokio::test(start_paused = true)]
async fn what_cannot_be_understood_names_its_field() {
    let caller = &Caller::of_new_engine().await;
    let mut met = Vec::new();
    met.extend(check_score(caller, HAND, |request| win(request).hand.as_mut().unwrap()).await);
    met.extend(
        check_score(caller, CIRCUMSTANCES, |request| {
            win(request).circumstances.as_mut().unwrap()
        })
        .await,
    );
    met.extend(check_score(caller, WIN, win).await);
    met.extend(check_score(caller, SCORE, |request| request).await);
    met.extend(check_play(caller, STATE, |request| request.state.as_mut().unwrap()).await);
    met.extend(check_play(caller, OUTCOMES, |request| &mut request.outcomes).await);
    met.extend(check_variant(caller).await);

    // That it takes too many steps has tests of its own.
    let malformed = RequestReason::ALL
        .iter()
        .filter(|reason| **reason != RequestReason::TooManySteps);
    for reason in malformed {
        assert!(
            met.iter().any(|met| met == reason.name()),
            "no case for {reason:?}"
        );
    }
}

fn win(request: &mut v1::ScoreHandRequest) -> &mut v1::Win {
    request.win.as_mut().unwrap()
}

async fn check_score<T>(
    caller: &Caller,
    cases: &Cases<T>,
    part: fn(&mut v1::ScoreHandRequest) -> &mut T,
) -> Vec<String> {
    let mut met = Vec::new();
    for (change, expected) in cases {
        let mut request = good_request();
        change(part(&mut request));
        met.push(reason(&caller.score(request).await.unwrap_err(), expected));
    }
    met
}

async fn check_play<T>(
    caller: &Caller,
    cases: &Cases<T>,
    part: fn(&mut v1::PlayHandsRequest) -> &mut T,
) -> Vec<String> {
    let start = v1::PlayHandsRequest {
        variant: built_in(OLD_HONG_KONG),
        ..Default::default()
    };
    let state = caller.play(start.clone()).await.unwrap().state;
    let mut met = Vec::new();
    for (change, expected) in cases {
        let mut request = v1::PlayHandsRequest {
            state: state.clone(),
            ..start.clone()
        };
        change(part(&mut request));
        met.push(reason(&caller.play(request).await.unwrap_err(), expected));
    }
    met
}

async fn check_variant(caller: &Caller) -> Vec<String> {
    let mut met = Vec::new();
    for (change, expected) in VARIANT {
        let mut variant = Variant::Id(OLD_HONG_KONG.to_owned());
        change(&mut variant);
        met.push(reason(
            &caller.variant(variant).await.unwrap_err(),
            expected,
        ));
    }
    met
}

/// Compares reason and field of an error, and returns the reason.
fn reason(status: &Status, expected: &str) -> String {
    let reason = expected.split(' ').next().unwrap_or_default();
    let code = RequestReason::named(reason).map_or(Code::InvalidArgument, RequestReason::code);
    assert_eq!(error_text(status), format!("{code:?} {expected}"));
    reason.to_owned()
}

fn tiles(tiles: &[i32], notation: &str) -> Option<v1::Tiles> {
    Some(v1::Tiles {
        tiles: tiles.to_vec(),
        notation: notation.to_owned(),
    })
}

#[tokio::test(start_paused = true)]
async fn notation_errors_name_the_character() {
    let mut request = good_request();
    request
        .win
        .as_mut()
        .unwrap()
        .hand
        .as_mut()
        .unwrap()
        .concealed = tiles(&[], "88m Nx");
    let status = Caller::of_new_engine()
        .await
        .score(request)
        .await
        .unwrap_err();
    assert!(
        status.message().starts_with("at character 6: "),
        "{}",
        status.message()
    );
}

/// Everything wrong with a document is named at once, as far as an answer can carry it.
#[tokio::test(start_paused = true)]
async fn a_document_with_many_errors_names_those_that_fit() {
    let caller = Caller::of_new_engine().await;
    let document = caller
        .variant(Variant::Id(OLD_HONG_KONG.into()))
        .await
        .unwrap()
        .document;
    let mut document: serde_json::Value = serde_json::from_slice(&document).unwrap();
    for number in 0..400 {
        document[format!("a field that nobody knows {number}")] = true.into();
    }
    let status = caller
        .variant(Variant::Document(document.to_string().into()))
        .await
        .unwrap_err();
    let violations = status
        .get_error_details()
        .bad_request()
        .unwrap()
        .field_violations
        .clone();
    assert!(
        (10..100).contains(&violations.len()),
        "{}",
        violations.len()
    );
    assert_eq!(
        violations[0].field,
        r#"variant.document["a field that nobody knows 0"]"#
    );
    assert_eq!(violations[0].reason, "UNKNOWN_FIELD");
    assert!(
        status.message().ends_with("(and 399 more)"),
        "{}",
        status.message()
    );
}
