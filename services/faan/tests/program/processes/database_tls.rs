//! The connection to a PostgreSQL elsewhere: under TLS, with a server that is known.

mod server;
mod wire_tap;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Output};

use rustix::process::Signal;

use crate::processes::certificates::Authority;
use crate::processes::restoring::{program, succeeds};
use crate::running::{Running, answered, eventually, faan, stderr};
use server::{ADMIN_PASSWORD, Server};

/// What the server's certificate calls it.
const HOST: &str = "db.faan.test";
/// Whoever comes over the network.
const PASSWORDS: &str = "host all all all scram-sha-256\n";
/// The same, with TLS alone.
const PASSWORDS_UNDER_TLS: &str = "hostssl all all all scram-sha-256\n";
/// The same, with a certificate, too.
const CERTIFICATES: &str = "hostssl all all all scram-sha-256 clientcert=verify-ca\n";

/// Who logs in, each by the variable that says how.
const LOGINS: [(&str, &str); 4] = [
    ("FAAN_DATABASE_URL", "gateway"),
    ("FAAN_AUDITOR_DATABASE_URL", "auditor"),
    ("FAAN_DISPATCHER_DATABASE_URL", "dispatcher"),
    ("FAAN_SIGNER_DATABASE_URL", "signer"),
];

/// The password of a login: one that a URL, SQL and a log could trip over.
fn password_of(login: &str) -> String {
    format!("{login}-secret-%27%5C%24")
}

/// What nobody is to read anywhere.
fn secrets() -> Vec<String> {
    let of_logins = LOGINS.map(|(_, login)| format!("{login}-secret"));
    [ADMIN_PASSWORD.to_owned()]
        .into_iter()
        .chain(of_logins)
        .collect()
}

#[track_caller]
fn holds_no_secret(text: &str) {
    for secret in secrets() {
        assert!(!text.contains(&secret), "{secret} is in {text}");
    }
}

/// A command that knows all logins of a server.
fn command(server: &Server, host: &str, options: &str, name: &str) -> Command {
    let mut command = faan();
    command.arg(name);
    command.env("FAAN_ADMIN_DATABASE_URL", server.admin_url(host, options));
    for (variable, login) in LOGINS {
        let url = server.url(login, &password_of(login), host, options);
        command.env(variable, url);
    }
    command
}

/// Runs one.
fn run(server: &Server, host: &str, options: &str, name: &str) -> Output {
    answered(&mut command(server, host, options, name))
}

/// A server with a certificate of an authority of its own, and that authority's file.
fn server() -> (Server, Authority, String) {
    let server = Server::new();
    let authority = Authority::new();
    let [certificate, key] = server.shown();
    authority.issue(HOST, &certificate, &key);
    let ca = server.folder.0.join("ca.pem");
    fs::write(&ca, authority.pem()).unwrap();
    let trusting = format!("&sslrootcert={}", ca.display());
    (server, authority, trusting)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_whole_service_works_over_verified_tls() {
    let (mut server, _, trusting) = server();
    server.restart("", PASSWORDS_UNDER_TLS);
    // What is verified is the default: the URL says only by what.
    for name in ["bootstrap", "migrate"] {
        let done = run(&server, HOST, &trusting, name);
        succeeds(&done);
        let said = stderr(&done);
        assert!(!said.contains("sslmode"), "{said}");
    }
    let data = server.folder.0.join("service");
    let mut up = command(&server, HOST, &trusting, "up");
    let service = Running::start_with(up.arg("--data-dir").arg(&data));
    assert_eq!(service.sign_up().await, 201);
    assert_eq!(service.sign_in().await, 201);
    eventually("it is ready", || service.is_ready()).await;
    // Pools and listeners of everybody, and none of them in plain text.
    let connections = "SELECT usename, bool_and(ssl), count(*) > 1 FROM pg_stat_activity JOIN pg_stat_ssl USING (pid) \
         WHERE datname = 'faan' AND usename <> 'postgres' GROUP BY usename ORDER BY usename";
    eventually("everybody has come", async || {
        server.ask(connections) == "auditor|t|t\ndispatcher|t|t\ngateway|t|t\nsigner|t|t"
    })
    .await;
    // Another CA and another certificate: whoever connects next reads them.
    let next = Authority::new();
    let [certificate, key] = server.shown();
    next.issue(HOST, &certificate, &key);
    fs::write(server.folder.0.join("ca.pem"), next.pem()).unwrap();
    server.restart("", PASSWORDS_UNDER_TLS);
    eventually("it has come back", || service.is_ready()).await;
    assert_eq!(service.sign_in().await, 201);
    service.end(Signal::TERM);
    holds_no_secret(&server.log());
}

#[test]
fn bootstrap_sends_the_server_no_password() {
    let (mut server, _, _) = server();
    server.restart("", PASSWORDS);
    // Logins are made, and then altered.
    for verb in ["CREATE", "ALTER"] {
        succeeds(&run(&server, "127.0.0.1", "", "bootstrap"));
        let log = server.log();
        let made = format!("{verb} ROLE \"gateway\" LOGIN PASSWORD");
        assert!(log.contains(&made), "{log}");
        holds_no_secret(&log);
    }

    let other = "SELECT count(*) FROM pg_authid WHERE rolpassword NOT LIKE 'SCRAM-SHA-256$4096:%'";
    assert_eq!(
        server.ask(other),
        "0",
        "verifiers, whatever the server would have made"
    );
    // They are those of the passwords.
    succeeds(&run(&server, "127.0.0.1", "", "migrate"));
    let mut psql = Command::new(program("psql"));
    let url = server.url("signer", &password_of("signer"), "127.0.0.1", "");
    psql.args(["--no-psqlrc", "--command", "SELECT 1", &url]);
    succeeds(&psql.output().unwrap());
}

#[test]
fn each_sslmode_is_what_libpq_makes_of_it() {
    let (mut server, _, trusting) = server();
    server.restart("", PASSWORDS);
    succeeds(&run(&server, HOST, &trusting, "bootstrap"));
    // On this machine nothing has to be said. What is weaker than `verify-full` is warned of; the tests of `ledger` have the words.
    for (host, options, is_weaker) in [
        ("127.0.0.1", "", false),
        ("other.faan.test", "&sslmode=require", true),
        ("other.faan.test", "CA&sslmode=require", true),
        ("other.faan.test", "CA&sslmode=verify-ca", true),
        ("other.faan.test", "&sslmode=disable", true),
        (HOST, "CA&channel_binding=require", false),
        (HOST, "CA&sslmode=verify-full", false),
    ] {
        let options = options.replace("CA", &trusting);
        let done = run(&server, host, &options, "migrate");
        succeeds(&done);
        let said = stderr(&done);
        let is_warned = said.contains("sslmode=verify-full");
        assert_eq!(is_warned, is_weaker, "{options}: {said}");
        holds_no_secret(&said);
    }
}

#[test]
fn a_server_may_want_a_certificate_of_its_clients() {
    let (mut server, authority, trusting) = server();
    let [certificate, key] =
        ["client.pem", "client-key.pem"].map(|name| server.folder.0.join(name));
    authority.issue("postgres", &certificate, &key);
    let ca = server.folder.0.join("ca.pem");
    server.restart(&format!("ssl_ca_file = '{}'", ca.display()), CERTIFICATES);
    let (certificate, key_file) = (certificate.display(), key.display());
    let known = format!("{trusting}&sslcert={certificate}&sslkey={key_file}");
    succeeds(&run(&server, HOST, &known, "bootstrap"));
    succeeds(&run(&server, HOST, &known, "migrate"));
    fs::set_permissions(&key, fs::Permissions::from_mode(0o644)).unwrap();
    for (options, sentence) in [
        (&known, "for its owner's eyes only"),
        (&trusting, "client certificate"),
    ] {
        let refused = run(&server, HOST, options, "migrate");
        assert!(!refused.status.success());
        let said = stderr(&refused);
        assert!(said.contains(sentence), "{said}");
    }
}

#[test]
fn a_server_that_is_not_known_is_refused_and_the_message_says_what_to_do() {
    let (mut server, authority, trusting) = server();
    let [certificate, key] = server.shown();
    let others = Authority::new();
    // What the server shows and its settings; the name that it is asked by, and the rest of the URL; what is said.
    for line in [
        "good     |          | other.faan.test | CA                   | is not for “other.faan.test” | sslmode=verify-ca",
        "other CA |          | HOST            | CA                   | no CA that is trusted here | sslrootcert",
        "other CA |          | HOST            | CA&sslmode=verify-ca | no CA that is trusted here | sslrootcert",
        "good     |          | HOST            |                      | no CA that is trusted here | sslrootcert",
        "expired  |          | HOST            | CA                   | has expired | renew it",
        "expired  |          | HOST            | CA&sslmode=verify-ca | has expired | renew it",
        "early    |          | HOST            | CA                   | is not valid yet",
        "good     | ssl = off | HOST           | CA                   | does not speak TLS | ssl = on | sslmode=disable",
        "good     | ssl = off | HOST           | &sslmode=require     | does not speak TLS | ssl = on",
    ] {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [shown, settings, host, options, ref sentences @ ..] = cells[..] else {
            panic!("{line}")
        };
        let (issuer, years) = match shown {
            "other CA" => (&others, (1975, 4096)),
            "expired" => (&authority, (2020, 2021)),
            "early" => (&authority, (4000, 4001)),
            _ => (&authority, (1975, 4096)),
        };
        issuer.issue_of(HOST, years, &certificate, &key);
        server.restart(settings, PASSWORDS);
        let (host, options) = (host.replace("HOST", HOST), options.replace("CA", &trusting));
        is_refused(&server, &host, &options, sentences);
    }
    holds_no_secret(&server.log());
}

/// Nobody connects, and all say why.
fn is_refused(server: &Server, host: &str, options: &str, sentences: &[&str]) {
    for name in ["bootstrap", "migrate", "auditor"] {
        let refused = run(server, host, options, name);
        assert!(!refused.status.success());
        let said = stderr(&refused);
        for sentence in sentences {
            assert!(
                said.contains(sentence),
                "{name} {host} {options}: {sentence}: {said}"
            );
        }
        holds_no_secret(&said);
    }
}
