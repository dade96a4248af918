//! Where webhooks may be: on the internet, and never inside. Whoever makes a webhook chooses where this service connects to; nothing
//! that only the service can reach may be reached by that.

use std::net::IpAddr;
use std::sync::LazyLock;

use ipnet::IpNet;
use url::{Host, Url};

/// The longest address of a webhook, in bytes.
const LONGEST: usize = 2048;

/// What is not the internet, by the special-purpose registries of the IANA, and two addresses of clouds' own that look like it. Of
/// IPv6 only 2000::/3 is given out to anybody; the rest (loopback, link-local, private, multicast, and the forms that hide an IPv4
/// address: mapped, compatible, NAT64) is refused with it.
const INSIDE: [&str; 22] = [
    "0.0.0.0/8",         // this network
    "10.0.0.0/8",        // private
    "100.64.0.0/10",     // behind a carrier's NAT
    "127.0.0.0/8",       // loopback
    "168.63.129.16/32",  // Azure's own services
    "169.254.0.0/16",    // link-local, with the metadata of most clouds
    "172.16.0.0/12",     // private
    "192.0.0.0/24",      // protocols, with the metadata of Oracle's cloud
    "192.0.2.0/24",      // documentation
    "192.88.99.0/24",    // relays of 6to4
    "192.168.0.0/16",    // private
    "198.18.0.0/15",     // benchmarks
    "198.51.100.0/24",   // documentation
    "203.0.113.0/24",    // documentation
    "224.0.0.0/4",       // multicast
    "240.0.0.0/4",       // reserved, and broadcast
    "2001::/23",         // protocols, with Teredo, which hides an IPv4 address
    "2001:db8::/32",     // documentation
    "2002::/16",         // 6to4, which hides an IPv4 address
    "3fff::/20",         // documentation
    "2620:4f:8000::/48", // AS112, answered by whoever is nearest
    "192.175.48.0/24",   // the same
];

static REFUSED: LazyLock<Vec<IpNet>> = LazyLock::new(|| read(&INSIDE));
static GIVEN_OUT: LazyLock<Vec<IpNet>> = LazyLock::new(|| read(&["0.0.0.0/0", "2000::/3"]));

fn read(nets: &[&str]) -> Vec<IpNet> {
    nets.iter().filter_map(|net| net.parse().ok()).collect()
}

/// Where webhooks may be.
#[derive(Debug, Clone, Default)]
pub struct Reach {
    /// Networks that are not the internet and may be reached all the same, also in plain text.
    also: Vec<IpNet>,
}

/// Why no webhook can be there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadUrl {
    /// It is no address.
    #[error("This is not an address such as https://club.example/hook")]
    Form,
    /// It is too long.
    #[error("An address here has at most {LONGEST} bytes")]
    Length,
    /// It is not spoken to over HTTPS.
    #[error("A webhook is at an https:// address")]
    Scheme,
    /// It says who asks.
    #[error("An address here holds no name and no password: the signature says who sends")]
    Credentials,
    /// It names a part of a page.
    #[error("An address here has no fragment (what stands after #)")]
    Fragment,
    /// It is not on the internet.
    #[error("This address is not on the internet")]
    Inside,
}

impl Reach {
    /// The internet, and these networks, which may be spoken to without TLS.
    pub fn and(also: Vec<IpNet>) -> Self {
        Self { also }
    }

    /// Whether something at this address may be reached; `secure`: over TLS.
    pub fn admits(&self, address: IpAddr, secure: bool) -> bool {
        let within = |nets: &[IpNet]| nets.iter().any(|net| net.contains(&address));
        within(&self.also) || secure && within(&GIVEN_OUT) && !within(&REFUSED)
    }

    /// An address of a webhook. Where its name leads is found out whenever something is sent there.
    pub fn url(&self, text: &str) -> Result<Url, BadUrl> {
        if text.len() > LONGEST {
            return Err(BadUrl::Length);
        }
        let url = Url::parse(text).map_err(|_| BadUrl::Form)?;
        let secure = match url.scheme() {
            "https" => true,
            "http" if !self.also.is_empty() => false,
            _ => return Err(BadUrl::Scheme),
        };
        if !url.username().is_empty() || url.password().is_some() {
            return Err(BadUrl::Credentials);
        }
        if url.fragment().is_some() {
            return Err(BadUrl::Fragment);
        }
        let address = match url.host().ok_or(BadUrl::Form)? {
            Host::Domain(_) => return Ok(url),
            Host::Ipv4(address) => IpAddr::V4(address),
            Host::Ipv6(address) => IpAddr::V6(address),
        };
        match self.admits(address, secure) {
            true => Ok(url),
            false => Err(BadUrl::Inside),
        }
    }
}
