//! Netting: who pays whom, in the fewest transfers.

use crate::{MAX_INTEGER, Party};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// The most parties for whom the fewest transfers are found exactly.
pub const FEWEST_UP_TO: usize = 12;

/// What one party owes another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Debt {
    /// Who owes.
    pub from: Party,
    /// Who is owed.
    pub to: Party,
    /// How much; more than 0, in the unit of the balances.
    pub amount: i64,
}

/// The transfers that bring every balance to zero: whoever lost pays, whoever won is paid. The largest comes first. Up to
/// [`FEWEST_UP_TO`] parties with a balance they are as few as there can be, and beyond that fewer than the parties. The
/// same balances always give the same transfers. None if the balances do not sum to zero, or one of them is beyond
/// ±(2^53 − 1).
pub fn fewest_transfers(balances: &BTreeMap<Party, i128>) -> Option<Vec<Debt>> {
    let mut parties = Vec::new();
    let mut amounts = Vec::new();
    for (party, balance) in balances {
        let amount = i64::try_from(*balance).ok();
        amounts.push(amount.filter(|amount| amount.unsigned_abs() <= MAX_INTEGER as u64)?);
        parties.push(*party);
    }
    let owes = |transfer: Transfer| {
        Some(Debt {
            from: *parties.get(transfer.from)?,
            to: *parties.get(transfer.to)?,
            amount: transfer.amount,
        })
    };
    let mut debts: Vec<Debt> = fewest(&amounts)?
        .into_iter()
        .map(owes)
        .collect::<Option<_>>()?;
    debts.sort_unstable_by_key(|debt| (Reverse(debt.amount), debt.from, debt.to));
    Some(debts)
}

/// Finding the fewest for more would take too long, since the work doubles with each. Beyond that, everybody is settled
/// in one group, which takes at most one payment fewer than people.
const EXACT: usize = FEWEST_UP_TO;

/// A payment from one person to another, both by their place in the list of balances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Transfer {
    from: usize,
    to: usize,
    amount: i64,
}

/// The payments that bring every balance to zero: whoever lost pays, whoever won is paid. None if the balances do not
/// sum to zero. The same balances always give the same payments.
fn fewest(balances: &[i64]) -> Option<Vec<Transfer>> {
    if balances
        .iter()
        .map(|balance| i128::from(*balance))
        .sum::<i128>()
        != 0
    {
        return None;
    }
    let open: Vec<_> = balances
        .iter()
        .copied()
        .enumerate()
        .filter(|(_, balance)| *balance != 0)
        .collect();
    let groups = if open.len() <= EXACT {
        most_groups(&open)
    } else {
        vec![open]
    };
    Some(groups.into_iter().flat_map(settle_group).collect())
}

type Open = Vec<(usize, i64)>;

/// Divides the balances into as many groups as possible, each of sum zero. A group of n takes n − 1 payments, so the most
/// groups make the fewest payments.
///
/// `best[set]` is the most groups that come full if the people of `set` are taken in one by one in some order: each time
/// the sum of those inside is zero, a group is full.
#[expect(
    clippy::indexing_slicing,
    reason = "a set of n people is below 2^n, the length of both tables"
)]
fn most_groups(open: &[(usize, i64)]) -> Vec<Open> {
    let sets = 1_usize << open.len();
    let (mut sum, mut best) = (vec![0_i128; sets], vec![0_u32; sets]);
    for set in 1..sets {
        let lowest = set.trailing_zeros() as usize;
        sum[set] = sum[set & (set - 1)] + i128::from(open[lowest].1);
        let without = |person: usize| best[set & !(1 << person)];
        let most = people(set).map(without).max().unwrap_or_default();
        best[set] = most + u32::from(sum[set] == 0);
    }
    let (mut groups, mut group, mut set) = (Vec::new(), Vec::new(), sets - 1);
    while set != 0 {
        // Undo the best order: whoever leaves without costing more groups than just came full was the last one in.
        let full = u32::from(sum[set] == 0);
        let last = people(set).find(|person| best[set & !(1 << person)] + full == best[set]);
        let Some(person) = last else { break };
        group.push(open[person]);
        set &= !(1 << person);
        if sum[set] == 0 {
            groups.push(std::mem::take(&mut group));
        }
    }
    groups
}

fn people(set: usize) -> impl Iterator<Item = usize> {
    (0..usize::BITS as usize).filter(move |person| set & (1 << person) != 0)
}

/// Settles a group of sum zero: the largest debt is paid to whom most is owed, the first in the list of several, and so on. A payment always
/// brings somebody to zero, and the last one two people.
fn settle_group(group: Open) -> Vec<Transfer> {
    let (mut payers, mut payees) = (BinaryHeap::new(), BinaryHeap::new());
    for (at, balance) in group {
        let side = if balance < 0 {
            &mut payers
        } else {
            &mut payees
        };
        side.push((balance.unsigned_abs(), Reverse(at)));
    }
    let mut transfers = Vec::new();
    while let (Some((owes, Reverse(from))), Some((gets, Reverse(to)))) =
        (payers.pop(), payees.pop())
    {
        let amount = owes.min(gets);
        if owes > amount {
            payers.push((owes - amount, Reverse(from)));
        }
        if gets > amount {
            payees.push((gets - amount, Reverse(to)));
        }
        transfers.push(Transfer {
            from,
            to,
            // It is not more than somebody gets.
            amount: i64::try_from(amount).unwrap_or(i64::MAX),
        });
    }
    transfers
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn payments(balances: &[i64]) -> Vec<(usize, usize, i64)> {
        let transfers = fewest(balances).unwrap();
        transfers
            .into_iter()
            .map(|Transfer { from, to, amount }| (from, to, amount))
            .collect()
    }

    #[test]
    fn a_table_settles() {
        assert_eq!(payments(&[0, 0, 0, 0]), []);
        assert_eq!(
            payments(&[-8, -4, 16, -4]),
            [(0, 2, 8), (1, 2, 4), (3, 2, 4)]
        );
        assert_eq!(payments(&[-5, 7, 5, -7]), [(0, 2, 5), (3, 1, 7)]);
        assert_eq!(fewest(&[1, -2]), None);
        assert_eq!(fewest(&[i64::MIN, i64::MAX, 1]).unwrap().len(), 2);
    }

    #[test]
    fn groups_are_found_that_largest_first_would_miss() {
        let balances = [-5, 2, 3, -4, 4];
        assert_eq!(payments(&balances), [(0, 2, 3), (0, 1, 2), (3, 4, 4)]);
        let largest_first = settle_group(balances.into_iter().enumerate().collect());
        assert_eq!(largest_first.len(), 4);
    }

    #[test]
    fn the_largest_debt_is_told_first() {
        let player = |n| Party::Player(crate::PlayerId(uuid::Uuid::from_u128(n)));
        let balances = [
            (player(1), -30),
            (player(2), 80),
            (player(3), -70),
            (Party::House, 20),
        ];
        let debts =
            |balances: &[(Party, i128)]| fewest_transfers(&balances.iter().copied().collect());
        let debt = |from, to, amount| Debt { from, to, amount };
        assert_eq!(
            debts(&balances).unwrap(),
            [
                debt(player(3), player(2), 70),
                debt(player(1), Party::House, 20),
                debt(player(1), player(2), 10),
            ]
        );
        let too_large = i128::from(MAX_INTEGER) + 1;
        assert_eq!(
            debts(&[(player(1), too_large), (player(2), -too_large)]),
            None
        );
        assert_eq!(debts(&[(player(1), 1)]), None);
    }

    /// The same as [`settle_group`] by looking at everybody for each payment, as it was done first: ledgers have what that gave.
    fn settled_by_looking_at_all(mut group: Open) -> Vec<Transfer> {
        let mut transfers = Vec::new();
        loop {
            let open = || group.iter().copied();
            let payer = open().filter(|(_, balance)| *balance < 0);
            let payer = payer.min_by_key(|(at, balance)| (*balance, *at));
            let payee = open().filter(|(_, balance)| *balance > 0);
            let payee = payee.max_by_key(|(at, balance)| (*balance, Reverse(*at)));
            let (Some((from, owes)), Some((to, gets))) = (payer, payee) else {
                return transfers;
            };
            let amount = gets.min(-owes);
            for (at, balance) in &mut group {
                if *at == from {
                    *balance += amount;
                } else if *at == to {
                    *balance -= amount;
                }
            }
            transfers.push(Transfer { from, to, amount });
        }
    }

    /// Whatever looks at everybody for each payment takes 10^11 steps here, and does not end.
    #[test]
    fn a_great_many_people_settle_too() {
        const EACH: i64 = 200_000;
        let owed = (1..=EACH).flat_map(|n| [-n, EACH + 1 - n]);
        let balances: Vec<i64> = owed.collect();
        let transfers = fewest(&balances).unwrap();
        assert!(transfers.len() < balances.len());
        assert_eq!(transfers[0].amount, EACH);
    }

    /// The fewest payments by trying every payment of the first open balance with every opposite one.
    fn brute_force(balances: &mut [i64], from: usize) -> usize {
        let Some(first) = (from..balances.len()).find(|at| balances[*at] != 0) else {
            return 0;
        };
        let mut fewest = usize::MAX;
        for other in first + 1..balances.len() {
            if balances[first].signum() * balances[other].signum() < 0 {
                let owed = balances[first];
                balances[other] += owed;
                fewest = fewest.min(1 + brute_force(balances, first + 1));
                balances[other] -= owed;
            }
        }
        fewest
    }

    fn tables() -> impl Strategy<Value = Vec<i64>> {
        proptest::collection::vec(-6_i64..=6, 1..8).prop_map(|mut balances| {
            balances.push(-balances.iter().sum::<i64>());
            balances
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn payments_settle_and_are_the_fewest(balances in tables()) {
            let transfers = fewest(&balances).unwrap();
            let mut left = balances.clone();
            for Transfer { from, to, amount } in &transfers {
                prop_assert!(*amount > 0 && left[*from] < 0 && left[*to] > 0);
                left[*from] += amount;
                left[*to] -= amount;
            }
            prop_assert!(left.iter().all(|balance| *balance == 0));
            prop_assert_eq!(transfers.len(), brute_force(&mut balances.clone(), 0));
        }

        #[test]
        fn many_people_settle_too(mut balances in proptest::collection::vec(-1000_i64..=1000, 13..40)) {
            balances.push(-balances.iter().sum::<i64>());
            let transfers = fewest(&balances).unwrap();
            prop_assert!(transfers.len() < balances.len());
            let open = balances.into_iter().enumerate().filter(|(_, balance)| *balance != 0);
            prop_assert_eq!(transfers, settled_by_looking_at_all(open.collect()));
        }
    }
}
