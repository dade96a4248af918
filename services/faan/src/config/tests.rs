//! The flags and variables, held against each other and against deploy/env.example.

use std::collections::BTreeSet;

use clap::CommandFactory as _;

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
    for (name, values) in ::rules::notation::FACTS {
        let values = values.split([',', ' ']).filter(|word| !word.is_empty());
        for word in
            values.filter(|word| !["a", "number", "from", "to", "0", "255", "or"].contains(word))
        {
            assert!(told.contains(word), "{name}={word}");
        }
        assert!(told.contains(name), "{name}");
    }
}
