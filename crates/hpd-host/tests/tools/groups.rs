//! Groups of settings: a later group adds to an earlier one.

use std::time::Duration;

use futures_executor::block_on;
use hpd_host::approval::{Answer, Choice, DecisionError, Permission, Question, UserChannel};
use hpd_host::args::Leniency;
use hpd_host::filter::{FilterContext, Filters, ListContext, Verdict};
use hpd_host::list::{ModelOptions, Recovery, Spelling};
use hpd_host::outcome::OutcomeKind;
use hpd_host::spec::Risk;
use hpd_host::system::{System, Timestamp};
use hpd_host::testing::FakeClock;
use hpd_host::values::MapProfile;
use hpd_host::{
    Approval, CallError, Limits, Outcome, RawCall, Session, Toolbox, ToolboxBuilder, Values, plugin,
};

struct Books;

#[plugin]
#[expect(clippy::unused_self, reason = "the plugin has nothing")]
impl Books {
    /// Pays.
    #[ai_function(write, risk = low)]
    fn pay(
        &self,
        /** To whom. */
        #[param(profile_key = "payee")]
        payee: String,
    ) -> String {
        format!("Paid {payee}.")
    }

    /// Voids everything.
    #[ai_function(write, risk = high)]
    fn void(&self) -> &'static str {
        "Voided."
    }
}

fn books() -> ToolboxBuilder {
    Toolbox::builder().plugin(Books)
}

fn call(toolbox: &Toolbox, name: &str, arguments: &str) -> Outcome {
    block_on(toolbox.call(&Session::new(), &RawCall::new("1", name, arguments)))
}

const ACME: &str = r#"{"payee": "Acme"}"#;

#[test]
fn a_later_group_keeps_what_it_does_not_name() {
    let toolbox = books()
        .approval(Approval::new().writes(Permission::Allow))
        .approval(Approval::new().permission("Books.void", Permission::Deny))
        .build()
        .unwrap();
    assert_eq!(call(&toolbox, "pay", ACME).for_model().text, "Paid Acme.");
    assert_eq!(call(&toolbox, "void", "{}").status(), "error");
}

#[test]
fn a_later_group_replaces_what_it_names() {
    let asks = books()
        .approval(Approval::new().writes(Permission::Allow))
        .approval(Approval::new().writes(Permission::Ask))
        .build()
        .unwrap();
    assert!(matches!(call(&asks, "pay", ACME).kind, OutcomeKind::Confirm(_)));
    let limits = |first: Limits, second: Limits| books().limits(first).limits(second).build().unwrap();
    let seconds = |seconds| Limits::new().timeout(Duration::from_secs(seconds));
    assert_eq!(limits(seconds(5), Limits::new()).timeout(), Duration::from_secs(5));
    assert_eq!(limits(seconds(5), seconds(7)).timeout(), Duration::from_secs(7));
    assert_eq!(limits(Limits::new(), Limits::new()).timeout(), Duration::from_secs(60));
}

#[test]
fn a_later_permission_never_weakens_an_earlier_one() {
    let rule = |permission| Approval::new().permission("Books.pay", permission);
    for [first, second] in [[Permission::Deny, Permission::Allow], [Permission::Allow, Permission::Deny]] {
        let toolbox = books().approval(rule(first)).approval(rule(second)).build().unwrap();
        assert_eq!(call(&toolbox, "pay", ACME).error().map(CallError::error_type), Some("call_denied"));
    }
}

#[test]
fn options_for_the_model_are_kept_by_the_next_snapshot() {
    let options = ModelOptions::new().rename_all(Spelling::Pascal).recovery(Recovery::Expand);
    let first = books().model(options).build().unwrap();
    let second = first.to_builder().model(ModelOptions::new().leniency(Leniency::Strict)).build().unwrap();
    assert!(second.tool("Pay").is_some());
    assert_eq!(second.recovery(), Recovery::Expand);
    assert_eq!((first.leniency(), second.leniency()), (Leniency::Safe, Leniency::Strict));
}

#[test]
fn filters_of_all_groups_are_asked() {
    let refuses = |_: &FilterContext<'_>| Verdict::deny("Not today.", "a holiday");
    let toolbox = books()
        .approval(Approval::new().writes(Permission::Allow))
        .filters(Filters::new().function("Books.void", refuses))
        .filters(Filters::new().list(|_: &ListContext<'_>| true))
        .build()
        .unwrap();
    assert_eq!(call(&toolbox, "void", "{}").error().map(CallError::error_type), Some("call_denied"));
    assert_eq!(call(&toolbox, "pay", ACME).for_model().text, "Paid Acme.");
}

#[test]
fn values_of_two_groups_belong_together() {
    let toolbox = books()
        .approval(Approval::new().writes(Permission::Allow))
        .values(Values::new().profile(MapProfile::new().for_all("payee", "Acme")))
        .values(Values::new().remember_confirmed_values())
        .build()
        .unwrap();
    assert_eq!(call(&toolbox, "pay", "{}").for_model().text, "Paid Acme.");
}

/// The clock of the second group decides that the time of the first one is over.
#[test]
fn the_time_for_an_answer_depends_on_the_risk() {
    let clock = FakeClock::at(Timestamp::from_millis(0));
    let toolbox = books()
        .approval(
            Approval::new().timeout(Risk::High, Duration::from_secs(1)).timeout(Risk::Low, Duration::MAX),
        )
        .approval(Approval::new().timeout(Risk::Low, Duration::from_secs(60)))
        .system(System::new().clock(clock.clone()))
        .build()
        .unwrap();
    let session = Session::new();
    let asked = |name: &str, arguments: &str| {
        let outcome = block_on(toolbox.call(&session, &RawCall::new(name, name, arguments)));
        let OutcomeKind::Confirm(question) = outcome.kind else { panic!("{name} is asked about") };
        question
    };
    let (pay, void) = (asked("pay", ACME), asked("void", "{}"));
    clock.advance(Duration::from_secs(30));
    let answer = |question: &Question| Answer {
        pending_id: question.pending_id().clone(),
        nonce: question.nonce().to_owned(),
        choice: Choice::Confirm,
        phrase: question.phrase().map(str::to_owned),
        reason: None,
        edit: None,
    };
    let decide = |question| {
        let decision = UserChannel::local().decision(answer(question));
        block_on(toolbox.decide(&session, &decision))
    };
    assert_eq!(decide(&pay).unwrap().for_model().text, "Paid Acme.");
    assert!(matches!(decide(&void), Err(DecisionError::Expired)));
}
