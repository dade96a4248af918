//! Certificates, keys and CAs, in files that somebody replaces every few weeks, while services show and believe them.

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use host::{Failure, read_optional_file, secret};
use rustls::pki_types::UnixTime;
use tls::Certificate;
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use crate::config::{EngineChannel, EngineTls, GatewayTls};

/// How often the files are looked at.
const GLANCE: Duration = Duration::from_secs(5);

/// What the gateway shows, if it is told to, which follows its files.
pub(crate) fn of_gateway(files: &GatewayTls) -> Result<Option<Certificate>, Failure> {
    let Some(used) = files.read()? else {
        return Ok(None);
    };
    let refused = |error| format!("--gateway-cert and --gateway-key: {error}");
    let shown = Certificate::new(&used.0, &used.1).map_err(refused)?;
    let (files, renewed) = (files.clone(), shown.clone());
    let renew =
        move |(certificate, key): &Pair| Ok(renewed.renew(certificate, key).map_err(refused)?);
    let read = move || files.read();
    tokio::spawn(keep_up("the gateway", Some(used), read, renew));
    Ok(Some(shown))
}

/// Has an engine that was told to use these follow their files.
pub(crate) fn follow_of_engine(files: EngineTls, used: Option<engine::Tls>, app: &engine::App) {
    let Some(shown) = app.tls() else { return };
    let renew = move |tls: &_| Ok(shown.renew(tls)?);
    tokio::spawn(keep_up("the engine", used, move || files.read(), renew));
}

/// Has a gateway that was told to know its engine by these follow their files.
pub(crate) fn follow_on_way(
    files: EngineChannel,
    used: Option<gateway::EngineTls>,
    app: &gateway::App,
) {
    let way = app.engine_channel();
    let renew = move |tls: &_| Ok(way.renew(tls)?);
    let who = "the gateway, towards its engine,";
    tokio::spawn(keep_up(who, used, move || files.read(), renew));
}

/// Uses what files hold, whenever that is something else than before. What cannot be used is told once.
async fn keep_up<T: PartialEq + Send + 'static>(
    who: &str,
    mut used: Option<T>,
    read: impl Fn() -> Result<Option<T>, Failure> + Clone + Send + 'static,
    renew: impl Fn(&T) -> Result<(), Failure>,
) {
    let mut told = None;
    while used.is_some() {
        sleep(GLANCE).await;
        let trouble = glance(&mut used, read.clone(), &renew).await.err();
        let trouble = trouble.map(|error| error.to_string());
        if let Some(error) = trouble.as_ref().filter(|_| trouble != told) {
            tracing::error!(%error, "{who} goes on with the certificates that it has");
        }
        told = trouble;
    }
}

async fn glance<T: PartialEq + Send + 'static>(
    used: &mut Option<T>,
    read: impl Fn() -> Result<Option<T>, Failure> + Send + 'static,
    renew: impl Fn(&T) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let held = spawn_blocking(read).await??;
    if let Some(next) = held.as_ref().filter(|_| held != *used) {
        renew(next)?;
        *used = held;
    }
    Ok(())
}

/// A certificate and its key.
type Pair = (Vec<u8>, Vec<u8>);

impl GatewayTls {
    fn read(&self) -> Result<Option<Pair>, Failure> {
        pair(
            "--gateway-cert",
            self.gateway_cert.as_ref(),
            self.gateway_key.as_ref(),
        )
    }
}

impl EngineTls {
    /// What the engine shows and whom it believes, if it is told to.
    pub(crate) fn read(&self) -> Result<Option<engine::Tls>, Failure> {
        let shown = pair(
            "--engine-cert",
            self.engine_cert.as_ref(),
            self.engine_key.as_ref(),
        )?;
        let client_ca = read_optional_file(self.engine_client_ca.as_ref())?;
        Ok(shown.map(|(certificate, key)| engine::Tls {
            certificate,
            key,
            client_ca,
        }))
    }
}

impl EngineChannel {
    /// By what the gateway and its engine know each other, if they are told to.
    pub(crate) fn read(&self) -> Result<Option<gateway::EngineTls>, Failure> {
        let identity = pair(
            "--engine-client-cert",
            self.engine_client_cert.as_ref(),
            self.engine_client_key.as_ref(),
        )?;
        let ca = read_optional_file(self.engine_ca.as_ref())?;
        Ok(ca.map(|ca| gateway::EngineTls { ca, identity }))
    }
}

/// A certificate that is good now, and its key. One that is not is used neither at the start nor in the place of a good one.
fn pair(
    flag: &str,
    certificate: Option<&PathBuf>,
    key: Option<&PathBuf>,
) -> Result<Option<Pair>, Failure> {
    let certificate = read_optional_file(certificate)?;
    let key = secret::read_optional(key)?;
    let pair = certificate.zip(key);
    if let Some((certificate, _)) = &pair {
        tls::valid_at(certificate, now()).map_err(|error| format!("{flag}: {error}"))?;
    }
    Ok(pair)
}

#[expect(
    clippy::disallowed_methods,
    reason = "whether a certificate is good depends on the time"
)]
pub(crate) fn now() -> UnixTime {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    UnixTime::since_unix_epoch(since.unwrap_or_default())
}
