use std::net::Ipv4Addr;

use uuid::Uuid;

use super::*;

const MEI: UserId = UserId(Uuid::from_u128(1));

fn from(address: &str) -> Attempt {
    Attempt {
        network: ClientNetwork::of_address(address.parse().unwrap()),
        account: Account::User(MEI),
        one_time: false,
    }
}

fn bot(number: u32) -> Attempt {
    from(&Ipv4Addr::from_bits(0x0a00_0000 + number).to_string())
}

/// How many tries of ten thousand addresses, one of each, are let through.
fn guesses_of_many(limit: &SignInLimit) -> u32 {
    let tries = (0..10_000).map(|number| limit.sign_in(bot(number)));
    tries.map(|tried| u32::from(tried.is_ok())).sum()
}

#[test]
fn ten_thousand_addresses_have_a_hundred_tries_together_and_the_owner_comes_in() {
    let clock = Clock::stopped();
    let limit = SignInLimit::new(&clock);
    let (home, phone) = (from("192.0.2.1"), from("192.0.2.2"));
    limit.sign_in(home).unwrap();
    limit.came_in(home);
    // However many days it goes on, a hundred failed tries in a row are all.
    let mut tries = guesses_of_many(&limit);
    assert_eq!(tries, 49, "the first of fifty was the owner's");
    for _ in 0..10 * 24 {
        clock.advance(Duration::from_secs(60 * 60));
        tries += guesses_of_many(&limit);
    }
    assert_eq!(tries, 100);
    // Where the account knows nobody, nobody comes in, and is told what to do.
    let problem = limit.sign_in(phone).unwrap_err();
    assert!(
        problem
            .text()
            .contains("from an address where you did before")
    );
    // Where it does, as ever: also where a device is signed in, and with what an operator made up.
    limit.sign_in(home).unwrap();
    limit.session_at(phone.network, MEI);
    limit.sign_in(phone).unwrap();
    let one_time = true;
    limit.sign_in(Attempt { one_time, ..bot(0) }).unwrap();
    // Once the owner came in, there are tries again, a hundred in an hour at most.
    limit.came_in(phone);
    clock.advance(Duration::from_secs(60 * 60));
    assert_eq!(guesses_of_many(&limit), 50);
    let mut tries = 50;
    for _ in 0..60 {
        clock.advance(Duration::from_secs(60));
        tries += guesses_of_many(&limit);
        limit.came_in(phone);
    }
    assert_eq!(tries, 100);
}

#[test]
fn an_address_that_is_known_fails_a_hundred_times_in_a_row() {
    let clock = Clock::stopped();
    let limit = SignInLimit::new(&clock);
    let home = from("192.0.2.1");
    limit.came_in(home);
    guesses_of_many(&limit);
    let mut tries = 0;
    for _ in 0..1_000 {
        clock.advance(Duration::from_secs(30));
        // Nobody else's tries are left, and a session shows no password.
        while limit.unknown.take(&home.account).is_ok() {}
        limit.session_at(home.network, MEI);
        tries += u32::from(limit.sign_in(home).is_ok());
    }
    assert_eq!(tries, MOST_FAILED);
    limit.came_in(home);
    limit.sign_in(home).unwrap();
}

/// A stolen session goes from address to address, and makes each of them known.
#[test]
fn a_session_has_a_hundred_tries_in_a_row_at_all_addresses_together() {
    let limit = SignInLimit::new(&Clock::stopped());
    let home = from("192.0.2.1");
    limit.came_in(home);
    let proved = (0..1_000).filter(|number| limit.prove(bot(*number)).is_ok());
    assert_eq!(proved.count(), 100);
    let problem = limit.prove(home).unwrap_err();
    assert!(
        problem.text().contains("Sign in again"),
        "{}",
        problem.text()
    );
    while limit.unknown.take(&home.account).is_ok() {}
    let signed_in = (0..1_000).map(bot).filter(|tried| {
        limit.session_at(tried.network, MEI);
        limit.sign_in(*tried).is_ok()
    });
    assert_eq!(signed_in.count(), 100);
    // The owner is not held up, and once they came in, everything is as before.
    limit.sign_in(home).unwrap();
    limit.came_in(home);
    limit.prove(home).unwrap();
}

#[test]
fn somebody_who_goes_on_being_here_is_remembered() {
    let clock = Clock::stopped();
    let limit = SignInLimit::new(&clock);
    for number in 0..u32::try_from(KNOWN).unwrap() + 1 {
        limit.came_in(bot(number));
        clock.advance(Duration::from_nanos(1));
    }
    let known = limit.known();
    assert!(known.len() <= KNOWN, "{}", known.len());
    assert!(known.contains_key(&bot(u32::try_from(KNOWN).unwrap()).key()));
}

#[test]
fn whoever_tries_many_accounts_has_no_count_forgotten_that_matters() {
    let limit = SignInLimit::new(&Clock::stopped());
    let of =
        |number: usize| Account::User(UserId(Uuid::from_u128(u128::try_from(number).unwrap())));
    for _ in 0..MOST_FAILED {
        assert!(limit.count(of(0), Failed::Elsewhere));
    }
    for number in 1..3 * COUNTED {
        assert!(limit.count(of(number), Failed::Elsewhere));
    }
    assert!(limit.failed().len() <= COUNTED);
    assert!(!limit.count(of(0), Failed::Elsewhere));
}
