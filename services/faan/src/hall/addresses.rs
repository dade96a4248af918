//! What this machine is called in its network.

use std::fs;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::telephone::own_address;

/// The addresses of all interfaces, as Linux lists them.
const IPV4: &str = "/proc/net/fib_trie";
const IPV6: &str = "/proc/net/if_inet6";
const HOST_NAME: &str = "/proc/sys/kernel/hostname";
/// The longest label of a DNS name.
const LONGEST_LABEL: usize = 63;

/// The addresses and names that a certificate is for.
pub(super) struct Names {
    addresses: Vec<IpAddr>,
    /// As multicast DNS (RFC 6762) has it, if this machine has such a name.
    host: Option<String>,
    main: Option<IpAddr>,
}

impl Names {
    /// Those by which others reach what listens at an address, and this machine itself.
    pub(super) fn of_this_machine(listen: IpAddr) -> Self {
        let read = |path| fs::read_to_string(path).unwrap_or_default();
        let main = match listen.is_unspecified() {
            true => own_address(),
            false => Some(listen),
        };
        let all = ipv4(&read(IPV4)).into_iter().chain(ipv6(&read(IPV6)));
        let private = all.filter(|address| is_private(*address));
        let loopback = [Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()];
        let mut addresses: Vec<IpAddr> = private.chain(loopback).chain(main).collect();
        addresses.sort_unstable();
        addresses.dedup();
        Self {
            addresses,
            host: host_name(read(HOST_NAME).trim()),
            main,
        }
    }

    pub(super) fn addresses(&self) -> &[IpAddr] {
        &self.addresses
    }

    /// The DNS names.
    pub(super) fn hosts(&self) -> impl Iterator<Item = &str> {
        self.host.as_deref().into_iter().chain(["localhost"])
    }

    /// The address that others are told.
    pub(super) fn main(&self) -> Option<IpAddr> {
        self.main
    }
}

/// Whether an address is of a network that is nobody's in public: this machine alone, private (RFC 1918), link-local, or unique local (RFC 4193).
pub(super) fn is_private(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(ip) => ip.is_loopback() || ip.is_private() || ip.is_link_local(),
        IpAddr::V6(ip) => ip.is_loopback() || ip.is_unique_local() || ip.is_unicast_link_local(),
    }
}

/// The addresses in a routing table of Linux that are this machine's: each stands on a line before `/32 host LOCAL`.
fn ipv4(table: &str) -> Vec<IpAddr> {
    let lines = table.lines().zip(table.lines().skip(1));
    let own = lines.filter(|(_, next)| next.trim() == "/32 host LOCAL");
    let addresses = own.filter_map(|(line, _)| line.trim().strip_prefix("|-- ")?.parse().ok());
    addresses.collect()
}

/// The addresses of a list of Linux: each line begins with one, in 32 hexadecimal digits.
fn ipv6(list: &str) -> Vec<IpAddr> {
    let digits = list
        .lines()
        .filter_map(|line| line.split_whitespace().next());
    let numbers = digits.filter_map(|digits| u128::from_str_radix(digits, 16).ok());
    numbers
        .map(|number| Ipv6Addr::from(number).into())
        .collect()
}

/// A name of a host in the domain of multicast DNS; none if it cannot be a label there.
fn host_name(name: &str) -> Option<String> {
    let label = name.split('.').next().unwrap_or_default().to_lowercase();
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let is_label = !label.is_empty() && label.len() <= LONGEST_LABEL && label.bytes().all(fits);
    let is_label = is_label && !label.starts_with('-') && !label.ends_with('-');
    is_label.then(|| format!("{label}.local"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_linux_lists_them() {
        let table = "Main:\n  +-- 0.0.0.0/0 3 0 5\n     |-- 0.0.0.0\n        /0 universe UNICAST\n           |-- 192.168.1.7\n              /32 host LOCAL\n           |-- 192.168.1.255\n              /32 link BROADCAST\n";
        assert_eq!(ipv4(table), [IpAddr::from([192, 168, 1, 7])]);
        let list = "fd000000000000000000000000000002 02 40 00 80     eth0\nnothing\n";
        assert_eq!(ipv6(list), ["fd00::2".parse::<IpAddr>().unwrap()]);
        assert_eq!(ipv4(""), Vec::<IpAddr>::new());
    }

    #[test]
    fn a_host_has_a_name_in_its_network_if_it_can_be_one() {
        let cases = [
            ("Hall-PC", Some("hall-pc.local")),
            ("hall.example.org", Some("hall.local")),
            ("", None),
            ("-x", None),
            ("麻雀", None),
            ("a b", None),
        ];
        for (name, expected) in cases {
            assert_eq!(host_name(name).as_deref(), expected, "{name}");
        }
    }
}
