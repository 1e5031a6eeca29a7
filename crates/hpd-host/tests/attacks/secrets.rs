//! A hundred sensitive values come into conversations by every way, and every channel out of them is searched.
//!
//! The table below is the one of `docs/journal.md`, "Sensitive values": which channel has a value that came in by which
//! way. Both halves are asserted: a value is in these cells, and in no other.

mod channels;
mod shapes;
mod stores;
mod texts;
mod vault;
mod ways;

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::sync::Arc;

use hpd_host::journal::Journal;

use self::channels::{Channel, Heard, Seen};
use self::shapes::{SHAPES, halves, readings, secrets};
use self::stores::{InMemory, Store};
use self::vault::{Leak, silence};
use self::ways::{Talk, Way};
use crate::log::with_subscriber;

/// All channels.
const CHANNELS: [Channel; 16] = [
    Channel::Model,
    Channel::Host,
    Channel::User,
    Channel::Debug,
    Channel::Display,
    Channel::Tracing,
    Channel::Events,
    Channel::Sse,
    Channel::AgUi,
    Channel::Vercel,
    Channel::Journal,
    Channel::Export,
    Channel::Session,
    Channel::Views,
    Channel::Reports,
    Channel::Metrics,
];

/// The channels that have a value of this way.
fn allowed(way: Way) -> &'static [Channel] {
    match way {
        // A result is the function's answer.
        Way::Argument(_, Leak::Result) => &[Channel::Model, Channel::Host],
        // The user sees what the preview shows.
        Way::Preview => &[Channel::Host, Channel::User, Channel::Views],
        Way::Argument(..) | Way::Message | Way::Repeated => &[],
    }
}

/// Cells of the table, with the numbers of the values in them.
type Cells = BTreeMap<(Way, Channel), BTreeSet<usize>>;

/// What was found: whole values, and halves where no whole one is.
#[derive(Default)]
struct Found {
    whole: Cells,
    halves: Cells,
}

impl Found {
    fn search(&mut self, way: Way, channel: Channel, text: &str, wanted: &[(usize, &str)]) {
        let readings = readings(text);
        let is_there = |part: &str| readings.iter().any(|reading| reading.contains(part));
        for (number, secret) in wanted {
            if is_there(secret) {
                self.whole.entry((way, channel)).or_default().insert(*number);
            } else if halves(secret).iter().any(|half| is_there(half)) {
                self.halves.entry((way, channel)).or_default().insert(*number);
            }
        }
    }
}

/// Conversations with one journal, in which values come in by one way.
fn talk<S: Store>(store: &S, way: Way, wanted: &[(usize, &str)], found: &mut Found) {
    let journal = store.journal();
    for &(number, secret) in wanted {
        let (mut seen, heard) = (Seen::default(), Heard::default());
        let talk = Talk::new(way, number, secret, &journal);
        with_subscriber(heard.clone(), || store.block_on(talk.run(&mut seen)));
        seen.add(Channel::Tracing, &heard.take());
        seen.surroundings(&talk.toolbox, &talk.session);
        let events = Arc::clone(&journal) as Arc<dyn Journal>;
        store.block_on(seen.events(&events, talk.session.id().unwrap()));
        for channel in CHANNELS {
            found.search(way, channel, seen.in_channel(channel), &[(number, secret)]);
        }
    }
    found.search(way, Channel::Journal, &store.contents(), wanted);
}

/// Bytes of a value that a question shows whole.
const LONGEST_SHOWN: usize = 500;

/// The values that come in by a way: one of each shape, and all of them over ten ways. `HPD_SECRETS=all` takes all for
/// each way.
fn values_of<'v, 's>(way: usize, all: &'v [(usize, &'s str)]) -> &'v [(usize, &'s str)] {
    if env::var_os("HPD_SECRETS").is_some_and(|value| value == "all") {
        return all;
    }
    let first = SHAPES * (way % (all.len() / SHAPES));
    &all[first..first + SHAPES]
}

/// The table is right for a kind of journal.
fn check<S: Store>() {
    silence();
    let (secrets, mut found) = (secrets(), Found::default());
    let all: Vec<_> = secrets.iter().map(String::as_str).enumerate().collect();
    for (number, way) in Way::ALL.into_iter().enumerate() {
        let Some(store) = S::new(number) else { return };
        talk(&store, way, values_of(number, &all), &mut found);
    }
    let mut wrong = Vec::new();
    for (number, way) in Way::ALL.into_iter().enumerate() {
        for channel in CHANNELS {
            let in_cell = |cells: &Cells| cells.get(&(way, channel)).cloned().unwrap_or_default();
            let (whole, halves) = (in_cell(&found.whole), in_cell(&found.halves));
            let expected: BTreeSet<_> = if allowed(way).contains(&channel) {
                values_of(number, &all).iter().map(|(number, _)| *number).collect()
            } else {
                BTreeSet::new()
            };
            // A question shows the beginning of a long value.
            let is_cut = |number: &usize| way == Way::Preview && secrets[*number].len() > LONGEST_SHOWN;
            let missing: Vec<_> = expected.difference(&whole).filter(|number| !is_cut(number)).collect();
            let other: Vec<_> = whole.union(&halves).filter(|number| !expected.contains(number)).collect();
            if !missing.is_empty() || !other.is_empty() {
                wrong.push(format!("{way:?} in {channel:?}: {missing:?} are missing, {other:?} are there"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_hundred_secrets_are_where_the_table_says_with_a_journal_in_memory() {
    check::<InMemory>();
}

#[cfg(feature = "sqlite")]
#[test]
fn a_hundred_secrets_are_where_the_table_says_with_a_journal_in_a_file() {
    check::<stores::sqlite::InFile>();
}

#[cfg(feature = "postgres")]
#[test]
fn a_hundred_secrets_are_where_the_table_says_with_a_journal_on_a_server() {
    check::<stores::postgres::OnServer>();
}
