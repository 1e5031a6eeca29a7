//! Which tools a session sees, in which order, and why.

#![allow(clippy::unused_self, reason = "plugins of tests have no state")]

mod cap;
mod constant;
mod events;
mod explain;
mod finance;
mod hide;
mod instances;
mod list_filters;
mod list_filters_asked;
mod list_filters_leak;
mod list_modes;
mod mode_change;
mod naive;
mod nested;
mod never_collapse;
mod open;
mod order;
mod property;
mod scenarios;
mod session;
mod snapshots;
mod spelling;
mod threads;
mod world;

use hpd_host::spec::QualifiedId;
use hpd_host::{Session, Toolbox};

use crate::support::{answer, names, text};

/// The names that a session sees, sorted: for tests about sets.
fn set(toolbox: &Toolbox, session: &Session) -> Vec<String> {
    let mut names = names(toolbox, session);
    names.sort();
    names
}

fn sorted<const N: usize>(mut names: [&str; N]) -> [&str; N] {
    names.sort_unstable();
    names
}

fn id(text: &str) -> QualifiedId {
    QualifiedId::new(None, text)
}

/// A session in which containers are expanded, by qualified id.
fn expanded(containers: &[&str]) -> Session {
    let session = Session::new();
    for container in containers {
        assert!(session.expand(&id(container)), "{container} is expanded once");
    }
    session
}
