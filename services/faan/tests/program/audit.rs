//! `faan audit`, as a person uses it: what it prints, and how it exits.

// The export is made as the tests of `audit` make it, of a ledger that the rules made.
#[allow(dead_code, reason = "the other tests use the rest")]
#[path = "../../../audit/tests/audit/verify/bundle.rs"]
mod bundle;
mod encodings;
#[allow(dead_code, reason = "the other tests use the rest")]
#[path = "../../../audit/tests/audit/verify/many.rs"]
mod many;
mod tournament;

use self::bundle::{Bundle, Heads, key, other_key};
use crate::honest;
use evidence::{
    Body, Entry, SeasonClosed, SeasonId, SeasonOpened, SeasonRules, SignedNote, WitnessSigner,
    commit,
};
use serde_json::{Value, json};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use time::macros::date;

/// A folder of this test's own.
fn folder(test: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join("audit")
        .join(test);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// How `faan audit verify` exits, what it prints and what it complains about.
fn faan(test: &str, arguments: &[&str], input: &[u8]) -> (i32, String, String) {
    audit(test, "verify", arguments, input)
}

fn audit(test: &str, what: &str, arguments: &[&str], input: &[u8]) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_faan"))
        .args(["audit", what])
        .args(arguments)
        .current_dir(folder(test))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It may not read all of it.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let status = output.status.code().unwrap();
    (status, text(output.stdout), text(output.stderr))
}

/// What is printed as data of an export that is found to be well.
fn data(what: &str, arguments: &[&str], export: &[u8]) -> Value {
    let arguments = [&["-", "--json"], arguments].concat();
    let (status, printed, complained) = audit(what, what, &arguments, export);
    assert_eq!((status, complained.as_str()), (0, ""));
    serde_json::from_str(&printed).unwrap()
}

/// VERIFY.md has a word on every field of these.
fn are_described(parts: &[&Value]) {
    let described = include_str!("../../../audit/VERIFY.md");
    for field in parts
        .iter()
        .flat_map(|part| part.as_object().unwrap().keys())
    {
        assert!(described.contains(&format!("`{field}`")), "{field}");
    }
}

fn are_misuse(what: &str, misuses: &[&[&str]], export: &[u8]) {
    for misuse in misuses {
        let (status, ..) = audit(what, what, &[&["-"], *misuse].concat(), export);
        assert_eq!(status, 3, "{misuse:?}");
    }
}

fn vkey() -> String {
    key().public().to_string()
}

#[test]
fn an_honest_export_exits_with_0() {
    let test = "honest";
    let bundle = Bundle::honest();
    std::fs::write(folder(test).join("club.ndjson"), bundle.export()).unwrap();
    let kept = bundle.first(9).note(&key()).to_string();
    std::fs::write(folder(test).join("kept.txt"), kept).unwrap();
    let arguments = ["club.ndjson", "--key", &vkey(), "--checkpoint", "kept.txt"];
    let (status, printed, complained) = faan(test, &arguments, b"");
    assert_eq!((status, complained.as_str()), (0, ""));
    let first = "SOUND up to entry 20 (2026-11-21T09:30:00.000020Z). What came later is not in this export.\n";
    assert!(printed.starts_with(first), "{printed}");
    assert!(printed.contains("\nNot checked\n"), "{printed}");
}

#[test]
fn a_report_is_data_too() {
    let report = data("verify", &["--key", &vkey()], &Bundle::honest().export());
    assert_eq!(report["verdict"], "sound");
    assert_eq!(report["believed_up_to"]["seq"], 20);
    assert_eq!(report["told"]["matches"], 1);
    assert_eq!(report["first_bad_entry"], Value::Null);
    are_described(&[&report]);
}

#[test]
fn a_tampered_export_exits_with_1_and_says_where() {
    let mut bundle = Bundle::honest();
    let header = bundle.header(&key());
    bundle.rewrite(honest::WIN, |leaf| leaf.replace("\"fan\":7", "\"fan\":8"));
    let (status, printed, _) = faan("tampered", &["-", "--key", &vkey()], &bundle.under(&header));
    assert_eq!(status, 1);
    let first = "TAMPERED: entry 11: worked out again, it differs in the score.\n";
    assert!(printed.starts_with(first), "{printed}");
    assert!(
        printed.contains("These entries are not those that were signed"),
        "{printed}"
    );
    // What is wrong is not said to be right as well.
    let asked = "Checked, right or wrong\n  - Whether the service's key signed the checkpoint.\n  - Whether the entries have,";
    assert!(printed.contains(asked), "{printed}");
}

#[test]
fn the_verdict_does_not_depend_on_who_reads() {
    let mut bundle = Bundle::honest();
    let header = bundle.header(&key());
    bundle.rewrite(honest::WIN, |leaf| leaf.replace("\"fan\":7", "\"fan\":8"));
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut child = Command::new(env!("CARGO_BIN_EXE_faan"))
        .args(["audit", "verify", "-", "--key", &vkey()])
        .stdin(Stdio::piped())
        .stdout(writer)
        .spawn()
        .unwrap();
    let _ = child
        .stdin
        .take()
        .unwrap()
        .write_all(&bundle.under(&header));
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn evidence_that_is_missing_exits_with_2() {
    let export = Bundle::honest().export();
    let unknown = other_key().public().to_string();
    let (status, printed, _) = faan("unknown", &["-", "--key", &unknown], &export);
    assert_eq!(status, 2);
    assert!(printed.starts_with("INCOMPLETE EVIDENCE: "), "{printed}");
    let cut = &export[..export.len() - 100];
    let (status, printed, _) = faan("cut", &["-", "--key", &vkey()], cut);
    assert_eq!(status, 2);
    let reach = "What entries 1 to 19 (2026-11-21T09:30:00.000019Z) say agrees; that they are what was signed is not shown.\n";
    assert!(printed.contains(reach), "{printed}");
}

#[test]
fn witnesses_are_asked_for_and_named() {
    let [one, two] = [1, 2].map(|number| {
        let name = format!("witness{number}.example");
        WitnessSigner::new(&name, &[number; 32]).unwrap()
    });
    let mut bundle = Bundle::honest();
    let mut directory = Heads(vec![bundle.head()]).has(0);
    let note = directory.checkpoint.cosigned(&one, 1_800_000_000);
    directory.checkpoint = note.unwrap();
    bundle.directory = Some(directory);
    let export = bundle.export();
    let (one, two) = (one.public().to_string(), two.public().to_string());
    let (key, both) = (vkey(), ["--witness", &one, "--witness", &two]);
    let ask = |more: &[&str]| {
        let arguments = [&["-", "--key", &key], &both[..], more].concat();
        faan("witnesses", &arguments, &export)
    };
    let (status, printed, _) = ask(&[]);
    assert_eq!(status, 2);
    let first = "INCOMPLETE EVIDENCE: 1 witnesses cosigned the export's checkpoint of the directory, and 2 should have";
    assert!(printed.starts_with(first), "{printed}");
    let (status, printed, _) = ask(&["--witnesses", "1"]);
    assert_eq!(status, 0);
    let by = "\n  witnessed by   witness1.example+";
    assert!(printed.contains(by), "{printed}");
    assert!(printed.contains(", 2027-01-15T08:00:00Z\n"), "{printed}");
    let (_, printed, _) = ask(&["--json"]);
    let report: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(report["doubts"][0]["code"], "witnesses");
    assert_eq!(report["witnessed_by"][0]["time"], 1_800_000_000);
    for wrong in [
        &["--witnesses", "3"][..],
        &["--witnesses", "0"],
        &["--witness", &key],
    ] {
        assert_eq!(ask(wrong).0, 3, "{wrong:?}");
    }
    let alone = ["-", "--key", &key, "--witnesses", "1"];
    assert_eq!(faan("witnesses", &alone, &export).0, 3);
}

#[test]
fn misuse_exits_with_3() {
    let test = "misuse";
    std::fs::write(folder(test).join("no-note.txt"), "no note").unwrap();
    let note = SignedNote::sign("a note\n", &key()).unwrap().to_string();
    std::fs::write(folder(test).join("no-checkpoint.txt"), note).unwrap();
    for arguments in [
        &[][..],
        &["-"],
        &["-", "--key", "no key"],
        &["-", "--key", &vkey(), "--retired-key", &vkey()],
        &["-", "--key", &vkey(), "--checkpoint", "no-note.txt"],
        &["-", "--key", &vkey(), "--directory", "no-note.txt"],
        &["-", "--key", &vkey(), "--checkpoint", "no-checkpoint.txt"],
        &["-", "--key", &vkey(), "--directory", "no-checkpoint.txt"],
        &["no-file.ndjson", "--key", &vkey()],
        &[".", "--key", &vkey()],
        &["-", "--key", &vkey(), "--no-such-flag"],
    ] {
        let (status, printed, complained) = faan(test, arguments, b"");
        assert_eq!((status, printed.as_str()), (3, ""), "{arguments:?}");
        assert_ne!(complained, "", "{arguments:?}");
    }
    let (status, ..) = faan(test, &["--help"], b"");
    assert_eq!(status, 0);
}

#[test]
fn other_rules_come_to_something_else() {
    let export = Bundle::honest().export();
    let (test, modern) = ("what-if", ["--variant", "hong-kong-new-style"]);
    let (status, printed, complained) = audit(test, test, &[&["-"], &modern[..]].concat(), &export);
    assert_eq!((status, complained.as_str()), (0, ""));
    assert_eq!(printed, include_str!("audit/what_if.txt"));
    let told = data(test, &modern, &export);
    assert_eq!(told["matches"][0]["declared_results"], 3);
    are_described(&[&told, &told["matches"][0], &told["sum"]]);
    // A file is not kept in memory, but read twice, and says the same.
    std::fs::write(folder(test).join("club.ndjson"), &export).unwrap();
    let from_file = [&["club.ndjson", "--json"], &modern[..]].concat();
    let (_, of_file, _) = audit(test, test, &from_file, b"");
    assert_eq!(serde_json::from_str::<Value>(&of_file).unwrap(), told);
    let misuses = [
        "no-such-variant",
        "old-hong-kong --match 00000000-0000-0000-0000-000000000077",
        "old-hong-kong --from no-number",
    ];
    for misuse in misuses {
        let words: Vec<&str> = misuse.split(' ').collect();
        are_misuse(test, &[&[&["--variant"], &words[..]].concat()], &export);
    }
}

#[test]
fn what_cannot_be_worked_out_by_other_rules_is_said() {
    let mut bundle = Bundle::honest();
    bundle.rewrite(honest::WIN, |leaf| {
        leaf.replace("\"fan\":7", "\"fan\":\"7\"")
    });
    let export = bundle.export();
    let variant = ["-", "--variant", "hong-kong-new-style"];
    let (status, printed, _) = audit("what-if-bad", "what-if", &variant, &export);
    assert_eq!(status, 1);
    assert!(printed.contains("\nentry 11: not an entry: "), "{printed}");
    let as_data = [&variant[..], &["--json"]].concat();
    let (status, printed, _) = audit("what-if-bad", "what-if", &as_data, &export);
    assert_eq!(status, 1);
    let printed: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(printed["doubt"]["seq"], 11);
    assert_eq!(printed["matches"], json!([]));
}

#[test]
fn several_matches_by_other_rules_are_added_up() {
    let export = Bundle::of(&many::matches(3, true)).export();
    let (test, modern) = ("what-if", ["--variant", "hong-kong-new-style"]);
    let (status, printed, _) = audit(test, test, &[&["-"], &modern[..]].concat(), &export);
    assert_eq!(status, 0);
    assert_eq!(printed.matches("\nMatch ").count(), 3);
    let (_, sum) = printed.split_once("\nAll 3 matches\n").unwrap();
    let first = "  00000000-0000-0000-0000-00000000000b         -69        -345\n";
    assert!(sum.contains(first), "{sum}");
    assert!(sum.ends_with("  3 of 24 outcomes differ.\n"), "{sum}");
    let sum = &data(test, &modern, &export)["sum"];
    assert_eq!((&sum["matches"], &sum["differing"]), (&json!(3), &json!(3)));
    assert_eq!(sum["totals"][0]["as_played_half_points"], -138);
}

/// The matches of the honest club, as a season that was closed before the last correction.
#[test]
fn standings_of_a_season_follow_from_the_export_alone() {
    let mut entries = many::matches(3, true);
    let push = |entries: &mut Vec<Entry>, body| {
        let seq = entries.len() as u64 + 1;
        entries.push(honest::entry((body, seq)));
    };
    let season = SeasonId(honest::id(4001));
    let opened = Body::SeasonOpened(SeasonOpened {
        season,
        name_commitment: commit(&[3; 16], "Autumn"),
        from: date!(1900 - 01 - 01),
        until: date!(2200 - 12 - 31),
        rules: SeasonRules::PLAIN,
    });
    push(&mut entries, opened);
    push(&mut entries, Body::SeasonClosed(SeasonClosed { season }));
    let export = Bundle::of(&entries).export();
    let (status, printed, complained) = audit("season", "season", &["-"], &export);
    assert_eq!((status, complained.as_str()), (0, ""));
    let closed = entries.len();
    let head = format!(
        "Season {season} from 1900-01-01 to 2200-12-31\n  as of entry {closed}, matches that count: 3\n"
    );
    assert!(printed.starts_with(&head), "{printed}");
    let all = data("season", &[], &export);
    let standings = &all[0]["standings"];
    assert_eq!(standings["seq"], closed);
    are_described(&[&all[0], standings]);
    assert!(standings["players"].as_array().unwrap().len() >= 4);
    let earlier = data("season", &["--as-of", &(closed - 1).to_string()], &export);
    assert_eq!(earlier[0]["standings"]["players"], standings["players"]);
    let day = &data("season", &["--until", "1999-12-31"], &export)[0]["standings"];
    let players = day["players"].as_array().unwrap().iter();
    let points: i64 = players.map(|one| one["points"].as_i64().unwrap()).sum();
    assert_eq!((&day["matches"], points), (&json!(0), 0));
    let misuses: [&[&str]; 3] = [
        &["--as-of", "100000"],
        &["--season", "00000000-0000-0000-0000-000000000077"],
        &["--until", "yesterday"],
    ];
    are_misuse("season", &misuses, &export);
}
