//! Why there is no connection, and what to do about it.

use crate::database_url::{DatabaseUrl, Security};
use rustls::{CertificateError, Error as Tls};
use std::error::Error;
use std::io;
use tokio_postgres::error::{DbError, SqlState};

/// What the client says where the server has no TLS to offer.
const NO_TLS: &str = "server does not support TLS";

/// Why the server of a URL and this client have not come together.
pub(super) fn explain(url: &DatabaseUrl, error: &tokio_postgres::Error) -> String {
    let causes = causes(error);
    if let Some(refused) = causes.iter().find_map(|cause| tls(*cause)) {
        return of_tls(url, refused);
    }
    if let Some(refused) = error.as_db_error() {
        return of_server(url, refused);
    }
    let told: Vec<_> = causes.iter().map(ToString::to_string).collect();
    if told.iter().any(|text| text == NO_TLS) {
        return "the server does not speak TLS: turn it on there (ssl = on, with a certificate), or set sslmode=disable if \
             nobody else can come between"
            .to_owned();
    }
    told.join(": ")
}

/// An error and what lies behind it.
fn causes(error: &tokio_postgres::Error) -> Vec<&(dyn Error + 'static)> {
    let first: &(dyn Error + 'static) = error;
    std::iter::successors(Some(first), |&error| error.source()).collect()
}

/// What TLS has against it: it travels inside of an error of the socket.
fn tls<'a>(cause: &'a (dyn Error + 'static)) -> Option<&'a Tls> {
    let socket = cause.downcast_ref::<io::Error>()?;
    socket.get_ref()?.downcast_ref()
}

fn of_tls(url: &DatabaseUrl, refused: &Tls) -> String {
    if let Tls::InvalidCertificate(why) = refused {
        return of_certificate(url, why).unwrap_or_else(|| refused.to_string());
    }
    if matches!(refused, Tls::AlertReceived(_)) {
        return format!(
            "the server breaks off TLS ({refused}): if it wants a client certificate, set sslcert and sslkey"
        );
    }
    format!("TLS with the server: {refused}")
}

fn of_certificate(url: &DatabaseUrl, why: &CertificateError) -> Option<String> {
    use CertificateError as Why;
    if let Why::NotValidForNameContext { presented, .. } = why {
        return Some(format!(
            "the server's certificate is not for “{}” but for {}: name the server as one of its certificate's subject alternative \
             names does, or set sslmode=verify-ca if every server of that CA will do",
            url.hosts(),
            if presented.is_empty() {
                "no name".to_owned()
            } else {
                presented.join(", ")
            },
        ));
    }
    let told = match () {
        () if matches!(why, Why::UnknownIssuer | Why::BadSignature) => {
            "the server's certificate is signed by no CA that is trusted here: set sslrootcert=FILE to the PEM file of its CA"
        }
        () if matches!(why, Why::Expired | Why::ExpiredContext { .. }) => {
            "the server's certificate has expired: renew it there"
        }
        () if matches!(why, Why::NotValidYet | Why::NotValidYetContext { .. }) => {
            "the server's certificate is not valid yet: compare the clocks of both machines"
        }
        () if why.to_string().contains("CaUsedAsEndEntity") => {
            "the server shows the certificate of a CA as its own: have the CA sign one for the server"
        }
        () => return None,
    };
    Some(told.to_owned())
}

/// What the server says, in its own words, and how to do what it wants.
fn of_server(url: &DatabaseUrl, refused: &DbError) -> String {
    let is_plain = *url.security() == Security::PlainText;
    let is_not_let_in = *refused.code() == SqlState::INVALID_AUTHORIZATION_SPECIFICATION;
    let hint = match refused.message() {
        message if is_not_let_in && message.contains("client certificate") => {
            ": set sslcert and sslkey"
        }
        _ if is_not_let_in && is_plain => ": if it wants TLS, set sslmode=verify-full",
        _ => "",
    };
    format!("{refused}{hint}")
}
