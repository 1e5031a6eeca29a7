use hpd_journal::Timestamp;
use hpd_runtime::Principal;
use hpd_runtime::args::{Limits, Node};
use hpd_runtime::spec::{QualifiedId, Risk};
use serde_json::json;

use super::{GrantedPermission, Grants, HostPermission, Permission, Permitted};
use crate::approval::Lifetime::{self, Once, Session};
use crate::approval::grant::GrantedArgument;
use crate::approval::host_permission::Level;

use Permission::{Allow, Ask, Deny};

const RISKS: [Option<Risk>; 4] = [None, Some(Risk::Low), Some(Risk::Medium), Some(Risk::High)];
const NOTHING: &Node<'_> = &Node::Null;
const ADA: &Principal = &Principal::unknown();

fn pay() -> QualifiedId {
    QualifiedId::new(Some("Bookkeeping"), "create_payment")
}

/// The default of the host: reads are allowed, and writes are asked about.
fn by_class(risk: Option<Risk>) -> HostPermission {
    HostPermission::of_class(if risk.is_none() { Allow } else { Ask })
}

const fn by_name(permission: Permission) -> HostPermission {
    HostPermission { permission, level: Level::Tool }
}

fn call(tool: &QualifiedId, host: HostPermission, risk: Option<Risk>) -> Permitted<'_> {
    Permitted {
        tool,
        fingerprint: "1",
        arguments: NOTHING,
        ignores_case: false,
        principal: ADA,
        host,
        asks: false,
        risk,
        now: Timestamp::from_millis(5),
    }
}

/// The permission for a call; without the host's, that of its class.
fn taken(session: &mut Grants, host: Option<Permission>, risk: Option<Risk>) -> Permission {
    session.take(&call(&pay(), host.map_or(by_class(risk), by_name), risk))
}

fn granted(permission: Permission, lifetime: Lifetime) -> GrantedPermission {
    let allowing = GrantedPermission::allowing(pay(), "1".to_owned(), None, ADA.clone());
    GrantedPermission { permission, lifetime, ..allowing }
}

fn session(grants: &[(Permission, Lifetime)]) -> Grants {
    let mut session = Grants::default();
    for (permission, lifetime) in grants {
        session.add(granted(*permission, *lifetime));
    }
    session
}

#[test]
fn without_rules_writes_are_asked_about_and_reads_are_not() {
    assert_eq!(RISKS.map(|risk| taken(&mut session(&[]), None, risk)), [Allow, Ask, Ask, Ask]);
}

#[test]
fn rules_of_the_host_hold_for_every_risk() {
    for permission in [Allow, Ask, Deny] {
        assert_eq!(RISKS.map(|risk| taken(&mut session(&[]), Some(permission), risk)), [permission; 4]);
    }
}

#[test]
fn only_the_full_id_of_a_tool_allows_high_risk() {
    for level in [Level::Class, Level::Pattern, Level::Plugin] {
        let host = HostPermission { permission: Allow, level };
        let taken = |risk| session(&[]).take(&call(&pay(), host, risk));
        assert_eq!(RISKS.map(taken), [Allow, Allow, Allow, Ask], "{level:?}");
    }
}

#[test]
fn a_rule_that_asks_is_over_every_allow() {
    let tool = pay();
    let asked = Permitted { asks: true, ..call(&tool, by_name(Allow), Some(Risk::Low)) };
    assert_eq!(session(&[(Allow, Session)]).take(&asked), Ask);
}

#[test]
fn a_user_who_allows_lifts_the_default_question_and_never_that_of_high_risk() {
    for lifetime in [Once, Session] {
        let holds = RISKS.map(|risk| taken(&mut session(&[(Allow, lifetime)]), None, risk));
        assert_eq!(holds, [Allow, Allow, Allow, Ask]);
    }
}

#[test]
fn a_user_who_allows_lifts_no_rule_of_the_host() {
    for host in [Ask, Deny] {
        for risk in RISKS {
            assert_eq!(taken(&mut session(&[(Allow, Session), (Allow, Once)]), Some(host), risk), host);
        }
    }
}

#[test]
fn a_user_can_be_stricter_than_the_host() {
    for permission in [Ask, Deny] {
        assert_eq!(
            RISKS.map(|risk| taken(&mut session(&[(permission, Session)]), Some(Allow), risk)),
            [permission; 4]
        );
        assert_eq!(
            RISKS.map(|risk| taken(&mut session(&[(permission, Session)]), None, risk)),
            [permission; 4]
        );
    }
}

#[test]
fn deny_is_over_ask_and_ask_over_allow() {
    let holds = |granted: &[_]| taken(&mut session(granted), None, Some(Risk::Low));
    assert_eq!(holds(&[(Deny, Session), (Allow, Once)]), Deny);
    assert_eq!(holds(&[(Ask, Session), (Allow, Once)]), Ask);
    assert_eq!(holds(&[(Allow, Session), (Deny, Once)]), Deny);
}

#[test]
fn what_is_said_again_replaces_what_was_said_for_the_same_time() {
    let mut session = session(&[(Deny, Session), (Allow, Session)]);
    assert_eq!(taken(&mut session, None, Some(Risk::Low)), Allow);
    assert_eq!(session.iter().count(), 1);
}

#[test]
fn once_is_used_up_by_one_call() {
    let low = Some(Risk::Low);
    let mut allowed = session(&[(Allow, Once)]);
    assert_eq!([(); 3].map(|()| taken(&mut allowed, None, low)), [Allow, Ask, Ask]);
    let mut denied = session(&[(Allow, Session), (Deny, Once)]);
    assert_eq!([(); 3].map(|()| taken(&mut denied, None, low)), [Deny, Allow, Allow]);
    let mut session = session(&[(Allow, Session)]);
    assert_eq!([(); 3].map(|()| taken(&mut session, None, low)), [Allow, Allow, Allow]);
}

#[test]
fn once_is_not_used_up_where_it_changes_nothing() {
    let mut session = session(&[(Allow, Once)]);
    assert_eq!(taken(&mut session, Some(Deny), Some(Risk::Low)), Deny);
    assert_eq!(taken(&mut session, None, Some(Risk::High)), Ask);
    assert_eq!(taken(&mut session, None, None), Allow);
    assert_eq!(taken(&mut session, None, Some(Risk::Low)), Allow);
    assert_eq!(taken(&mut session, None, Some(Risk::Low)), Ask);
}

#[test]
fn a_permission_is_for_its_owner_and_its_tool() {
    let mut session = session(&[(Allow, Session)]);
    let tool = pay();
    let call = call(&tool, by_class(Some(Risk::Low)), Some(Risk::Low));
    assert_eq!(session.take(&call), Allow);
    let other = QualifiedId::from("Bookkeeping.create_bill");
    assert_eq!(session.take(&Permitted { tool: &other, ..call }), Ask);
    assert_eq!(session.take(&Permitted { principal: &Principal::new("bob"), ..call }), Ask);
    assert_eq!(session.take(&Permitted { principal: &ADA.clone().in_tenant("acme"), ..call }), Ask);
}

#[test]
fn an_allow_ends_with_the_tool_as_it_was_and_a_denial_does_not() {
    let tool = pay();
    let changed = Permitted { fingerprint: "2", ..call(&tool, by_class(Some(Risk::Low)), Some(Risk::Low)) };
    let mut allowed = session(&[(Allow, Session)]);
    assert_eq!(allowed.take(&changed), Ask);
    assert!(allowed.allowed_another(&changed, None) && !allowed.allowed_another(&changed, Some("2")));
    let denied = session(&[(Deny, Session)]);
    assert!(denied.denies(&changed) && !denied.allowed_another(&changed, None));
    // A stored permission without a fingerprint allows nothing.
    let forged = GrantedPermission { fingerprint: None, ..granted(Allow, Session) };
    assert_eq!(taken(&mut Grants(vec![forged]), None, Some(Risk::Low)), Ask);
}

#[test]
fn a_permission_is_for_so_many_calls_and_until_a_time() {
    let low = Some(Risk::Low);
    let mut session = Grants::default();
    session.add(GrantedPermission { calls: Some(2), ..granted(Allow, Session) });
    assert_eq!([(); 3].map(|()| taken(&mut session, None, low)), [Allow, Allow, Ask]);
    for (until, expected) in [(5, Ask), (6, Allow)] {
        let until = Some(Timestamp::from_millis(until));
        let mut session = Grants(vec![GrantedPermission { until, ..granted(Allow, Session) }]);
        assert_eq!(taken(&mut session, None, low), expected);
    }
    let used = GrantedPermission { calls: Some(0), ..granted(Allow, Session) };
    assert_eq!(taken(&mut Grants(vec![used]), None, low), Ask);
}

#[test]
fn a_permission_is_for_a_value_of_an_argument() {
    let argument = GrantedArgument { name: "to".to_owned(), value: json!({"name": "Bob", "n": 5}) };
    let grant = GrantedPermission { argument: Some(argument), ..granted(Allow, Session) };
    let mut session = Grants(vec![grant]);
    let tool = pay();
    for (arguments, ignores_case, expected) in [
        (r#"{"to": {"n": 5, "name": "Bob"}, "amount": 1}"#, false, Allow),
        (r#"{"to": {"n": 5.5, "name": "Bob"}}"#, false, Ask),
        (r#"{"to": "Bob"}"#, false, Ask),
        ("{}", false, Ask),
        (r#"{"To": {"n": 5, "name": "Bob"}}"#, false, Ask),
        (r#"{"To": {"n": 5, "name": "Bob"}}"#, true, Allow),
        // A server that ignores case could take either.
        (r#"{"to": {"n": 5, "name": "Bob"}, "TO": "Eve"}"#, true, Ask),
    ] {
        let arguments = Node::parse(arguments, &Limits::default()).unwrap();
        let low = call(&tool, by_class(Some(Risk::Low)), Some(Risk::Low));
        let call = Permitted { arguments: &arguments, ignores_case, ..low };
        assert_eq!(session.take(&call), expected, "{arguments:?}");
    }
}

#[test]
fn a_user_revokes_a_permission() {
    let mut session = session(&[(Allow, Session), (Deny, Once)]);
    assert!(session.revoke(&granted(Allow, Session)));
    assert!(!session.revoke(&granted(Allow, Session)));
    assert_eq!(session.iter().collect::<Vec<_>>(), [&granted(Deny, Once)]);
}

#[test]
fn stored_permissions_are_the_same() {
    let mut session = session(&[(Deny, Session)]);
    session.add(GrantedPermission {
        calls: Some(3),
        until: Some(Timestamp::from_millis(9)),
        argument: Some(GrantedArgument { name: "to".to_owned(), value: json!("Bob") }),
        principal: Principal::new("ada").in_tenant("acme"),
        ..granted(Allow, Session)
    });
    let stored = serde_json::to_value(&session).unwrap();
    assert_eq!(
        stored,
        json!([
            {"tool": "Bookkeeping.create_payment", "permission": "deny", "lifetime": "session", "fingerprint": "1"},
            {
                "tool": "Bookkeeping.create_payment", "permission": "allow", "lifetime": "session",
                "fingerprint": "1", "argument": {"name": "to", "value": "Bob"}, "calls": 3, "until": 9,
                "principal": "ada", "tenant": "acme"
            },
        ])
    );
    let read: Grants = serde_json::from_value(stored).unwrap();
    assert_eq!(read, session);
}

/// A permission for a number of calls, which can be given back.
fn counted(id: &str, calls: u32) -> GrantedPermission {
    GrantedPermission { calls: Some(calls), id: Some(id.to_owned()), ..granted(Allow, Session) }
}

#[test]
fn a_permission_that_was_used_is_given_back() {
    let tool = pay();
    let call = call(&tool, by_class(Some(Risk::Low)), Some(Risk::Low));
    for calls in [1, 2] {
        let mut session = Grants(vec![counted("a", calls)]);
        let (permission, used) = session.take_noting(&call);
        let used = used.unwrap();
        assert_eq!((permission, &used), (Allow, &counted("a", 1)));
        assert_eq!(session.is_empty(), calls == 1);
        session.give_back(used);
        assert_eq!(session, Grants(vec![counted("a", calls)]));
    }
}

#[test]
fn a_permission_that_took_its_place_stays() {
    let mut session = Grants(vec![counted("b", 5)]);
    session.give_back(counted("a", 1));
    assert_eq!(session, Grants(vec![counted("b", 5)]));
}

#[test]
fn a_call_uses_the_permission_that_decides() {
    let mut session = Grants(vec![counted("a", 2), granted(Deny, Once)]);
    assert_eq!(taken(&mut session, None, Some(Risk::Low)), Deny);
    assert_eq!(session, Grants(vec![counted("a", 2)]));
    let mut session = Grants(vec![counted("a", 2), granted(Deny, Session)]);
    let tool = pay();
    let call = call(&tool, by_class(Some(Risk::Low)), Some(Risk::Low));
    assert_eq!(session.take_noting(&call), (Deny, None));
}

#[test]
fn only_a_denial_of_the_user_for_the_tool_denies() {
    let tool = pay();
    let call = call(&tool, by_class(None), None);
    assert!(session(&[(Deny, Once)]).denies(&call));
    assert!(!session(&[(Allow, Session), (Ask, Once)]).denies(&call));
    assert!(!session(&[(Deny, Once)]).denies(&Permitted { principal: &Principal::new("bob"), ..call }));
}

#[test]
fn another_tool_was_allowed_if_an_allow_in_force_is_for_another_fingerprint() {
    let (tool, bill) = (pay(), QualifiedId::from("Bookkeeping.create_bill"));
    let same = call(&tool, by_class(None), None);
    let changed = Permitted { fingerprint: "2", ..same };
    let allowed = session(&[(Allow, Session)]);
    assert!(allowed.allowed_another(&changed, None));
    assert!(!allowed.allowed_another(&same, None));
    assert!(!allowed.allowed_another(&Permitted { tool: &bill, ..changed }, None));
    assert!(!session(&[(Ask, Session)]).allowed_another(&changed, None));
    let over = GrantedPermission { until: Some(Timestamp::from_millis(5)), ..granted(Allow, Session) };
    assert!(!Grants(vec![over]).allowed_another(&changed, None));
}

#[test]
fn permissions_are_found_by_tool_and_owner() {
    let (tool, bill, bob) = (pay(), QualifiedId::from("Bookkeeping.create_bill"), Principal::new("bob"));
    let cases = [(&tool, ADA), (&tool, &bob), (&bill, ADA)];
    for (permission, is_asked) in [(Allow, false), (Ask, true), (Deny, false)] {
        let session = session(&[(permission, Session)]);
        assert_eq!(cases.map(|(tool, owner)| session.has_own(tool, owner)), [true, false, false]);
        assert_eq!(
            cases.map(|(tool, owner)| session.is_asked_by_user(tool, owner)),
            [is_asked, false, false]
        );
        assert_eq!([&tool, &bill].map(|tool| session.names(tool)), [true, false]);
        assert!(!session.is_empty());
    }
}

#[test]
fn strict_permissions_are_kept_alone() {
    let mut session = session(&[(Allow, Session), (Deny, Once)]);
    session.keep_strict();
    assert_eq!(session, Grants(vec![granted(Deny, Once)]));
}
