//! For whom the ledger is asked. Commands of one address, and of one account, wait for each other before they wait for a connection, so that
//! nobody fills the line of those that do.

use crate::connections::QUEUE;
use crate::turns::{Turn, Turns, in_time};
use crate::{Result, UserId};
use std::net::IpAddr;
use std::time::Duration;

/// An address has at most an eighth of the line under way: four commands for each connection. More go on as soon as one of them is done, so
/// that a hall of hundreds of people behind one address keeps all connections busy as before, and loses nothing.
const OF_ADDRESS: usize = QUEUE / 8;
/// An account, an identity or an API key has half of that.
const OF_ACCOUNT: usize = OF_ADDRESS / 2;
/// The reads of an address have at most this fraction of the connections: some take as long as a club is large, and others are to
/// go on meanwhile.
const OF_READS: usize = 2;
/// The reads of an account have half of that, so that none takes all reads of its address. Those at another address are counted apart: many people
/// ask with one link.
const OF_READS_OF_ACCOUNT: usize = 2 * OF_READS;
/// What is read before a read may be open while that one waits, so that fewer turns would wait for each other.
const FEWEST_READS: usize = 2;

tokio::task_local! {
    static CALLER: Caller;
}

/// For whom the ledger is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caller {
    /// Their address, or what stands for all addresses that they have.
    pub address: IpAddr,
    /// Who they are, as far as they say; none if they say nothing.
    pub account: Option<CallerAccount>,
}

/// Who somebody is, as far as it is known before the ledger is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CallerAccount {
    /// An account.
    User(UserId),
    /// The hash of an identity that may be linked to an account, or of an API key.
    Secret([u8; 32]),
}

/// Hands out turns at asking the database.
pub(crate) struct CallerTurns {
    addresses: Turns<IpAddr>,
    accounts: Turns<CallerAccount>,
    reads: Turns<IpAddr>,
    reads_of_accounts: Turns<(CallerAccount, IpAddr)>,
    patience: Duration,
}

/// What the ledger is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    Read,
    Write,
}

impl Caller {
    /// Does something, and has whatever it asks the ledger wait for the turns of this caller.
    pub fn asks<T>(self, work: impl Future<Output = T>) -> impl Future<Output = T> {
        CALLER.scope(self, work)
    }

    /// The same of a step of something, such as the next part of an answer that is read while it is sent.
    pub fn asks_in_step<T>(self, step: impl FnOnce() -> T) -> T {
        CALLER.sync_scope(self, step)
    }

    /// For whom the ledger is asked just now; none by a worker.
    pub fn current() -> Option<Self> {
        CALLER.try_with(|caller| *caller).ok()
    }
}

impl CallerTurns {
    /// For a pool of so many connections; a turn is waited for as long as a connection.
    pub(crate) fn new(pool_size: usize, patience: Duration) -> Self {
        let connections = pool_size.max(1);
        Self {
            addresses: Turns::of_each(connections * OF_ADDRESS),
            accounts: Turns::of_each(connections * OF_ACCOUNT),
            reads: Turns::of_each((connections / OF_READS).max(FEWEST_READS)),
            reads_of_accounts: Turns::of_each(
                (connections / OF_READS_OF_ACCOUNT).max(FEWEST_READS),
            ),
            patience,
        }
    }

    /// The next turns of the caller, none where the ledger is asked for nobody, as by a worker: of the account first, so that none takes all turns of
    /// its address. A read has no turn of its account but one among its reads, which are fewer, so that neither keeps the other waiting.
    pub(crate) async fn next(&self, access: Access) -> Result<Option<Vec<Turn>>> {
        let Some(Caller { address, account }) = Caller::current() else {
            return Ok(None);
        };
        let turns = async {
            let mut turns = Vec::new();
            match access {
                Access::Read => {
                    if let Some(account) = account {
                        turns.push(self.reads_of_accounts.next((account, address)).await);
                    }
                    turns.push(self.reads.next(address).await);
                }
                Access::Write => {
                    if let Some(account) = account {
                        turns.push(self.accounts.next(account).await);
                    }
                }
            }
            turns.push(self.addresses.next(address).await);
            turns
        };
        let turns = in_time(self.patience, "address or account", turns);
        turns.await.map(Some)
    }
}
