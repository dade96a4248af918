//! What entries commit to, as far as it is still kept.

use crate::scene::Scene;
use crate::table::{because, next, penalty};
use ledger::evidence::{Committed, Payee, commit};
use ledger::test_database::all_entries;
use ledger::{Body, ChangeClub, Entry, Opening};

/// All openings of the club, a few at a time.
async fn openings(scene: &Scene, limit: u32) -> Vec<Opening> {
    let (mut all, mut after) = (Vec::new(), Some(0));
    while let Some(seq) = after {
        let found = scene.openings(scene.club, seq, limit).await.unwrap();
        all.extend(found.openings);
        after = found.next;
    }
    all
}

fn told(openings: &[Opening]) -> Vec<(u64, Committed, &str)> {
    let told = openings.iter();
    told.map(|one| (one.seq, one.field, one.text.as_str()))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_kept_opens_its_commitment() {
    use Committed::{Name, Reason};
    let scene = Scene::new().await;
    let ledger = &scene.ledger;
    let [a, b, ..] = scene.players;
    let view = scene.open_match("m").await;
    let happens = [
        penalty(1, 1, Payee::House),
        penalty(2, 1, Payee::House),
        penalty(3, 1, Payee::House),
    ];
    let reasons = [Some("a tile fell"), None, Some("another tile fell")];
    let new = because(next(&view, &happens), &reasons);
    let recorded = ledger.record_outcomes(scene.write("batch", "1"), new);
    recorded.await.unwrap();
    let renamed = ledger.rename_player(scene.write("rename", "1"), b, "阿冰".to_owned());
    renamed.await.unwrap();
    let moved = ChangeClub {
        name: None,
        time_zone: Some("UTC".to_owned()),
    };
    ledger
        .change_club(scene.write("club", "1"), moved)
        .await
        .unwrap();
    let all = [
        (1, Name, "西營盤"),
        (2, Name, "Ah Yee"),
        (4, Name, "Cheung"),
        (5, Name, "Dai Man"),
        (8, Reason, "a tile fell"),
        (10, Reason, "another tile fell"),
        (11, Name, "阿冰"),
        (12, Name, "西營盤"),
    ];
    let found = openings(&scene, 1000).await;
    assert_eq!(told(&found), all);
    for limit in [1, 3] {
        assert_eq!(openings(&scene, limit).await, found);
    }
    let entries = all_entries(ledger, scene.club, 0).await;
    for opening in &found {
        let leaf = &entries[usize::try_from(opening.seq).unwrap() - 1].leaf;
        let hash = commit(&opening.salt, &opening.text).to_string();
        let field = format!(r#""{}_commitment":"{hash}""#, opening.field);
        assert!(
            std::str::from_utf8(leaf).unwrap().contains(&field),
            "{field}"
        );
    }

    let erased = ledger.erase_player(scene.write("erase", "1"), a);
    erased.await.unwrap();
    let erased = ledger.erase_text(scene.write("erase", "2"), 8);
    erased.await.unwrap();
    let kept: Vec<_> = all
        .into_iter()
        .filter(|(seq, ..)| ![2, 8].contains(seq))
        .collect();
    assert_eq!(told(&openings(&scene, 1000).await), kept);
    let last = ledger.entries(scene.club, 13, 1).await.unwrap().entries;
    let last = Entry::parse(&last[0].leaf).unwrap().body;
    assert!(matches!(last, Body::TextErased(of) if of.entry == 8));
    assert_eq!(openings(&scene, 2).await.len(), kept.len());
}
