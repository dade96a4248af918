use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use rustix::process::Signal;

use crate::running::{Folder, eventually, faan, is_alive, postmaster, signal_to, stderr};

/// `faan test-cluster` for a shell script, with a folder of its own for what it makes.
fn test_cluster(temporary: &Folder, script: &str) -> Command {
    let mut command = faan();
    command
        .env("TMPDIR", &temporary.0)
        .args(["test-cluster", "--", "sh", "-c", script]);
    command
}

fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).unwrap().next().is_none()
}

#[test]
fn it_exits_as_its_command_does_and_leaves_nothing() {
    for (script, code) in [("exit 7", 7), ("kill -KILL $$", 137)] {
        let temporary = Folder::new();
        let status = test_cluster(&temporary, script).status().unwrap();
        assert_eq!(status.code(), Some(code), "{script}");
        assert!(is_empty(&temporary.0), "{script}");
    }
}

#[test]
fn its_command_knows_the_test_cluster_and_no_other_database() {
    let temporary = Folder::new();
    let mut command = test_cluster(
        &temporary,
        "env | grep '^FAAN_.*\\(DATABASE\\|TEMPLATE\\)' | cut -d= -f1 | sort",
    );
    command
        .env("FAAN_DATABASE_URL", "postgres://precious")
        .env("FAAN_ADMIN_DATABASE_URL", "postgres://precious");
    command.env_remove("FAAN_PG_BIN");
    let output = command.output().unwrap();
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "FAAN_TEST_DATABASE_URL\nFAAN_TEST_TEMPLATE\n",
        "{}",
        stderr(&output)
    );
}

#[test]
fn a_command_that_is_not_there_is_named() {
    let temporary = Folder::new();
    let output = faan()
        .env("TMPDIR", &temporary.0)
        .args(["test-cluster", "--", "/no/such/program"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("/no/such/program"),
        "{}",
        stderr(&output)
    );
    assert!(is_empty(&temporary.0));
}

#[tokio::test]
async fn a_request_to_stop_reaches_the_command_and_leaves_nothing() {
    let temporary = Folder::new();
    let mut child = test_cluster(
        &temporary,
        "trap 'exit 3' TERM; touch $TMPDIR/begun; while :; do sleep 0.1; done",
    )
    .spawn()
    .unwrap();
    let begun = temporary.0.join("begun");
    eventually("the command runs", || async { begun.exists() }).await;
    signal_to(child.id(), Signal::TERM);
    assert_eq!(child.wait().unwrap().code(), Some(3));
    fs::remove_file(begun).unwrap();
    assert!(is_empty(&temporary.0));
}

#[tokio::test]
async fn what_a_killed_run_leaves_is_removed_by_the_next() {
    let temporary = Folder::new();
    let mut killed = test_cluster(&temporary, "touch $TMPDIR/begun; exec cat")
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let begun = temporary.0.join("begun");
    eventually("the command runs", || async { begun.exists() }).await;
    fs::remove_file(begun).unwrap();
    let left = fs::read_dir(&temporary.0)
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let server = postmaster(&left).unwrap();
    killed.kill().unwrap();
    killed.wait().unwrap();

    assert!(test_cluster(&temporary, "true").status().unwrap().success());
    assert!(is_empty(&temporary.0));
    assert!(!is_alive(server));
}
