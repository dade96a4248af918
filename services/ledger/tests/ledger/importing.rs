//! Whole matches in one write.

use crate::parallel::check_entries;
use crate::rebuilt;
use crate::scene::{DOCUMENT, Scene, assert_refused, open_match};
use crate::table::{agreed, penalty, position, worked_out};
use ledger::evidence::{Outcome, Payee};
use ledger::{
    Error, Hash, ImportMatches, ImportMatchesResult, ImportedMatch, MatchFilter, MatchId,
    MatchView, OpenMatch, Page, PlayedMatch, PlayerId, RecordOutcomes, Write,
};
use uuid::Uuid;

/// A match in which something happened.
pub(crate) fn played(opened: OpenMatch, happens: &[Outcome]) -> PlayedMatch {
    PlayedMatch {
        outcomes: worked_out(opened.state, opened.players, happens),
        semantics: 1,
        opened,
    }
}

impl Scene {
    /// Imports so many matches, so many of them together, in each of which the same happened.
    pub(crate) async fn import_copies(
        &self,
        opened: OpenMatch,
        happens: &[Outcome],
        (count, together): (usize, usize),
    ) {
        let played = played(opened, happens);
        for batch in 0..count / together {
            let new = ImportMatches {
                matches: vec![played.clone(); together],
            };
            let write = self.write("import", &format!("sheet {batch}"));
            let imported = self.import_matches(write, new).await.unwrap();
            assert!(matches!(imported, ImportMatchesResult::Imported(_)));
        }
    }
}

/// A season of twelve matches, each a bit longer than the one before, the last two of them ended.
fn season(scene: &Scene) -> ImportMatches {
    let [a, b, c, d] = scene.players;
    let one = |number: i64| {
        let mut happens = vec![agreed([2 * number, -2 * number, 6, -6]); 16];
        happens.extend(vec![penalty(2, 5, Payee::House); number as usize % 3]);
        if number > 10 {
            happens.push(Outcome::EarlyEnd {});
        }
        let opened = open_match(if number % 2 == 0 {
            [a, b, c, d]
        } else {
            [d, b, a, c]
        });
        played(opened, &happens)
    };
    ImportMatches {
        matches: (1..=12).map(one).collect(),
    }
}

async fn import(scene: &Scene, write: Write, new: ImportMatches) -> (Vec<ImportedMatch>, bool) {
    match scene.import_matches(write, new).await.unwrap() {
        ImportMatchesResult::Imported(written) => (written.value, written.replayed),
        ImportMatchesResult::Refused(refused) => panic!("{refused:?}"),
    }
}

/// Why matches are refused, each in a line.
async fn refused(scene: &Scene, new: ImportMatches) -> Vec<String> {
    let text = |errors: &[Error]| errors.iter().map(Error::to_string).collect::<Vec<_>>();
    let rehearsed = scene.rehearse_import(scene.club, new.clone()).await;
    let write = scene.write("import", "bad");
    match scene.import_matches(write, new).await.unwrap() {
        ImportMatchesResult::Imported(written) => panic!("{written:?}"),
        ImportMatchesResult::Refused(refused) => {
            assert_eq!(text(&rehearsed.unwrap().refused), text(&refused));
            text(&refused)
        }
    }
}

async fn recorded(scene: &Scene, key: &str, played: PlayedMatch) -> MatchId {
    let opened = scene.write("matches", key);
    let opened = scene.ledger.open_match(opened, played.opened).await;
    let view = opened.unwrap().value;
    let new = RecordOutcomes {
        position: position(&view),
        number: None,
        semantics: played.semantics,
        outcomes: played.outcomes,
    };
    let write = scene.write("hands", key);
    scene.record_outcomes(write, new).await.unwrap();
    view.id
}

/// What there is of a match apart from ids, places in the ledger and times.
async fn told(scene: &Scene, id: MatchId) -> String {
    let history = scene.match_history(id).await;
    let MatchView {
        variant_hash,
        players,
        state,
        played_on,
        ..
    } = history.view;
    let outcomes = history.history.outcomes.iter();
    let outcomes: Vec<_> = outcomes
        .map(|one| (&one.now.outcome, &one.now.result))
        .collect();
    let balances = scene.balances(id).await;
    format!("{variant_hash} {players:?} {state:?} {played_on} {outcomes:?} {balances:?}")
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_is_what_recording_one_by_one_is() {
    let scene = Scene::new().await;
    let (matches, replayed) = import(&scene, scene.write("import", "k"), season(&scene)).await;
    assert!(!replayed);
    assert_eq!(matches.len(), 12);
    for (place, (one, played)) in matches.iter().zip(season(&scene).matches).enumerate() {
        let happened = u64::try_from(played.outcomes.len()).unwrap();
        assert_eq!(one.version, one.opened_seq + happened);
        let view = scene.view(one.id).await;
        assert_eq!(
            (view.opened_seq, view.version, view.state),
            (one.opened_seq, one.version, one.state)
        );
        let other = recorded(&scene, &place.to_string(), played).await;
        assert_eq!(told(&scene, one.id).await, told(&scene, other).await);
    }
    let entries = check_entries(&scene.ledger, scene.club).await;
    rebuilt::check(&scene.admin().await, &entries).await;
    // A match that an import left open goes on.
    let view = scene.view(matches[0].id).await;
    scene.play(&view, [4, -4, 0, 0]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_import_is_the_same() {
    let scene = Scene::new().await;
    let write = || scene.write("import", "k");
    assert_eq!(scene.imported_before(write()).await.unwrap(), None);
    let (first, _) = import(&scene, write(), season(&scene)).await;
    let view = scene.view(first[0].id).await;
    scene.play(&view, [4, -4, 0, 0]).await;
    let before = scene.imported_before(write()).await.unwrap();
    assert_eq!(before.as_ref(), Some(&first));
    let again = import(&scene, write(), season(&scene)).await;
    assert_eq!(again, (first, true));
    let other = Write {
        fingerprint: [9; 32],
        ..write()
    };
    let reused = scene.imported_before(other.clone()).await;
    assert_refused(reused, "IdempotencyKeyReused");
    let reused = scene.import_matches(other, season(&scene)).await;
    assert_refused(reused, "IdempotencyKeyReused");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_match_that_cannot_be_keeps_all_of_them_out() {
    let scene = Scene::new().await;
    let mut bad = season(&scene);
    bad.matches[1].opened.stake_cents = 1_000_000_000_000_000;
    bad.matches[4].opened.players[2] = PlayerId(Uuid::from_u128(1));
    bad.matches[11].outcomes[3].state_after.house_half_points = 2;
    let faults = [
        "match 1, outcome 3: the amounts of this match would grow too large to be kept exactly",
        "match 4: the club has no such player for chair 3",
        "contradiction: the totals are not what the outcomes moved",
    ];
    assert_eq!(refused(&scene, bad).await, faults);
    let mut late = season(&scene);
    let last = late.matches[11].outcomes.last_mut().unwrap();
    last.reason = Some("last train".to_owned());
    let after = last.clone();
    late.matches[11].outcomes.push(after);
    assert_eq!(
        refused(&scene, late).await,
        ["contradiction: the match is over"]
    );
    assert_eq!(scene.kinds().await, [""; 0]);
    let page = Page {
        before: None,
        limit: 9,
    };
    let matches = scene.matches(scene.club, MatchFilter::default(), page);
    assert_eq!(matches.await.unwrap().matches, []);
    // The key is free.
    import(&scene, scene.write("import", "bad"), season(&scene)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn all_are_played_by_rules_that_the_club_plays() {
    let scene = Scene::new().await;
    let import = async |new: ImportMatches| {
        let write = scene.write("import", "k");
        let rehearsed = scene.rehearse_import(scene.club, new.clone()).await;
        let refused = scene.import_matches(write, new).await.unwrap_err();
        assert_eq!(rehearsed.unwrap_err().to_string(), refused.to_string());
        refused
    };
    let nothing = ImportMatches {
        matches: Vec::new(),
    };
    assert!(matches!(import(nothing).await, Error::Contradiction(_)));
    let mut mixed = season(&scene);
    mixed.matches[3].opened.variant_hash = Hash::of(b"{}");
    assert!(matches!(import(mixed).await, Error::Contradiction(_)));
    scene.open_match("m").await;
    let retire = scene.write("retire", "r");
    let retired = scene.retire_variant(retire, Hash::of(DOCUMENT));
    retired.await.unwrap();
    assert!(matches!(
        import(season(&scene)).await,
        Error::VariantRetired
    ));
}
