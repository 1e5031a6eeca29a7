//! The checks find contents that break a promise.

use hpd_host::approval::{CallState, PendingId};
use hpd_host::journal::Damage;
use hpd_host::system::SystemRandom;

use crate::check::{Contract, check};
use crate::contract::temporary_folder;
use crate::found::Found;
use crate::order::{Order, ScriptOrder};
use crate::place::sqlite_in;
use crate::process::Process;
use crate::promises::Promises;
use crate::runtime::block_on;
use crate::said::Said;

/// Spoils the contents and promises of a process in one way.
type Spoil = fn(&mut Found, &mut Promises);

const SPOILT: [(&str, Contract, Spoil); 10] = [
    ("an effect twice", Contract::OneEffect, |found, _| {
        found.effects.values_mut().for_each(|count| *count += 1);
    }),
    ("an effect of nobody", Contract::OneEffect, |found, _| {
        found.effects.insert("nobody".to_owned(), 1);
    }),
    ("a row that is gone", Contract::NothingLost, |found, _| drop(found.rows.pop())),
    ("a decision that is gone", Contract::NothingLost, |found, _| {
        found.rows.iter_mut().for_each(|row| row.verdict = None);
    }),
    ("a success without a row", Contract::NoSuccessAlone, |_, promises| {
        promises.successes.insert("c1".to_owned());
    }),
    ("a success without an effect", Contract::NoSuccessAlone, |found, _| found.effects.clear()),
    ("what was found running and is something else", Contract::FoundRunningIsUnknown, |_, promises| {
        promises.unknown.insert(PendingId::new("c1"));
    }),
    ("an entry that is gone", Contract::NoGaps, |found, _| drop(found.events.remove(9))),
    ("a chain that is broken", Contract::ChainWhole, |found, _| {
        found.verification.damage.push(Damage::Edited { entry: 1 });
    }),
    ("a row without its events", Contract::EventsMatch, |found, _| {
        found.rows.iter_mut().for_each(|row| row.state = CallState::Executing);
    }),
];

/// Each violation of the contract is found, and there is none before.
pub(crate) fn each_violation_is_found() {
    let folder = temporary_folder();
    let place = sqlite_in(folder.path(), true);
    let order = ScriptOrder { place: place.clone(), round: 0, sessions: 2, has_secrets: true, stop: None };
    let mut process = Process::start(&Order::Script(order));
    process.wait_for(|said| *said == Said::Done);
    let said = process.kill();
    let find = |spoil: Spoil| {
        let journal = block_on(place.open(SystemRandom));
        let mut found = block_on(Found::read(&*journal, &place, None)).expect("the journal can be read");
        let mut promises = Promises::default();
        promises.take(said.clone());
        spoil(&mut found, &mut promises);
        check(&found, &promises).into_iter().map(|violation| violation.contract).collect::<Vec<_>>()
    };
    assert_eq!(find(|_, _| {}), []);
    for (name, contract, spoil) in SPOILT {
        let violations = find(spoil);
        assert!(violations.contains(&contract), "{name}: {violations:?}");
    }
}
