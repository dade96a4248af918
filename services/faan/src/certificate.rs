//! The gateway's certificate, in files that somebody replaces every few weeks, while it serves.

use std::path::PathBuf;
use std::time::Duration;

use gateway::Certificate;
use tokio::time::sleep;

use crate::{Failure, config, secret, serve};

/// How often the files are looked at.
const GLANCE: Duration = Duration::from_secs(5);

/// A certificate and its key, as files and as what they held.
#[derive(Clone, PartialEq, Eq)]
struct Held {
    certificate: Vec<u8>,
    key: String,
}

#[derive(Clone)]
struct Files {
    certificate: PathBuf,
    key: PathBuf,
}

/// What the gateway shows, if it is told to, and what becomes of it when its files are replaced.
pub(crate) fn shown(http: &config::Http) -> Result<Option<Certificate>, Failure> {
    let (Some(certificate), Some(key)) = (&http.gateway_cert, &http.gateway_key) else {
        return Ok(None);
    };
    let files = Files {
        certificate: certificate.clone(),
        key: key.clone(),
    };
    let held = files.read()?;
    let shown = Certificate::new(&held.certificate, held.key.as_bytes());
    let shown = shown.map_err(|error| files.refused(&error))?;
    tokio::spawn(keep_up(files, held, shown.clone()));
    Ok(Some(shown))
}

/// Shows what the files hold, whenever that is something else than before. What cannot be shown is told once.
async fn keep_up(files: Files, mut shown: Held, certificate: Certificate) {
    let mut told = None;
    loop {
        sleep(GLANCE).await;
        let trouble = files.renew(&mut shown, &certificate).await.err();
        let trouble = trouble.map(|error| error.to_string());
        if let Some(error) = trouble.as_ref().filter(|_| trouble != told) {
            tracing::error!(%error, "the gateway goes on with the certificate that it has");
        }
        told = trouble;
    }
}

impl Files {
    async fn renew(&self, shown: &mut Held, certificate: &Certificate) -> Result<(), Failure> {
        let files = self.clone();
        let held = tokio::task::spawn_blocking(move || files.read()).await??;
        if held == *shown {
            return Ok(());
        }
        let renewed = certificate.renew(&held.certificate, held.key.as_bytes());
        renewed.map_err(|error| self.refused(&error))?;
        *shown = held;
        Ok(())
    }

    fn read(&self) -> Result<Held, Failure> {
        Ok(Held {
            certificate: serve::read(&self.certificate)?,
            key: secret::read(&self.key)?,
        })
    }

    fn refused(&self, error: &gateway::BadCertificate) -> Failure {
        let (certificate, key) = (self.certificate.display(), self.key.display());
        format!("{certificate} and {key}: {error}").into()
    }
}
