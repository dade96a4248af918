//! What is taken of shares, and what is left.

use super::*;
use uuid::Uuid;

#[test]
fn an_account_has_more_than_an_address_and_many_accounts_of_one_address_do_not_add_up() {
    let limit = RequestLimit::new(NonZeroU32::new(1).unwrap(), &Clock::stopped());
    let network = |text: &str| ClientNetwork::of_address(text.parse().unwrap());
    let (home, elsewhere) = (network("192.0.2.1"), network("192.0.2.2"));
    let account = |number| Some(Account::User(UserId(Uuid::from_u128(number))));
    let take = |network, account| limit.take(Work::Rules, network, account, 40);
    take(home, None).unwrap();
    assert!(take(home, None).is_err());
    take(elsewhere, None).unwrap();
    limit.take(Work::Database, home, None, 40).unwrap();
    for _ in 0..4 {
        take(home, account(1)).unwrap();
    }
    assert!(take(home, account(1)).is_err());
    for number in [2, 2, 2, 2, 3, 3] {
        take(home, account(number)).unwrap();
    }
    assert!(take(home, account(3)).is_err());
    take(elsewhere, account(3)).unwrap();
}

#[test]
fn a_request_goes_on_beyond_its_share_and_not_for_ever() {
    let limit = Arc::new(RequestLimit::new(
        NonZeroU32::new(50).unwrap(),
        &Clock::stopped(),
    ));
    let share = |address: &str, account: Option<u128>| {
        let network = ClientNetwork::of_address(address.parse().unwrap());
        let account = account.map(|number| Account::User(UserId(Uuid::from_u128(number))));
        Share::new(limit.clone(), Work::Rules, network, account)
    };
    let mei = share("192.0.2.1", Some(1));
    for _ in 0..100_000 {
        assert!(!mei.charge_steps(STEPS - 1));
    }
    // Two thousand hands of one winner, as dear as there are.
    for _ in 0..667 {
        mei.refuse_debt(false).ok();
        mei.refuse_deep_in_debt().unwrap();
        assert!(mei.charge_steps(3 * 1_283_200));
    }
    assert!(mei.refuse_debt(false).is_err() && mei.take(1).is_err());
    mei.refuse_debt(true).unwrap();
    let neighbour = share("192.0.2.1", Some(2));
    neighbour.refuse_debt(false).unwrap();
    neighbour.refuse_deep_in_debt().unwrap();
    let mut went_on = 0;
    while mei.refuse_deep_in_debt().is_ok() {
        mei.charge_steps(4_000_000);
        went_on += 1;
    }
    assert!((300..400).contains(&went_on), "{went_on}");
    // Nobody is charged for another address, nor without an account for those who have one.
    share("192.0.2.2", Some(3)).refuse_deep_in_debt().unwrap();
    let nobody = share("192.0.2.1", None);
    nobody.take(1).unwrap();
    nobody.charge_steps(4_000_000 * 50);
    assert!(nobody.take(1).is_err());
    nobody.refuse_deep_in_debt().unwrap();
}

#[test]
fn accounts_of_one_address_do_not_add_up_for_ever_and_each_records_its_hands() {
    let limit = Arc::new(RequestLimit::new(
        NonZeroU32::new(50).unwrap(),
        &Clock::stopped(),
    ));
    let share = |address: &str, account: Account| {
        let network = ClientNetwork::of_address(address.parse().unwrap());
        Share::new(limit.clone(), Work::Rules, network, Some(account))
    };
    let user = |number| Account::User(UserId(Uuid::from_u128(number)));
    let mut served = 0;
    for number in 0..200 {
        let somebody = share("192.0.2.1", user(number));
        while somebody.refuse_debt(false).is_ok() {
            somebody.charge_steps(4_000_000);
            served += 1;
        }
    }
    // Seven accounts have as much, not two hundred.
    assert!((1_200..1_500).contains(&served), "{served}");
    let fresh = share("192.0.2.1", user(1_000));
    assert!(fresh.refuse_debt(false).is_err());
    fresh.refuse_debt(true).unwrap();
    assert!(fresh.refuse_deep_in_debt().is_err());
    let elsewhere = share("192.0.2.2", user(1_000));
    elsewhere.refuse_debt(false).unwrap();
    elsewhere.refuse_deep_in_debt().unwrap();
}

#[test]
fn an_api_key_takes_nothing_of_its_makers_share() {
    let limit = Arc::new(RequestLimit::new(NonZeroU32::MIN, &Clock::stopped()));
    let network = ClientNetwork::of_address("192.0.2.1".parse().unwrap());
    let share = |account| Share::new(limit.clone(), Work::Rules, network, Some(account));
    let id = Uuid::from_u128(1);
    let (key, other) = (
        share(Account::ApiKey(ApiKeyId(id))),
        share(Account::ApiKey(ApiKeyId(Uuid::from_u128(2)))),
    );
    key.charge_steps(1_000 * STEPS);
    assert!(key.refuse_debt(false).is_err());
    share(Account::User(UserId(id))).refuse_debt(false).unwrap();
    other.refuse_debt(false).unwrap();
}

#[test]
fn a_call_that_was_given_up_takes_its_time_and_no_more_than_it_can_have_done() {
    let given_up_after = |time: Duration| {
        let clock = Clock::stopped();
        let limit = Arc::new(RequestLimit::new(NonZeroU32::MIN, &clock));
        let network = ClientNetwork::of_address("192.0.2.1".parse().unwrap());
        let account = Account::User(UserId(Uuid::from_u128(1)));
        let share = Share::new(limit, Work::Rules, network, Some(account));
        let begun = share.now();
        clock.advance(time);
        (share.charge_call(begun), share)
    };
    for (time, left) in [
        (Duration::from_micros(900), 160),
        (Duration::from_millis(60), 100),
        (Duration::from_secs(60), 60),
    ] {
        let (charged, share) = given_up_after(time);
        assert_eq!(charged, left < 160);
        share.take(left).unwrap();
        assert!(share.take(1).is_err(), "{time:?}");
    }
}
