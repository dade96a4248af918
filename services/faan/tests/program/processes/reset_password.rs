//! Somebody has lost their password, and asks whoever runs the service.

use ledger::test_database::TestDatabase;
use reqwest::Method;
use serde_json::{Value, json};

use crate::owner::Owner;
use crate::processes::gateway::Gateway;
use crate::running::{Folder, answered, faan, keygen, stderr};

/// The password that `faan reset-password` prints for an address, or why it prints none.
fn reset(database: &TestDatabase, email: &str) -> Result<String, String> {
    let mut command = faan();
    command.args(["reset-password", email]);
    let output = answered(command.env("FAAN_DATABASE_URL", database.url()));
    if !output.status.success() {
        return Err(stderr(&output));
    }
    let said = String::from_utf8(output.stdout).unwrap();
    let password = said.lines().find_map(|line| line.strip_prefix("    "));
    Ok(password.unwrap_or_else(|| panic!("{said}")).to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_resets_a_password() {
    let (folder, database) = (Folder::new(), TestDatabase::create().await);
    let key = folder.0.join("token-key.pem");
    keygen(&key, &[]);
    let gateway = Gateway::start(&database, &key, None);
    let mut owner = Owner::nobody(&gateway.url);
    let post = async |path: &str, body: Value| {
        let somebody = Owner::nobody(&gateway.url);
        let (status, said) = somebody.ask(Method::POST, path, Some(body)).await;
        (status, serde_json::from_str::<Value>(&said).unwrap())
    };
    let (email, own) = ("mei@example.org", "four winds blow over the table");
    let new = json!({ "email": email, "password": own, "display_name": "Mei" });
    assert_eq!(post("/v1/users", new).await.0, 201);
    let credentials = json!({ "email": email, "password": own });
    let (_, session) = post("/v1/sessions", credentials.clone()).await;

    let nobody = reset(&database, "siu@example.org").unwrap_err();
    assert!(
        nobody.contains("nobody signs in with this address"),
        "{nobody}"
    );
    let one_time = reset(&database, "MEI@example.org").unwrap();
    assert_eq!(post("/v1/sessions", credentials).await.0, 401);
    let refresh = json!({ "refresh_token": session["refresh_token"] });
    assert_eq!(post("/v1/sessions/refresh", refresh).await.0, 401);
    owner.token = session["access_token"].as_str().unwrap().to_owned();
    assert_eq!(owner.ask(Method::GET, "/v1/users/me", None).await.0, 401);

    let mut first = json!({ "email": email, "password": one_time });
    let (status, problem) = post("/v1/sessions", first.clone()).await;
    assert_eq!(
        (status, &problem["code"]),
        (403, &json!("password_change_required"))
    );
    first["new_password"] = json!("nine gates and more");
    assert_eq!(post("/v1/sessions", first.clone()).await.0, 201);
    assert_eq!(post("/v1/sessions", first).await.0, 401);
    let own = json!({ "email": email, "password": "nine gates and more" });
    assert_eq!(post("/v1/sessions", own).await.0, 201);
}
