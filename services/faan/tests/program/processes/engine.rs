//! `faan engine` alone, for others than this machine.

use std::fs;

use crate::running::{Folder, faan, keygen};

#[test]
fn an_engine_for_everybody_does_not_start_unless_told_that_this_is_insecure() {
    let refused = faan()
        .args(["engine", "--engine-listen", "0.0.0.0:0"])
        .output()
        .unwrap();
    assert!(!refused.status.success());
    let text = String::from_utf8(refused.stderr).unwrap();
    assert!(
        text.contains("0.0.0.0:0 can be reached from elsewhere"),
        "{text}"
    );
}

/// A key, its public half, and a token: all that two machines have to exchange.
#[test]
fn a_token_is_made_with_the_key_whose_public_half_is_printed() {
    let folder = Folder::new();
    let key = folder.0.join("key.pem");
    keygen(&key, &[]);
    let printed = |arguments: &[&str]| {
        let output = faan()
            .args(arguments)
            .env("FAAN_TOKEN_KEY", &key)
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let keys = printed(&["token-keys", key.to_str().unwrap()]);
    assert!(keys.contains("\"Ed25519\""), "{keys}");
    let token = printed(&["engine-token", "--subject", "test"]);
    assert_eq!(token.trim().split('.').count(), 3, "{token}");

    let file = folder.0.join("keys.json");
    fs::write(&file, "{}").unwrap();
    let refused = faan()
        .args([
            "engine",
            "--engine-listen",
            "127.0.0.1:0",
            "--engine-token-keys",
        ])
        .arg(&file)
        .output()
        .unwrap();
    let text = String::from_utf8(refused.stderr).unwrap();
    assert!(
        text.contains("the token keys are no JSON Web Key Set"),
        "{text}"
    );
}
