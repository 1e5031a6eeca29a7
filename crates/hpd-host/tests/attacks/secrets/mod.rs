//! A hundred sensitive values come into conversations by every way, and every channel out of them is searched.
//!
//! The table below is the one of `docs/journal.md`, "Sensitive values": which channel has a value that came in by which
//! way. Both halves are asserted: a value is in these cells, and in no other.

mod channels;
mod shapes;
mod stores;
mod vault;
mod ways;

use std::collections::{BTreeMap, BTreeSet};
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

/// The table is right for a kind of journal.
fn check<S: Store>() {
    silence();
    let (secrets, mut found) = (secrets(), Found::default());
    let all: Vec<_> = secrets.iter().map(String::as_str).enumerate().collect();
    for (number, way) in Way::ALL.into_iter().enumerate() {
        let Some(store) = S::new(number) else { return };
        let each = SHAPES * (number % (secrets.len() / SHAPES));
        let wanted = if S::TAKES_ALL { &all[..] } else { &all[each..each + SHAPES] };
        talk(&store, way, wanted, &mut found);
    }
    let mut wrong = Vec::new();
    for (way, channel) in Way::ALL.iter().flat_map(|way| CHANNELS.map(|channel| (*way, channel))) {
        let are_in = found.whole.get(&(way, channel)).map_or(0, BTreeSet::len);
        let values = if S::TAKES_ALL { secrets.len() } else { SHAPES };
        let expected = if allowed(way).contains(&channel) { values } else { 0 };
        if are_in != expected {
            wrong.push(format!("{way:?} in {channel:?}: {are_in} values"));
        }
    }
    let halves = found.halves.iter().filter(|((way, channel), _)| !allowed(*way).contains(channel));
    wrong.extend(halves.map(|((way, channel), which)| format!("{way:?} in {channel:?}: halves of {which:?}")));
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
