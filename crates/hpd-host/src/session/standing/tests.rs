use hpd_journal::Timestamp;
use hpd_journal::pending::PendingId;
use hpd_runtime::Principal;
use hpd_runtime::spec::QualifiedId;

use super::{PermissionChange, Standing, WRITES};
use crate::approval::{GrantedPermission, Permission};

fn pay() -> QualifiedId {
    QualifiedId::new(Some("Bank"), "pay")
}

/// How many writes ran.
fn ran(standing: &Standing) -> usize {
    standing.writes.iter().filter(|write| write.ran.is_some()).count()
}

fn granted(id: &str) -> GrantedPermission {
    let text = format!(
        r#"{{"tool":"Bank.pay","permission":"allow","lifetime":"once","fingerprint":"1","id":"{id}"}}"#
    );
    serde_json::from_str(&text).unwrap()
}

#[test]
fn a_permission_is_added_once_by_its_id() {
    let mut standing = Standing::default();
    standing.apply(&PermissionChange::Granted(granted("a")));
    assert_eq!(standing.grants.iter().count(), 1);
    standing.apply(&PermissionChange::Revoked(granted("a")));
    standing.apply(&PermissionChange::Granted(granted("a")));
    assert!(standing.grants.is_empty());
    standing.apply(&PermissionChange::Granted(granted("b")));
    assert_eq!(standing.grants.iter().count(), 1);
}

#[test]
fn a_permission_that_was_revoked_before_it_came_is_not_added() {
    let mut standing = Standing::default();
    standing.apply(&PermissionChange::Revoked(granted("a")));
    standing.apply(&PermissionChange::Granted(granted("a")));
    assert!(standing.grants.is_empty());
}

#[test]
fn a_delivery_has_one_row() {
    let (one, other) = (PendingId::new("1"), PendingId::new("2"));
    let mut standing = Standing::default();
    standing.deliver(&pay(), "k", &one, None);
    assert_eq!(standing.delivered("k"), Some(&one));
    standing.deliver(&pay(), "k", &other, None);
    assert_eq!(standing.delivered("k"), Some(&other));
    assert_eq!(standing.delivered("l"), None);
    assert_eq!(ran(&standing), 0);
}

#[test]
fn writes_that_ran_are_counted() {
    let at = Timestamp::from_millis;
    let mut standing = Standing::default();
    standing.deliver(&pay(), "k", &PendingId::new("1"), Some(at(1)));
    standing.deliver(&pay(), "l", &PendingId::new("2"), None);
    standing.run(&pay(), &PendingId::new("2"), at(2));
    // A row that the record forgot.
    standing.run(&pay(), &PendingId::new("3"), at(3));
    // A run that failed, and another of the same delivery.
    standing.deliver(&pay(), "k", &PendingId::new("4"), Some(at(4)));
    assert_eq!(ran(&standing), 4);
    assert_eq!(standing.delivered("k"), Some(&PendingId::new("4")));
}

#[test]
fn the_oldest_writes_are_forgotten() {
    let mut standing = Standing::default();
    for index in 0..=WRITES {
        standing.deliver(&pay(), &index.to_string(), &PendingId::new(index.to_string()), None);
    }
    assert_eq!(standing.delivered("0"), None);
    assert!(standing.delivered("1").is_some());
}

#[test]
fn the_stored_form_is_the_same_standing() {
    let mut standing = Standing::default();
    assert_eq!(serde_json::to_string(&standing).unwrap(), "{}");
    standing.grant(granted("a"));
    standing.deliver(&pay(), "k", &PendingId::new("1"), Some(Timestamp::from_millis(7)));
    let text = serde_json::to_string(&standing).unwrap();
    assert_eq!(
        text,
        r#"{"grants":[{"tool":"Bank.pay","permission":"allow","lifetime":"once","fingerprint":"1","id":"a"}],"added":["a"],"writes":[{"tool":"Bank.pay","delivery":"k","row":"1","ran":7}]}"#
    );
    assert_eq!(serde_json::from_str::<Standing>(&text).unwrap(), standing);
    let owner = standing.grants.iter().next().unwrap();
    assert_eq!((owner.principal(), owner.permission()), (&Principal::unknown(), Permission::Allow));
    assert_eq!(owner.calls_left(), Some(1));
}
