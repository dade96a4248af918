//! The example client, over a real engine.

use crate::access::Strict;
use crate::credentials::{Authority, Issuer};
use crate::server::Caller;

#[path = "../../examples/client.rs"]
#[expect(dead_code, reason = "its `main` is for people")]
mod example;

const LINES: [&str; 2] = [
    "4 fan: -4 -2 +8 -2",
    "NOT_WINNING_HAND at win.hand.concealed: ",
];

fn check(found: &[String]) {
    assert_eq!(found.len(), 8, "{found:?}");
    assert_eq!(found[0], LINES[0]);
    assert!(found[1].starts_with(LINES[1]), "{}", found[1]);
    for pair in found[2..].chunks(2) {
        assert_eq!(pair[0], LINES[0]);
        assert!(pair[1].starts_with("NOT_WINNING_HAND at wins[1].hand.concealed: "));
    }
}

#[tokio::test(start_paused = true)]
async fn the_example_client_scores_hands() {
    let caller = Caller::of_new_engine().await;
    let url = format!("http://{}", caller.address);
    check(&example::talk(url, None, None).await.unwrap());
}

#[tokio::test(start_paused = true)]
async fn the_example_client_shows_a_token_over_tls() {
    let (authority, issuer) = (Authority::new("engines"), Issuer::new(1));
    let engine = Strict::start(Some(authority.engine(None)), Some(issuer.rules())).await;
    let url = format!("https://localhost:{}", engine.address.port());
    let lines = example::talk(url.clone(), Some(authority.pem()), Some(issuer.token())).await;
    check(&lines.unwrap());

    let refused = example::talk(url, Some(authority.pem()), None)
        .await
        .unwrap_err();
    assert!(
        refused
            .to_string()
            .contains("wants a client certificate, or a token"),
        "{refused}"
    );
}
