//! The flags and variables, held against each other and against deploy/env.example.

use std::collections::BTreeSet;
use std::path::Path;

use clap::CommandFactory as _;
use serde::Deserialize as _;
use serde_yaml_ng::Value as Yaml;

use super::*;

const EXAMPLE: &str = include_str!("../../../../deploy/env.example");

fn read_by(command: &clap::Command) -> BTreeSet<String> {
    let own = command
        .get_arguments()
        .filter_map(|argument| argument.get_env()?.to_str().map(str::to_owned));
    own.chain(command.get_subcommands().flat_map(read_by))
        .collect()
}

#[test]
fn the_command_line_is_consistent() {
    Cli::command().debug_assert();
}

#[test]
fn the_example_lists_exactly_the_variables_that_are_read() {
    let variables = EXAMPLE
        .lines()
        .filter_map(|line| line.strip_prefix('#')?.split_once('='));
    let listed: BTreeSet<String> = variables
        .map(|(name, _)| name.to_owned())
        .filter(|name| !name.contains(' '))
        .collect();
    assert_eq!(listed, read_by(&Cli::command()));
}

#[test]
fn the_example_shows_the_defaults() {
    let command = Cli::command();
    for argument in command.get_arguments().chain(
        command
            .get_subcommands()
            .flat_map(clap::Command::get_arguments),
    ) {
        let (Some(name), [default]) = (argument.get_env(), argument.get_default_values()) else {
            continue;
        };
        let line = format!("#{}={}", name.display(), default.display());
        assert!(
            EXAMPLE.lines().any(|found| found == line),
            "deploy/env.example lacks `{line}`"
        );
    }
}

#[test]
fn an_engine_is_insecure_only_if_told() {
    let insecure = |arguments: &[&str]| {
        let cli = Cli::try_parse_from([&["faan", "engine"], arguments].concat()).unwrap();
        let Some(Command::Engine(alone)) = cli.command else {
            unreachable!()
        };
        alone.engine.insecure_engine
    };
    assert!(!insecure(&[]));
    assert!(insecure(&["--insecure-engine"]));
    assert!(!insecure(&["--insecure-engine=false"]));
}

#[test]
fn no_command_means_up_with_the_same_flags() {
    let bare = Cli::try_parse_from(["faan", "--gateway-listen", "127.0.0.1:0"]).unwrap();
    assert!(bare.command.is_none());
    assert_eq!(bare.up.http.gateway_listen.port(), 0);
}

/// Whatever the notation of a win knows, `faan score --help` tells.
#[test]
fn the_help_names_every_word_of_a_win_and_every_value() {
    let mut command = Cli::command();
    let score = command.find_subcommand_mut("score").unwrap();
    let help = score.render_long_help().to_string();
    let told: BTreeSet<&str> = help
        .split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_')
        .collect();
    for (name, values) in rules::notation::FACTS {
        let values = values.split([',', ' ']).filter(|word| !word.is_empty());
        for word in
            values.filter(|word| !["a", "number", "from", "to", "0", "255", "or"].contains(word))
        {
            assert!(told.contains(word), "{name}={word}");
        }
        assert!(told.contains(name), "{name}");
    }
}

/// What a unit, a compose file or a manifest starts is a command that there is, with the flags it has.
#[test]
fn whatever_is_deployed_is_a_command() {
    let mut started = Vec::new();
    for file in files("systemd", "service") {
        let lines = file.lines();
        let commands = lines.filter_map(|line| line.strip_prefix("ExecStart=/usr/bin/faan "));
        started.extend(commands.map(|line| line.split(' ').map(str::to_owned).collect()));
    }
    for file in files("kubernetes", "yaml").chain(files("", "yaml")) {
        for document in serde_yaml_ng::Deserializer::from_str(&file) {
            let mut document = Yaml::deserialize(document).unwrap();
            document.apply_merge().unwrap();
            collect(&document, &mut started);
        }
    }
    let names: BTreeSet<&str> = started.iter().map(|command| command[0].as_str()).collect();
    let all = [
        "auditor",
        "bootstrap",
        "dispatcher",
        "engine",
        "gateway",
        "migrate",
        "signer",
        "up",
    ];
    assert_eq!(names, BTreeSet::from(all));
    // Each part in three ways: as a unit, in a container and on Kubernetes; everything at once as a unit alone.
    assert_eq!(started.len(), 3 * (all.len() - 1) + 1, "{started:?}");
    let secrets = Cli::command().mut_subcommands(|command| {
        // The secrets are in the environment there.
        command.mut_args(|argument| match argument.get_env() {
            Some(name) if name.to_string_lossy().ends_with("DATABASE_URL") => {
                argument.required(false)
            }
            _ => argument,
        })
    });
    for command in started {
        let words = std::iter::once("faan".to_owned()).chain(command.iter().cloned());
        let read = secrets.clone().try_get_matches_from(words);
        assert!(read.is_ok(), "{command:?}: {}", read.unwrap_err());
    }
}

/// The files in a folder of `deploy` whose names end so.
fn files(folder: &str, end: &str) -> impl Iterator<Item = String> {
    let deploy = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy");
    let entries = std::fs::read_dir(deploy.join(folder)).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let named = paths.filter(move |path| path.extension().is_some_and(|found| found == end));
    named.map(|path| std::fs::read_to_string(path).unwrap())
}

/// The commands of everything that runs our image.
fn collect(value: &Yaml, started: &mut Vec<Vec<String>>) {
    match value {
        Yaml::Mapping(fields) => {
            let ours = fields.get("image").is_some_and(|image| image == "faan");
            let words = fields.get("args").or_else(|| fields.get("command"));
            if let (true, Some(words)) = (ours, words) {
                started.push(serde_yaml_ng::from_value(words.clone()).unwrap());
            }
            fields.values().for_each(|value| collect(value, started));
        }
        Yaml::Sequence(values) => values.iter().for_each(|value| collect(value, started)),
        Yaml::Null | Yaml::Bool(_) | Yaml::Number(_) | Yaml::String(_) | Yaml::Tagged(_) => {}
    }
}
