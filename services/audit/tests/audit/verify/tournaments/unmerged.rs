//! Merges that are taken back while a tournament is held.

use super::played::{self, Ledger, player};
use super::{check, last_is_wrong};
use crate::honest;
use evidence::{Body, Cut, DrawMethod, Entry, PlayerUnmerged, TournamentRules};

/// Who was drawn for an entrant and is nobody's double any more keeps what they played, without a team.
#[test]
fn who_was_drawn_for_an_entrant_stays_in_the_standings() {
    let mut ledger = Ledger::with_players(10);
    let cut = Cut {
        after_round: 3,
        players: 8,
        keeps_results: true,
    };
    ledger.open(TournamentRules {
        cut: Some(cut),
        ..played::rules(4)
    });
    ledger.enter(&(200..208).collect::<Vec<_>>(), &[]);
    ledger.merge(203, 208);
    ledger.draw(DrawMethod::Swiss);
    ledger.play();
    ledger.unmerge(203, 208);
    ledger.draw(DrawMethod::Swiss);
    ledger.play();
    ledger.enter(&[208], &[]);
    ledger.enter(&[], &[200]);
    ledger.draw(DrawMethod::Swiss);
    ledger.play();
    ledger.merge(209, 208);
    ledger.draw(DrawMethod::Swiss);
    ledger.play();
    ledger.close();
    ledger.unmerge(209, 208);
    check(&ledger);
}

#[test]
fn an_entry_that_takes_no_merge_back_is_found() {
    let mut ledger = Ledger::with_players(6);
    ledger.merge(200, 201);
    ledger.merge(201, 202);
    ledger.merge(203, 204);
    ledger.erase(204);
    check(&ledger);
    let last_is = |ledger: &Ledger, double: u128, into: u128| {
        let seq = ledger.entries.len() as u64 + 1;
        let body = Body::PlayerUnmerged(PlayerUnmerged {
            player: player(double),
            into: player(into),
        });
        let last: Entry = honest::entry((body, seq));
        last_is_wrong(&[&ledger.entries[..], &[last]].concat())
    };
    // Not directly; the other way round; nobody; nobody who is known; who was erased.
    for (double, into) in [(200, 202), (202, 201), (205, 200), (999, 200), (203, 204)] {
        assert_eq!(last_is(&ledger, double, into), ["unfounded"], "{double}");
    }
    ledger.unmerge(200, 201);
    check(&ledger);
    assert_eq!(last_is(&ledger, 200, 201), ["unfounded"]);
}
