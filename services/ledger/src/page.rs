//! Pages of lists: one more is read than a page holds, which tells whether another follows.

/// How many to read for a page of so many.
pub(crate) fn one_more(limit: u32) -> i64 {
    i64::from(limit).saturating_add(1)
}

/// The first so many of what was read, and the place of the last of them if more follow.
pub(crate) fn cut<T, Place>(
    mut read: Vec<T>,
    limit: u32,
    place: impl Fn(&T) -> Place,
) -> (Vec<T>, Option<Place>) {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let more = read.len() > limit;
    read.truncate(limit);
    let next = read.last().filter(|_| more).map(place);
    (read, next)
}
