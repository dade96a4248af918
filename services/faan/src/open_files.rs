//! How many files, and so connections, this process may have open.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Takes as many as are allowed. What is given at first is often 1,024, for the sake of programs that cannot count further, and is
/// less than the connections that a gateway serves.
pub(crate) fn allow_all() {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current == maximum {
        return;
    }
    let all = Rlimit {
        current: maximum,
        maximum,
    };
    if let Err(error) = setrlimit(Resource::Nofile, all) {
        tracing::warn!(%error, "there may be no more than {current:?} open files");
    }
}
