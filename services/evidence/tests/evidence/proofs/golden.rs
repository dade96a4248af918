//! One of everything, byte for byte: what is written here is what others hold, and what FORMAT.md points to.

use super::note::{club, service, witness};
use evidence::{
    Body, Checkpoint, ClubFounded, Entry, ExportHeader, Frontier, Head, InDirectory, MemberSet,
    ProofPlan, Receipt, Role, SignedNote, SignerKey, Tiles, UserId, commit, leaf_hash,
};
use uuid::Uuid;

const USER: UserId = UserId(Uuid::from_u128(2));

/// Three entries of a club.
fn leaves() -> Vec<Vec<u8>> {
    let founded = ClubFounded {
        time_zone: "Asia/Hong_Kong".to_owned(),
        name_commitment: commit(&[1; 16], "雀友會"),
    };
    let role = |role| Body::MemberSet(MemberSet { user: USER, role });
    let bodies = [
        Body::ClubFounded(founded),
        role(Role::Scorer),
        role(Role::Owner),
    ];
    let leaf = |(seq, body)| {
        let time = format!("2026-11-21T09:30:00.00000{seq}Z").parse().unwrap();
        let (club, actor) = (club(), USER);
        Entry {
            club,
            seq,
            time,
            actor,
            body,
        }
        .to_bytes()
        .unwrap()
    };
    (1..).zip(bodies).map(leaf).collect()
}

fn tree(leaves: &[Vec<u8>]) -> Frontier {
    let mut tree = Frontier::EMPTY;
    for leaf in leaves {
        tree.push(leaf_hash(leaf));
    }
    tree
}

fn checkpoint(key: &SignerKey, leaves: &[Vec<u8>]) -> SignedNote {
    let (tree, origin) = (tree(leaves), key.public().name().to_owned());
    let (size, root) = (tree.size(), tree.root());
    Checkpoint { origin, size, root }.sign(key).unwrap()
}

fn proof(index: u64, leaves: &[Vec<u8>]) -> Vec<evidence::Hash> {
    let plan = ProofPlan::inclusion(index, leaves.len() as u64).unwrap();
    let hashes: Vec<_> = leaves.iter().map(|leaf| leaf_hash(leaf)).collect();
    let tiles: Tiles = plan
        .tiles()
        .into_iter()
        .map(|tile| (tile, hashes.clone()))
        .collect();
    plan.proof(&tiles).unwrap()
}

#[test]
fn everything_is_written_as_ever() {
    let leaves = leaves();
    let [club_key, directory_key] = [service().for_club(club()), service().for_directory()];
    let note = checkpoint(&club_key, &leaves)
        .cosigned(&witness(1), 1_800_000_000)
        .unwrap();
    let older = checkpoint(&club_key, &leaves[..1]);
    let heads = [&older, &note].map(|note| {
        Head::of(club(), &note.text().parse().unwrap())
            .to_bytes()
            .unwrap()
    });
    let receipt = Receipt {
        leaf_hash: leaf_hash(&leaves[1]),
        index: 1,
        proof: proof(1, &leaves),
        note: note.clone(),
    };
    receipt.check(&service().public(), club()).unwrap();
    let directory = InDirectory {
        checkpoint: checkpoint(&directory_key, &heads),
        head_index: 1,
        proof: proof(1, &heads),
    };
    let header = ExportHeader {
        club: club(),
        checkpoint: note,
        directory: Some(directory),
    };
    header.check(&service().public()).unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap() + "\n";
    let lines = |leaves: &[Vec<u8>]| leaves.iter().map(|leaf| text(leaf)).collect::<String>();

    let golden = [
        (
            "the service's signer key",
            service().to_secret_text() + "\n",
        ),
        ("its verifier key", service().public().to_string() + "\n"),
        (
            "the witness's verifier key",
            witness(1).public().to_string() + "\n",
        ),
        ("the leaves of the directory", lines(&heads)),
        ("a receipt of the second entry", receipt.to_string()),
        (
            "an export",
            text(&header.to_line().unwrap()) + &lines(&leaves),
        ),
    ];
    let golden = golden.map(|(what, text)| format!("== {what}\n{text}\n"));
    insta::assert_snapshot!(golden.concat());
}
