//! The verifier in Python, which knows nothing but the text of the formats, held against the one in Rust.

use super::bundle::{Bundle, Heads, key, trusted};
use audit::{Against, Directory, Report, TrustedKey, Witnesses};
use data_encoding::HEXLOWER;
use evidence::SignedNote;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeSet;
use std::io::{BufRead, Read};
use std::path::PathBuf;
use std::process::{self, Command, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/python");

/// What a real service recorded: an evening and what came after it – corrections, settlements, payments, invitations, merged and
/// erased players – exported with the key of these tests.
const RECORDED: &[u8] = include_bytes!("recorded.ndjson");

/// Many exports at once, for what would take a process each; the same lines as `--json` prints.
const MANY: &str = "\
import json, sys
sys.path.insert(0, sys.argv[1])
from verify import Key, Verifier
for file in sys.argv[3:]:
    verifier = Verifier([Key(sys.argv[2])])
    with open(file, 'rb') as source:
        verifier.run(source)
    print(json.dumps(verifier.report()))
";

/// The interpreter, if it can verify signatures; `FAAN_PYTHON` names one that has to.
#[expect(clippy::disallowed_methods, reason = "CI names the interpreter")]
static PYTHON: LazyLock<Option<String>> = LazyLock::new(|| {
    let named = std::env::var("FAAN_PYTHON").ok();
    let python = named.clone().unwrap_or_else(|| "python3".to_owned());
    let able = Command::new(&python)
        .args(["-c", "import cryptography"])
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    assert!(able || named.is_none(), "{python} has no `cryptography`");
    if !able {
        eprintln!("left out: {python} has no `cryptography`, see services/audit/python");
    }
    able.then_some(python)
});

/// What an export is held against, to be used more than once.
pub(super) struct Given {
    keys: Vec<TrustedKey>,
    kept_checkpoints: Vec<SignedNote>,
    witnesses: Witnesses,
    directory: Option<Vec<u8>>,
    openings: Option<Vec<u8>>,
}

impl Given {
    pub(super) fn of(against: Against<'_>) -> Self {
        let directory = against.directory.map(|directory| match directory {
            Directory::Checkpoint(note) => note.to_string().into_bytes(),
            Directory::Export(source) => all_of(source),
        });
        Self {
            keys: against.keys,
            kept_checkpoints: against.kept_checkpoints,
            witnesses: against.witnesses,
            directory,
            openings: against.openings.map(all_of),
        }
    }

    pub(super) fn against(&self, skip_rescoring: bool) -> Against<'_> {
        let directory = self
            .directory
            .as_ref()
            .map(|bytes| match bytes.first() == Some(&b'{') {
                true => Directory::Export(Box::new(&bytes[..])),
                false => Directory::Checkpoint(SignedNote::parse(bytes).unwrap()),
            });
        let openings = self.openings.as_ref();
        Against {
            keys: self.keys.clone(),
            kept_checkpoints: self.kept_checkpoints.clone(),
            witnesses: self.witnesses.clone(),
            directory,
            openings: openings.map(|bytes| Box::new(&bytes[..]) as Box<dyn BufRead>),
            skip_rescoring,
            archive: None,
        }
    }

    fn arguments(&self) -> Vec<String> {
        let keys = self.keys.iter().flat_map(|trusted| {
            let key = &trusted.key;
            match trusted.retired_at {
                None => ["--key".to_owned(), key.to_string()],
                Some(time) => ["--retired-key".to_owned(), format!("{key}@{time}")],
            }
        });
        let kept = self.kept_checkpoints.iter().flat_map(|note| {
            let file = written(note.to_string().as_bytes());
            ["--checkpoint".to_owned(), file]
        });
        let directory = self.directory.iter();
        let directory = directory.flat_map(|bytes| ["--directory".to_owned(), written(bytes)]);
        let openings = self.openings.iter();
        let openings = openings.flat_map(|bytes| ["--openings".to_owned(), written(bytes)]);
        let Witnesses {
            keys: others,
            quorum,
        } = &self.witnesses;
        let quorum = quorum.iter();
        let quorum = quorum.flat_map(|quorum| ["--witnesses".to_owned(), quorum.to_string()]);
        let others = others.iter();
        let others = others.flat_map(|key| ["--witness".to_owned(), key.to_string()]);
        let more = directory.chain(openings).chain(others).chain(quorum);
        keys.chain(kept).chain(more).collect()
    }
}

fn all_of(mut source: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    source.read_to_end(&mut bytes).unwrap();
    bytes
}

/// A file with these bytes. Its name is their hash, so that processes which run at once do not write each other's files.
fn written(bytes: &[u8]) -> String {
    static FILES: AtomicU64 = AtomicU64::new(0);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("python");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join(HEXLOWER.encode(&Sha256::digest(bytes)));
    if !file.exists() {
        let number = FILES.fetch_add(1, Ordering::Relaxed);
        let side = folder.join(format!("{}-{number}", process::id()));
        std::fs::write(&side, bytes).unwrap();
        std::fs::rename(&side, &file).unwrap();
    }
    file.to_str().unwrap().to_owned()
}

fn command(python: &str) -> Command {
    let mut command = Command::new(python);
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    command
}

/// The verdict and the first bad entry.
type EntryError = (String, Option<u64>);

fn of_report(report: &Report) -> EntryError {
    let verdict = report.verdict().word().to_owned();
    (verdict, report.first_bad_entry())
}

fn of_json(report: &Value) -> EntryError {
    let verdict = report["verdict"].as_str().unwrap().to_owned();
    (verdict, report["first_bad_entry"].as_u64())
}

/// Who cosigned, and when.
type Cosigned = BTreeSet<(String, Option<u64>)>;

fn witnesses_of(report: &Report) -> Cosigned {
    let by = report.witnessed_by.iter();
    by.map(|one| (one.witness.to_string(), Some(one.time)))
        .collect()
}

fn witnessed(report: &Value) -> Cosigned {
    let by = report["witnessed_by"].as_array().unwrap().iter();
    by.map(|one| {
        (
            one["witness"].as_str().unwrap().into(),
            one["time"].as_u64(),
        )
    })
    .collect()
}

/// The verifier in Python says what this one says. It does not score hands, but it sees some of what is wrong with a score,
/// such as a limit hand with fan; so that it may agree with this one with the rules or without them.
#[track_caller]
fn compare(export: &[u8], given: &Given, python: &Value) {
    let ours = [true, false].map(|skips| {
        let against = given.against(skips);
        audit::verify(export, against, |_, _| ())
    });
    assert_eq!(witnessed(python), witnesses_of(&ours[0]), "{python}");
    let ours = ours.map(|report| of_report(&report));
    let theirs = of_json(python);
    assert!(ours.contains(&theirs), "{ours:?}, and in Python: {python}");
}

/// Runs it as a person does.
#[track_caller]
pub(super) fn agrees(export: &[u8], given: &Given) {
    let Some(python) = PYTHON.as_deref() else {
        return;
    };
    let output = command(python)
        .args([&format!("{FOLDER}/verify.py"), &written(export), "--json"])
        .args(given.arguments())
        .output()
        .unwrap();
    if given.keys.is_empty() {
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        return;
    }
    let Ok(report) = serde_json::from_slice(&output.stdout) else {
        panic!("{output:?}");
    };
    compare(export, given, &report);
    let exit = match of_json(&report).0.as_str() {
        "sound" => 0,
        "tampered" => 1,
        _ => 2,
    };
    assert_eq!(output.status.code(), Some(exit), "{report}");
}

/// What it reports of exports, read one after another with the key of these tests.
fn many(python: &str, exports: &[Vec<u8>]) -> Vec<Value> {
    let output = command(python)
        .args(["-c", MANY, FOLDER, &key().public().to_string()])
        .args(exports.iter().map(|export| written(export)))
        .output()
        .unwrap();
    let lines = output.stdout.split_inclusive(|byte| *byte == b'\n');
    let reports: Vec<Value> = lines
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect();
    assert_eq!(reports.len(), exports.len(), "{output:?}");
    reports
}

/// The verdict, the first bad entry, and the details of all failures in a report.
pub(super) type Said = (String, Option<u64>, Vec<String>);

/// What it says of each export; none without an interpreter.
pub(super) fn said(exports: &[Vec<u8>]) -> Option<Vec<Said>> {
    let of_report = |report: &Value| {
        let (verdict, first_bad_entry) = of_json(report);
        let failures = report["doubts"].as_array().unwrap().iter();
        let details = failures.map(|failure| failure["detail"].as_str().unwrap().to_owned());
        (verdict, first_bad_entry, details.collect())
    };
    let reports = many(PYTHON.as_deref()?, exports);
    Some(reports.iter().map(of_report).collect())
}

/// Flips every bit of so many.
#[track_caller]
fn agree_on_flips(export: &[u8], one_of: usize) {
    let Some(python) = PYTHON.as_deref() else {
        return;
    };
    let flips = (0..export.len() * 8).step_by(one_of).map(|bit| {
        let mut flipped = export.to_vec();
        flipped[bit / 8] ^= 1 << (bit % 8);
        flipped
    });
    let flips: Vec<Vec<u8>> = flips.collect();
    let reports = many(python, &flips);
    let keys = vec![trusted(&key())];
    let given = Given::of(Against {
        keys,
        ..Against::default()
    });
    for (flipped, report) in flips.iter().zip(&reports) {
        assert_ne!(report["verdict"], "sound");
        compare(flipped, &given, report);
    }
}

/// How it exits, run as a person does.
fn exits(python: &str, arguments: &[&str]) -> Option<i32> {
    let program = format!("{FOLDER}/verify.py");
    let output = command(python).arg(program).args(arguments).output();
    output.unwrap().status.code()
}

/// As `faan audit verify` takes them.
#[test]
fn a_key_is_retired_at_any_time_of_rfc_3339() {
    let Some(python) = PYTHON.as_deref() else {
        return;
    };
    let (export, key) = (Bundle::honest().export(), key().public().to_string());
    let export = written(&export);
    // The honest ledger is of half past nine.
    for (time, status) in [
        ("2026-11-21T10:00:00Z", 0),
        ("2026-11-21T17:30:01+08:00", 0),
        ("2026-11-21t09:30:00.000020z", 0),
        ("2026-11-21T09:30:00.000020999Z", 0),
        ("2026-11-21T09:30:00.000019999Z", 1),
        ("2026-11-21T17:30:00+08:00", 1),
        ("2016-12-31T23:59:60Z", 1),
        ("2026-11-21T09:30:60Z", 3),
        ("2026-11-21T09:30:00", 3),
        ("2026-11-31T09:30:00Z", 3),
        ("2026-11-21", 3),
    ] {
        let retired = format!("{key}@{time}");
        let arguments = [export.as_str(), "--retired-key", &retired];
        assert_eq!(exits(python, &arguments), Some(status), "{time}");
    }
}

/// A note that somebody signed and that is none of a log, beside what is no note at all.
#[test]
fn a_kept_file_that_is_no_checkpoint_is_a_misuse() {
    let Some(python) = PYTHON.as_deref() else {
        return;
    };
    let (export, signer) = (written(&Bundle::honest().export()), key());
    let vkey = signer.public().to_string();
    let note = SignedNote::sign("a note\n", &signer).unwrap().to_string();
    for kept in [note.as_str(), "no note"] {
        let file = written(kept.as_bytes());
        for flag in ["--checkpoint", "--directory"] {
            let arguments = [&export, "--key", &vkey, flag, &file];
            assert_eq!(exits(python, &arguments), Some(3), "{flag} {kept}");
        }
    }
}

#[test]
fn both_believe_what_a_service_recorded() {
    let report = super::verify(RECORDED);
    assert_eq!(of_report(&report), ("sound".to_owned(), None));
    assert_eq!(report.counts.settlements, 3);
}

#[test]
fn both_say_the_same_of_flipped_bits() {
    let mut bundle = Bundle::honest();
    bundle.directory = Some(Heads(vec![bundle.head()]).has(0));
    agree_on_flips(&bundle.export(), 2003);
    agree_on_flips(RECORDED, 4001);
}
