//! The one binary: the whole service, its parts, and its tools.
// Printing fails where nobody reads any more: `host` says what then.
#![cfg_attr(not(test), warn(clippy::print_stdout))]

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser as _};
use host::{Failure, mention, print, say, secret};
use mimalloc::MiMalloc;
use terminal::{audit_commands, demo, score, seating, variants};
use workers::{auditor, dispatcher, signer};

use config::{Cli, Command};
use telemetry::Telemetry;

mod certificates;
mod config;
mod data_folder;
mod doctor;
mod hall;
mod import;
mod open_files;
mod rebuild_standings;
mod reset_password;
mod serve;
mod side_listener;
mod supervised_task;
mod telemetry;
mod telephone;
mod up;
mod welcome;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return misused(&error),
    };
    let outcome = match cli.command {
        // Before any thread is started: it becomes another program.
        Some(Command::Tether {
            parent,
            program,
            arguments,
        }) => Err(postgres::parent_death::run(parent, &program, &arguments).into()),
        // Reckons and prints, which needs no runtime.
        Some(Command::Audit(config)) => Ok(audit_commands::run(&config)),
        Some(Command::Score(config)) => score::run(&config),
        Some(Command::Variants(config)) => variants::run(&config),
        Some(Command::Seating(config)) => seating::run(&config),
        Some(Command::Schedule(config)) => seating::run_schedule(&config),
        Some(Command::Completion(config)) => completion(config.shell).map(|()| ExitCode::SUCCESS),
        command => run(command.unwrap_or(Command::Up(Box::new(cli.up))), &cli.logs),
    };
    outcome.unwrap_or_else(|error| {
        host::warn(&format!("faan: {error}"));
        ExitCode::FAILURE
    })
}

fn completion(shell: clap_complete::Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "faan", &mut script);
    Ok(print(&String::from_utf8(script)?)?)
}

/// Prints what is wrong with the arguments, or the help that they ask for. Where the exit status tells of evidence, misuse has
/// one of its own.
fn misused(error: &clap::Error) -> ExitCode {
    // Nobody is left to be told that it cannot be printed.
    let _ = error.print();
    let understood = Cli::command().ignore_errors(true).try_get_matches();
    let audits = understood
        .is_ok_and(|matches| matches!(matches.subcommand_name(), Some("audit" | "import")));
    match u8::try_from(error.exit_code()) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) if audits => ExitCode::from(audit_commands::MISUSED),
        Ok(status) => ExitCode::from(status),
        Err(_) => ExitCode::FAILURE,
    }
}

/// Runs a command on the one multi-thread runtime; database connections and gRPC channels live there.
fn run(command: Command, logs: &config::Logs) -> Result<ExitCode, Failure> {
    open_files::allow_all();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let telemetry = Telemetry::start(logs, &command)?;
        telemetry.end(dispatch(command).await).await
    })
}

async fn dispatch(command: Command) -> Result<ExitCode, Failure> {
    match command {
        Command::Up(config) => return up::run(*config).await,
        Command::Engine(config) => serve::engine(config).await?,
        Command::Gateway(config) => serve::gateway(config).await?,
        Command::Bootstrap(config) => {
            ledger::bootstrap(&config.admin_database_url, config.logins()).await?
        }
        Command::Migrate(config) => {
            for applied in ledger::migrate(&config.admin_database_url).await? {
                mention(&format!("applied {applied}"));
            }
        }
        Command::Doctor(config) => return doctor::run(config).await,
        Command::Import(config) => return Ok(import::run(&config).await),
        Command::RebuildStandings(config) => say(rebuild_standings::run(config).await?)?,
        Command::ResetPassword(config) => say(&reset_password::run(config).await?)?,
        Command::Openapi => say(&gateway::openapi_json()?)?,
        Command::Auditor(config) => auditor::run(config.auditor).await?,
        Command::Dispatcher(config) => dispatcher::run(config.dispatcher).await?,
        Command::Signer(config) => signer::run(config.signer).await?,
        Command::RestoreRecord(config) => signer::restore::run(config).await?,
        Command::Keygen {
            path,
            log_name,
            webhooks,
        } => {
            let key = match log_name {
                Some(name) => signer::new_key(&name)?,
                None if webhooks => secret::webhook_key(),
                None => secret::token_key()?,
            };
            secret::write(&path, &key)?;
        }
        Command::TokenKeys { paths } => {
            let keys = paths
                .iter()
                .map(|path| secret::read(path).map(String::into_bytes));
            let keys = keys.collect::<Result<Vec<_>, _>>()?;
            say(&gateway::public_keys_json(&keys)?)?;
        }
        Command::EngineToken(config) => say(&serve::engine_token(&config)?)?,
        Command::TestCluster(config) => return test_cluster(config).await,
        Command::Demo(config) => return demo::run(config).await,
        Command::Audit(config) => return Ok(audit_commands::run(&config)),
        Command::Score(config) => return score::run(&config),
        Command::Variants(config) => return variants::run(&config),
        Command::Seating(config) => return seating::run(&config),
        Command::SignUp(config) => return Ok(terminal::sign_up(&config).await),
        Command::Login(config) => return Ok(terminal::login(&config).await),
        Command::Logout(config) => return Ok(terminal::logout(&config).await),
        Command::Club(config) => return Ok(terminal::club(&config).await),
        Command::Player(config) => return Ok(terminal::player(&config).await),
        Command::Standings(config) => return Ok(terminal::show_standings(&config).await),
        Command::Season(config) => return Ok(terminal::season(&config).await),
        Command::Evening(config) => return Ok(terminal::evening(&config).await),
        Command::Tournament(config) => return Ok(terminal::tournament(&config).await),
        Command::Schedule(config) => return seating::run_schedule(&config),
        Command::Match(config) => return Ok(terminal::match_command(&config).await),
        Command::Completion(_) => return Err("completion is printed at once".into()),
        Command::Tether { .. } => return Err("tether is not for people".into()),
    }
    Ok(ExitCode::SUCCESS)
}

async fn test_cluster(config: config::TestCluster) -> Result<ExitCode, Failure> {
    let programs = config.programs.pg_bin.as_deref();
    let prepare = async |admin_url: &str, template: &str| {
        Ok(ledger::test_database::prepare_template(admin_url, template).await?)
    };
    postgres::test_cluster::run(&config.command, programs, prepare).await
}
