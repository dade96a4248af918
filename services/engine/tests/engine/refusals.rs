//! Everything the rules refuse arrives with its reason and the path of its field.

use rules::RefusalCode;
use tonic::Status;
use wire::v1;
use wire::v1::variant_ref::Variant;

use crate::server::{Caller, OLD_HONG_KONG, built_in, error_text, reference};
use crate::text;

/// A built-in variant, or the document that a merge patch makes of it.
fn variant(text: &str) -> Option<v1::VariantRef> {
    let Some((id, patch)) = text.split_once(' ') else {
        return built_in(text);
    };
    let base = rules::Variant::built_in(id).unwrap();
    let mut document: serde_json::Value = serde_json::from_slice(base.document()).unwrap();
    rules::variant::merge(&mut document, &serde_json::from_str(patch).unwrap());
    Some(reference(Variant::Document(document.to_string().into())))
}

/// Asks what a line of `refusals.txt` says, which is refused.
async fn refused(
    caller: &Caller,
    what: &str,
    variant: Option<v1::VariantRef>,
    asked: &[&str],
) -> Status {
    match what {
        "win" => {
            let win = Some(text::win(asked[0]));
            let request = v1::ScoreHandRequest {
                variant,
                win,
                ..Default::default()
            };
            caller.score(request).await.unwrap_err()
        }
        "outcomes" => {
            let outcomes = asked.iter().map(|outcome| text::outcome(outcome));
            played(caller, variant, outcomes.collect()).await
        }
        "claims" => {
            let claims = text::claims(asked[0], &asked[1..]);
            let request = v1::ResolveClaimsRequest { variant, ..claims };
            caller.claims(request).await.unwrap_err()
        }
        "waits" => {
            let holding = text::holding(asked[0], &asked[1..]);
            let request = v1::FindWaitsRequest { variant, ..holding };
            caller.waits(request).await.unwrap_err()
        }
        _ => panic!("nobody asks for {what}"),
    }
}

async fn played(
    caller: &Caller,
    variant: Option<v1::VariantRef>,
    outcomes: Vec<v1::Outcome>,
) -> Status {
    let request = v1::PlayHandsRequest {
        variant,
        outcomes,
        ..Default::default()
    };
    caller.play(request).await.unwrap_err()
}

#[tokio::test(start_paused = true)]
async fn every_refusal_arrives_with_its_reason_and_field() {
    let caller = Caller::of_new_engine().await;
    let mut reasons = Vec::new();
    let mut check = |found: &Status, expected: &str, what: &str| {
        assert_eq!(
            error_text(found),
            format!("InvalidArgument {expected}"),
            "{what}"
        );
        reasons.extend(expected.split(' ').next().map(str::to_owned));
    };
    let lines = include_str!("refusals.txt").lines();
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let columns: Vec<&str> = line.split(" | ").collect();
        let asked: Vec<&str> = columns[2].split("; ").collect();
        let found = refused(&caller, columns[0], variant(columns[1]), &asked).await;
        check(&found, columns[3], line);
    }
    let mut nobody = text::outcome("chair=1 from=2 fan=3");
    if let Some(v1::outcome::Outcome::Win(win)) = &mut nobody.outcome {
        win.winners.clear();
    }
    let found = played(&caller, built_in(OLD_HONG_KONG), vec![nobody]).await;
    check(&found, "WINNER_MISSING outcomes[0].win.winners", "nobody");

    for code in RefusalCode::ALL.map(|code| code.as_str().to_ascii_uppercase()) {
        assert!(reasons.contains(&code), "no case for {code}");
    }
}
