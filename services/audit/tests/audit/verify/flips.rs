//! No bit of an export may be another.

use super::bundle::{Bundle, key, trusted};
use super::evening;
use audit::{Against, Verdict};
use std::thread;

/// Of so many bits one is flipped, from the first on; a prime, so that every place in a byte has its turn.
const STRIDE: usize = 2503;

/// `FAAN_FLIP_STRIDE=1` flips every bit, for a release build and some patience.
#[test]
fn no_bit_is_flipped_unseen() {
    #[expect(
        clippy::disallowed_methods,
        reason = "how much a test takes upon itself"
    )]
    let stride = std::env::var("FAAN_FLIP_STRIDE");
    let stride = stride.map_or(STRIDE, |stride| stride.parse().unwrap());
    let bundle = Bundle::of(&evening::fifty());
    assert_eq!(bundle.leaves.len(), 50);
    let export = bundle.under(&bundle.header(&key()));
    assert_eq!(verdict(&export), Verdict::Sound);
    let threads = thread::available_parallelism().unwrap().get();
    let bits = export.len() * 8;
    let flipped: usize = thread::scope(|scope| {
        let flip = |first: usize| {
            let mut export = export.clone();
            scope.spawn(move || {
                let flips = (first * stride..bits).step_by(stride * threads);
                flips
                    .map(|bit| {
                        export[bit / 8] ^= 1 << (bit % 8);
                        assert_ne!(verdict(&export), Verdict::Sound, "bit {bit}");
                        export[bit / 8] ^= 1 << (bit % 8);
                    })
                    .count()
            })
        };
        let flips: Vec<_> = (0..threads).map(flip).collect();
        flips.into_iter().map(|flips| flips.join().unwrap()).sum()
    });
    assert_eq!(flipped, bits.div_ceil(stride));
    println!("{flipped} of {bits} bits were flipped, and each was seen");
}

/// What the verifier in Rust finds alone: the one in Python has flipped bits of its own, and takes longer.
fn verdict(export: &[u8]) -> Verdict {
    let keys = vec![trusted(&key())];
    let against = Against {
        keys,
        ..Against::default()
    };
    audit::verify(export, against, |_, _| ()).verdict()
}
