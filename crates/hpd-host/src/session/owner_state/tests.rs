use hpd_journal::Timestamp;
use hpd_journal::pending::PendingId;
use hpd_runtime::Principal;
use hpd_runtime::spec::QualifiedId;

use super::{OwnerState, PermissionChange, WRITES};
use crate::approval::{GrantedPermission, Permission};

fn pay() -> QualifiedId {
    QualifiedId::new(Some("Bank"), "pay")
}

/// How many writes ran.
fn ran(state: &OwnerState) -> usize {
    state.writes.iter().filter(|write| write.ran.is_some()).count()
}

fn granted(id: &str) -> GrantedPermission {
    let text = format!(
        r#"{{"tool":"Bank.pay","permission":"allow","lifetime":"once","fingerprint":"1","id":"{id}"}}"#
    );
    serde_json::from_str(&text).unwrap()
}

#[test]
fn a_permission_is_added_once_by_its_id() {
    let mut state = OwnerState::default();
    state.apply(&PermissionChange::Granted(granted("a")));
    assert_eq!(state.grants.iter().count(), 1);
    state.apply(&PermissionChange::Revoked(granted("a")));
    state.apply(&PermissionChange::Granted(granted("a")));
    assert!(state.grants.is_empty());
    state.apply(&PermissionChange::Granted(granted("b")));
    assert_eq!(state.grants.iter().count(), 1);
}

#[test]
fn a_permission_that_was_revoked_before_it_came_is_not_added() {
    let mut state = OwnerState::default();
    state.apply(&PermissionChange::Revoked(granted("a")));
    state.apply(&PermissionChange::Granted(granted("a")));
    assert!(state.grants.is_empty());
}

#[test]
fn a_delivery_has_one_row() {
    let (one, other) = (PendingId::new("1"), PendingId::new("2"));
    let mut state = OwnerState::default();
    state.deliver(&pay(), "k", &one, None);
    assert_eq!(state.delivered("k"), Some(&one));
    state.deliver(&pay(), "k", &other, None);
    assert_eq!(state.delivered("k"), Some(&other));
    assert_eq!(state.delivered("l"), None);
    assert_eq!(ran(&state), 0);
}

#[test]
fn writes_that_ran_are_counted() {
    let at = Timestamp::from_millis;
    let mut state = OwnerState::default();
    state.deliver(&pay(), "k", &PendingId::new("1"), Some(at(1)));
    state.deliver(&pay(), "l", &PendingId::new("2"), None);
    state.run(&pay(), &PendingId::new("2"), at(2));
    // A row that the record forgot.
    state.run(&pay(), &PendingId::new("3"), at(3));
    // A run that failed, and another of the same delivery.
    state.deliver(&pay(), "k", &PendingId::new("4"), Some(at(4)));
    assert_eq!(ran(&state), 4);
    assert_eq!(state.delivered("k"), Some(&PendingId::new("4")));
}

#[test]
fn the_oldest_writes_are_forgotten() {
    let mut state = OwnerState::default();
    for index in 0..=WRITES {
        state.deliver(&pay(), &index.to_string(), &PendingId::new(index.to_string()), None);
    }
    assert_eq!(state.delivered("0"), None);
    assert!(state.delivered("1").is_some());
}

#[test]
fn the_stored_form_is_the_same_standing() {
    let mut state = OwnerState::default();
    assert_eq!(serde_json::to_string(&state).unwrap(), "{}");
    state.grant(granted("a"));
    state.deliver(&pay(), "k", &PendingId::new("1"), Some(Timestamp::from_millis(7)));
    let text = serde_json::to_string(&state).unwrap();
    assert_eq!(
        text,
        r#"{"grants":[{"tool":"Bank.pay","permission":"allow","lifetime":"once","fingerprint":"1","id":"a"}],"added":["a"],"writes":[{"tool":"Bank.pay","delivery":"k","row":"1","ran":7}]}"#
    );
    assert_eq!(serde_json::from_str::<OwnerState>(&text).unwrap(), state);
    let owner = state.grants.iter().next().unwrap();
    assert_eq!((owner.principal(), owner.permission()), (&Principal::unknown(), Permission::Allow));
    assert_eq!(owner.calls_left(), Some(1));
}
