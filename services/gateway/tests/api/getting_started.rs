//! The page that newcomers walk along, walked.

use crate::app::TestApp;

const PAGE: &str = include_str!("../../../../openapi/GETTING_STARTED.md");
const ADDRESS: &str = "http://127.0.0.1:8080";

#[tokio::test(flavor = "multi_thread")]
async fn the_page_works_as_it_stands() {
    let app = TestApp::start().await;
    let script = PAGE
        .split("```sh\n")
        .skip(1)
        .map(|block| block.split("```").next().unwrap())
        .collect::<String>();
    assert_eq!(script.matches(ADDRESS).count(), 1);
    let script = script.replace(ADDRESS, &app.url);
    let walk = move || {
        std::process::Command::new("bash")
            .args(["-euo", "pipefail", "-c", &script])
            .output()
    };
    let walked = tokio::task::spawn_blocking(walk).await.unwrap().unwrap();
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
        r#""type":"webhook.test""#,
    ] {
        assert!(said.contains(told), "{told} is missing in\n{said}\n{error}");
    }
}
