//! `faan engine` and `faan gateway`: one part alone, as a deployment runs them.

use std::time::Duration;

use host::{Failure, Signals, mention, read_optional_file, secret};
use workers::dispatcher;

use crate::{certificates, config};

pub(crate) async fn engine(config: config::EngineAlone) -> Result<(), Failure> {
    let mut signals = Signals::listen()?;
    let (tls_files, tls) = (config.tls.clone(), config.tls.read()?);
    let app = engine::App::build(engine_config(config, tls.clone())?).await?;
    certificates::follow_of_engine(tls_files, tls, &app);
    mention(&format!("engine listens on {}", app.address()));
    app.run(async {
        signals.next().await;
    })
    .await?;
    Ok(())
}

pub(crate) async fn gateway(config: config::Gateway) -> Result<(), Failure> {
    let mut signals = Signals::listen()?;
    let token_key = secret::read(&config.token_key)?;
    let engine_tls = config.engine_channel.read()?;
    let app = gateway::App::build(gateway::Config {
        engine_tls: engine_tls.clone(),
        ..gateway_config(
            config.http,
            config.engine_url,
            config.database.database_url,
            token_key.into_bytes(),
        )?
    })
    .await?;
    certificates::follow_on_way(config.engine_channel, engine_tls, &app);
    mention(&format!("gateway listens on {}", app.url()));
    app.run(async {
        signals.next().await;
    })
    .await?;
    Ok(())
}

pub(crate) fn engine_token(config: &config::EngineToken) -> Result<String, Failure> {
    let asked = gateway::ForEngine {
        issuer: &config.names.issuer,
        audience: &config.names.engine_audience,
        subject: &config.subject,
        lifetime: Duration::from_secs(config.hours * 60 * 60),
    };
    Ok(gateway::engine_token(
        secret::read(&config.token_key)?.as_bytes(),
        &asked,
    )?)
}

/// An engine for this machine.
pub(crate) fn plain_engine(config: &config::Engine, browsers: &config::Browsers) -> engine::Config {
    let origins = browsers.allowed_origins.iter();
    let grpc_web = config.engine_grpc_web.then(|| engine::GrpcWeb {
        allowed_origins: origins.map(ToString::to_string).collect(),
    });
    engine::Config {
        grpc_web,
        reflection: config.engine_reflection,
        insecure: config.insecure_engine,
        ..engine::Config::new(config.engine_listen)
    }
}

fn engine_config(
    config: config::EngineAlone,
    tls: Option<engine::Tls>,
) -> Result<engine::Config, Failure> {
    let tokens = match read_optional_file(config.engine_token_keys.as_ref())? {
        Some(keys) => Some(engine::TokenRules {
            keys,
            issuer: config.names.issuer,
            audience: config.names.engine_audience,
        }),
        None => None,
    };
    Ok(engine::Config {
        tls,
        tokens,
        ..plain_engine(&config.engine, &config.browsers)
    })
}

pub(crate) fn gateway_config(
    http: config::Http,
    engine_url: String,
    database_url: String,
    token_key: Vec<u8>,
) -> Result<gateway::Config, Failure> {
    let also = secret::read_optional(http.token_key_also.as_ref())?;
    Ok(gateway::Config {
        webhook_keys: dispatcher::keys(&http.webhooks)?,
        webhook_reach: webhooks::Reach::and(http.webhooks.webhook_allow.clone()),
        bind: http.gateway_listen,
        certificate: certificates::of_gateway(&http.tls)?,
        trusted_proxies: http.callers.trusted(),
        allowed_origins: http.browsers.allowed_origins,
        connections_per_address: http.callers.connections_per_address.get(),
        anonymous_rate: http.callers.anonymous_rate,
        issuer: http.issuer,
        pool_size: http.pool_size,
        read_database_url: host::set(http.read_database.read_database_url),
        read_max_lag: Duration::from_secs(http.read_database.read_max_lag),
        read_without_primary: Duration::from_secs(http.read_database.read_without_primary),
        drain: Duration::from_secs(http.drain),
        also_token_keys: also.into_iter().collect(),
        oidc: oidc(http.oidc)?,
        ..gateway::Config::new(engine_url, database_url, token_key)
    })
}

/// The issuer that is set.
fn oidc(config: config::Oidc) -> Result<Option<gateway::Oidc>, Failure> {
    let issuer = host::set(config.oidc_issuer);
    let Some((issuer, audience)) = issuer.zip(config.oidc_audience) else {
        return Ok(None);
    };
    Ok(Some(gateway::Oidc {
        ca: read_optional_file(config.oidc_ca.as_ref())?,
        ..gateway::Oidc::new(issuer, audience)
    }))
}
