use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::process;

use rustix::process::Signal;

use crate::running::{
    Folder, Running, eventually, faan, is_alive, postmaster, signal_to, stderr, up_on,
};

#[tokio::test]
async fn a_killed_service_starts_again_with_everything_it_had() {
    let folder = Folder::prepared();
    let service = Running::start(&folder.0);
    assert_eq!(service.sign_up().await, 201);
    service.end(Signal::KILL);

    let service = Running::start(&folder.0);
    assert_eq!(service.sign_up().await, 409, "the account is known");
    assert_eq!(service.sign_in().await, 201);
}

#[tokio::test]
async fn a_second_start_says_that_one_is_running() {
    let folder = Folder::prepared();
    let service = Running::start(&folder.0);
    let second = faan()
        .arg("up")
        .arg("--data-dir")
        .arg(&folder.0)
        .output()
        .unwrap();
    assert_eq!(second.status.code(), Some(1));
    let said = stderr(&second);
    assert!(said.contains("already running"), "{said}");
    assert!(said.contains(&service.pid().to_string()), "{said}");
    assert!(said.contains(&service.url), "{said}");
    eventually("the first is none the worse", || service.is_ready()).await;
}

#[tokio::test]
async fn it_stops_in_order_and_leaves_no_process() {
    for signal in [Signal::TERM, Signal::INT] {
        let folder = Folder::prepared();
        let service = Running::start(&folder.0);
        let server = postmaster(&folder.0).unwrap();
        let (status, said) = service.end(signal);
        assert_eq!(status.code(), Some(0));
        let order = [
            "The gateway has stopped.",
            "The dispatcher has stopped.",
            "The auditor has stopped.",
            "The signer has stopped.",
            "The engine has stopped.",
            "PostgreSQL has stopped.",
        ];
        assert_eq!(said.lines().collect::<Vec<_>>(), order);
        assert!(!is_alive(server));
        assert!(
            !folder.0.join("postgres/postmaster.pid").exists(),
            "it was shut down in good order"
        );
    }
}

#[tokio::test]
async fn the_database_does_not_outlive_a_killed_service() {
    let folder = Folder::prepared();
    let service = Running::start(&folder.0);
    let server = postmaster(&folder.0).unwrap();
    service.end(Signal::KILL);
    eventually("PostgreSQL has followed", || async { !is_alive(server) }).await;
}

/// After everything was killed, the files that name the old server may name a stranger: here, this test.
#[tokio::test]
async fn files_that_name_a_stranger_are_no_obstacle() {
    let folder = Folder::prepared();
    let service = Running::start(&folder.0);
    assert_eq!(service.sign_up().await, 201);
    let server = postmaster(&folder.0).unwrap();
    signal_to(service.pid(), Signal::STOP);
    signal_to(server, Signal::KILL);
    service.end(Signal::KILL);
    let pid_file = folder.0.join("postgres/postmaster.pid");
    let left = fs::read_to_string(&pid_file).unwrap();
    fs::write(
        &pid_file,
        left.replacen(&server.to_string(), &process::id().to_string(), 1),
    )
    .unwrap();
    fs::write(
        folder.0.join("socket/.s.PGSQL.5432.lock"),
        format!("{}\n", process::id()),
    )
    .unwrap();

    let service = Running::start(&folder.0);
    assert_eq!(service.sign_in().await, 201);
}

#[tokio::test]
async fn a_database_that_dies_alone_is_started_again() {
    let folder = Folder::prepared();
    let service = Running::start(&folder.0);
    assert_eq!(service.sign_up().await, 201);
    let server = postmaster(&folder.0).unwrap();
    signal_to(server, Signal::KILL);
    eventually("another server runs", || async {
        postmaster(&folder.0).is_some_and(|other| other != server)
    })
    .await;
    eventually("the service is ready", || service.is_ready()).await;
    assert_eq!(service.sign_in().await, 201);
}

#[tokio::test]
async fn an_existing_server_is_used_instead() {
    let database = ledger::test_database::TestDatabase::create().await;
    let folder = Folder::new();
    let service = Running::start_with(&mut up_on(&database, &folder.0));
    assert_eq!(service.sign_up().await, 201);
    assert!(!folder.0.join("postgres").exists());
}

#[test]
fn a_port_that_is_taken_is_named_before_anything_is_started() {
    let folder = Folder::new();
    for (flag, other) in [
        ("--engine-listen", "--gateway-listen"),
        ("--gateway-listen", "--engine-listen"),
    ] {
        let holder = TcpListener::bind("127.0.0.1:0").unwrap();
        let taken = holder.local_addr().unwrap().to_string();
        let mut command = faan();
        command.arg("up").arg("--data-dir").arg(&folder.0).args([
            flag,
            &taken,
            other,
            "127.0.0.1:0",
        ]);
        let refused = command.output().unwrap();
        assert_eq!(refused.status.code(), Some(1));
        let said = stderr(&refused);
        assert!(said.contains(&taken) && said.contains(flag), "{said}");
        assert!(!folder.0.join("postgres").exists());
    }
}

#[test]
fn keys_and_passwords_are_for_the_owner_alone() {
    let folder = Folder::prepared();
    let _service = Running::start(&folder.0);
    for line in [
        "600 token-key.pem",
        "600 faan_admin.password",
        "600 faan_gateway.password",
        "600 faan_notary.password",
        "600 faan_courier.password",
        "600 log-key",
        "600 webhook-key",
        "700 postgres",
    ] {
        let (mode, name) = line.split_once(' ').unwrap();
        let permissions = fs::metadata(folder.0.join(name)).unwrap().permissions();
        assert_eq!(format!("{:o}", permissions.mode() & 0o777), mode, "{name}");
    }
}

/// As in a container that has only the binary.
#[test]
fn plain_http_takes_no_certificates() {
    let asked = faan()
        .args(["demo", "--url", "http://127.0.0.1:1"])
        .env("SSL_CERT_FILE", "/dev/null")
        .env("SSL_CERT_DIR", "/nonexistent")
        .output()
        .unwrap();
    let said = stderr(&asked);
    assert!(said.starts_with("faan: no answer "), "{said}");
}
