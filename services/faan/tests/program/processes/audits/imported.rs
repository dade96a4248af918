//! A club that came from another service, without its openings.

use ledger::test_database::TestDatabase;
use serde_json::{Value, json};

use super::{codes, service};
use crate::owner::{Owner, is_sound};
use crate::processes::moving::{CLUB, arguments, export, import, old_key, play, run};
use crate::running::Folder;

#[tokio::test(flavor = "multi_thread")]
async fn a_club_that_came_without_openings_is_sound_and_goes_on() {
    let (folder, database) = (Folder::new(), TestDatabase::create().await);
    let mut command = import(&database, &export());
    let (status, done) = run(command.args(arguments(&old_key())).arg("--json"));
    assert_eq!(status, 0, "{done}");
    let done: Value = serde_json::from_str(&done).unwrap();
    let password = done["owners"][0]["password"].as_str().unwrap();
    let running = service(&database, &folder, true);
    let owner = Owner::comes_with(&running.url, "mei@example.org", password).await;

    let report = owner.audited(CLUB, json!({})).await;
    is_sound(&report);
    assert_eq!(report["entries"], 30);
    play(&owner).await;
    owner.checkpoint(CLUB).await;
    let what_if = json!({ "variant": { "id": "hong-kong-new-style" } });
    let report = owner.audited(CLUB, json!({ "what_if": what_if })).await;
    is_sound(&report);
    assert_eq!(report["entries"], report["entries_signed"]);
    assert_eq!(report["what_if"]["sum"]["matches"], 2);

    // What came is held against the tables as what was written here is.
    let admin = super::admin(&database).await;
    let edit =
        "UPDATE matches SET total_1 = total_1 + 2, total_2 = total_2 - 2 WHERE opened_seq < 30";
    admin.batch_execute(edit).await.unwrap();
    let report = owner.audited(CLUB, json!({})).await;
    assert_eq!(
        (&report["verdict"], codes(&report).len()),
        (&json!("tampered"), 0)
    );
    assert_eq!(report["projections"]["differing"], 2);
}
