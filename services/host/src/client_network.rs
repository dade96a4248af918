//! Who is counted as one client.

use std::net::{IpAddr, Ipv6Addr};

/// What is counted as one client: an IPv4 address, or the /64 network of an IPv6 address, since whoever has one address of it
/// usually has all of them.
pub fn client_network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            let prefix = address.to_bits() & !u128::from(u64::MAX);
            IpAddr::V6(Ipv6Addr::from_bits(prefix))
        }
    }
}
