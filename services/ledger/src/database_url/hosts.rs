//! The hosts of a database URL, one by one, and how long each of them is waited for.

use std::time::Duration;
use tokio_postgres::Config;
use tokio_postgres::config::TargetSessionAttrs;

/// How long a host may take from the first packet to the end of the login. The server of a machine that is frozen takes connections
/// and then says nothing.
const CONNECT: Duration = Duration::from_secs(3);
/// How long a server that was there may say nothing before it is taken for lost, and how long a command waits for a connection: at least
/// so long, and at least as long as the URL has a login take.
const ANSWER: Duration = Duration::from_secs(5);
/// How long bytes that were sent may stay without the other machine's acknowledgement.
const UNACKNOWLEDGED: Duration = Duration::from_secs(10);
/// How long a connection is silent before the kernel asks whether the other machine is there, and how often it asks then.
const KEEPALIVE: (Duration, Duration, u32) = (Duration::from_secs(10), Duration::from_secs(5), 3);

/// Sets what the query of the URL does not: that the one of several hosts is meant that takes writes, and that one that is away is given up
/// in time. An only host is taken as it is: a database that was made read-only, because its disk is full, still answers what is read.
pub(super) fn complete(config: &mut Config, query: &str) {
    let states = |name: &str| {
        let mut parameters = query.trim_start_matches('?').split('&');
        parameters.any(|parameter| parameter.split('=').next() == Some(name))
    };
    if !states("target_session_attrs") && config.get_hosts().len() > 1 {
        config.target_session_attrs(TargetSessionAttrs::ReadWrite);
    }
    if !states("connect_timeout") {
        config.connect_timeout(CONNECT);
    }
    if !states("tcp_user_timeout") {
        config.tcp_user_timeout(UNACKNOWLEDGED);
    }
    let (idle, interval, retries) = KEEPALIVE;
    if !states("keepalives_idle") {
        config.keepalives_idle(idle);
    }
    if !states("keepalives_interval") {
        config.keepalives_interval(interval);
    }
    if !states("keepalives_retries") {
        config.keepalives_retries(retries);
    }
}

/// How long one host is waited for.
pub(super) fn patience(config: &Config) -> Duration {
    let stated = config.get_connect_timeout().copied();
    stated.filter(|stated| !stated.is_zero()).unwrap_or(CONNECT)
}

/// How long a server that was there may say nothing.
pub(super) fn patience_with_answers(config: &Config) -> Duration {
    patience(config).max(ANSWER)
}

/// The same configuration for each host alone, in the order of the URL.
pub(super) fn each(config: &Config) -> Result<Vec<Config>, String> {
    let (hosts, addresses, ports) = (
        config.get_hosts(),
        config.get_hostaddrs(),
        config.get_ports(),
    );
    if ports.len() > 1 && ports.len() != hosts.len() {
        return Err("it names as many ports as hosts, or one for all".to_owned());
    }
    if !addresses.is_empty() && addresses.len() != hosts.len() {
        return Err("hostaddr has as many addresses as there are hosts".to_owned());
    }
    let mut each = Vec::new();
    for (index, host) in hosts.iter().enumerate() {
        let mut one = of_no_host(config);
        match host {
            tokio_postgres::config::Host::Tcp(name) => one.host(name),
            tokio_postgres::config::Host::Unix(folder) => one.host_path(folder),
        };
        if let Some(address) = addresses.get(index) {
            one.hostaddr(*address);
        }
        if let Some(port) = ports.get(index).or(ports.first()) {
            one.port(*port);
        }
        each.push(one);
    }
    Ok(each)
}

/// Everything but the hosts, which a configuration only collects.
fn of_no_host(config: &Config) -> Config {
    let mut one = Config::new();
    one.ssl_mode(config.get_ssl_mode())
        .ssl_negotiation(config.get_ssl_negotiation())
        .channel_binding(config.get_channel_binding())
        .target_session_attrs(config.get_target_session_attrs())
        .keepalives(config.get_keepalives())
        .keepalives_idle(config.get_keepalives_idle());
    if let Some(user) = config.get_user() {
        one.user(user);
    }
    if let Some(password) = config.get_password() {
        one.password(password);
    }
    if let Some(database) = config.get_dbname() {
        one.dbname(database);
    }
    if let Some(options) = config.get_options() {
        one.options(options);
    }
    if let Some(name) = config.get_application_name() {
        one.application_name(name);
    }
    if let Some(timeout) = config.get_connect_timeout() {
        one.connect_timeout(*timeout);
    }
    if let Some(timeout) = config.get_tcp_user_timeout() {
        one.tcp_user_timeout(*timeout);
    }
    if let Some(interval) = config.get_keepalives_interval() {
        one.keepalives_interval(interval);
    }
    if let Some(retries) = config.get_keepalives_retries() {
        one.keepalives_retries(retries);
    }
    one
}
