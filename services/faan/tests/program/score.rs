//! `faan score`, `faan variants` and `faan seating`, as a person uses them: each file has a command, what it prints and how it exits. `UPDATE_EXPECT=1`
//! rewrites what follows the command.

use std::path::{Path, PathBuf};
use std::process::Command;

use expect_test::expect_file;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/score")
}

fn cases() -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder().join("cases")).unwrap();
    let mut cases: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    cases.sort();
    cases
}

/// The words of a command, where quotation marks keep some together.
fn words(command: &str) -> Vec<String> {
    let parts = command.split('"').enumerate();
    parts
        .flat_map(|(place, part)| match place % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

/// The command, what it printed and how it ended.
fn transcript(command: &str) -> String {
    let words = words(command.strip_prefix("$ faan ").unwrap());
    let output = Command::new(env!("CARGO_BIN_EXE_faan"))
        .args(words)
        .current_dir(folder())
        .output()
        .unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let complained = String::from_utf8(output.stderr).unwrap();
    let status = output.status.code().unwrap();
    format!("{command}\n{printed}{complained}exit {status}\n")
}

#[test]
fn a_hand_is_told_as_its_file_says() {
    for case in cases() {
        let expected = std::fs::read_to_string(&case).unwrap();
        let found = transcript(expected.lines().next().unwrap());
        expect_file![case].assert_eq(&found);
    }
    assert!(cases().len() > 10);
}

#[test]
fn the_readme_shows_what_is_printed() {
    let case = std::fs::read_to_string(folder().join("cases/all_pungs.txt")).unwrap();
    let printed = case.split_once('\n').unwrap().1;
    let printed = printed.strip_suffix("exit 0\n").unwrap();
    assert!(include_str!("../../../../README.md").contains(printed));
}

/// What the help shows to begin with is worth something.
#[test]
fn the_examples_of_the_help_can_be_run() {
    let help = transcript("$ faan score --help");
    let examples = help
        .lines()
        .filter_map(|line| line.strip_prefix("  faan score "));
    let examples: Vec<String> = examples
        .map(|example| transcript(&format!("$ faan score {example}")))
        .collect();
    assert_eq!(examples.len(), 4);
    for example in examples {
        assert!(example.ends_with("\nexit 0\n"), "{example}");
    }
}

/// A document that is shown as TOML and read again is the same one.
#[test]
fn a_variant_shown_as_toml_can_be_read_again() {
    let file = std::env::temp_dir().join(format!("faan-shown-{}.toml", std::process::id()));
    for variant in rules::variant::built_ins() {
        let shown = transcript(&format!("$ faan variants show {} --toml", variant.id()));
        let toml = shown.split_once('\n').unwrap().1;
        let toml = toml.strip_suffix("exit 0\n").unwrap();
        std::fs::write(&file, toml).unwrap();
        let checked = transcript(&format!("$ faan variants check {}", file.display()));
        let hash = rules::variant::write_hash(variant.hash());
        assert!(checked.contains(&format!("hash {hash}\n")), "{checked}");
    }
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn nobody_has_to_read_to_the_end() {
    let commands = [
        "variants",
        "variants show old-hong-kong",
        "score \"88m NN (222m) (444p) (666s) 1f + 8m\" --self-draw",
        "completion bash",
        "openapi",
    ];
    for command in commands {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut faan = Command::new(env!("CARGO_BIN_EXE_faan"));
        let output = faan.args(words(command)).stdout(writer).output().unwrap();
        let complained = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{command}: {complained}");
        assert_eq!(complained, "", "{command}");
    }
}

#[test]
fn what_cannot_be_printed_is_said() {
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let mut faan = Command::new(env!("CARGO_BIN_EXE_faan"));
    let output = faan.arg("variants").stdout(full).output().unwrap();
    let complained = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success());
    assert!(
        complained.starts_with("faan: this cannot be printed: "),
        "{complained}"
    );
}
