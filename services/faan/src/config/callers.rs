//! Who a caller is by address, and what share each address has.

use std::num::{NonZeroU32, NonZeroUsize};

use clap::{Args, ValueEnum};
use ipnet::IpNet;

#[derive(Debug, Args)]
pub(crate) struct Callers {
    /// A proxy that passes requests on to the gateway, or a network of such proxies: 10.1.2.0/24, say. Only they are believed which
    /// address a request comes from. In the variable several are separated by commas.
    #[arg(
        long = "trusted-proxy",
        env = "FAAN_TRUSTED_PROXIES",
        value_delimiter = ',',
        value_parser = network,
        value_name = "NETWORK"
    )]
    pub(crate) trusted_proxies: Vec<IpNet>,
    /// The header in which trusted proxies state it; the other one is not read. The proxy has to add the address at the end, or replace
    /// what it was sent.
    #[arg(
        long,
        env = "FAAN_FORWARDED_HEADER",
        default_value = "x-forwarded-for",
        value_name = "HEADER"
    )]
    pub(crate) forwarded_header: ForwardedHeader,
    /// How many of the 4,096 connections one IPv4 address, or one /64 network of IPv6, may have. Through a trusted proxy its requests that
    /// are under way count.
    #[arg(
        long,
        env = "FAAN_CONNECTIONS_PER_ADDRESS",
        default_value = "512",
        value_name = "CONNECTIONS"
    )]
    pub(crate) connections_per_address: NonZeroUsize,
    /// How many hands a second whoever is not signed in may have scored from one address, on average. Forty seconds' worth may come at
    /// once; an account has four times as much.
    #[arg(
        long,
        env = "FAAN_ANONYMOUS_RATE",
        default_value = "50",
        value_name = "HANDS"
    )]
    pub(crate) anonymous_rate: NonZeroU32,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum ForwardedHeader {
    XForwardedFor,
    Forwarded,
}

impl Callers {
    pub(crate) fn trusted(&self) -> gateway::TrustedProxies {
        gateway::TrustedProxies {
            networks: self.trusted_proxies.clone(),
            header: match self.forwarded_header {
                ForwardedHeader::XForwardedFor => gateway::ForwardedHeader::XForwardedFor,
                ForwardedHeader::Forwarded => gateway::ForwardedHeader::Forwarded,
            },
        }
    }
}

/// A network, or a single address.
fn network(text: &str) -> Result<IpNet, String> {
    let text = text.trim();
    let network = text.parse::<IpNet>().ok();
    let address = || text.parse::<std::net::IpAddr>().ok().map(IpNet::from);
    network.or_else(address).ok_or_else(|| {
        format!("{text} is no network such as 10.1.2.0/24 and no address such as 10.1.2.3")
    })
}
