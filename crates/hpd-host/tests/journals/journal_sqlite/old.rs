//! Files of older versions are opened with all that is in them. Each version leaves one here, as SQL.

use futures_executor::block_on;
use hpd_host::Principal;
use hpd_host::approval::{CallState, Owner, PendingFilter, PendingId, PendingStore, SessionRecord};
use hpd_host::journal::{EventFilter, Journal};
use hpd_host::results::KeptResult;
use hpd_host::spec::QualifiedId;
use hpd_host::system::Timestamp;

use crate::common::database::message;
use crate::journal_sqlite::{Folder, JOURNAL};

const VERSION_1: &str = include_str!("version_1.sql");
const VERSION_2: &str = include_str!("version_2.sql");
const VERSION_5: &str = include_str!("version_5.sql");
const VERSIONS: [&str; 3] = [VERSION_1, VERSION_2, VERSION_5];

fn folder_of(version: &str) -> Folder {
    let folder = Folder::new();
    folder.connection().execute_batch(version).unwrap();
    folder
}

#[test]
fn events_of_older_versions_are_read_and_whole() {
    for version in VERSIONS {
        let folder = folder_of(version);
        let journal = folder.journal();
        let events = block_on(journal.read(&EventFilter::default())).unwrap();
        let kinds: Vec<_> = events.iter().map(|event| (event.entry, event.event.kind())).collect();
        assert_eq!(kinds, [(4, "decision"), (5, "erased"), (6, "turn_started")]);
        let verification = block_on(journal.verify(None)).unwrap();
        assert_eq!((verification.entries, verification.erased, verification.damage), (6, 3, vec![]));
    }
}

#[test]
fn calls_of_older_versions_go_on() {
    for version in VERSIONS {
        let folder = folder_of(version);
        let journal = folder.journal();
        let waiting = block_on(journal.list(&PendingFilter::default())).unwrap();
        assert_eq!(waiting.iter().map(|call| call.state).collect::<Vec<_>>(), [CallState::Approved]);
        let (id, now, lease) = (PendingId::new("waits"), waiting[0].created, waiting[0].expires);
        let claimed = block_on(journal.claim(&id, now, lease)).unwrap().unwrap();
        // Its digest has an older form: the host refuses the call, and the user is asked again.
        assert!(!claimed.digest_is_right(None));
    }
}

/// The columns that lists are narrowed by are newer than the rows.
#[test]
fn calls_of_older_versions_are_listed_by_tool_and_principal() {
    for version in VERSIONS {
        let folder = folder_of(version);
        let journal = folder.journal();
        let waiting = block_on(journal.list(&PendingFilter::default())).unwrap().remove(0);
        let found = |filter: PendingFilter| block_on(journal.list(&filter)).unwrap().len();
        let of_tool =
            |tool: QualifiedId| PendingFilter::default().tool(tool).session(waiting.owner.session.clone());
        assert_eq!(found(of_tool(waiting.tool.clone())), 1);
        assert_eq!(found(of_tool("Books.other".into())), 0);
        let of = |principal: Principal| PendingFilter::default().principal(principal);
        assert_eq!(found(of(waiting.owner.principal.clone())), 1);
        assert_eq!(found(of(Principal::new("nobody").in_tenant("acme"))), 0);
        assert_eq!(found(PendingFilter::default().from(waiting.created)), 1);
        assert_eq!(found(PendingFilter::default().from(waiting.expires)), 0);
    }
}

#[test]
fn older_versions_get_session_records() {
    for version in VERSIONS {
        let folder = folder_of(version);
        let journal = folder.journal();
        let owner = Owner { session: "old".to_owned(), principal: Principal::new("alex") };
        let record = SessionRecord { revision: 1, state: "{}".to_owned(), seal: String::new() };
        let now = Timestamp::from_millis(1_000);
        assert!(block_on(journal.put_session_record(&owner, record.clone(), now)).unwrap());
        assert!(!block_on(journal.put_session_record(&owner, record.clone(), now)).unwrap());
        assert_eq!(block_on(folder.journal().session_record(&owner)).unwrap(), Some(record));
    }
}

#[test]
fn session_records_of_version_5_are_kept() {
    let folder = folder_of(VERSION_5);
    let owner = Owner { session: "kept".to_owned(), principal: Principal::new("alex") };
    let record = SessionRecord { revision: 7, state: "{}".to_owned(), seal: String::new() };
    assert_eq!(block_on(folder.journal().session_record(&owner)).unwrap(), Some(record));
}

#[test]
fn older_versions_get_long_results() {
    for version in VERSIONS {
        let folder = folder_of(version);
        let journal = folder.journal();
        let owner = Owner { session: "old".to_owned(), principal: Principal::new("alex") };
        let [now, end] = [1_000, 2_000].map(Timestamp::from_millis);
        let result = KeptResult::new(owner.clone(), "a long text", now, end);
        let store = journal.results().unwrap();
        block_on(store.keep(result.clone())).unwrap();
        assert_eq!(block_on(store.kept(&owner, &result.id, now)).unwrap(), Some(result));
    }
}

#[test]
fn the_chain_of_older_versions_goes_on() {
    for version in VERSIONS {
        let folder = folder_of(version);
        let journal = folder.journal();
        block_on(journal.append(vec![message("old", "hello")])).unwrap();
        assert_eq!(block_on(journal.head()).unwrap().number, 7);
        assert!(block_on(journal.verify(None)).unwrap().is_whole());
    }
}

#[test]
fn journals_of_older_versions_get_principals() {
    for version in VERSIONS {
        let folder = folder_of(version);
        let journal = folder.journal();
        let alex = message("old", "hello").on_behalf_of(&Principal::new("alex").in_tenant("acme"));
        block_on(journal.append(vec![message("old", "hi"), alex])).unwrap();
        let found = |filter: EventFilter| {
            let events = block_on(journal.read(&filter)).unwrap();
            events.iter().map(|event| event.entry).collect::<Vec<_>>()
        };
        assert_eq!(found(EventFilter::default()), [4, 5, 6, 7, 8]);
        assert_eq!(found(EventFilter::default().principal("alex".to_owned())), [8]);
        assert_eq!(found(EventFilter::default().tenant("acme".to_owned())), [8]);
        assert_eq!(found(EventFilter::default().tenant("other".to_owned())), [0; 0]);
        assert!(block_on(journal.verify(None)).unwrap().is_whole());
    }
}

#[test]
fn a_file_of_version_1_says_what_it_is_once_it_was_opened() {
    let folder = folder_of(VERSION_1);
    assert_eq!(folder.application_id(), 0);
    drop(folder.journal());
    assert_eq!(folder.application_id(), JOURNAL);
}
