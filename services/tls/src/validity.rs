//! The time in which a certificate is good.

use rustls::pki_types::UnixTime;
use x509_cert::Certificate;
use x509_cert::der::Decode as _;

use crate::BadCertificate;
use crate::pem::certificates;

/// Refuses a certificate in PEM that has expired, or is not valid yet; otherwise, until when it is good. `now` is what the caller's clock
/// says. Of several certificates the first is looked at: those after it may be there for clients who trust another CA.
pub fn valid_at(certificate: &[u8], now: UnixTime) -> Result<UnixTime, BadCertificate> {
    let chain = certificates(certificate).ok_or(BadCertificate::NoCertificate)?;
    let own = chain.first().ok_or(BadCertificate::NoCertificate)?;
    let own = Certificate::from_der(own)
        .map_err(|error| BadCertificate::Unreadable(error.to_string()))?;
    let validity = own.tbs_certificate.validity;
    if now.as_secs() < validity.not_before.to_unix_duration().as_secs() {
        return Err(BadCertificate::NotValidYet(validity.not_before.to_string()));
    }
    let end = UnixTime::since_unix_epoch(validity.not_after.to_unix_duration());
    if now.as_secs() > end.as_secs() {
        return Err(BadCertificate::Expired(validity.not_after.to_string()));
    }
    Ok(end)
}
