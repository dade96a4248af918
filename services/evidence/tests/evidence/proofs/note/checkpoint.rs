//! Checkpoints.

use super::{club, service, signed};
use evidence::{BadCheckpoint, BadNote, Checkpoint, Hash, SignedNote, empty_root};

/// The note text of c2sp.org/tlog-checkpoint's example.
const EXAMPLE: &str =
    "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n";

#[test]
fn the_example_of_c2sp_is_read() {
    let checkpoint: Checkpoint = EXAMPLE.parse().unwrap();
    assert_eq!(checkpoint.origin, "example.com/behind-the-sofa");
    assert_eq!(checkpoint.size, 20_852_163);
    assert_eq!(
        checkpoint.root.to_string(),
        "0ac5186a91863e8e1d90c808014aa89bf5da8e3ee1d9f07630f0378f68f1ab62"
    );
    assert_eq!(checkpoint.to_string(), EXAMPLE);
}

#[test]
fn any_other_text_is_refused() {
    for (from, to) in [
        ("20852163", "020852163"),
        ("20852163", "+20852163"),
        ("20852163", "-1"),
        ("20852163", ""),
        ("20852163", "0"),
        ("20852163", "9223372036854775809"),
        ("20852163", "18446744073709551616"),
        ("example.com/behind-the-sofa", ""),
        ("example.com/behind-the-sofa", "behind the sofa"),
        ("q2I=", "q2J="),
        ("q2I=", "q2I"),
        ("CsUY", ""),
        ("q2I=\n", "q2I="),
        ("q2I=\n", "q2I=\n\n"),
        ("q2I=\n", "q2I=\nan extension\n"),
        ("q2I=\n", "q2I=\r\n"),
    ] {
        let text = EXAMPLE.replace(from, to);
        assert_eq!(
            text.parse::<Checkpoint>(),
            Err(BadCheckpoint::Form),
            "{text:?}"
        );
    }
}

#[test]
fn a_checkpoint_is_opened_with_its_logs_key() {
    let note = signed(7, Hash::of(b"root"));
    let key = service().for_club(club()).public();
    let checkpoint = Checkpoint::open(&note, &key).unwrap();
    assert_eq!((checkpoint.size, checkpoint.root), (7, Hash::of(b"root")));
    assert_eq!(
        checkpoint.origin,
        "faan.example/clubs/00000000-0000-0000-0000-000000000c1b"
    );
    for other in [service().public(), service().for_directory().public()] {
        let result = Checkpoint::open(&note, &other);
        assert_eq!(result, Err(BadCheckpoint::Note(BadNote::NobodyKnown)));
    }
}

/// A log's key vouches for no other log, whatever is signed with it.
#[test]
fn a_checkpoint_of_another_log_is_refused() {
    let [club, directory] = [service().for_club(club()), service().for_directory()];
    let (root, size) = (Hash::of(b"root"), 7);
    let origin = directory.public().name().to_owned();
    let checkpoint = Checkpoint { origin, size, root };
    let wrong = || {
        Err(BadCheckpoint::Origin {
            expected: club.public().name().to_owned(),
            found: checkpoint.origin.clone(),
        })
    };
    assert_eq!(checkpoint.sign(&club).map(drop), wrong());
    let note = SignedNote::sign(&checkpoint.to_string(), &club).unwrap();
    assert_eq!(Checkpoint::open(&note, &club.public()).map(drop), wrong());
}

#[test]
fn an_empty_log_has_the_empty_root() {
    assert!(
        Checkpoint::open(
            &signed(0, empty_root()),
            &service().for_club(club()).public()
        )
        .is_ok()
    );
    let (origin, root) = ("faan.example/directory".to_owned(), Hash::of(b"root"));
    let checkpoint = Checkpoint {
        origin,
        size: 0,
        root,
    };
    let result = checkpoint.sign(&service().for_directory());
    assert_eq!(result, Err(BadCheckpoint::Form));
}
