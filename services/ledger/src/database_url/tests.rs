//! What a URL says of the server, and how secure the connection then is.

use super::*;
use std::path::PathBuf;

fn security(url: &str) -> Security {
    DatabaseUrl::parse(url).unwrap().security
}

fn tls(proof: Proof) -> Security {
    Security::Tls {
        proof,
        identity: None,
    }
}

fn refusal(url: &str) -> String {
    DatabaseUrl::parse(url).unwrap_err().to_string()
}

#[test]
fn another_database_or_user_on_the_same_server() {
    let url = DatabaseUrl::parse("postgres://me:s%40cret@localhost:5433/club?sslmode=disable");
    let url = url.unwrap();
    assert_eq!(
        (url.database(), url.user(), url.password()),
        ("club", Some("me"), Some(b"s@cret".as_slice()))
    );
    let other = url.on_database("b");
    assert_eq!(
        (other.database(), other.config.get_dbname()),
        ("b", Some("b"))
    );
    #[cfg(feature = "test-database")]
    {
        assert_eq!(
            url.with_database("b"),
            "postgres://me:s%40cret@localhost:5433/b?sslmode=disable"
        );
        assert_eq!(
            url.with_user("u", "p"),
            "postgres://u:p@localhost:5433/club?sslmode=disable"
        );
        let socket = DatabaseUrl::parse("postgresql://me@%2Ftmp%2Fpg/club").unwrap();
        assert_eq!(socket.with_database("b"), "postgresql://me@%2Ftmp%2Fpg/b");
    }
}

#[test]
fn what_is_no_database_url_says_so_and_repeats_no_password() {
    for bad in [
        "",
        "localhost",
        "mysql://me:secret@host/club",
        "postgres://me:secret@host",
        "postgres://me:secret@host:x/club",
        "postgres://me:secret@/club",
        "postgres://me:secret@%2Ftmp,host/club",
        "postgres://me:secret@host/club?secretive",
        "postgres://me:half@secret/club?secret=1@host/club",
        "postgres://host/club?application_name=secret@host",
        "postgres://me:secret@host/club?sslmode=secret",
        "postgres://me:secret@host/club?sslmode=require&sslmode=disable",
        "postgres://me:secret@host/club?sslmode=verify-ca",
        "postgres://me:secret@host/club?sslmode=prefer",
        "postgres://me:secret@localhost/club?sslmode=allow",
        "postgres://me:secret@host/club?sslmode=verify-ca&sslrootcert=system",
        "postgres://me:secret@host/club?sslcert=/a.pem",
        "postgres://me:secret@host/club?sslrootcert=",
        "postgres://me:secret@localhost/club?sslnegotiation=direct",
        "postgres://me:secret@/club?hostaddr=10.0.0.5",
    ] {
        let error = refusal(bad);
        assert!(
            error.contains("postgres://user@host/database: "),
            "{bad}: {error}"
        );
        assert!(!error.contains("secret"), "{bad}: {error}");
    }
    assert!(refusal("postgres://me@host/club?sslrotcert=/ca.pem").contains("`sslrotcert`"));
    let url = DatabaseUrl::parse("postgres://me:secret@host/club").unwrap();
    assert!(!format!("{url:?}").contains("secret"));
}

#[test]
fn whoever_is_not_on_this_machine_has_to_prove_who_they_are() {
    let system = tls(Proof::Full(Authorities::System));
    for elsewhere in [
        "postgres://me@db.internal/club",
        "postgres://me@10.0.0.5/club",
        "postgres://me@[2001:db8::5]/club",
        "postgres://me@0.0.0.0/club",
        "postgres://me@localhost.example.org/club",
        "postgres://me@127.0.0.1.example.org/club",
        "postgres://me@localhost,db.internal/club",
        "postgres://me@localhost/club?hostaddr=10.0.0.5",
        "postgres://me@db.internal/club?hostaddr=127.0.0.1",
        "postgres://me:p/w?sslmode=disable@db.internal/club",
        "postgres://me@db.internal/sslmode=disable",
    ] {
        assert_eq!(security(elsewhere), system, "{elsewhere}");
        let url = DatabaseUrl::parse(elsewhere).unwrap();
        assert_eq!(url.config.get_ssl_mode(), SslMode::Require, "{elsewhere}");
        assert_eq!(url.warning(), None, "{elsewhere}");
    }
    for here in [
        "postgres://me@localhost/club",
        "postgres://me@LOCALHOST:5433/club",
        "postgres://me@127.0.0.1/club",
        "postgres://me@127.8.8.8/club",
        "postgres://me@[::1]/club",
        "postgres://me@localhost/club?hostaddr=127.0.0.1",
        "postgres://me@%2Ftmp%2Fpg/club",
        "postgres:///club?host=/tmp/pg&user=me",
    ] {
        assert_eq!(security(here), Security::PlainText, "{here}");
        let url = DatabaseUrl::parse(here).unwrap();
        assert_eq!(url.config.get_ssl_mode(), SslMode::Disable, "{here}");
        assert_eq!(url.warning(), None, "{here}");
    }
}

#[test]
fn what_is_asked_for_is_done_and_what_is_weak_is_told() {
    let ca = || PathBuf::from("/etc/faan/c+a.pem");
    let named = "sslrootcert=/etc/faan/c+a.pem";
    for (parameters, expected, weakness) in [
        (
            "sslmode=disable".to_owned(),
            Security::PlainText,
            "in plain text",
        ),
        (
            "sslmode=require".to_owned(),
            tls(Proof::Nothing),
            "without knowing the server",
        ),
        (
            format!("sslmode=require&{named}"),
            tls(Proof::Authority(ca())),
            "without comparing its name",
        ),
        (
            format!("{named}&sslmode=verify-ca"),
            tls(Proof::Authority(ca())),
            "without comparing its name",
        ),
        (
            format!("sslmode=verify-full&{named}"),
            tls(Proof::Full(Authorities::File(ca()))),
            "",
        ),
        (
            "sslrootcert=%2Fetc%2Ffaan%2Fc+a.pem".to_owned(),
            tls(Proof::Full(Authorities::File(ca()))),
            "",
        ),
        (
            "sslrootcert=system".to_owned(),
            tls(Proof::Full(Authorities::System)),
            "",
        ),
    ] {
        let url = DatabaseUrl::parse(&format!("postgres://me@db.internal/club?{parameters}"));
        let url = url.unwrap();
        assert_eq!(url.security, expected, "{parameters}");
        let warning = url.warning().unwrap_or_default();
        assert!(warning.contains(weakness), "{parameters}: {warning}");
        assert_eq!(
            warning.is_empty(),
            weakness.is_empty(),
            "{parameters}: {warning}"
        );
    }
    // On this machine, too, whoever names a CA means it.
    let full = tls(Proof::Full(Authorities::File(ca())));
    assert_eq!(
        security(&format!("postgres://me@localhost/club?{named}")),
        full
    );
    let certificate = "postgres://me@host/club?sslcert=/a.pem&sslkey=/b.pem";
    let identity = Some(Identity {
        certificate: "/a.pem".into(),
        key: "/b.pem".into(),
    });
    let proof = Proof::Full(Authorities::System);
    assert_eq!(security(certificate), Security::Tls { proof, identity });
}

#[test]
fn of_several_hosts_each_is_tried_alone_for_writes() {
    use tokio_postgres::config::TargetSessionAttrs;
    let url = "postgres://me:s@db1:5433,db2:5434,db3/club?application_name=faan&connect_timeout=2";
    let url = DatabaseUrl::parse(url).unwrap();
    let each = url.each_host().unwrap();
    let told = |one: &tokio_postgres::Config| (hosts_of(one), one.get_ports().to_vec());
    let expected = [("db1", 5433), ("db2", 5434), ("db3", 5432)];
    let expected = expected.map(|(host, port)| (host.to_owned(), vec![port]));
    assert_eq!(each.iter().map(told).collect::<Vec<_>>(), expected);
    for one in &each {
        // Whatever is not about the hosts is the same: printed, nothing else differs.
        let printed = |config: &tokio_postgres::Config| {
            let printed = format!("{config:?}");
            let (before, rest) = printed.split_once(", host: ").unwrap();
            let after = rest.split_once(", connect_timeout").unwrap().1;
            format!("{before}{after}")
        };
        assert_eq!(printed(one), printed(url.config()));
        assert_eq!(
            one.get_target_session_attrs(),
            TargetSessionAttrs::ReadWrite
        );
        assert_eq!(one.get_connect_timeout(), Some(&Duration::from_secs(2)));
    }
    for (timeout, patience) in [
        ("", 5),
        ("?connect_timeout=2", 5),
        ("?connect_timeout=60", 60),
    ] {
        let url = DatabaseUrl::parse(&format!("postgres://me@db1/club{timeout}")).unwrap();
        assert_eq!(url.patience_with_answers(), Duration::from_secs(patience));
    }
    for any in [
        "postgres://me@db1,db2/club?target_session_attrs=any",
        "postgres://me@db1/club",
    ] {
        let any = DatabaseUrl::parse(any).unwrap();
        assert_eq!(
            any.config().get_target_session_attrs(),
            TargetSessionAttrs::Any
        );
    }
    assert!(refusal("postgres://me@db1:1,db2:2/club?hostaddr=10.0.0.5").contains("hostaddr"));
}
