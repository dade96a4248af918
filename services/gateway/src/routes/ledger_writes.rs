//! The roles that may ask for an operation are the roles that may enter what it writes into the ledger.

use super::ROUTES;
use crate::endpoint::Endpoint;
use crate::policy::Access;
use actix_web::http::Method;
use ledger::evidence::{Authority, Exception};
use ledger::{Body, Role};
use std::collections::BTreeSet;

/// Operations whose entries are always about the caller: their membership or their own player.
const OWN: [&str; 3] = ["erase_account", "leave_club", "erase_own_player"];

/// Whether somebody with this role may enter everything that an endpoint writes.
fn permits(endpoint: &Endpoint, role: Role) -> bool {
    let may = |authority: Authority| {
        let own = match authority.exception {
            Some(Exception::OwnMembership | Exception::OwnPlayer) => {
                OWN.contains(&endpoint.operation.as_str())
            }
            Some(Exception::NotMember) | None => false,
        };
        own || authority.roles.contains(&role)
    };
    authorities(endpoint).all(may)
}

fn authorities(endpoint: &Endpoint) -> impl Iterator<Item = Authority> {
    let of = |kind: &&str| Authority::of(kind).unwrap_or_else(|| panic!("no kind is {kind}"));
    endpoint.stated.entries.iter().map(of)
}

/// Whether it makes the caller a member.
fn joins(endpoint: &Endpoint) -> bool {
    authorities(endpoint).any(|authority| authority.exception == Some(Exception::NotMember))
}

fn endpoints() -> impl Iterator<Item = &'static Endpoint> {
    ROUTES.iter().map(|route| &route.endpoint)
}

#[test]
fn an_operation_is_for_those_who_may_enter_what_it_writes() {
    for endpoint in endpoints().filter(|endpoint| !endpoint.stated.entries.is_empty()) {
        if joins(endpoint) {
            assert_eq!(endpoint.access, Access::SignedIn, "{}", endpoint.operation);
            continue;
        }
        let roles = |may: &dyn Fn(Role) -> bool| -> BTreeSet<Role> {
            let all = Role::ALL.iter().copied();
            all.filter(|role| may(*role)).collect()
        };
        let admitted = roles(&|role| endpoint.access.admits(role));
        let permitted = roles(&|role| permits(endpoint, role));
        assert_eq!(admitted, permitted, "{}", endpoint.operation);
    }
}

#[test]
fn who_only_reads_writes_nothing() {
    for endpoint in endpoints().filter(|endpoint| endpoint.method == Method::GET) {
        assert!(endpoint.stated.entries.is_empty(), "{}", endpoint.operation);
    }
}

#[test]
fn every_kind_of_entry_is_written_by_an_operation() {
    let written: BTreeSet<&str> = endpoints()
        .flat_map(|endpoint| endpoint.stated.entries)
        .copied()
        .collect();
    assert_eq!(written, BTreeSet::from(Body::KINDS));
}
