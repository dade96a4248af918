//! The hall: telephones in a network of one's own, served under TLS without a public name. `faan up --hall` makes a CA for it once, has it vouch for
//! the addresses of this machine at every start, and serves a page over plain HTTP where telephones get the CA.

mod addresses;
mod authority;
mod trust_page;

use std::net::SocketAddr;
use std::path::Path;

use host::Failure;
use tls::Certificate;

use self::addresses::Names;
use self::authority::Authority;
use crate::config;
use crate::side_listener::SideListener;
use crate::telephone::reached;

/// The CA, what it vouches for now, and where telephones get it.
pub(crate) struct Hall {
    authority: Authority,
    /// What the gateway shows.
    pub(crate) certificate: Certificate,
    trust_listen: SocketAddr,
}

/// The hall while it is served. Whoever drops it ends the page.
pub(crate) struct Served {
    /// Where telephones are led to.
    pub(crate) pages: String,
    /// Where they get the CA.
    pub(crate) trust: String,
    /// What names the CA, for people to compare.
    pub(crate) fingerprint: String,
    _page: SideListener,
}

impl Hall {
    /// Opens the hall that the settings ask for, if they do; the gateway then listens where they say. The CA is kept in the data folder.
    pub(crate) fn open(config: &mut config::Up, root: &Path) -> Result<Option<Self>, Failure> {
        let Some(listen) = config.hall.hall else {
            return Ok(None);
        };
        config.http.gateway_listen = listen;
        let names = Names::of_this_machine(listen.ip());
        let authority = Authority::open(root, names.main())?;
        let certificate = authority.vouch_for(&names)?;
        Ok(Some(Self {
            authority,
            certificate,
            trust_listen: config.hall.hall_trust_listen,
        }))
    }

    /// Serves the page where telephones get the CA of a gateway that runs.
    pub(crate) fn serve(self, gateway_url: &str) -> Result<Served, Failure> {
        let pages = reached(gateway_url);
        let fingerprint = self.authority.fingerprint();
        let page = trust_page::serve(
            self.trust_listen,
            self.authority.der(),
            &fingerprint,
            &pages,
        )?;
        let trust = reached(&format!("http://{}", page.address));
        Ok(Served {
            pages,
            trust,
            fingerprint,
            _page: page,
        })
    }
}

impl Served {
    /// What is said of it when everything runs. `code` makes a QR code of an address, or nothing.
    pub(crate) fn text(&self, root: &Path, code: impl Fn(&str) -> String) -> String {
        let Self {
            pages,
            trust,
            fingerprint,
            ..
        } = self;
        format!(
            "The hall is served under TLS by a CA of its own. Once on each telephone in this network, trust it: {trust}/\n\
             {}\n\
             There and in the settings of the telephone it must have this SHA-256 fingerprint; if it has another, do not trust it:\n\n\
             \x20   {fingerprint}\n\n\
             Then open: {pages}/\n\
             {}\n\
             If this machine gets another address, start `faan up` again; telephones keep their trust. `curl` takes `--cacert {}`.",
            code(&format!("{trust}/")),
            code(&format!("{pages}/")),
            root.join(authority::CERTIFICATE).display(),
        )
    }
}
