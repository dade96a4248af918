//! The address that a request comes from: that of the connection, or behind a trusted proxy the one that the proxy states.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use actix_web::dev::ServiceRequest;
use actix_web::http::header::{self, HeaderMap, HeaderName};
use actix_web::{HttpMessage as _, HttpRequest};
use host::client_network;
use ipnet::IpNet;

/// The header in which a trusted proxy states the address of its client. Only this one is read: a proxy that sets one of
/// the two passes the other on as its client wrote it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ForwardedHeader {
    /// `X-Forwarded-For`: a list of addresses, each proxy adds one at the end.
    #[default]
    XForwardedFor,
    /// `Forwarded` (RFC 7239): a list of elements with `for=`, each proxy adds one at the end.
    Forwarded,
}

/// The proxies whose statements about their clients are believed.
#[derive(Debug, Clone, Default)]
pub struct TrustedProxies {
    /// Their addresses.
    pub networks: Vec<IpNet>,
    /// The header that they set.
    pub header: ForwardedHeader,
}

/// What is counted as one client.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ClientNetwork(IpAddr);

impl ClientNetwork {
    /// The network of an address.
    pub(crate) fn of_address(address: IpAddr) -> Self {
        Self(client_network(address))
    }

    /// Its first address.
    pub(crate) fn address(self) -> IpAddr {
        self.0
    }

    /// The network that authorization stored in the request.
    pub(crate) fn of(request: &HttpRequest) -> Self {
        let found = request.extensions().get::<Self>().copied();
        found.unwrap_or_else(|| Self::of_address(peer(request.peer_addr())))
    }
}

impl TrustedProxies {
    /// Whether this is the address of a trusted proxy.
    pub(crate) fn include(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.networks
            .iter()
            .any(|network| network.contains(&address))
    }

    /// Whether a request comes by way of a trusted proxy.
    pub(crate) fn forwarded(&self, request: &ServiceRequest) -> bool {
        self.include(peer(request.peer_addr()))
    }

    /// The network that a request comes from.
    pub(crate) fn client_network(&self, request: &ServiceRequest) -> ClientNetwork {
        let peer = peer(request.peer_addr());
        ClientNetwork::of_address(self.client(peer, request.headers()))
    }

    /// The address of the client: the last one that is not a trusted proxy's, read from the right. What stands left of it was
    /// written by somebody who is not trusted. Where the next one cannot be read, it is the last proxy's own.
    fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer.to_canonical();
        let values: Vec<_> = headers.get_all(self.header.name()).collect();
        let mut elements = values
            .into_iter()
            .rev()
            .flat_map(|value| value.as_bytes().rsplit(|byte| *byte == b','));
        while self.include(client) {
            let stated = elements.next().and_then(|element| {
                let element = std::str::from_utf8(element).ok()?;
                self.header.address(element)
            });
            match stated {
                Some(address) => client = address,
                None => break,
            }
        }
        client
    }
}

impl ForwardedHeader {
    fn name(self) -> HeaderName {
        match self {
            Self::XForwardedFor => header::X_FORWARDED_FOR,
            Self::Forwarded => header::FORWARDED,
        }
    }

    /// The address in an element of the list.
    fn address(self, element: &str) -> Option<IpAddr> {
        match self {
            Self::XForwardedFor => node(element),
            Self::Forwarded => {
                let mut pairs = element.split(';').filter_map(|pair| pair.split_once('='));
                let (_, value) = pairs.find(|(name, _)| name.trim().eq_ignore_ascii_case("for"))?;
                node(value.trim().trim_matches('"'))
            }
        }
    }
}

/// An address with or without a port, an IPv6 one in brackets or not.
fn node(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = text.parse::<IpAddr>().ok();
    let with_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    let in_brackets = || {
        let inner = text.strip_prefix('[')?.strip_suffix(']')?;
        inner.parse::<Ipv6Addr>().ok().map(IpAddr::V6)
    };
    let address = bare.or_else(with_port).or_else(in_brackets)?;
    Some(address.to_canonical())
}

/// The address of the other end of the connection.
pub(crate) fn peer(address: Option<SocketAddr>) -> IpAddr {
    address.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |address| address.ip())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proxies(header: ForwardedHeader) -> TrustedProxies {
        let networks = ["10.0.0.0/8", "fd00::/8"];
        TrustedProxies {
            networks: networks.map(|network| network.parse().unwrap()).into(),
            header,
        }
    }

    /// Each line: the peer, the values of the header, and who the client is.
    fn check(header: ForwardedHeader, lines: &str) {
        let proxies = proxies(header);
        for line in lines.lines().filter(|line| !line.trim().is_empty()) {
            let [peer, values, client] = line
                .split('|')
                .map(str::trim)
                .collect::<Vec<_>>()
                .try_into()
                .unwrap();
            let mut headers = HeaderMap::new();
            for value in values.split(" & ").filter(|value| !value.is_empty()) {
                headers.append(header.name(), value.parse().unwrap());
            }
            let found = proxies.client(peer.parse().unwrap(), &headers);
            assert_eq!(found.to_string(), client, "{line}");
        }
    }

    #[test]
    fn only_what_trusted_proxies_wrote_is_believed() {
        check(
            ForwardedHeader::XForwardedFor,
            "192.0.2.1 | | 192.0.2.1
             192.0.2.1 | 198.51.100.7 | 192.0.2.1
             10.0.0.1 | | 10.0.0.1
             10.0.0.1 | 198.51.100.7 | 198.51.100.7
             10.0.0.1 | 203.0.113.9, 198.51.100.7 | 198.51.100.7
             10.0.0.1 | 203.0.113.9 & 198.51.100.7 | 198.51.100.7
             10.0.0.1 | 203.0.113.9, 198.51.100.7,10.2.3.4 | 198.51.100.7
             10.0.0.1 | 10.2.3.4, 10.5.6.7 | 10.2.3.4
             10.0.0.1 | 203.0.113.9, unknown | 10.0.0.1
             10.0.0.1 | 203.0.113.9, unknown, 10.2.3.4 | 10.2.3.4
             10.0.0.1 | 203.0.113.9, | 10.0.0.1
             10.0.0.1 | 198.51.100.7:4711 | 198.51.100.7
             10.0.0.1 | 2001:db8::7 | 2001:db8::7
             10.0.0.1 | [2001:db8::7]:4711 | 2001:db8::7
             10.0.0.1 | ::ffff:198.51.100.7 | 198.51.100.7
             ::ffff:10.0.0.1 | 198.51.100.7 | 198.51.100.7
             fd00::1 | 198.51.100.7 | 198.51.100.7
             10.0.0.1 | for=198.51.100.7 | 10.0.0.1",
        );
    }

    #[test]
    fn the_header_of_rfc_7239_is_read_the_same_way() {
        check(
            ForwardedHeader::Forwarded,
            r#"192.0.2.1 | for=198.51.100.7 | 192.0.2.1
             10.0.0.1 | for=198.51.100.7 | 198.51.100.7
             10.0.0.1 | for=203.0.113.9, For="198.51.100.7:4711";proto=https;by=10.0.0.1 | 198.51.100.7
             10.0.0.1 | proto=https; for="[2001:db8:cafe::17]:4711" | 2001:db8:cafe::17
             10.0.0.1 | for=203.0.113.9 & for=198.51.100.7, for=10.2.3.4 | 198.51.100.7
             10.0.0.1 | for="203.0.113.9, for=198.51.100.7 | 198.51.100.7
             10.0.0.1 | for=203.0.113.9, for=_hidden | 10.0.0.1
             10.0.0.1 | for=unknown | 10.0.0.1
             10.0.0.1 | 198.51.100.7 | 10.0.0.1"#,
        );
    }

    #[test]
    fn an_ipv6_network_is_one_client() {
        let network = |text: &str| ClientNetwork::of_address(text.parse().unwrap());
        assert_eq!(network("2001:db8:1:2::1"), network("2001:db8:1:2:ffff::9"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
        assert_ne!(network("192.0.2.1"), network("192.0.2.2"));
        assert_eq!(network("192.0.2.1"), network("::ffff:192.0.2.1"));
        assert_ne!(network("::ffff:192.0.2.1"), network("::ffff:192.0.2.2"));
    }
}
