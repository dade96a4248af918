//! Tiles: how they are written, and which ones a proof takes.

use super::{Log, leaf, leaf_hash};
use evidence::{BadTile, Frontier, MAX_SIZE, NoTile, ProofPlan, TileId};
use proptest::prelude::*;

fn tile(level: u8, index: u64, width: u16) -> TileId {
    TileId::new(level, index, width).unwrap()
}

#[test]
fn a_path_is_written_as_c2sp_writes_it() {
    for (id, path) in [
        (tile(0, 0, 256), "tile/0/000"),
        (tile(0, 273, 112), "tile/0/273.p/112"),
        (tile(1, 1_234_067, 256), "tile/1/x001/x234/067"),
        (tile(2, 1000, 1), "tile/2/x001/000.p/1"),
        (tile(7, 0, 128), "tile/7/000.p/128"),
    ] {
        assert_eq!(id.to_string(), path);
        assert_eq!(path.parse(), Ok(id));
    }
}

#[test]
fn any_other_path_is_refused() {
    for path in [
        "",
        "tile/0/",
        "/tile/0/000",
        "tile/0/0",
        "tile/0/0000",
        "tile/0/x000/000",
        "tile/0/001/000",
        "tile/0/x001/x000",
        "tile/0/x1/000",
        "tile/0/x0010/00",
        "tile/00/000",
        "tile/+1/000",
        "tile/-1/000",
        "tile/8/000",
        "tile/64/000",
        "tile/0/000.p/0",
        "tile/0/000.p/256",
        "tile/0/000.p/257",
        "tile/0/000.p/01",
        "tile/0/000.p/",
        "tile/0/000.p",
        "tile/0/000.p/1.p/1",
        "tile/0/000/",
        "tile/0/000 ",
        "tile/entries/000",
        "tile/7/000",
        "tile/7/000.p/129",
        "tile/0/x999/x999/x999/x999/x999/x999/999",
        "tile/0/x036/x028/x797/x018/x963/968",
    ] {
        assert_eq!(path.parse::<TileId>(), Err(BadTile), "{path}");
    }
}

/// The example of tlog-tiles: a tree of 70,000 leaves.
#[test]
fn a_tree_has_the_tiles_of_c2sps_example() {
    let size = 70_000;
    for (id, is_in) in [
        (tile(0, 272, 256), true),
        (tile(0, 273, 112), true),
        (tile(0, 273, 113), false),
        (tile(0, 273, 256), false),
        (tile(1, 0, 256), true),
        (tile(1, 1, 17), true),
        (tile(1, 1, 18), false),
        (tile(2, 0, 1), true),
        (tile(2, 0, 2), false),
        (tile(3, 0, 1), false),
    ] {
        assert_eq!(id.is_in(size), is_in, "{id}");
    }
}

#[test]
fn a_proof_takes_few_tiles() {
    let plan = ProofPlan::inclusion(5, 70_000).unwrap();
    let expected = [
        tile(0, 0, 256),
        tile(0, 273, 112),
        tile(1, 0, 256),
        tile(1, 1, 17),
    ];
    assert!(plan.tiles().into_iter().eq(expected), "{:?}", plan.tiles());

    let plan = ProofPlan::consistency(65_536, 70_000).unwrap();
    let expected = [tile(0, 273, 112), tile(1, 1, 17)];
    assert!(plan.tiles().into_iter().eq(expected), "{:?}", plan.tiles());

    assert!(
        ProofPlan::consistency(0, 70_000)
            .unwrap()
            .tiles()
            .is_empty()
    );
    assert!(
        ProofPlan::consistency(70_000, 70_000)
            .unwrap()
            .tiles()
            .is_empty()
    );
}

#[test]
fn a_proof_is_not_made_of_less_than_its_tiles() {
    let log = Log::of(300);
    let plan = ProofPlan::inclusion(7, 300).unwrap();
    let tiles = log.tiles(&plan);
    assert!(plan.proof(&tiles).is_ok());
    for id in plan.tiles() {
        let mut missing = tiles.clone();
        missing.remove(&id);
        assert_eq!(plan.proof(&missing), Err(NoTile(id)));
        let mut narrow = tiles.clone();
        narrow.get_mut(&id).unwrap().pop();
        assert_eq!(plan.proof(&narrow), Err(NoTile(id)));
    }
}

#[test]
fn a_subtree_is_completed_with_its_last_leaf() {
    let mut frontier = Frontier::EMPTY;
    for index in 0..=65_536 {
        let completed = frontier.push(leaf_hash(&leaf(index)));
        let expected: &[(u8, u64)] = match index + 1 {
            65_536 => &[(1, 255), (2, 0)],
            size if size % 256 == 0 => &[(1, size / 256 - 1)],
            _ => &[],
        };
        let places: Vec<_> = completed
            .iter()
            .map(|subtree| (subtree.level, subtree.index))
            .collect();
        assert_eq!(places, expected);
        if index == 65_535 {
            assert_eq!(completed[1].hash, frontier.root());
        }
    }
}

proptest! {
    #[test]
    fn a_tile_survives_its_path(level in 0_u8..=8, index in any::<u64>(), shift in 0_u32..64, width in 0_u16..300) {
        if let Ok(id) = TileId::new(level, index >> shift, width) {
            prop_assert_eq!(id.to_string().parse(), Ok(id));
            prop_assert!(id.is_in(MAX_SIZE));
            prop_assert_eq!(id.hashes().count(), usize::from(width));
        }
    }

    #[test]
    fn proofs_of_any_tree_take_tiles_that_it_has(size in 1..=MAX_SIZE, shift in 0_u32..63, place in any::<u64>()) {
        let size = (size >> shift).max(1);
        let plans = [ProofPlan::inclusion(place % size, size), ProofPlan::consistency(place % size, size)];
        for tile in plans.into_iter().flat_map(|plan| plan.unwrap().tiles()) {
            prop_assert!(tile.is_in(size), "{}", tile);
            prop_assert!(TileId::new(tile.level(), tile.index(), tile.width()).is_ok());
        }
    }
}
