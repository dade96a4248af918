//! Who may ask: everybody on this machine, and otherwise who shows a certificate or a token.

use std::convert::Infallible;
use std::sync::Arc;

use rustls::ServerConfig;
use rustls::sign::SingleCertAndKey;
use tls::BadCertificate;
use tokio::time::Instant;
use tonic::body::Body;
use tonic::codegen::http::header::AUTHORIZATION;
use tonic::codegen::http::{Request, Response};
use tonic::codegen::{BoxFuture, Context, Poll, Service};
use tonic::server::NamedService;
use tonic::transport::server::TlsConnectInfo;
use wire::Rejection;

use crate::connection::Peer;
use crate::rejection::Reject;
use crate::token::Tokens;

/// What speaks gRPC.
const HTTP_2: &[u8] = b"h2";

/// What an engine shows its callers to prove who it is, and by whom theirs must be signed.
#[derive(Clone, PartialEq, Eq)]
pub struct Tls {
    /// The certificate and what it was signed by, in PEM, its own first.
    pub certificate: Vec<u8>,
    /// Its private key, in PEM.
    pub key: Vec<u8>,
    /// The certificates, in PEM, by one of which a caller's own has to be signed. Without them callers show none.
    pub client_ca: Option<Vec<u8>>,
}

/// A private key is not for logs.
impl std::fmt::Debug for Tls {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mutual = self.client_ca.is_some();
        formatter
            .debug_struct("Tls")
            .field("mutual", &mutual)
            .finish_non_exhaustive()
    }
}

impl Tls {
    /// As a server has it that speaks HTTP/2. Where a token does as well, a caller need not show a certificate; one that it shows
    /// must be good.
    pub(crate) fn server(&self, tokens_do: bool) -> Result<ServerConfig, BadCertificate> {
        let shown = tls::certified(&self.certificate, &self.key)?;
        let server = match &self.client_ca {
            Some(authorities) => {
                let callers = tls::callers(authorities, tokens_do)?;
                tls::server()?.with_client_cert_verifier(callers)
            }
            None => tls::server()?.with_no_client_auth(),
        };
        let mut server = server.with_cert_resolver(Arc::new(SingleCertAndKey::from(shown)));
        server.alpn_protocols = vec![HTTP_2.to_vec()];
        Ok(server)
    }
}

/// Who may ask.
#[derive(Clone)]
pub(crate) struct Doorkeeper {
    /// Whether a certificate, which the transport has checked, lets its holder in.
    pub(crate) certificates: bool,
    /// What checks a token.
    pub(crate) tokens: Option<Arc<Tokens>>,
}

/// When the right to ask ends, where it does. The handler of a stream finds it among the request's extensions.
#[derive(Clone, Copy)]
pub(crate) struct RightUntil(pub(crate) Instant);

impl Doorkeeper {
    /// Lets a call in, or says why not.
    fn admit(&self, request: &mut Request<Body>) -> Result<(), Rejection> {
        if !self.certificates && self.tokens.is_none() {
            return Ok(());
        }
        if self.certificates && shows_certificate(request) {
            return Ok(());
        }
        let token = bearer(request).ok_or(Rejection::CredentialsMissing)?;
        let tokens = self.tokens.as_ref().ok_or(Rejection::CredentialsMissing)?;
        let left = tokens.verify(token)?;
        if let Some(until) = Instant::now().checked_add(left) {
            request.extensions_mut().insert(RightUntil(until));
        }
        Ok(())
    }
}

fn shows_certificate(request: &Request<Body>) -> bool {
    let tls = request.extensions().get::<TlsConnectInfo<Peer>>();
    let shown = tls.and_then(TlsConnectInfo::peer_certs);
    shown.is_some_and(|certificates| !certificates.is_empty())
}

/// The token of the one `authorization: Bearer …`.
fn bearer(request: &Request<Body>) -> Option<&str> {
    let mut stated = request.headers().get_all(AUTHORIZATION).iter();
    let (Some(only), None) = (stated.next(), stated.next()) else {
        return None;
    };
    let (scheme, token) = only.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token)
}

/// A service behind a door.
#[derive(Clone)]
pub(crate) struct Guarded<S> {
    inner: S,
    doorkeeper: Doorkeeper,
}

impl<S> Guarded<S> {
    pub(crate) fn new(inner: S, doorkeeper: Doorkeeper) -> Guarded<S> {
        Guarded { inner, doorkeeper }
    }
}

impl<S: NamedService> NamedService for Guarded<S> {
    const NAME: &'static str = S::NAME;
}

impl<S> Service<Request<Body>> for Guarded<S>
where
    S: Service<
            Request<Body>,
            Response = Response<Body>,
            Error = Infallible,
            Future = BoxFuture<Response<Body>, Infallible>,
        >,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<Response<Body>, Infallible>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        match self.doorkeeper.admit(&mut request) {
            Ok(()) => self.inner.call(request),
            Err(away) => Box::pin(async move { Ok(away.status().into_http()) }),
        }
    }
}
