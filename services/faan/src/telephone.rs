//! How a telephone in the same network gets to the pages.

use std::io::{IsTerminal as _, stdout};
use std::net::{IpAddr, SocketAddr, UdpSocket};

use qrcode::render::unicode::Dense1x2;
use qrcode::{EcLevel, QrCode};

/// An address that is in no network (RFC 5737). Nothing is sent there: which of this machine's own addresses would be the sender's is asked.
const ELSEWHERE: &str = "192.0.2.1:9";

/// What to say about it: at a terminal the address as a QR code, or how to be reached.
pub(crate) fn text(gateway_url: &str) -> String {
    match address(gateway_url) {
        None => format!("Telephones cannot reach this address. {HALL}"),
        Some(address) if address.starts_with("http://") => format!(
            "On a telephone in this network: {address}/\n\
             Over plain HTTP, others in this network can read what is sent, and browsers keep no page to open without the network.\n\
             {HALL}\n{}",
            code(&address)
        ),
        Some(address) => format!(
            "On a telephone in this network: {address}/\n{}",
            code(&address)
        ),
    }
}

const HALL: &str =
    "To serve those in your network under TLS without a public name, start with `--hall`.";

/// Where other machines reach what serves at an address, or this one if no other does.
pub(crate) fn reached(url: &str) -> String {
    address(url).unwrap_or_else(|| url.to_owned())
}

/// Where other machines reach the gateway; none if it listens to this machine alone.
fn address(gateway_url: &str) -> Option<String> {
    let (scheme, authority) = gateway_url.split_once("://")?;
    let listens: SocketAddr = authority.parse().ok()?;
    let reached = match listens.ip() {
        ip if ip.is_loopback() => None,
        ip if ip.is_unspecified() => own_address(),
        ip => Some(ip),
    };
    let reached = SocketAddr::new(reached?, listens.port());
    Some(format!("{scheme}://{reached}"))
}

/// The address of this machine in its network.
pub(crate) fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect(ELSEWHERE).ok()?;
    let own = socket.local_addr().ok()?.ip();
    (!own.is_loopback() && !own.is_unspecified()).then_some(own)
}

/// The address as a QR code, at a terminal.
pub(crate) fn code(address: &str) -> String {
    if !stdout().is_terminal() {
        return String::new();
    }
    let code = QrCode::with_error_correction_level(address, EcLevel::L);
    // Terminals are dark as a rule: what is printed is light.
    let drawn = code.map(|code| {
        let mut drawing = code.render::<Dense1x2>();
        drawing
            .dark_color(Dense1x2::Light)
            .light_color(Dense1x2::Dark)
            .build()
    });
    drawn.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn telephones_reach_what_listens_to_the_network() {
        assert_eq!(address("http://127.0.0.1:8080"), None);
        assert_eq!(address("http://[::1]:8080"), None);
        assert_eq!(address("no address"), None);
        let own = "https://192.168.1.7:8443";
        assert_eq!(address(own).as_deref(), Some(own));
        if let Some(address) = address("http://0.0.0.0:8080") {
            assert!(
                !address.contains("0.0.0.0") && address.ends_with(":8080"),
                "{address}"
            );
        }
        assert!(text("http://127.0.0.1:8080").contains("--hall"));
        assert!(text("http://192.168.1.7:8080").contains("Over plain HTTP"));
        assert!(!text(own).contains("--hall"));
        assert_eq!(reached("http://127.0.0.1:8080"), "http://127.0.0.1:8080");
    }
}
