//! Who gets a tile that several players claim, and what a hand waits for.

use wire::v1;

use crate::server::{Caller, FAN_LAAK, OLD_HONG_KONG, built_in, error_text};
use crate::text;

/// Asks who gets `9m`, and compares chairs, call and reason.
async fn check(offered: &str, claims: &[&str], expected: (&[u32], v1::Taken, v1::ClaimReason)) {
    let request = v1::ResolveClaimsRequest {
        variant: built_in(FAN_LAAK),
        options: Some(v1::TableOptions {
            minimum_fan: Some(0),
        }),
        ..text::claims(offered, claims)
    };
    let answer = Caller::of_new_engine().await.claims(request).await.unwrap();
    assert_eq!(
        (&*answer.chairs, answer.taken(), answer.reason()),
        expected,
        "{claims:?}"
    );
    assert!(!answer.explanation.is_empty() && answer.variant_hash.len() == 64);
    let wins = claims.iter().filter(|claim| claim.contains("win"));
    assert_eq!(answer.scores.len(), wins.count());
}

#[tokio::test(start_paused = true)]
async fn claims_are_resolved() {
    use v1::{ClaimReason as Reason, Taken};
    let near = "3 win 78m 22p pung:333p pung:444p pung:555p";
    let far = "4 win 99m 22s pung:333s pung:444s pung:555s";
    let orphans = "4 win 1m 19p 19s EESWNCFP";
    for (claims, expected) in [
        (&[][..], (&[][..], Taken::Unspecified, Reason::Unclaimed)),
        (&["4 kong"], (&[4], Taken::Kong, Reason::OnlyClaim)),
        (
            &["2 chow 78m", "4 pung"],
            (&[4], Taken::Pung, Reason::PungFirst),
        ),
        (&["2 chow 78m", near], (&[3], Taken::Win, Reason::WinFirst)),
        (&[far, near], (&[3], Taken::Win, Reason::Nearest)),
        (&[orphans, near], (&[4], Taken::Win, Reason::PatternFirst)),
        (&["2 chow 78m"], (&[2], Taken::Chow, Reason::OnlyClaim)),
    ] {
        check("from=1 +9m", claims, expected).await;
    }
    check(
        "from=2 robbed=added_kong +9m",
        &[near],
        (&[3], Taken::Win, Reason::OnlyClaim),
    )
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_claim_to_win_comes_with_its_score() {
    let request = v1::ResolveClaimsRequest {
        variant: built_in(FAN_LAAK),
        ..text::claims(
            "from=1 +9m",
            &["3 pung", "4 win 78m NN pung:333m pung:444m pung:555m 1f"],
        )
    };
    let answer = Caller::of_new_engine().await.claims(request).await.unwrap();
    let score = answer.scores[0].score.as_ref().unwrap();
    assert_eq!(answer.scores[0].chair, 4);
    assert_eq!(text::score(score), "half_flush 3 = 3 fan");
}

#[tokio::test(start_paused = true)]
async fn waits_come_with_what_is_left_and_what_each_would_score() {
    let request = v1::FindWaitsRequest {
        variant: built_in(OLD_HONG_KONG),
        ..text::holding(
            "88m NN pung:222m pung:444p pung:666s 1f seat=west",
            &["8m 1p", "N N 9s"],
        )
    };
    let answer = Caller::of_new_engine().await.waits(request).await.unwrap();
    let shown: Vec<String> = answer
        .waits
        .iter()
        .map(|wait| {
            let one = |prospect: &Option<v1::Prospect>| {
                let prospect = prospect.as_ref().unwrap();
                let score = prospect.score.as_ref().unwrap();
                format!("{}, {} short", text::score(score), prospect.missing_fan)
            };
            let tile = &wait.tile.as_ref().unwrap().notation;
            let (drawn, discarded) = (one(&wait.self_draw), one(&wait.discard));
            format!("{tile} {}: {drawn}; {discarded}", wait.left)
        })
        .collect();
    assert_eq!(
        shown,
        [
            "8m 1: all_pungs 3 + self_draw 1 = 4 fan, 0 short; all_pungs 3 = 3 fan, 0 short",
            "N 0: all_pungs 3 + self_draw 1 = 4 fan, 0 short; all_pungs 3 = 3 fan, 0 short",
        ]
    );
    assert_eq!(answer.variant_hash.len(), 64);
}

#[tokio::test(start_paused = true)]
async fn a_wait_below_the_minimum_says_how_much_is_missing() {
    let request = v1::FindWaitsRequest {
        variant: built_in(OLD_HONG_KONG),
        ..text::holding("78m NN chow:123m chow:456s chow:456p 2f", &[])
    };
    let waits = Caller::of_new_engine().await.waits(request).await.unwrap();
    let missing = |wait: &v1::Wait| wait.discard.as_ref().unwrap().missing_fan;
    let missing: Vec<u32> = waits.waits.iter().map(missing).collect();
    assert_eq!(missing, [3, 3]);
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_understood_names_its_field() {
    let caller = Caller::of_new_engine().await;
    let claims = |change: fn(&mut v1::ResolveClaimsRequest)| {
        let mut request = text::claims("from=1 +9m", &["3 pung"]);
        request.variant = built_in(FAN_LAAK);
        change(&mut request);
        request
    };
    for (request, expected) in [
        (claims(|it| it.deal = None), "FIELD_MISSING deal"),
        (claims(|it| it.tile = None), "FIELD_MISSING tile"),
        (claims(|it| it.from_chair = 0), "FIELD_MISSING from_chair"),
        (
            claims(|it| it.claims[0].call = None),
            "FIELD_MISSING claims[0]",
        ),
        (
            claims(|it| it.claims[0].chair = 5),
            "OUT_OF_RANGE claims[0].chair",
        ),
        (
            claims(|it| it.claims = vec![it.claims[0].clone(); 9]),
            "TOO_LARGE claims",
        ),
        (
            claims(|it| it.claims[0].call = Some(v1::claim::Call::Win(v1::WinClaim::default()))),
            "FIELD_MISSING claims[0].win.hand",
        ),
    ] {
        let status = caller.claims(request).await.unwrap_err();
        assert_eq!(error_text(&status), format!("InvalidArgument {expected}"));
    }
    let waits = |change: fn(&mut v1::FindWaitsRequest)| {
        let mut request = text::holding("88m NN pung:222m pung:444p pung:666s", &[]);
        request.variant = built_in(FAN_LAAK);
        change(&mut request);
        request
    };
    for (request, expected) in [
        (waits(|it| it.hand = None), "FIELD_MISSING hand"),
        (waits(|it| it.seat_wind = 0), "FIELD_MISSING seat_wind"),
        (
            waits(|it| it.seen = vec![v1::Tiles::default(); 9]),
            "TOO_LARGE seen",
        ),
        (
            waits(|it| {
                it.seen = vec![v1::Tiles {
                    notation: "1f".to_owned(),
                    ..Default::default()
                }]
            }),
            "TILE_MISPLACED seen[0]",
        ),
    ] {
        let status = caller.waits(request).await.unwrap_err();
        assert_eq!(error_text(&status), format!("InvalidArgument {expected}"));
    }
}
