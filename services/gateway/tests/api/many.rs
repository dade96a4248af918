//! Many hands, recorded a sheet at a time, exported and verified.

use audit::{Against, SeekableExport, TrustedKey, Verdict};
use futures_util::{StreamExt, stream};
use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::app::{Club, PASSWORD, Person, TestApp};
use crate::checkpoints::Signer;
use crate::model::setting;

/// A batch has no more.
const SHEET: u64 = 100;
/// How many are recorded, if nobody says.
const HANDS: u64 = 300;
/// So many sheets are recorded before an access token could run out.
const SITTING: usize = 2_000;
/// As many sheets are on their way at once.
const AT_ONCE: usize = 8;

#[tokio::test(flavor = "multi_thread")]
async fn many_hands_are_recorded_and_verified() {
    let hands = setting("FAAN_MANY_HANDS").unwrap_or(HANDS);
    let app = TestApp::start().await;
    let club = app.club().await;
    let begun = Instant::now();
    let sheets: Vec<u64> = (0..hands.div_ceil(SHEET)).collect();
    for sheets in sheets.chunks(SITTING) {
        let club = signed_in_again(&app, &club).await;
        let sheets = stream::iter(sheets).map(|sheet| record(&club, *sheet));
        sheets.buffer_unordered(AT_ONCE).collect::<()>().await;
    }
    let club = signed_in_again(&app, &club).await;
    let recorded = begun.elapsed();
    let mut signer = Signer::new(&app).await;
    signer.sign().await;
    let file = export(&club, &format!("{hands}.ndjson")).await;
    let key = signer.key.public();
    std::fs::write(file.with_extension("key"), key.to_string()).unwrap();
    println!(
        "{hands} hands recorded in {recorded:.0?}: {}",
        file.display()
    );

    let open = || BufReader::new(File::open(&file).unwrap());
    let trusted = TrustedKey {
        key,
        retired_at: None,
    };
    let against = Against {
        keys: vec![trusted],
        archive: Some(Box::new(SeekableExport::new(open()))),
        ..Against::default()
    };
    let report = audit::verify(open(), against, |_, _| ());
    assert_eq!(report.verdict(), Verdict::Sound, "{:?}", report.failures);
    assert_eq!(report.counts.hands, hands.next_multiple_of(SHEET));
}

async fn signed_in_again<'a>(app: &'a TestApp, club: &Club<'a>) -> Club<'a> {
    let session = app.sign_in("mei@example.org", PASSWORD).await.expect(201);
    let token = session["access_token"].as_str().unwrap().to_owned();
    Club {
        owner: Person {
            token: Some(token),
            ..club.owner.clone()
        },
        path: club.path.clone(),
        players: club.players.clone(),
    }
}

/// East wins all of a sheet, so that its match never ends.
async fn record(club: &Club<'_>, sheet: u64) {
    let at = club.open_match("old-hong-kong").await;
    let hands: Vec<Value> = (sheet..sheet + SHEET).map(won).collect();
    let body = json!({"number": 1, "outcomes": hands});
    let posted = club.owner.post(&format!("{at}/hands:batch"), body).await;
    posted.expect(201);
}

/// One of some hands of three fan and more, and one of the ways to win it.
fn won(n: u64) -> Value {
    const HANDS: [(&str, &str); 6] = [
        ("123456789p 99p 11p", "9p"),
        ("111m 333m 555m 77m 99m", "9m"),
        ("123m 456m 789m 11m EE", "E"),
        ("222s 444s 666s 88s WW", "8s"),
        ("CCC FFF 123m 45m PP", "6m"),
        ("234p 345p 456p 678p 8p", "8p"),
    ];
    let (concealed, tile) = HANDS[usize::try_from(n).unwrap() % HANDS.len()];
    let winner = json!([{"chair": 1, "hand": {"concealed": concealed, "winning_tile": tile}}]);
    match n % 4 {
        0 => json!({"kind": "win", "won_by": "self_draw", "winners": winner}),
        from => {
            json!({"kind": "win", "won_by": "discard", "from_chair": from + 1, "winners": winner})
        }
    }
}

/// Writes the export where it is built, and its key beside it; says where that is.
async fn export(club: &Club<'_>, name: &str) -> PathBuf {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let url = format!("{}{}/ledger/export", club.owner.app.url, club.path);
    let token = club.owner.token.as_ref().unwrap();
    let answer = club.owner.app.http.get(url).bearer_auth(token).send().await;
    let mut answer = answer.unwrap().error_for_status().unwrap();
    let mut written = File::create(&file).unwrap();
    while let Some(chunk) = answer.chunk().await.unwrap() {
        written.write_all(&chunk).unwrap();
    }
    file
}
