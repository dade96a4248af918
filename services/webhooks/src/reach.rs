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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_network_is_read() {
        assert_eq!((REFUSED.len(), GIVEN_OUT.len()), (INSIDE.len(), 2));
    }

    #[test]
    fn nothing_inside_is_reached() {
        let inside = "0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 100.100.100.200 127.0.0.1 127.255.255.254 \
            168.63.129.16 169.254.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.192 192.0.2.1 192.88.99.1 \
            192.168.0.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 \
            :: ::1 ::127.0.0.1 ::10.0.0.1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:8.8.8.8 ::ffff:0:127.0.0.1 64:ff9b::7f00:1 \
            64:ff9b::8.8.8.8 64:ff9b:1::1 100::1 fe80::1 febf::1 fec0::1 fc00::1 fd00:ec2::254 fdff::1 ff02::1 ff0e::1 5f00::1 \
            2001::1 2001:0:7f00:1:: 2001:1ff:: 2001:db8::1 2002:7f00:1:: 2002:a9fe:a9fe::1 3fff::1 4000::1";
        for address in inside.split_whitespace() {
            let address: IpAddr = address.parse().unwrap();
            assert!(!Reach::default().admits(address, true), "{address}");
        }
        let outside = "1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.1 100.63.255.255 100.128.0.1 128.0.0.1 169.253.1.1 172.15.255.255 \
            172.32.0.1 192.167.1.1 198.17.0.1 198.20.0.1 223.255.255.255 2001:200::1 2606:4700:4700::1111 2a00:1450::1";
        for address in outside.split_whitespace() {
            let address: IpAddr = address.parse().unwrap();
            assert!(Reach::default().admits(address, true), "{address}");
            assert!(!Reach::default().admits(address, false), "{address}");
        }
    }

    #[test]
    fn an_address_says_only_where() {
        let said = |reach: &Reach, text: &str| reach.url(text).err();
        let internet = Reach::default();
        for (text, bad) in [
            ("https://club.example/hook?a=b", None),
            ("https://club.example:8443/", None),
            ("https://[2606:4700::1111]/", None),
            ("HTTPS://1.1.1.1", None),
            ("", Some(BadUrl::Form)),
            ("club.example/hook", Some(BadUrl::Form)),
            ("https://", Some(BadUrl::Form)),
            ("https://a b/", Some(BadUrl::Form)),
            ("http://club.example/", Some(BadUrl::Scheme)),
            ("ftp://club.example/", Some(BadUrl::Scheme)),
            ("file:///etc/passwd", Some(BadUrl::Scheme)),
            ("https://me:pw@club.example/", Some(BadUrl::Credentials)),
            ("https://me@club.example/", Some(BadUrl::Credentials)),
            ("https://club.example/#x", Some(BadUrl::Fragment)),
            ("https://127.0.0.1/", Some(BadUrl::Inside)),
            // Forms in which clients read an IPv4 address, too.
            ("https://127.1/", Some(BadUrl::Inside)),
            ("https://2130706433/", Some(BadUrl::Inside)),
            ("https://0x7f.0.0.1/", Some(BadUrl::Inside)),
            ("https://0177.0.0.1/", Some(BadUrl::Inside)),
            ("https://①②⑦.⓪.⓪.①/", Some(BadUrl::Inside)),
            ("https://127.0.0.1./", Some(BadUrl::Inside)),
            ("https://[::1]/", Some(BadUrl::Inside)),
            ("https://[::ffff:169.254.169.254]/", Some(BadUrl::Inside)),
        ] {
            assert_eq!(said(&internet, text), bad, "{text}");
        }
        let long = format!("https://club.example/{}", "a".repeat(LONGEST));
        assert_eq!(said(&internet, &long), Some(BadUrl::Length));

        let closed = Reach::and(vec!["127.0.0.0/30".parse().unwrap()]);
        for (text, bad) in [
            ("http://127.0.0.1:9/", None),
            ("https://127.0.0.1:9/", None),
            ("http://club.example/", None),
            ("http://127.0.0.4/", Some(BadUrl::Inside)),
            ("http://[::ffff:127.0.0.1]/", Some(BadUrl::Inside)),
            ("https://10.0.0.1/", Some(BadUrl::Inside)),
            ("http://1.1.1.1/", Some(BadUrl::Inside)),
        ] {
            assert_eq!(said(&closed, text), bad, "{text}");
        }
    }
}
