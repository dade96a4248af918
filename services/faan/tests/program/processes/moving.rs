//! A club comes from a service that is gone, by its export alone, and goes on.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use ledger::test_database::TestDatabase;
use reqwest::Method;
use serde_json::{Value, json};

use crate::owner::Owner;
use crate::running::{Folder, Running, answered, connect, faan, keygen, stderr};

/// The export of the service that is gone, as the first release made them.
const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../audit/tests/fixtures");
pub(crate) const CLUB: &str = "/v1/clubs/00000000-0000-0000-0000-000000000001";
const USER: &str = "00000000-0000-0000-0000-000000000002";

pub(crate) fn export() -> PathBuf {
    Path::new(FIXTURES).join("export-v1.ndjson")
}

pub(crate) fn old_key() -> String {
    let key = fs::read_to_string(Path::new(FIXTURES).join("export-v1.vkey"));
    key.unwrap().trim_end().to_owned()
}

/// `faan import` of an export into a database.
pub(crate) fn import(database: &TestDatabase, export: &Path) -> Command {
    let mut command = faan();
    command
        .arg("import")
        .arg(export)
        .env("FAAN_DATABASE_URL", database.url());
    command
}

/// How it exits, and what it says: what it logs belongs to that only where it refuses.
pub(crate) fn run(command: &mut Command) -> (i32, String) {
    let output = answered(command);
    let mut said = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() {
        said += &stderr(&output);
    }
    (output.status.code().unwrap(), said)
}

/// A whole service on a database that is there.
fn serve(database: &TestDatabase, folder: &Path) -> Running {
    let mut command = faan();
    command
        .args(["up", "--data-dir"])
        .arg(folder)
        .args(["--log-name", "faan.elsewhere"])
        .env("FAAN_DATABASE_URL", database.url())
        .env("FAAN_SIGNER_DATABASE_URL", database.signer_url());
    Running::start_with(&mut command)
}

pub(crate) fn arguments(key: &str) -> [&str; 6] {
    let owner = "mei@example.org";
    ["--key", key, "--owner", owner, "--name", "Sai Ying Pun"]
}

#[tokio::test]
async fn a_club_goes_on_elsewhere() {
    let (folder, database) = (Folder::new(), TestDatabase::create().await);
    let key = old_key();
    let mut command = import(&database, &export());
    let (status, done) = run(command.args(arguments(&key)).arg("--json"));
    assert_eq!(status, 0, "{done}");
    let done: Value = serde_json::from_str(&done).unwrap();
    let owner = &done["owners"][0];
    assert_eq!(
        (&done["entries"], &owner["user"]),
        (&json!(30), &json!(USER))
    );
    let password = owner["password"].as_str().unwrap();

    let service = serve(&database, &folder.0);
    let owner = Owner::comes_with(&service.url, "mei@example.org", password).await;
    let club = owner.read_json(CLUB).await;
    assert_eq!(club["name"], "Sai Ying Pun");
    play(&owner).await;
    prove(&owner, &folder.0, &key).await;
    drop(service);

    let (status, said) = run(import(&database, &export()).args(arguments(&key)));
    assert_eq!(status, 4, "{said}");
    assert!(said.contains("is in this service already"), "{said}");
}

/// The old match is there as it was, and goes on; another one is played by the same people.
pub(crate) async fn play(owner: &Owner) {
    let read = async |path: &str| owner.read_json(&format!("{CLUB}{path}")).await;
    let old = read("/matches").await["matches"][0].clone();
    assert_eq!(old["terms"]["variant"]["id"], "old-hong-kong");
    let at_old = format!("/matches/{}", old["id"].as_str().unwrap());
    let rounds = read(&format!("{at_old}/rounds")).await;
    assert_eq!(rounds["rounds"][0]["hands"][0]["number"], 1);
    let hand = json!({ "number": old["next_number"], "outcomes": [{ "kind": "goulash" }] });
    owner
        .write(&format!("{CLUB}{at_old}/hands:batch"), hand)
        .await;
    let players = read("/players").await["players"].clone();
    let players = players.as_array().unwrap();
    assert_eq!(players.len(), 5);
    // Nothing opened their names.
    assert!(
        players
            .iter()
            .all(|one| one["name"].is_null() && one["erased"].is_null())
    );
    for (player, name) in players.iter().zip(["Ah Yee", "Bing"]) {
        let path = format!("{CLUB}/players/{}", player["id"].as_str().unwrap());
        let renamed = owner.ask(Method::PATCH, &path, Some(json!({ "name": name })));
        assert_eq!(renamed.await.0, 200);
    }
    let four: Vec<&Value> = players.iter().take(4).map(|player| &player["id"]).collect();
    let opening = json!({
        "terms": {"variant": { "hash": old["terms"]["variant"]["hash"] }}, "players": four, "played_on": "2026-11-22"
    });
    let opened = owner.write(&format!("{CLUB}/matches"), opening).await;
    assert_eq!(opened["seats"][0]["player"]["name"], "Ah Yee");
    let hands = json!({ "number": 1, "outcomes": [{ "kind": "goulash" }] });
    let at_match = format!("{CLUB}/matches/{}", opened["id"].as_str().unwrap());
    owner.write(&format!("{at_match}/hands:batch"), hands).await;
}

/// What the service signs now goes on from what the old one signed.
async fn prove(owner: &Owner, folder: &Path, old_key: &str) {
    let note = owner.checkpoint(CLUB).await;
    assert!(note.starts_with("faan.elsewhere/clubs/"), "{note}");
    let grown = owner.read(&format!("{CLUB}/ledger/export")).await;
    let before = fs::read_to_string(export()).unwrap();
    let (header, entries) = before.split_once('\n').unwrap();
    assert!(grown.split_once('\n').unwrap().1.starts_with(entries));
    fs::write(folder.join("grown.ndjson"), &grown).unwrap();
    let header: Value = serde_json::from_str(header).unwrap();
    fs::write(
        folder.join("old.note"),
        header["checkpoint"].as_str().unwrap(),
    )
    .unwrap();
    let keys = owner.read_json("/.well-known/log-keys").await;
    let key = keys["keys"][0]["verifier_key"].as_str().unwrap();
    let retired = format!("{old_key}@2026-11-21T12:00:00Z");
    let verify = |arguments: &[&str]| {
        let mut command = faan();
        command.args(["audit", "verify", "grown.ndjson"]);
        run(command.args(arguments).current_dir(folder))
    };
    let kept = ["--checkpoint", "old.note", "--retired-key", &retired];
    let (status, said) = verify(&[&kept[..], &["--key", key]].concat());
    assert_eq!(status, 0, "{said}");
    assert!(said.starts_with("SOUND"), "{said}");
    // Of what was signed elsewhere, its key alone tells; and of what is signed here, the old one tells nothing.
    let (status, said) = verify(&["--checkpoint", "old.note", "--key", key]);
    assert_eq!(status, 2, "{said}");
    let (status, said) = verify(&kept);
    assert_eq!(status, 2, "{said}");
    // Another past than that which was kept does not go on.
    fs::write(
        folder.join("other.ndjson"),
        grown.replace("\"goulash\"", "\"early_end\""),
    )
    .unwrap();
    let mut command = faan();
    command.args(["audit", "verify", "other.ndjson", "--key", key]);
    let (status, said) = run(command.args(kept).current_dir(folder));
    assert_eq!(status, 1, "{said}");
}

#[tokio::test]
async fn what_is_not_sound_is_not_imported() {
    let (folder, database) = (Folder::new(), TestDatabase::create().await);
    let key = old_key();
    let whole = fs::read_to_string(export()).unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.0.join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let tampered = file("tampered", &whole.replace("\"fan\":7", "\"fan\":8"));
    let cut = file("cut", &whole[..whole.len() - 100]);
    let line = r#"{"field":"name","salt":"00112233445566778899aabbccddeeff","seq":4,"text":"Bo"}"#;
    let openings = file("openings", &format!("{line}\n"));
    let openings = ["--openings", openings.to_str().unwrap()];
    keygen(&folder.0.join("other"), &["--log-name", "faan.example"]);
    let other = fs::read_to_string(folder.0.join("other")).unwrap();
    let other: ledger::evidence::SignerKey = other.trim_end().parse().unwrap();
    let other = other.public().to_string();
    let many = [
        "--owner",
        "00000000-0000-0000-0000-000000000007=bo@example.org",
    ];
    for (export, arguments, more, expected, says) in [
        (&tampered, arguments(&key), &[][..], 1, "TAMPERED"),
        (&export(), arguments(&key), &openings, 1, "TAMPERED"),
        (&cut, arguments(&key), &[], 2, "INCOMPLETE"),
        (&export(), arguments(&other), &[], 2, "INCOMPLETE"),
        (
            &folder.0.join("none"),
            arguments(&key),
            &[],
            3,
            "cannot be read",
        ),
        (&PathBuf::from("-"), arguments(&key), &[], 3, "name a file"),
        (&export(), arguments("no key"), &[], 3, "--key"),
        (
            &export(),
            arguments(&key),
            &many,
            4,
            "is no owner of the club",
        ),
        (
            &export(),
            arguments(&key),
            &["--owner", "bo@example.org"],
            4,
            "two accounts are given for the owner 00000000-0000-0000-0000-000000000002",
        ),
    ] {
        let (status, said) = run(import(&database, export).args(arguments).args(more));
        assert_eq!(status, expected, "{more:?}: {said}");
        assert!(said.contains(says), "{more:?}: {said}");
    }
    let nameless = ["--key", &key, "--owner", "mei@example.org"];
    let (status, said) = run(import(&database, &export()).args(nameless));
    assert_eq!(status, 4, "{said}");
    let (status, said) = run(import(&database, &export()).args(["--key", &key]));
    assert_eq!(status, 3, "{said}");

    let admin = connect(&database.admin_url()).await;
    let count = "SELECT (SELECT count(*) FROM clubs) + (SELECT count(*) FROM users)";
    let rows = admin.query_one(count, &[]).await.unwrap();
    assert_eq!(rows.get::<_, i64>(0), 0);
}
