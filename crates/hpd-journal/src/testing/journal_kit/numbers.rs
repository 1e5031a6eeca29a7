//! Rules about writing and numbers.

use std::collections::BTreeMap;

use super::kinds::one_of_each_kind;
use super::sample::sample_event;
use super::under_test::{JournalUnderTest, entries, same_list};
use crate::events::{EventRecord, NewEvent};
use crate::journal::{EventFilter, RegisteredTool};
use crate::testing::store_kit::{RuleResult, same};

/// An event of each kind is read as it was written, with all its parts.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn events_are_read_as_they_were_written(journal: &JournalUnderTest<'_>) -> RuleResult {
    same("an empty journal", &journal.all().await?.len(), &0)?;
    journal.append(Vec::new()).await?;
    same("a journal to which nothing was written", &journal.all().await?.len(), &0)?;
    let events = one_of_each_kind();
    journal.append(events.clone()).await?;
    let read = journal.all().await?;
    same("the number of events", &read.len(), &events.len())?;
    for (record, event) in read.into_iter().zip(events) {
        let EventRecord { session, turn, call_id, principal, tenant, at, event: found, .. } = record;
        same("an event", &NewEvent { session, turn, call_id, principal, tenant, at, event: found }, &event)?;
    }
    Ok(())
}

/// Events are numbered from 1: in the whole journal, and in each session.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn events_are_numbered_without_gaps(journal: &JournalUnderTest<'_>) -> RuleResult {
    let of = |session| sample_event(session, "turn", 1_000);
    journal.append(vec![of("one"), of("two"), of("one")]).await?;
    journal.append(vec![of("")]).await?;
    journal.append(vec![of("one"), of("two")]).await?;
    let read = journal.all().await?;
    let numbers: Vec<_> = read.iter().map(|event| (event.entry, &*event.session, event.seq)).collect();
    let wanted =
        [(1, "one", 1), (2, "two", 1), (3, "one", 2), (4, "", 1), (5, "one", 3), (6, "two", 2)].as_slice();
    same_list("the numbers", &numbers, wanted)
}

/// With simultaneous writers, no number is missing or duplicate. Events of one append keep their order, and none is
/// lost.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn events_of_many_at_once_are_numbered_without_gaps(
    journal: &JournalUnderTest<'_>,
) -> RuleResult {
    const THREADS: usize = 16;
    const TIMES: u64 = 8;
    journal.at_once(THREADS, async |journal, thread| {
        let turn = format!("turn {thread}");
        for time in 0..TIMES {
            let of = |session: String, at| sample_event(&session, &turn, at);
            let own = format!("session {}", thread % 4);
            let pair = vec![of(own, 2 * time), of("all".to_owned(), 2 * time + 1)];
            if time % 2 == 0 { journal.append(pair).await? } else { journal.post(pair).await? }
        }
        Ok(())
    })?;
    journal.append(vec![sample_event("last", "last", 0)]).await?;
    let read = journal.all().await?;
    let count = u64::try_from(THREADS).unwrap_or_default() * TIMES * 2 + 1;
    same_list("the numbers in the journal", &entries(&read), &(1..=count).collect::<Vec<_>>())?;
    let (mut last, mut moments) = (BTreeMap::new(), BTreeMap::new());
    for event in &read {
        let number = last.entry(&event.session).or_insert(0);
        *number += 1;
        same(&format!("a number in {}", event.session), &event.seq, number)?;
        let moment = moments.entry(&event.turn).or_insert(0);
        same(&format!("an event of {:?}", event.turn), &event.at.as_millis(), moment)?;
        *moment += 1;
    }
    Ok(())
}

/// Posted events are written before later appends. After such an append they can be read.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn what_is_posted_comes_before_what_is_written_later(
    journal: &JournalUnderTest<'_>,
) -> RuleResult {
    for at in (0..20).step_by(2) {
        journal.post(vec![sample_event("session", "posted", at)]).await?;
        journal.append(vec![sample_event("session", "written", at + 1)]).await?;
        let filter = EventFilter { session: Some("session".to_owned()), ..EventFilter::default() };
        let read = journal.read(&filter).await?;
        let moments: Vec<_> = read.iter().map(|event| event.at.as_millis()).collect();
        same_list("the events", &moments, &(0..=at + 1).collect::<Vec<_>>())?;
    }
    Ok(())
}

/// Each toolbox build registers its tools, without an event.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn tools_are_registered_again_and_again(journal: &JournalUnderTest<'_>) -> RuleResult {
    let tool = |name: &str| RegisteredTool {
        name: name.to_owned(),
        id: format!("Books.{name}"),
        plugin: Some("Books".to_owned()),
        description: "Voids an invoice.".to_owned(),
        is_write: Some(true),
        risk: Some("high"),
    };
    let read = RegisteredTool::new("add", "Sums.add", "Adds.").plugin(None).is_write(None);
    journal.register(vec![tool("void_invoice"), read.clone(), tool("create_invoice")]).await?;
    let known = journal.registered().await?;
    // A journal that does not implement the method gives none.
    let gives_tools = !known.is_empty();
    if gives_tools {
        same("the tools", &known, &vec![tool("create_invoice"), tool("void_invoice"), read])?;
    }
    journal.register(vec![tool("void_invoice")]).await?;
    if gives_tools {
        same("the tools of the next list", &journal.registered().await?, &vec![tool("void_invoice")])?;
    }
    journal.register(Vec::new()).await?;
    same("the tools of an empty list", &journal.registered().await?, &Vec::new())?;
    same("the events", &journal.all().await?.len(), &0)
}
