//! A whole evening kept from a terminal, as files of commands and what they print. Each `$ …` is run by a shell, in one folder and
//! one after another, against a service of the test's own. Ids and addresses are masked. `UPDATE_EXPECT=1` rewrites what follows
//! the commands.

mod cut;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use expect_test::expect_file;
use regex_lite::Regex;
use serde_json::{Value, json};

use crate::owner::Owner;
use crate::running::{EMAIL, Folder, PASSWORD, Running};
use cut::Cut;

/// A service, and somebody at a terminal.
struct Site {
    service: Running,
    home: Folder,
    cut: Cut,
    _data: Folder,
}

impl Site {
    /// With nobody who has an account yet.
    async fn empty() -> Site {
        let (data, home) = (Folder::prepared(), Folder::new());
        let service = Running::start(&data.0);
        let cut = Cut::start(&service.url).await;
        fs::write(home.0.join("password"), PASSWORD).unwrap();
        fs::write(home.0.join("wrong"), "not the password at all").unwrap();
        for file in ["password", "wrong"] {
            shell(&home.0, &[], &format!("chmod 600 {file}"));
        }
        Site {
            service,
            home,
            cut,
            _data: data,
        }
    }

    /// With a club of four players, one more, and two of them called alike; nobody is signed in.
    async fn start() -> Site {
        let site = Site::empty().await;
        for command in [
            "faan sign-up $FAAN --email mei@example.org --display-name Mei --password-file password",
            "faan club found \"Sai Ying Pun\" --time-zone Asia/Hong_Kong",
            "faan player enrol \"Ah Ming\" \"Mei Ling\" \"Mei Fong\" \"Uncle Bo\" \"Siu Fong\"",
            "faan logout",
        ] {
            let said = site.run(command);
            assert!(!said.contains("exit "), "{said}");
        }
        site
    }

    /// The commands of a file, each with what it prints.
    fn transcript(&self, file: &str) -> String {
        let mut found = String::new();
        let kept = file.lines().filter(|line| line.starts_with(['$', '#']));
        for line in kept {
            found += line;
            found += "\n";
            if let Some(command) = line.strip_prefix("$ ") {
                found += &self.mask(&self.run_up_to_date(command));
                found += "\n";
            }
        }
        found
    }

    /// Runs a command again that gave up waiting for the standings. On a slow machine they rest longer than a command waits.
    fn run_up_to_date(&self, command: &str) -> String {
        for _ in 0..12 {
            let begun = Instant::now();
            let said = self.run(command);
            if !said.contains("is still being added up") {
                return said;
            }
            // What was just recorded is in it, unless that takes longer than this.
            assert!(begun.elapsed() > Duration::from_secs(10), "{said}");
        }
        panic!("the standings do not follow: {command}");
    }

    fn run(&self, command: &str) -> String {
        let variables = [
            ("FAAN", self.service.url.as_str()),
            ("CUT", &self.cut.url),
            ("DEAF", &self.cut.deaf),
        ];
        shell(&self.home.0, &variables, command)
    }

    fn mask(&self, said: &str) -> String {
        let home = self.home.0.display().to_string();
        // A command that is put off asks again by itself.
        let is_put_off = |line: &&str| {
            line.trim_end().ends_with("; asking again") && !line.starts_with("faan: no answer")
        };
        let said: String = said
            .split_inclusive('\n')
            .filter(|line| !is_put_off(line))
            .collect();
        let said = said
            .replace(&self.service.url, "https://faan.example")
            .replace(&self.cut.url, "https://cut.faan.example")
            .replace(&self.cut.deaf, "https://deaf.faan.example")
            .replace(&home, "~");
        let id = Regex::new("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}").unwrap();
        let day = Regex::new(r"\b20\d\d-\d\d-\d\d\b").unwrap();
        let hash = Regex::new("[0-9a-f]{64}").unwrap();
        let time = Regex::new(r"\b\d\d:\d\d:\d\d\b").unwrap();
        let why = Regex::new(r"no answer \(.*\)(; asking again|\. It may)").unwrap();
        let masked = id.replace_all(&said, "ID").into_owned();
        let request_id = Regex::new(r#"("request_id":)"[^"]*""#).unwrap();
        let masked = request_id.replace_all(&masked, r#"$1"ID""#).into_owned();
        let masked = day.replace_all(&masked, "DAY").into_owned();
        let masked = hash.replace_all(&masked, "HASH").into_owned();
        let masked = time.replace_all(&masked, "TIME").into_owned();
        // As long as what it stands for: tables depend on it.
        let end = Regex::new(r"(?m)^ [0-9a-f]{8} ").unwrap();
        let masked = end.replace_all(&masked, " ...of id ").into_owned();
        // How a connection ends that is cut depends on what was still under way.
        why.replace_all(&masked, "no answer (WHY)$1").into_owned()
    }
}

/// What a command prints, with how it ends if that is not well.
fn shell(home: &Path, variables: &[(&str, &str)], command: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_faan"));
    let path = format!("{}:/usr/bin:/bin", program.parent().unwrap().display());
    let output = Command::new("bash")
        .args(["-c", &format!("exec 2>&1; {command}")])
        .current_dir(home)
        .env_clear()
        .envs([("PATH", path.as_str()), ("HOME", home.to_str().unwrap())])
        .envs(variables.iter().copied())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    match output.status.code().unwrap() {
        0 => said,
        status => format!("{said}exit {status}\n"),
    }
}

/// Holds a file against what its commands print.
fn hold(site: &Site, name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/program/processes/terminal")
        .join(name);
    let expected = fs::read_to_string(&path).unwrap();
    let found = site.transcript(&expected);
    expect_file![path].assert_eq(&found);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_evening_is_kept_from_the_terminal_alone() {
    hold(&Site::empty().await, "evening.txt");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_league_is_kept_from_the_terminal() {
    hold(&Site::start().await, "season.txt");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_is_held_from_the_terminal() {
    hold(&Site::start().await, "tournament.txt");
}

#[tokio::test(flavor = "multi_thread")]
async fn rounds_are_drawn_and_played_from_the_terminal() {
    hold(&Site::start().await, "rounds.txt");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_season_is_imported_from_the_terminal() {
    hold(&Site::start().await, "import.txt");
}

/// What somebody won or lost stays theirs when somebody else takes over the chair.
#[tokio::test(flavor = "multi_thread")]
async fn who_sat_there_then_won_and_lost() {
    hold(&Site::empty().await, "substitution.txt");
}

#[tokio::test(flavor = "multi_thread")]
async fn side_payments_and_totals_are_no_hands() {
    hold(&Site::empty().await, "totals.txt");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_refused_says_why_and_what_to_do() {
    hold(&Site::start().await, "refusals.txt");
}

/// The answers are lost on the way; the account, the club, the players and the hand are there once.
#[tokio::test(flavor = "multi_thread")]
async fn a_lost_answer_does_nothing_twice() {
    let site = Site::empty().await;
    hold(&site, "lost.txt");
    assert_eq!(site.cut.swallowed(), BTreeSet::from(cut::WRITES));
}

/// A refresh token works once: whoever comes second takes what the first got, and the session goes on.
#[tokio::test(flavor = "multi_thread")]
async fn many_commands_at_once_refresh_the_session_once() {
    let site = Site::start().await;
    site.run("faan login $FAAN --email mei@example.org --password-file password");
    let file = site.home.0.join(".config/faan/login.json");
    let read = || -> Value { serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap() };
    let mut kept = read();
    let refresh = kept["refresh_token"].clone();
    kept["ends_at"] = json!(0);
    fs::write(&file, kept.to_string()).unwrap();
    let said = site.run("for i in 1 2 3 4 5 6; do faan match list & done; wait");
    assert_eq!(said, "There is no match yet.\n".repeat(6));
    assert_ne!(read()["refresh_token"], refresh);
    assert_eq!(site.run("faan match list"), "There is no match yet.\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_machine_uses_its_key() {
    let site = Site::start().await;
    let owner = Owner::signs_in(&site.service.url, EMAIL, PASSWORD).await;
    let club: Value =
        serde_json::from_str(&site.run(
            "faan login $FAAN --email mei@example.org < password >/dev/null; faan club --json",
        ))
        .unwrap();
    let club = club["clubs"][0]["club"]["id"].as_str().unwrap();
    let body = json!({ "name": "a machine", "role": "scorer", "expires_in_days": 1 });
    let made = owner
        .write(&format!("/v1/clubs/{club}/api-keys"), body)
        .await;
    let key = made["secret"].as_str().unwrap();
    site.run("faan logout");
    let asked = format!("FAAN_URL=$FAAN FAAN_API_KEY={key} FAAN_CLUB={club} faan match list");
    assert_eq!(site.run(&asked), "There is no match yet.\n");
    let stranger = format!("FAAN_URL=$FAAN FAAN_API_KEY={key}x FAAN_CLUB={club} faan match list");
    assert!(site.run(&stranger).ends_with("exit 3\n"));
}

#[test]
fn every_shell_completes() {
    for (shell, begins) in [
        ("bash", "_faan()"),
        ("zsh", "#compdef faan"),
        ("fish", "# Print"),
    ] {
        let said = shell_output(shell);
        assert!(said.contains(begins), "{said}");
        for command in ["match", "player", "sign-up", "standings"] {
            assert!(said.contains(command), "{command}: {said}");
        }
    }
}

fn shell_output(shell_name: &str) -> String {
    shell(
        Path::new("/tmp"),
        &[],
        &format!("faan completion {shell_name}"),
    )
}
