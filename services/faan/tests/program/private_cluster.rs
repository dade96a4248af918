//! A private PostgreSQL cluster of `postgres`: which programs it takes, and where it is reached.

use std::fs;
use std::path::Path;
use std::process::Command;

use postgres::{Cluster, Kind, url};

use crate::running::Folder;

/// Why a cluster does not start whose data a version of PostgreSQL made, with the programs in a folder.
async fn refusal(made_by: u32, programs: Option<&Path>) -> String {
    let root = Folder::new();
    let data = root.0.join("postgres");
    fs::create_dir(&data).unwrap();
    fs::write(data.join("PG_VERSION"), format!("{made_by}\n")).unwrap();
    let started = Cluster::start(&root.0, programs, String::new(), Kind::Throwaway).await;
    started.err().unwrap().to_string()
}

/// Programs that say `$0` and nothing else.
const WRITE: &str =
    r##"printf "#!/bin/sh\necho '%s'\n" "$0" | tee initdb >postgres && chmod 755 initdb postgres"##;

/// A program is asked for its version, and runs if that is the one. This one says no more than that.
#[tokio::test]
async fn the_programs_of_the_version_that_made_the_data_are_taken() {
    for (banner, version, is_taken) in [
        (
            "postgres (PostgreSQL) 15.13 (Debian 15.13-0+deb12u1)",
            15,
            true,
        ),
        (
            "postgres (PostgreSQL) 15.13 (Debian 15.13-0+deb12u1)",
            13,
            false,
        ),
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
        let refusal = refusal(version, Some(&programs.0)).await;
        let expected = match is_taken {
            true => "PostgreSQL did not start (exit status: 0). The end of ".to_owned(),
            false => format!("FAAN_PG_BIN is {}", programs.0.display()),
        };
        assert!(refusal.starts_with(&expected), "{banner}: {refusal}");
        assert_eq!(
            refusal.ends_with(&format!("\n{banner}")),
            is_taken,
            "{refusal}"
        );
    }
}

#[tokio::test]
async fn a_setting_that_holds_no_programs_is_refused_by_name() {
    let refusal = refusal(15, Some(Path::new("/nowhere"))).await;
    assert!(refusal.contains("FAAN_PG_BIN is /nowhere"), "{refusal}");
}

#[tokio::test]
async fn data_of_another_version_is_not_opened() {
    let refusal = refusal(7, None).await;
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
