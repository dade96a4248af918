//! `faan engine` and `faan gateway`: one part alone, as a deployment runs them.

use std::fs;

use crate::signals::Signals;
use crate::{Failure, config};

pub(crate) async fn engine(config: &config::Engine) -> Result<(), Failure> {
    let mut signals = Signals::listen()?;
    let app = engine::App::build(engine_config(config)).await?;
    println!("engine listens on {}", app.address());
    app.run(async {
        signals.next().await;
    })
    .await?;
    Ok(())
}

pub(crate) async fn gateway(config: config::Gateway) -> Result<(), Failure> {
    let mut signals = Signals::listen()?;
    let token_key = fs::read(&config.token_key)
        .map_err(|error| format!("cannot read {}: {error}", config.token_key.display()))?;
    let app = gateway::App::build(gateway_config(
        config.http,
        config.engine_url,
        config.database_url,
        token_key,
    ))
    .await?;
    println!("gateway listens on http://{}", app.address());
    app.run(async {
        signals.next().await;
    })
    .await?;
    Ok(())
}

pub(crate) fn engine_config(config: &config::Engine) -> engine::Config {
    engine::Config {
        reflection: config.engine_reflection,
        ..engine::Config::new(config.engine_listen)
    }
}

pub(crate) fn gateway_config(
    http: config::Http,
    engine_url: String,
    database_url: String,
    token_key: Vec<u8>,
) -> gateway::Config {
    gateway::Config {
        bind: http.gateway_listen,
        issuer: http.issuer,
        pool_size: http.pool_size,
        ..gateway::Config::new(engine_url, database_url, token_key)
    }
}
