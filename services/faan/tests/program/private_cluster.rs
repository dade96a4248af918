//! A private PostgreSQL cluster of `postgres`: which programs it takes, and where it is reached.

use std::fs;
use std::path::Path;
use std::process::Command;

use postgres::url;

use crate::running::{Folder, faan, stderr};

/// Why the service does not start on data that a version of PostgreSQL made, with the programs in a folder.
fn refusal(made_by: u32, programs: Option<&Path>) -> String {
    let root = Folder::new();
    let data = root.0.join("postgres");
    fs::create_dir(&data).unwrap();
    fs::write(data.join("PG_VERSION"), format!("{made_by}\n")).unwrap();
    let mut up = faan();
    up.args(["up", "--engine-listen", "127.0.0.1:0", "--data-dir"]);
    up.arg(&root.0).args(["--gateway-listen", "127.0.0.1:0"]);
    match programs {
        Some(programs) => up.env("FAAN_PG_BIN", programs),
        None => up.env_remove("FAAN_PG_BIN"),
    };
    let refused = up.output().unwrap();
    assert!(!refused.status.success());
    stderr(&refused)
}

/// Programs that say `$0` and nothing else.
const WRITE: &str =
    r##"printf "#!/bin/sh\necho '%s'\n" "$0" | tee initdb >postgres && chmod 755 initdb postgres"##;

const DEBIAN: &str = "postgres (PostgreSQL) 15.13 (Debian 15.13-0+deb12u1)";

/// A program is asked for its version, and runs if that is the one. This one says no more than that.
#[test]
fn the_programs_of_the_version_that_made_the_data_are_taken() {
    for (banner, version, is_taken) in [
        (DEBIAN, 15, true),
        (DEBIAN, 13, false),
        ("postgres (PostgreSQL) 18beta1", 18, true),
        ("something else", 15, false),
    ] {
        let programs = Folder::new();
        // Another process writes them: a file that this one has open, while it starts others, cannot be run.
        let written = Command::new("sh")
            .args(["-c", WRITE, banner])
            .current_dir(&programs.0)
            .status();
        assert!(written.unwrap().success());
        let refusal = refusal(version, Some(&programs.0));
        let expected = match is_taken {
            true => "PostgreSQL did not start (exit status: 0). The end of ".to_owned(),
            false => format!("FAAN_PG_BIN is {}", programs.0.display()),
        };
        assert!(refusal.contains(&expected), "{banner}: {refusal}");
        let is_run = refusal.contains(&format!(":\n{banner}\n"));
        assert_eq!(is_run, is_taken, "{refusal}");
    }
}

#[test]
fn a_setting_that_holds_no_programs_is_refused_by_name() {
    let refusal = refusal(15, Some(Path::new("/nowhere")));
    assert!(refusal.contains("FAAN_PG_BIN is /nowhere"), "{refusal}");
}

#[test]
fn data_of_another_version_is_not_opened() {
    let refusal = refusal(7, None);
    let sentence = "the data was made by version 7";
    assert!(refusal.contains(sentence), "{refusal}");
}

#[test]
fn the_socket_is_beside_the_data_under_a_name_that_a_url_can_have() {
    for (root, host) in [
        ("/srv/faan", "%2Fsrv%2Ffaan%2Fsocket"),
        ("/a b/ü@c", "%2Fa%20b%2F%C3%BC%40c%2Fsocket"),
    ] {
        let expected = format!("postgres://u:p@{host}:5432/d");
        assert_eq!(url(Path::new(root), "u", "p", "d"), expected);
    }
}

/// The address of a socket has room for 103 bytes on every system.
#[test]
fn a_path_too_long_for_a_socket_is_left_for_tmp() {
    let url = url(
        Path::new(&format!("/srv/{}", "long/".repeat(30))),
        "u",
        "p",
        "d",
    );
    let (_, rest) = url.split_once('@').unwrap();
    let host = rest.strip_suffix(":5432/d").unwrap().replace("%2F", "/");
    assert!(host.starts_with("/tmp/faan%2D"), "{host}");
    assert!(host.len() + "/.s.PGSQL.5432".len() <= 103 + 2, "{host}");
}
