//! The honest ledger by other rules.

use crate::honest::{self, WIN};
use crate::verify::bundle::Bundle;
use crate::verify::many::matches;
use crate::verify::reread::{Altered, Gone};
use audit::{
    Archive, OtherResult, RescoredMatch, SeekableExport, Selection, Verdict, VerificationFailure,
    what_if,
};
use evidence::{MatchId, Party};
use rules::Variant;
use std::io::Cursor;

fn by(variant: &Variant, selection: &Selection) -> Vec<RescoredMatch> {
    of(&Bundle::honest(), variant, selection).unwrap()
}

/// What comes of a ledger, by other rules.
fn of(
    bundle: &Bundle,
    variant: &Variant,
    selection: &Selection,
) -> Result<Vec<RescoredMatch>, VerificationFailure> {
    let again = Box::new(again(bundle));
    what_if(&bundle.export()[..], again, variant, selection.clone())?.collect()
}

fn again(bundle: &Bundle) -> SeekableExport<Cursor<Vec<u8>>> {
    SeekableExport::new(Cursor::new(bundle.export()))
}

fn everything() -> Selection {
    Selection {
        only: None,
        entries: 1..=u64::MAX,
    }
}

/// Old Hong Kong rules with something changed.
fn house_rules(change: impl FnOnce(String) -> String) -> Variant {
    let document = Variant::built_in("old-hong-kong").unwrap().document();
    let document = change(String::from_utf8(document.to_vec()).unwrap());
    let document = document.replace("\"id\":\"old-hong-kong\"", "\"id\":\"house\"");
    Variant::from_json(document.as_bytes()).unwrap()
}

#[test]
fn the_same_rules_change_nothing() {
    let same = by(Variant::built_in("old-hong-kong").unwrap(), &everything());
    let [one] = &same[..] else {
        panic!("one match: {same:?}");
    };
    assert_eq!(one.changed, []);
    assert_eq!((one.outcomes, one.declared), (8, 3));
    assert!(one.totals.values().all(|(before, after)| before == after));
    let sum: i64 = one.totals.values().map(|(before, _)| before).sum();
    assert_eq!(sum, 0);
    assert_ne!(one.totals[&Party::House].0, 0);
}

#[test]
fn a_higher_minimum_refuses_what_was_won() {
    let strict = house_rules(|text| text.replace("\"minimum_fan\":3", "\"minimum_fan\":9"));
    let [one] = &by(&strict, &everything())[..] else {
        panic!("one match");
    };
    let refused: Vec<u64> = one.changed.iter().map(|other| other.seq).collect();
    assert_eq!(refused, [WIN], "the others were declared");
    assert!(matches!(
        one.changed[0].other_result,
        OtherResult::Refused(_)
    ));
    let gone: i64 = one
        .totals
        .values()
        .map(|(before, after)| before - after)
        .sum();
    assert_eq!(gone, 0, "what nobody wins nobody pays");
}

#[test]
fn only_what_is_asked_for_is_looked_at() {
    let strict = house_rules(|text| text.replace("\"minimum_fan\":3", "\"minimum_fan\":9"));
    let asked = |only: Option<u128>, entries| Selection {
        only: only.map(|n| MatchId(honest::id(n))),
        entries,
    };
    assert_eq!(by(&strict, &asked(Some(6), 1..=20)), []);
    assert_eq!(by(&strict, &asked(Some(5), 1..=WIN - 1)), []);
    let [one] = &by(&strict, &asked(Some(5), WIN..=WIN))[..] else {
        panic!("one match");
    };
    assert_eq!((one.outcomes, one.changed.len()), (1, 1));
    let [later] = &by(&strict, &asked(None, WIN + 1..=20))[..] else {
        panic!("one match");
    };
    assert_eq!((later.outcomes, later.changed.len()), (7, 0));
}

#[test]
fn entries_that_contradict_each_other_tell_nothing() {
    let mut bundle = Bundle::honest();
    bundle.leaves.remove(9);
    let variant = Variant::built_in("old-hong-kong").unwrap();
    let failure = of(&bundle, variant, &everything()).unwrap_err();
    assert_eq!((failure.code(), failure.seq()), ("unfounded", Some(10)));
    assert_eq!(failure.verdict(), Verdict::Tampered);
}

#[test]
fn matches_that_were_played_by_turns_are_worked_out_one_after_another() {
    let strict = house_rules(|text| text.replace("\"minimum_fan\":3", "\"minimum_fan\":9"));
    let [alone] = &by(&strict, &everything())[..] else {
        panic!("one match");
    };
    let by_turns = Bundle::of(&matches(5, true));
    let found = of(&by_turns, &strict, &everything()).unwrap();
    let ids: Vec<MatchId> = found.iter().map(|one| one.match_id).collect();
    assert_eq!(ids.len(), 5);
    assert!(ids.is_sorted(), "they were played on one day");
    for one in &found {
        assert_eq!(one.totals, alone.totals);
        assert_eq!(one.changed.len(), alone.changed.len());
    }
}

#[test]
fn after_what_cannot_be_read_again_there_is_nothing() {
    let variant = Variant::built_in("old-hong-kong").unwrap();
    let bundle = Bundle::of(&matches(3, true));
    let read = |archive: Box<dyn Archive>| {
        let found = what_if(&bundle.export()[..], archive, variant, everything());
        let mut found: Vec<Result<RescoredMatch, VerificationFailure>> = found.unwrap().collect();
        assert_eq!(found.len(), 1);
        let failure = found.pop().unwrap().unwrap_err();
        (failure.code(), failure.verdict())
    };
    let changed = ("changed_meanwhile", Verdict::Tampered);
    assert_eq!(read(Box::new(Altered(again(&bundle)))), changed);
    let gone = ("unreadable", Verdict::Incomplete);
    assert_eq!(read(Box::new(Gone)), gone);
}
