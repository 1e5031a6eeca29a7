//! Records of all types, in any order, of a few sessions, turns and calls.

use hpd_host::events::EventRecord;
use proptest::prelude::*;

use crate::events::nasty::{KINDS, record};

pub(crate) fn any_records() -> impl Strategy<Value = Vec<EventRecord>> {
    // Few different texts, so that sessions, turns and calls are often the same.
    let texts = prop::collection::vec("[ab]{0,1}", 1..6);
    prop::collection::vec((0..KINDS, texts), 1..20).prop_map(|records| {
        let make = |(seq, (kind, texts)): (u64, (u8, Vec<String>))| {
            let mut texts = texts.into_iter().cycle();
            record(kind, seq, &mut || texts.next().unwrap_or_default())
        };
        (1..).zip(records).map(make).collect()
    })
}
