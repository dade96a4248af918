//! Texts that entries commit to.

use super::bundle::Bundle;
use super::evening;
use super::{found, verify_against};
use audit::{Against, Check, Report, Unchecked, Verdict};
use evidence::PlayerId;

fn with(openings: &str) -> Report {
    let export = Bundle::of(&evening::ledger()).export();
    let against = Against {
        openings: Some(Box::new(openings.as_bytes())),
        ..Against::default()
    };
    verify_against(&export, against)
}

fn line(seq: u64, field: &str, salt: u8, text: &str) -> String {
    let salt = format!("{salt:02x}").repeat(16);
    format!("{{\"field\":\"{field}\",\"salt\":\"{salt}\",\"seq\":{seq},\"text\":\"{text}\"}}\n")
}

#[test]
fn names_are_those_of_the_entries() {
    let all = [
        line(4, "name", 2, "陳大文"),
        line(22, "note", 3, "in cash"),
        line(25, "name", 3, "阿玲"),
        line(26, "name", 3, "西環麻雀會"),
        line(99, "name", 3, "whoever comes later"),
    ];
    let report = with(&all.concat());
    assert_eq!(found(&report), (Verdict::Sound, None, vec![]));
    assert_eq!(report.names.club.as_deref(), Some("西環麻雀會"));
    let player = |n| PlayerId(crate::honest::id(n));
    assert_eq!(report.names.players[&player(11)], "陳大文");
    assert_eq!(report.names.players[&player(12)], "阿玲");
    assert_eq!(report.names.players.len(), 2);
    assert!(report.checked.contains(&Check::Openings));
    assert!(!report.unchecked.contains(&Unchecked::Names));
}

#[test]
fn other_texts_are_found() {
    let right = line(4, "name", 2, "陳大文");
    for (wrong, seq) in [
        (line(5, "name", 2, "陳小文"), 5),
        (line(5, "name", 3, "陳大文"), 5),
        (line(5, "reason", 2, "陳大文"), 5),
        (line(2, "name", 2, "陳大文"), 2),
        (right.clone() + &line(3, "name", 2, "陳大文"), 3),
        (right.replace("0202", "02Aa"), 4),
    ] {
        let report = with(&(right.clone() + &wrong));
        let other = (Verdict::Tampered, Some(seq), vec!["opening"]);
        assert_eq!(found(&report), other, "{wrong}");
    }
    for unreadable in ["no opening\n", "{}\n", "\n"] {
        let report = with(&(right.clone() + unreadable));
        let none = (Verdict::Incomplete, None, vec!["openings"]);
        assert_eq!(found(&report), none, "{unreadable}");
    }
}
