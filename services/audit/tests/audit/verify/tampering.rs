//! What somebody may do to an export: each row says what, and what is found then.

use super::bundle::{Bundle, another_text, key, lines, other_key, retired, trusted};
use super::{found, hold, verify, verify_by_rules};
use crate::honest::{self, GOULASH, WIN};
use Verdict::{Incomplete, Sound, Tampered};
use audit::{Against, Report, Unchecked, Verdict};
use evidence::{
    Body, ClubId, Entry, InvitationAccepted, InvitationId, InvitationMade, Role, UserId,
};

/// What is found in the honest leaves after a change, under the header that the service signed before it.
fn changed(change: impl FnOnce(&mut Bundle)) -> Report {
    let honest = Bundle::honest();
    let header = honest.header(&key());
    let mut bundle = honest.clone();
    change(&mut bundle);
    assert_ne!(bundle.leaves, honest.leaves, "nothing was changed");
    verify(&bundle.under(&header))
}

/// What is found after a change that the service signed.
fn signed(change: impl FnOnce(&mut Bundle)) -> Report {
    let mut bundle = Bundle::honest();
    change(&mut bundle);
    verify(&bundle.export())
}

/// The text of entry `seq` with one text in the place of another.
fn edit(seq: u64, from: &str, to: &str) -> impl FnOnce(&mut Bundle) {
    move |bundle| bundle.rewrite(seq, |leaf| leaf.replacen(from, to, 1))
}

#[test]
fn an_edited_entry_is_found() {
    // Nobody can tell from the entry itself, so that only the root shows it.
    let report = changed(|bundle| bundle.rewrite(4, another_text));
    assert_eq!(found(&report), (Tampered, None, vec!["root"]));
    assert_eq!(report.entries_signed, 0);
    let report = changed(edit(WIN, "\"fan\":7", "\"fan\":8"));
    let both = vec!["differs", "root"];
    assert_eq!(found(&report), (Tampered, Some(WIN), both));
    let report = changed(edit(WIN, "{\"actor", "{ \"actor"));
    let both = vec!["malformed", "root"];
    assert_eq!(found(&report), (Tampered, Some(WIN), both));
}

/// An edited invitation may let somebody in as more than they were invited to be, and the service may sign that they came.
#[test]
fn nobody_becomes_more_than_they_were_invited_to_be() {
    let invitation = InvitationId(honest::id(80));
    let joins = |invited: Role, accepted: Role| {
        let mut entries = honest::ledger();
        let made = Body::InvitationMade(InvitationMade {
            invitation,
            role: invited,
            expires_at: "2026-11-28T09:30:00.000000Z".parse().unwrap(),
            single_use: true,
            player: None,
        });
        let accepted = Body::InvitationAccepted(InvitationAccepted {
            invitation,
            role: accepted,
            player: None,
        });
        entries.push(honest::entry((made, 21)));
        let actor = UserId(honest::id(81));
        let accepted = honest::entry((accepted, 22));
        entries.push(Entry { actor, ..accepted });
        verify(&Bundle::of(&entries).export())
    };
    let report = joins(Role::Player, Role::Player);
    assert_eq!(found(&report), (Sound, None, vec![]));
    let report = joins(Role::Player, Role::Owner);
    assert_eq!(found(&report), (Tampered, Some(22), vec!["unfounded"]));
    let says = report.failures[0].to_string();
    assert!(says.contains("it speaks of an invitation that"), "{says}");
}

#[test]
fn an_entry_that_was_signed_is_not_right_therefore() {
    let report = signed(edit(WIN, "\"half_points\":", "\"half_points\":1"));
    assert_eq!(found(&report), (Tampered, Some(WIN), vec!["malformed"]));
    assert_eq!(report.entries_signed, 20, "the service signed it so");
    assert_eq!(report.last_verified.unwrap().seq, WIN - 1);
    let report = signed(edit(WIN, "\"minimum_fan\":3", "\"minimum_fan\":1"));
    assert_eq!(found(&report), (Tampered, Some(WIN), vec!["differs"]));
    let report = signed(edit(4, "\"actor\":\"00", "\"actor\":\"01"));
    assert_eq!(found(&report), (Tampered, Some(4), vec!["unfounded"]));
    // Another variant document, which is sound itself.
    let report = signed(|bundle| {
        bundle.leaves[2] = honest::entry((honest::added("modern-chinese"), 3))
            .to_bytes()
            .unwrap();
    });
    assert_eq!(found(&report), (Tampered, Some(10), vec!["unfounded"]));
}

#[test]
fn what_is_not_known_is_not_sound() {
    let semantics = format!("\"semantics\":{}", rules::SEMANTICS);
    let report = signed(edit(WIN, &semantics, "\"semantics\":99"));
    let unknown = vec!["unknown_semantics"];
    assert_eq!(found(&report), (Incomplete, Some(WIN), unknown));
    assert_eq!(report.entries_signed, 20);
    let version = format!("\"version\":{}", evidence::VERSION);
    let report = signed(edit(WIN, &version, "\"version\":99"));
    let unknown = vec!["unknown_version"];
    assert_eq!(found(&report), (Incomplete, Some(WIN), unknown));
    let report = changed(edit(WIN, &version, "\"version\":99"));
    let both = vec!["unknown_version", "root"];
    assert_eq!(found(&report), (Tampered, Some(WIN), both));
}

/// What a later service writes into an entry of a known kind: another field of the entry or of something in it, and another word.
#[test]
fn what_came_later_in_an_entry_is_not_known() {
    let later = [
        (r#""format":"#, r#""felt":1,"format":"#, "unknown_field"),
        (
            r#""kind":"win","#,
            r#""kind":"win","lamp":{},"#,
            "unknown_field",
        ),
        (r#""number":1,"#, r#""luck":0,"number":1,"#, "unknown_field"),
        (
            r#""chair":1,"half"#,
            r#""chair":1,"gift":1,"half"#,
            "unknown_field",
        ),
        (
            r#""won_by":"discard""#,
            r#""won_by":"swap""#,
            "unknown_word",
        ),
    ];
    for (from, to, code) in later {
        let report = signed(edit(WIN, from, to));
        assert_eq!(found(&report), (Incomplete, Some(WIN), vec![code]), "{to}");
        let report = changed(edit(WIN, from, to));
        let both = vec![code, "root"];
        assert_eq!(found(&report), (Tampered, Some(WIN), both), "{to}");
    }
    let spaced = r#""format": "faan.entry","later":1"#;
    let report = signed(edit(WIN, r#""format":"faan.entry""#, spaced));
    assert_eq!(found(&report), (Tampered, Some(WIN), vec!["malformed"]));
}

/// Rules of a later program: a field of a document, and a word in it.
#[test]
fn what_came_later_in_a_document_is_not_known() {
    let document = |change: &dyn Fn(&mut serde_json::Value)| {
        let built_in = rules::Variant::built_in("old-hong-kong").unwrap();
        let mut document = serde_json::from_slice(built_in.document()).unwrap();
        change(&mut document);
        let document = serde_json::to_vec(&document).unwrap();
        evidence::VariantAdded::from_document(&document).unwrap()
    };
    let mut ledger = honest::ledger().into_iter();
    let at = ledger.position(|entry| matches!(entry.body, Body::VariantAdded(_)));
    let at = at.unwrap();
    let verdict = |change: &dyn Fn(&mut serde_json::Value)| {
        let added = document(change);
        let mut bundle = Bundle::honest();
        let mut entry = honest::ledger().swap_remove(at);
        entry.body = Body::VariantAdded(added.clone());
        bundle.leaves[at] = entry.to_bytes().unwrap();
        // The verifier in Python reads no rules.
        let report = verify_by_rules(&bundle.export());
        let (verdict, seq, codes) = found(&report);
        assert_eq!(seq, u64::try_from(at + 1).ok());
        (verdict, codes[0])
    };
    let field = verdict(&|document| document["felt"] = 1.into());
    assert_eq!(field, (Incomplete, "unknown_rules"));
    let word = verdict(&|document| document["claims"]["several"] = "oldest".into());
    assert_eq!(word, (Incomplete, "unknown_rules"));
    let wrong = verdict(&|document| {
        document["felt"] = 1.into();
        document["tiles"] = "many".into();
    });
    assert_eq!(wrong, (Tampered, "variant"));
}

#[test]
fn entries_stay_where_they_are() {
    let at = usize::try_from(GOULASH).unwrap() - 1;
    // One is gone: the next one is out of its turn, and the export ends too early.
    let report = changed(|bundle| drop(bundle.leaves.remove(at)));
    let gone = vec!["sequence", "cut_off"];
    assert_eq!(found(&report), (Tampered, Some(GOULASH), gone));
    let report = changed(|bundle| bundle.leaves.swap(at, at + 1));
    let swapped = vec!["sequence", "root"];
    assert_eq!(found(&report), (Tampered, Some(GOULASH), swapped));
    let report = changed(|bundle| bundle.leaves.insert(at, bundle.leaves[at].clone()));
    let inserted = vec!["sequence", "root", "more_than_signed"];
    assert_eq!(found(&report), (Tampered, Some(GOULASH + 1), inserted));
    let report = changed(|bundle| {
        let elsewhere = Entry {
            club: ClubId(honest::id(9)),
            ..honest::ledger().swap_remove(at)
        };
        bundle.leaves[at] = elsewhere.to_bytes().unwrap();
    });
    let transplanted = vec!["other_club", "root"];
    assert_eq!(found(&report), (Tampered, Some(GOULASH), transplanted));
}

#[test]
fn all_written_anew_has_another_root() {
    let report = changed(|bundle| {
        for leaf in &mut bundle.leaves {
            let text = String::from_utf8(leaf.clone()).unwrap();
            *leaf = text.replace("2026-11-21T09", "2026-11-21T10").into_bytes();
        }
    });
    assert_eq!(found(&report), (Tampered, None, vec!["root"]));
}

#[test]
fn a_cut_off_export_proves_nothing() {
    let whole = Bundle::honest().export();
    let lines: Vec<&[u8]> = whole.split_inclusive(|byte| *byte == b'\n').collect();
    for (cut, read) in [(1, 0), (2, 1), (20, 19)] {
        let report = verify(&lines[..cut].concat());
        assert_eq!(found(&report), (Incomplete, None, vec!["cut_off"]));
        assert_eq!((report.entries_read, report.entries_signed), (read, 0));
        assert!(!report.checked.contains(&audit::Check::Tree));
    }
    for cut in [
        0,
        1,
        lines[0].len() - 1,
        lines[0].len() + 10,
        whole.len() - 1,
    ] {
        let report = verify(&whole[..cut]);
        assert_eq!(found(&report), (Incomplete, None, vec!["cut_off"]), "{cut}");
    }
    let report = verify(&[&whole[..], b"\n"].concat());
    assert_eq!(found(&report), (Tampered, None, vec!["more_than_signed"]));
}

#[test]
fn the_header_is_no_less_strict() {
    let bundle = Bundle::honest();
    let header = String::from_utf8(bundle.header(&key()).to_line().unwrap()).unwrap();
    for (from, to, expected) in [
        ("\"version\":1", "\"version\":2", Incomplete),
        ("faan.export", "faan.import", Tampered),
        ("\\n20\\n", "\\n19\\n", Tampered),
        (
            "\"club\":\"00000000-0000-0000-0000-000000000001",
            "\"club\":\"00000000-0000-0000-0000-000000000002",
            Tampered,
        ),
    ] {
        let changed = header.replacen(from, to, 1);
        assert_ne!(changed, header, "{from}");
        let report = verify(&lines(changed.as_bytes(), &bundle.leaves));
        assert_eq!(report.verdict(), expected, "{to}: {:?}", report.failures);
        assert_eq!(report.entries_read, 0, "{to}");
    }
}

#[test]
fn only_the_keys_of_the_service_count() {
    let bundle = Bundle::honest();
    let with = |keys| {
        let against = Against {
            keys,
            ..Against::default()
        };
        hold(&bundle.export(), against)
    };
    let nobody: (Verdict, Option<u64>, Vec<&str>) = (Incomplete, None, vec!["unknown_key"]);
    assert_eq!(found(&with(vec![])), nobody);
    assert_eq!(found(&with(vec![trusted(&other_key())])), nobody);
    let both = with(vec![trusted(&other_key()), trusted(&key())]);
    assert_eq!(found(&both), (Sound, None, vec![]));
    // Behind the id of the key comes something else than its signature. The last four characters stay: not every one can be last.
    let header = String::from_utf8(bundle.header(&key()).to_line().unwrap()).unwrap();
    let at = header.find("\u{2014} ").unwrap();
    let signature = header[at..].split([' ', '\\']).nth(2).unwrap();
    let (id, rest) = signature.split_at(10);
    let (middle, end) = rest.split_at(rest.len() - 4);
    let forged = format!("{id}{}{end}", middle.replace(['A', 'B'], "C"));
    assert_ne!(forged, signature);
    let forged = header.replace(signature, &forged);
    let report = verify(&lines(forged.as_bytes(), &bundle.leaves));
    assert_eq!(found(&report), (Tampered, None, vec!["signature"]));
}

#[test]
fn a_retired_key_vouches_only_for_its_time() {
    let export = Bundle::honest().export();
    let with = |keys| {
        let against = Against {
            keys,
            ..Against::default()
        };
        hold(&export, against)
    };
    let report = with(vec![retired(&key(), 20)]);
    assert_eq!(found(&report), (Sound, None, vec![]));
    assert!(report.unchecked.contains(&Unchecked::RetiredKeys));
    let report = with(vec![retired(&key(), 12)]);
    let late = vec!["retired_key"];
    assert_eq!(found(&report), (Tampered, Some(13), late));
}
