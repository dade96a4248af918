//! The command line: every command with its flags and environment variables. Those of the terminal and of the workers are in their
//! crates; deploy/env.example lists all variables.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;

use ::workers::config::{LogKeys, Receivers, RestoreRecord, Webhooks};
use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use terminal::config::{
    Audit, Club, Demo, Evening, Login, Logout, Match, Players, Score, Season, Seating, SignUp,
    Standings, Tournament, TournamentSchedule, Variants,
};

mod bootstrap;
mod browsers;
mod callers;
mod certificates;
mod database;
mod doctor;
mod engine;
mod hall;
mod import;
mod oidc;
mod read_database;
mod rebuild_standings;
mod reset_password;
mod telemetry;
mod workers;

pub(crate) use bootstrap::{Bootstrap, Migrate};
pub(crate) use browsers::Browsers;
pub(crate) use callers::Callers;
pub(crate) use certificates::{EngineChannel, EngineTls, GatewayTls};
pub(crate) use database::Database;
pub(crate) use doctor::{Databases, Doctor};
pub(crate) use engine::{Engine, EngineAlone, EngineToken};
pub(crate) use hall::Hall;
pub(crate) use import::Import;
pub(crate) use oidc::Oidc;
pub(crate) use read_database::ReadDatabase;
pub(crate) use rebuild_standings::RebuildStandings;
pub(crate) use reset_password::ResetPassword;
pub(crate) use telemetry::{LogFormat, Logs, Telemetry};
pub(crate) use workers::{AuditorAlone, DispatcherAlone, SignerAlone};

/// Faan keeps score of Hong Kong mahjong. Without a command it starts everything, as `faan up` does, whose options are those
/// below.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) up: Up,
    #[command(flatten)]
    pub(crate) logs: Logs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Start everything on this machine: a private PostgreSQL, the engine and the gateway.
    Up(Box<Up>),
    /// Say what a hand is worth and why, without any server.
    Score(Score),
    /// Check what proves a ledger, without any server.
    Audit(Audit),
    /// List the built-in variants; show, compare or check documents of variants.
    Variants(Variants),
    /// Draw who sits where and who sits out, without any server.
    Seating(Seating),
    /// Serve the engine over gRPC.
    Engine(EngineAlone),
    /// Serve the REST gateway. It needs an engine and a migrated database.
    Gateway(Gateway),
    /// Create the database and its roles, where they are missing.
    Bootstrap(Bootstrap),
    /// Bring the database's schema up to date.
    Migrate(Migrate),
    /// Say what of a running deployment is missing or wrong. It changes nothing.
    Doctor(Doctor),
    /// Bring a club from another service into this one, by the export of its ledger.
    Import(Import),
    /// Give somebody who lost their password another one, for one time.
    ResetPassword(ResetPassword),
    /// Have the standings and statistics of all clubs made anew, where what is kept of them was lost or damaged.
    RebuildStandings(RebuildStandings),
    /// Print the REST interface's OpenAPI document.
    Openapi,
    /// Carry out the audits that members of clubs ask for. Any number of these may run.
    Auditor(AuditorAlone),
    /// Tell the webhooks of clubs what was entered. Any number of these may run.
    Dispatcher(DispatcherAlone),
    /// Sign what the ledgers are. Of each database, one signer does.
    Signer(SignerAlone),
    /// Make the record of the signer anew, where it was lost, of what the database says was signed.
    RestoreRecord(RestoreRecord),
    /// Make a key for signing access tokens, and write it to a new file.
    Keygen {
        path: PathBuf,
        /// Make one for signing checkpoints instead, under this name of the service, such as its host name.
        #[arg(long, value_name = "NAME")]
        log_name: Option<String>,
        /// Make one that the secrets of webhooks follow from instead.
        #[arg(long, conflicts_with = "log_name")]
        webhooks: bool,
    },
    /// Print the public halves of token keys, for engines that check tokens.
    TokenKeys {
        #[arg(required = true)]
        paths: Vec<PathBuf>,
    },
    /// Make a token for a machine that asks an engine, and print it.
    EngineToken(EngineToken),
    /// Run a command, usually `cargo test`, with a throwaway PostgreSQL, and exit as it does.
    TestCluster(TestCluster),
    /// Record a whole match on a running service, and print it as a score sheet.
    Demo(Demo),
    /// Make an account at a service, and sign in with it.
    SignUp(SignUp),
    /// Sign in at a service, to keep matches at this terminal.
    Login(Login),
    /// Sign out.
    Logout(Logout),
    /// List your clubs, choose one, or found one.
    Club(Club),
    /// List, enrol and rename the players of the club; show what one's matches come to.
    Player(Players),
    /// Show what the matches of the club come to for everybody.
    Standings(Standings),
    /// Hold an evening: check players in, draw who sits where, open the matches, settle.
    Evening(Evening),
    /// Hold a season: open a league with its rules, show its standings, close it.
    Season(Season),
    /// Hold a tournament: register entrants, draw rounds, run the clock, give penalties, show its standings, close it.
    Tournament(Tournament),
    /// Print a schedule for a tournament: who sits where in each round, so that as few players as possible meet twice.
    Schedule(TournamentSchedule),
    /// Keep a match: open it, record hands, show it, correct it.
    Match(Match),
    /// Print what makes a shell complete these commands.
    Completion(Completion),
    /// (Internal.) Become a program that is asked to stop when its parent is gone.
    #[command(hide = true)]
    Tether {
        parent: u32,
        program: OsString,
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Up {
    /// The folder for the data, the keys and the lock. By default `.faan` here; as root, where the user that PostgreSQL then
    /// runs as may not come here, a folder under /var/lib/faan.
    #[arg(long, env = "FAAN_DATA_DIR")]
    pub(crate) data_dir: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) programs: Programs,
    /// An existing database to use instead of a private one, as the role the gateway shall have.
    #[arg(long, env = "FAAN_DATABASE_URL", hide_env_values = true)]
    pub(crate) database_url: Option<String>,
    /// The same database as a role that may create databases and roles. Without it the database must be ready for use.
    #[arg(
        long,
        env = "FAAN_ADMIN_DATABASE_URL",
        hide_env_values = true,
        requires = "database_url"
    )]
    pub(crate) admin_database_url: Option<String>,
    /// That database as the signer's role. Without it nothing is signed there; a private database is signed anyway.
    #[arg(
        long,
        env = "FAAN_SIGNER_DATABASE_URL",
        hide_env_values = true,
        requires = "database_url"
    )]
    pub(crate) signer_database_url: Option<String>,
    /// That database as the auditor's role. Without it nobody carries out audits there; those of a private database are.
    #[arg(
        long,
        env = "FAAN_AUDITOR_DATABASE_URL",
        hide_env_values = true,
        requires = "database_url"
    )]
    pub(crate) auditor_database_url: Option<String>,
    /// That database as the dispatcher's role. Without it no webhook is told anything there; those of a private database are.
    #[arg(
        long,
        env = "FAAN_DISPATCHER_DATABASE_URL",
        hide_env_values = true,
        requires = "database_url"
    )]
    pub(crate) dispatcher_database_url: Option<String>,
    /// The name under which checkpoints are signed, where the key is yet to be made.
    #[arg(
        long,
        env = "FAAN_LOG_NAME",
        default_value = "faan.localhost",
        value_name = "NAME"
    )]
    pub(crate) log_name: String,
    #[command(flatten)]
    pub(crate) log_keys: LogKeys,
    #[command(flatten)]
    pub(crate) engine: Engine,
    #[command(flatten)]
    pub(crate) http: Http,
    #[command(flatten)]
    pub(crate) hall: Hall,
    #[command(flatten)]
    pub(crate) receivers: Receivers,
    #[command(flatten)]
    pub(crate) telemetry: Telemetry,
}

#[derive(Debug, Args)]
pub(crate) struct Programs {
    /// The folder that holds PostgreSQL's `initdb` and `postgres`. By default the newest on this machine.
    #[arg(long, env = "FAAN_PG_BIN", value_name = "FOLDER")]
    pub(crate) pg_bin: Option<PathBuf>,
}

/// What `up` and `gateway` have in common.
#[derive(Debug, Args)]
pub(crate) struct Http {
    /// Where the gateway listens; port 0 takes any free one.
    #[arg(
        long,
        env = "FAAN_GATEWAY_LISTEN",
        default_value = "127.0.0.1:8080",
        value_name = "ADDRESS"
    )]
    pub(crate) gateway_listen: SocketAddr,
    #[command(flatten)]
    pub(crate) tls: GatewayTls,
    #[command(flatten)]
    pub(crate) callers: Callers,
    #[command(flatten)]
    pub(crate) browsers: Browsers,
    /// The name the gateway's access tokens carry as their issuer.
    #[arg(long, env = "FAAN_ISSUER", default_value = "faan")]
    pub(crate) issuer: String,
    /// A second token key, which does not sign, but whose tokens are accepted: the one before, until its last token has run
    /// out, a quarter of an hour later; or the next, as long as some gateways sign with it and others do not.
    #[arg(long, env = "FAAN_TOKEN_KEY_ALSO", value_name = "FILE")]
    pub(crate) token_key_also: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) oidc: Oidc,
    /// How many connections to the database the gateway keeps at most.
    #[arg(
        long,
        env = "FAAN_POOL_SIZE",
        default_value_t = 8,
        value_name = "CONNECTIONS"
    )]
    pub(crate) pool_size: usize,
    #[command(flatten)]
    pub(crate) read_database: ReadDatabase,
    /// How many seconds to go on serving after a request to stop, while `/readyz` says no, so that a load balancer has time to look.
    #[arg(
        long,
        env = "FAAN_DRAIN",
        default_value_t = 0,
        value_parser = clap::value_parser!(u64).range(0..=300),
        value_name = "SECONDS"
    )]
    pub(crate) drain: u64,
    #[command(flatten)]
    pub(crate) webhooks: Webhooks,
}

#[derive(Debug, Args)]
pub(crate) struct Gateway {
    #[command(flatten)]
    pub(crate) http: Http,
    /// Where the engine is.
    #[arg(
        long,
        env = "FAAN_ENGINE_URL",
        default_value = "http://127.0.0.1:50051",
        value_name = "URL"
    )]
    pub(crate) engine_url: String,
    #[command(flatten)]
    pub(crate) engine_channel: EngineChannel,
    #[command(flatten)]
    pub(crate) database: Database,
    /// The Ed25519 key that signs access tokens: a PKCS #8 PEM file, as `faan keygen` makes them.
    #[arg(long, env = "FAAN_TOKEN_KEY", value_name = "FILE")]
    pub(crate) token_key: PathBuf,
    #[command(flatten)]
    pub(crate) telemetry: Telemetry,
}

#[derive(Debug, Args)]
pub(crate) struct TestCluster {
    #[command(flatten)]
    pub(crate) programs: Programs,
    /// The command and its arguments.
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "COMMAND"
    )]
    pub(crate) command: Vec<OsString>,
}

#[derive(Debug, Args)]
pub(crate) struct Completion {
    /// For which shell: `faan completion bash > ~/.local/share/bash-completion/completions/faan`, say.
    pub(crate) shell: Shell,
}

#[cfg(test)]
mod tests;
