//! The pages, in Chromium.

use std::path::Path;
use std::process::{Command, Stdio};

/// What `.ci/pages` looks for where no browser is named.
const BROWSERS: [&str; 2] = ["chromium-headless-shell", "chromium"];

/// `FAAN_CHROMIUM` names a browser that has to be there.
#[test]
fn the_pages_work_in_a_browser() {
    #[expect(clippy::disallowed_methods, reason = "where CI has put it")]
    let named = std::env::var("FAAN_CHROMIUM").ok();
    let named = named.filter(|named| !named.is_empty());
    let browsers = named
        .as_deref()
        .map_or_else(|| BROWSERS.to_vec(), |one| vec![one]);
    let has_browser = browsers.into_iter().any(is_here);
    if !has_browser || !is_here("npm") || !is_here("node") {
        assert_eq!(named, None, "it, npm or node is not here");
        println!("left out: there is no chromium, npm or node on this machine");
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    // Of the tests that passed one character each: what failed is then not lost among them.
    let output = Command::new(".ci/pages")
        .args(["browse", env!("CARGO_BIN_EXE_faan"), "--reporter", "dot"])
        .env_remove("FAAN_DATABASE_URL")
        .env_remove("FAAN_ADMIN_DATABASE_URL")
        .current_dir(root.unwrap())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let failed = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}{failed}");
}

fn is_here(program: &str) -> bool {
    let mut version = Command::new(program);
    version.arg("--version").stdout(Stdio::null());
    version
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
