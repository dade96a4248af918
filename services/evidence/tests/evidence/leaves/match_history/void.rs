//! Matches that are declared void, and what a match counts for.

use super::{add, correction, history, next, void, won};
use crate::leaves::table::entry;
use evidence::{
    Body, Counts, Ending, Entry, Event, Hash, MatchDeclared, MatchHistory, MatchId, Outcome,
};

fn declared(history: &MatchHistory, void: bool) -> Entry {
    let declared = MatchDeclared {
        match_id: history.terms.match_id,
        void,
        reason_commitment: Hash([1; 32]),
    };
    entry(history.version + 1, Body::MatchDeclared(declared))
}

fn refused(history: &MatchHistory, bad: &Entry) -> String {
    let mut after = history.clone();
    let refusal = after.add(bad).unwrap_err().to_string();
    assert_eq!(after, *history, "{refusal}");
    refusal
}

#[test]
fn of_a_void_match_nothing_counts_until_it_counts_again() {
    let before = history(&[won(1), Outcome::Goulash {}]);
    let declares = declared(&before, true);
    let after = add(before.clone(), &declares);
    assert_eq!(after.void, Some(Event::of(&declares)));
    assert_eq!((after.version, after.declarations), (declares.seq, 1));
    assert_eq!(
        (&after.outcomes, after.state),
        (&before.outcomes, before.state)
    );
    assert!(after.balances().keys().eq(before.balances().keys()));
    assert!(
        after
            .balances()
            .values()
            .all(|half_points| *half_points == 0)
    );
    assert_eq!(after.counts(), Counts::ForNothing);
    let again = add(after.clone(), &declared(&after, false));
    assert_eq!(again.void, None);
    assert_eq!(again.balances(), before.balances());
    assert_eq!(again.counts(), Counts::AsItStands);
    // Told again from its entries up to some sequence number, it is what was known then.
    assert_eq!(again.outcomes, before.outcomes);
}

#[test]
fn what_contradicts_a_declaration_is_refused() {
    let counts = history(&[won(1)]);
    let is_void = add(counts.clone(), &declared(&counts, true));
    assert!(refused(&counts, &declared(&counts, false)).contains("declared so before"));
    assert!(refused(&is_void, &declared(&is_void, true)).contains("declared so before"));
    let hand = next(&counts, won(2));
    let hand = Entry {
        seq: is_void.version + 1,
        ..hand
    };
    assert!(refused(&is_void, &hand).contains("the match is void"));
    let corrects = correction(&counts, vec![void(6)]);
    let corrects = Entry {
        seq: is_void.version + 1,
        ..corrects
    };
    assert!(refused(&is_void, &corrects).contains("the match is void"));
    let mut other = declared(&counts, true);
    if let Body::MatchDeclared(declared) = &mut other.body {
        declared.match_id = MatchId(uuid::Uuid::nil());
    }
    assert!(refused(&counts, &other).contains("another match"));
}

/// Void | hands | over | what the match counts for.
#[test]
fn a_match_counts_for_what_the_rule_says() {
    let early = Outcome::EarlyEnd {};
    let emptied = {
        let ended = history(&[won(1), early.clone()]);
        add(ended.clone(), &correction(&ended, vec![void(6)]))
    };
    for (name, history, counts) in [
        ("opened", history(&[]), Counts::ForNothing),
        (
            "ended at once",
            history(std::slice::from_ref(&early)),
            Counts::ForNothing,
        ),
        ("emptied", emptied, Counts::ForNothing),
        ("open", history(&[Outcome::Goulash {}]), Counts::AsItStands),
        ("broken off", history(&[won(1), early]), Counts::InFull),
    ] {
        assert_eq!(history.counts(), counts, "{name}");
        let is_void = add(history.clone(), &declared(&history, true));
        assert_eq!(is_void.counts(), Counts::ForNothing, "{name}");
    }
    for (hands, ending, counts) in [
        (16, Some(Ending::Complete), Counts::InFull),
        (0, Some(Ending::Complete), Counts::InFull),
        (0, Some(Ending::Early), Counts::ForNothing),
        (0, None, Counts::ForNothing),
    ] {
        assert_eq!(Counts::of(false, hands, ending), counts);
        assert_eq!(Counts::of(true, hands, ending), Counts::ForNothing);
    }
}
