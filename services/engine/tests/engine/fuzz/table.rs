//! What is asked at the table: who gets a tile, and what a hand waits for.

use wire::v1;
use wire::v1::claim::Call;

use super::ask::{built_in, fuzz_answers, target};
use super::scores::{WORDS, check_score, circumstances, hands};

fn claim(chair: u32, call: Call) -> v1::Claim {
    v1::Claim {
        chair,
        passed_up: chair == 3,
        call: Some(call),
    }
}

/// The winning tile of each hand, claimed by chair 2 to win, and for something else by others.
fn claims() -> impl Iterator<Item = v1::ResolveClaimsRequest> {
    let given =
        circumstances().filter(|circumstances| circumstances.won_by() != v1::WonBy::SelfDraw);
    hands()
        .zip(given.cycle())
        .map(|(hand, circumstances)| v1::ResolveClaimsRequest {
            variant: built_in("hkos-fan-laak"),
            options: Some(v1::TableOptions {
                minimum_fan: Some(0),
            }),
            deal: Some(v1::Deal {
                round_wind: v1::Wind::South.into(),
                dealer: 2,
                extra: 1,
            }),
            circumstances: Some(circumstances),
            from_chair: 1,
            tile: hand.winning_tile.clone(),
            claims: vec![
                claim(2, Call::Win(v1::WinClaim { hand: Some(hand) })),
                claim(3, Call::Pung(v1::PungClaim {})),
                claim(4, Call::Kong(v1::KongClaim {})),
            ],
        })
}

#[test]
fn resolve_claims() {
    // The others' claims are taken away one after another: all three cannot be true.
    let requests = claims().flat_map(|request| {
        (1..=3).map(move |count| {
            let mut request = request.clone();
            request.claims.truncate(count);
            request
        })
    });
    let target = target("resolve_claims", 1_500, WORDS, requests);
    fuzz_answers(
        target,
        "ResolveClaims",
        |answer: v1::ResolveClaimsResponse| {
            let nobody = answer.taken() == v1::Taken::Unspecified;
            assert_eq!(answer.chairs.is_empty(), nobody, "{answer:?}");
            assert!(!answer.explanation.is_empty(), "{answer:?}");
            let scores = answer.scores.iter().map(|score| score.score.as_ref());
            scores.for_each(|score| check_score(score.unwrap()));
        },
    );
}

#[test]
fn find_waits() {
    let requests = hands().map(|mut hand| {
        let seen = hand.winning_tile.take();
        v1::FindWaitsRequest {
            variant: built_in("old-hong-kong"),
            options: None,
            hand: Some(hand),
            seat_wind: v1::Wind::West.into(),
            round_wind: v1::Wind::East.into(),
            seen: seen.into_iter().collect(),
        }
    });
    let target = target("find_waits", 1_500, WORDS, requests);
    fuzz_answers(target, "FindWaits", |answer: v1::FindWaitsResponse| {
        for wait in answer.waits {
            assert!(wait.left <= 4, "{wait:?}");
            for prospect in [wait.self_draw, wait.discard] {
                check_score(&prospect.unwrap().score.unwrap());
            }
        }
    });
}
