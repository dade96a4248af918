//! Settings.

/// A setting that is set: a variable that is set to nothing is as good as not set.
pub fn set<T: AsRef<str>>(setting: Option<T>) -> Option<T> {
    setting.filter(|setting| !setting.as_ref().is_empty())
}
