//! Somebody on the way to the database, who listens.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::Output;
use std::thread;
use std::time::Duration;

use super::{HOST, LOGINS, holds_no_secret, password_of};
use crate::running::{Folder, faan, keygen, stderr};

/// What asks a PostgreSQL whether it speaks TLS: nothing else.
const SSL_REQUEST: [u8; 8] = [0, 0, 0, 8, 4, 210, 22, 47];

/// What the test sends on the last connection: the listener has read every connection before it.
const LAST: [u8; 8] = [0; 8];

/// Runs a command against somebody who says that they do not speak TLS: what each connection told them.
fn overheard(command: impl FnOnce(u16) -> Output) -> (Output, Vec<Vec<u8>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let listening = thread::spawn(move || {
        let mut connections = Vec::new();
        loop {
            let (mut stream, _) = listener.accept().unwrap();
            let mut heard = vec![0; 8];
            // A command that ends while it connects says nothing.
            if stream.read_exact(&mut heard).is_err() {
                continue;
            }
            if heard == LAST {
                return connections;
            }
            // Whoever goes on all the same is not waited for.
            let patience = Some(Duration::from_secs(1));
            stream.set_read_timeout(patience).unwrap();
            stream.write_all(b"N").ok();
            stream.read_to_end(&mut heard).ok();
            connections.push(heard);
        }
    });
    let output = command(address.port());
    let mut last = TcpStream::connect(address).unwrap();
    last.write_all(&LAST).unwrap();
    (output, listening.join().unwrap())
}

#[test]
fn somebody_on_the_way_who_speaks_no_tls_hears_nothing_in_the_clear() {
    let folder = Folder::new();
    let [token_key, log_key, webhook_key] =
        ["token", "log", "webhook"].map(|name| folder.0.join(name));
    keygen(&token_key, &[]);
    keygen(&log_key, &["--log-name", "faan.test"]);
    keygen(&webhook_key, &["--webhooks"]);
    let listen = ["--gateway-listen", "127.0.0.1:0"];
    for name in [
        "bootstrap",
        "migrate",
        "rebuild-standings",
        "reset-password",
        "gateway",
        "signer",
        "auditor",
        "dispatcher",
        "up",
    ] {
        let (refused, heard) = overheard(|port| {
            let mut command = faan();
            command.arg(name);
            for (variable, login) in LOGINS
                .into_iter()
                .chain([("FAAN_ADMIN_DATABASE_URL", "postgres")])
            {
                let password = password_of(login);
                // A listener on a slow machine takes longer than the default.
                let patient = "hostaddr=127.0.0.1&connect_timeout=60";
                let url = format!("postgres://{login}:{password}@{HOST}:{port}/faan?{patient}");
                command.env(variable, url);
            }
            command
                .env("FAAN_TOKEN_KEY", &token_key)
                .env("FAAN_LOG_KEY", &log_key);
            command
                .env("FAAN_WEBHOOK_KEY", &webhook_key)
                .env("FAAN_DATA_DIR", folder.0.join("data"));
            command.env("FAAN_SIGNER_RECORD", folder.0.join("record"));
            match name {
                "gateway" => command.args(listen),
                "up" => command
                    .args(listen)
                    .args(["--engine-listen", "127.0.0.1:0"]),
                "reset-password" => command.arg("mei@example.org"),
                _ => &mut command,
            };
            command.output().unwrap()
        });
        let said = stderr(&refused);
        assert!(!heard.is_empty(), "{name} never came: {said}");
        for heard in heard {
            assert_eq!(
                heard,
                SSL_REQUEST,
                "{name}: {}",
                String::from_utf8_lossy(&heard)
            );
        }
        assert!(!refused.status.success());
        assert!(said.contains("does not speak TLS"), "{name}: {said}");
        holds_no_secret(&said);
    }
}
