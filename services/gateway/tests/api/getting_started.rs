//! The page that newcomers walk along, walked.

use std::path::Path;
use std::time::Duration;

use audit::{Against, TrustedKey, Verdict};

use crate::app::TestApp;
use crate::checkpoints;
use crate::oidc::issuer::{Issuer, Signer};

const PAGES: [&str; 2] = [
    include_str!("../../../../openapi/GETTING_STARTED.md"),
    include_str!("../../../../openapi/SEASON.md"),
];
/// Twenty minutes later: the access token is over, and the page gets another one.
const LATER: &str =
    "touch -d '20 minutes ago' \"$SESSION\"; BEFORE=$(cat \"$SESSION\"); send GET $CLUB
    [ \"$BEFORE\" != \"$(cat \"$SESSION\")\" ]\n";
const ADDRESS: &str = "http://127.0.0.1:8080";
/// In the place of the program, which this test does not build: it notes what it was asked.
const PROGRAM: &str = "faan() { printf '%s\\n' \"$@\" > asked; }\n";
/// What is repeated here until it succeeds. A slow machine needs more than the second in which the page hears an event, and more than
/// the service has for a checkpoint.
const REPEATING: &str = r#"
again() { for _ in {1..300}; do if "$@"; then return; fi; sleep 0.2; done; return 1; }
heard() { local said; said=$(listen "$@") || return; echo "$said"; grep -q '^event:' <<< "$said"; }
"#;
const FOLLOW: [&str; 2] = ["follow() {", "follow() { again heard \"$@\"; }\nlisten() {"];
const CHECKPOINT: [&str; 2] = [
    "send POST $CLUB/ledger/checkpoint\n",
    "again send POST $CLUB/ledger/checkpoint\n",
];

/// Signs what is entered, as the service's signer does.
async fn keep_signing(mut signer: checkpoints::Signer) {
    loop {
        signer.sign().await;
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

/// The page has `faan audit verify` look at a sound export, by the service's key.
fn check_what_was_taken_along(folder: &Path) {
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let asked = read("asked");
    let asked: Vec<&str> = asked.lines().collect();
    let ["audit", "verify", file, "--key", key] = asked[..] else {
        panic!("{asked:?}");
    };
    let key = TrustedKey {
        key: key.parse().unwrap(),
        retired_at: None,
    };
    let against = Against {
        keys: vec![key],
        ..Against::default()
    };
    let report = audit::verify(read(file).as_bytes(), against, |_, _| ());
    assert_eq!(report.verdict(), Verdict::Sound, "{:?}", report.failures);
    // The first page's match, the two of the season, the one of a drawn round, and the one of the tournament.
    assert_eq!(report.counts.matches, 5);
    for (sheet, holds) in [
        ("hands", "won_by"),
        ("payments", "amount_cents"),
        ("standings", "later_places"),
    ] {
        let sheet = read(&format!("{sheet}.csv"));
        assert!(sheet.lines().next().unwrap().contains(holds), "{sheet}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_works_as_it_stands() {
    let signer = Signer::ed("1");
    let issuer = Issuer::start(&[&signer]).await;
    let app = TestApp::set_to(|config| config.oidc = Some(issuer.settings())).await;
    let token = issuer.token(&signer, "mei");
    let blocks = |page: &'static str| page.split("```sh\n").skip(1);
    let script = PAGES
        .into_iter()
        .flat_map(blocks)
        .map(|block| block.split("```").next().unwrap())
        .collect::<String>();
    let replaced = [[ADDRESS, app.url.as_str()], FOLLOW, CHECKPOINT].into_iter();
    let script = replaced.fold(script, |script, [on_the_page, here]| {
        assert_eq!(script.matches(on_the_page).count(), 1, "{on_the_page}");
        script.replace(on_the_page, here)
    });
    let script = [PROGRAM, REPEATING, &script, LATER].concat();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("getting_started");
    std::fs::create_dir_all(&folder).unwrap();
    let signing = tokio::spawn(keep_signing(checkpoints::Signer::new(&app).await));
    let walked_in = folder.clone();
    let walk = move || {
        std::process::Command::new("bash")
            .args(["-euo", "pipefail", "-c", &script])
            .current_dir(&walked_in)
            .env("ISSUER_TOKEN", token)
            .output()
    };
    let walked = tokio::task::spawn_blocking(walk).await.unwrap().unwrap();
    signing.abort();
    let said = String::from_utf8_lossy(&walked.stdout);
    let error = String::from_utf8_lossy(&walked.stderr);
    assert!(walked.status.success(), "{said}\n{error}");
    for told in [
        r#""code":"hand_number_taken""#,
        r#""house_points":5"#,
        r#""earlier":["#,
        r#""reason":"it was the player across""#,
        r#""reason":"the hall closes""#,
        r#""transfers":["#,
        r#""code":"match_goes_on""#,
        r#""label":"2""#,
        r#""leaf_hash""#,
        r#""rank":1"#,
        r#""against":["#,
        r#""place":1"#,
        "event: outcome_recorded",
        "event: match_corrected",
        r#""delivered_seq":0"#,
        r#""type":"webhook.test""#,
        r#""code":"identity_not_linked""#,
        r#""name":"Sai Ying Pun""#,
    ] {
        assert!(said.contains(told), "{told} is missing in\n{said}\n{error}");
    }
    check_what_was_taken_along(&folder);
}
