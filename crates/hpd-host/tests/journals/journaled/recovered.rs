//! Wrong calls that are recovered: their events, the guardrail's result, and the view of clients.

use std::collections::BTreeSet;
use std::sync::Arc;

use futures_executor::block_on;
use hpd_host::approval::{Answer, Choice, Permission, UserChannel};
use hpd_host::events::Event;
use hpd_host::events::ag_ui::{AgUiKind, AgUiMapper};
use hpd_host::events::vercel::UiMessageMapper;
use hpd_host::journal::health::{HealthBuilder, Period};
use hpd_host::journal::{EventFilter, Journal, MemoryJournal};
use hpd_host::list::{ListMode, ModelOptions, Recovery, VisibilityPolicy};
use hpd_host::outcome::OutcomeKind;
use hpd_host::{Approval, Outcome, RawCall, Session, Toolbox, ToolboxBuilder, scope};

#[derive(Default)]
struct Books;

#[scope("Books")]
impl Books {
    /// Deletes an invoice.
    #[ai_function(write, risk = low, name = "DeleteInvoice")]
    fn delete_invoice(
        /** Which. */
        id: String,
    ) -> String {
        format!("deleted {id}")
    }

    /// Opens the vault.
    #[ai_function(name = "OpenVault")]
    fn open_vault(
        /** The code. */
        #[param(sensitive)]
        code: String,
    ) -> String {
        format!("opened with {code}")
    }

    /// Counts the invoices.
    #[ai_function(name = "CountInvoices")]
    fn count_invoices() -> u32 {
        3
    }
}

struct Desk {
    toolbox: Toolbox,
    session: Session,
    journal: Arc<MemoryJournal>,
}

impl Desk {
    fn new(recovery: Recovery) -> Self {
        Self::with(recovery, |builder| builder.approval(Approval::new().writes(Permission::Allow)))
    }

    fn with(recovery: Recovery, settings: impl FnOnce(ToolboxBuilder) -> ToolboxBuilder) -> Self {
        let journal = Arc::new(MemoryJournal::new());
        let builder = Toolbox::builder()
            .plugin(Books)
            .journal(Arc::clone(&journal))
            .model(ModelOptions::new().recovery(recovery));
        Self { toolbox: settings(builder).build().unwrap(), session: Session::with_id("s1"), journal }
    }

    fn call(&self, id: &str, tool: &str, arguments: &str) -> Outcome {
        block_on(self.toolbox.call(&self.session, &RawCall::new(id, tool, arguments)))
    }

    fn records(&self) -> Vec<hpd_host::events::EventRecord> {
        block_on(self.journal.read(&EventFilter::default())).unwrap()
    }

    fn kept(&self) -> String {
        self.records().iter().map(|record| serde_json::to_string(record).unwrap() + "\n").collect()
    }

    /// The events in short.
    fn told(&self) -> Vec<String> {
        let short = |event: &Event| match event {
            Event::ToolCall(call) => {
                format!("call {} {}", call.tool, call.arguments.as_deref().unwrap_or("?"))
            }
            Event::Recovered(_) => serde_json::to_value(event).unwrap()["data"].to_string(),
            Event::Expanded(expanded) => {
                format!("expanded {}: {}", expanded.container, expanded.functions.join(","))
            }
            Event::ToolRetry(retry) => format!("retry {} #{}", retry.tool, retry.attempt),
            Event::WriteValidation(check) => format!("{:?} {}", check.status, check.tool),
            Event::ToolStarted(started) => format!("started {}", started.tool),
            Event::ToolResult(result) => {
                let said = result.result.as_ref().or(result.error.as_ref()).unwrap();
                let said = said.as_str().unwrap_or("{}");
                format!("result {} {:?} {said}", result.tool, result.status)
            }
            other => other.kind().to_owned(),
        };
        self.records().iter().map(|record| short(&record.event)).skip(1).collect()
    }

    fn reply(&self, text: &str) -> String {
        block_on(self.toolbox.check_final_answer(&self.session, text)).unwrap().text
    }
}

const ALL: &str = "expanded Books: DeleteInvoice,OpenVault,CountInvoices";

/// Wrong calls, and the mistake in each.
const WRONG: [(&str, &str, &str); 4] = [
    ("Books", r#"{"function":"DeleteInvoice","id":"7"}"#, "container_with_parameters"),
    ("Books.DeleteInvoice", r#"{"id":"7"}"#, "qualified_name"),
    ("Books_DeleteInvoice", r#"{"id":"7"}"#, "qualified_name"),
    ("DeleteInvoice", r#"{"id":"7"}"#, "hidden_tool"),
];

#[test]
fn a_write_that_ran_is_told_with_what_was_called_and_what_appeared() {
    for (name, arguments, mistake) in WRONG {
        let desk = Desk::new(Recovery::ExpandAndRun);
        assert_eq!(desk.call("c1", name, arguments).for_model().text, "deleted 7");
        let told = desk.told();
        let recovered = format!(
            r#"{{"called":"{name}","meant":"DeleteInvoice","mistake":"{mistake}","ran":"DeleteInvoice","tool":"DeleteInvoice"}}"#
        );
        let told: Vec<_> = told.iter().map(String::as_str).skip(1).collect();
        assert_eq!(
            told,
            [
                ALL,
                "Passed DeleteInvoice",
                &recovered,
                "started DeleteInvoice",
                "result DeleteInvoice Ok deleted 7"
            ]
        );
    }
}

#[test]
fn a_read_that_ran_is_told_before_its_result() {
    let desk = Desk::new(Recovery::ExpandAndRun);
    desk.call("c1", "Books", r#"{"function":"CountInvoices"}"#);
    assert_eq!(
        desk.told(),
        [
            r#"call Books {"function":"CountInvoices"}"#,
            ALL,
            r#"{"called":"Books","meant":"CountInvoices","mistake":"container_with_parameters","ran":"CountInvoices","tool":"CountInvoices"}"#,
            "result CountInvoices Ok {}",
        ]
    );
}

#[test]
fn a_write_that_waits_or_was_refused_has_not_run() {
    for (name, arguments, _) in WRONG {
        let desk = Desk::with(Recovery::ExpandAndRun, |builder| builder);
        let asked = desk.call("c1", name, arguments);
        assert_eq!(asked.status(), "confirm");
        assert_eq!(asked.recovered.as_ref().unwrap().ran, None);
        assert!(
            desk.told()
                .iter()
                .any(|line| line.contains(r#""tool":"DeleteInvoice""#) && !line.contains("ran"))
        );
        assert_eq!(desk.toolbox.counters().run_as_meant, 0);
        let OutcomeKind::Confirm(question) = &asked.kind else { unreachable!() };
        let decision = UserChannel::local().decision(Answer {
            pending_id: question.pending_id().clone(),
            nonce: question.nonce().to_owned(),
            choice: Choice::Confirm,
            phrase: None,
            reason: None,
            edit: None,
        });
        block_on(desk.toolbox.decide(&desk.session, &decision)).unwrap();
        assert_eq!(desk.reply("I deleted invoice 7."), "I deleted invoice 7.");

        let desk = Desk::new(Recovery::ExpandAndRun);
        let refused = desk.call("c1", name, &arguments.replace(r#""id":"7""#, r#""ids":{}"#));
        assert_eq!(refused.recovered.as_ref().unwrap().ran, None);
        assert_eq!((desk.toolbox.counters().run_as_meant, desk.toolbox.counters().expanded_instead), (0, 0));
        assert!(desk.told().contains(&"Blocked DeleteInvoice".to_owned()), "{:?}", desk.told());
    }
}

#[test]
fn retries_of_recovered_writes_count_like_those_of_others() {
    for (name, arguments, _) in WRONG {
        let desk = Desk::new(Recovery::ExpandAndRun);
        let without = arguments.replace(r#","id":"7""#, "").replace(r#""id":"7""#, "");
        desk.call("c1", name, &without);
        desk.call("c1", name, &without);
        desk.call("c1", name, arguments);
        let retries: Vec<_> = desk.told().into_iter().filter(|line| line.starts_with("retry")).collect();
        assert_eq!(retries, ["retry DeleteInvoice #2", "retry DeleteInvoice #3"], "{name}");
    }
}

#[test]
fn health_knows_functions_and_no_names_that_a_model_made_up() {
    for (name, arguments, _) in WRONG {
        let desk = Desk::new(Recovery::ExpandAndRun);
        desk.call("c1", name, r#"{"function":"DeleteInvoice"}"#);
        desk.call("c2", name, arguments);
        let mut builder = HealthBuilder::new(Period::Day);
        desk.records().iter().for_each(|record| builder.add(record));
        let health = builder.finish();
        let [function] = health.functions.as_slice() else { panic!("{:?}", health.functions) };
        let figures = &function.figures;
        assert_eq!(
            (&*function.tool, figures.calls, figures.blocked, figures.ok),
            ("DeleteInvoice", 2, 1, 1),
            "{name}"
        );
        assert_eq!(function.periods.len(), 1);
        assert_eq!(function.periods[0].figures.calls, 2);
    }
}

/// Gemini numbers the calls of each answer from the start.
#[test]
fn what_is_true_is_never_struck_because_ids_repeat() {
    for (name, arguments, _) in WRONG {
        let desk = Desk::new(Recovery::ExpandAndRun);
        desk.session.user_says("Delete invoice 7");
        assert_eq!(desk.call("gemini-0", name, arguments).for_model().text, "deleted 7");
        desk.call("gemini-0", name, &arguments.replace(r#""id":"7""#, r#""ids":"7""#));
        assert_eq!(desk.reply("I deleted invoice 7."), "I deleted invoice 7.", "{name}");

        let desk = Desk::new(Recovery::ExpandAndRun);
        desk.call("gemini-0", name, r#"{"function":"DeleteInvoice"}"#);
        assert_ne!(desk.reply("I deleted invoice 7."), "I deleted invoice 7.", "{name}: it was blocked");
        desk.call("gemini-0", name, arguments);
        assert_eq!(desk.reply("I deleted invoice 7."), "I deleted invoice 7.", "{name}");
    }
}

#[test]
fn what_only_expanded_is_told_as_the_model_read_it() {
    let desk = Desk::new(Recovery::Expand);
    let outcome = desk.call("c1", "Books", r#"{"function":"DeleteInvoice","id":"7"}"#);
    let read = outcome.for_model().text.into_owned();
    assert_eq!(
        desk.told()[1..],
        [
            ALL.to_owned(),
            r#"{"called":"Books","meant":"DeleteInvoice","mistake":"container_with_parameters","tool":"Books"}"#.to_owned(),
            format!("result Books Ok {read}"),
        ]
    );
    assert!(read.contains("The arguments were not used"), "{read}");
    for (name, arguments, _) in &WRONG[1..] {
        let desk = Desk::new(Recovery::Expand);
        let outcome = desk.call("c1", name, arguments);
        let read = outcome.for_model().text.into_owned();
        assert_eq!(*desk.told().last().unwrap(), format!("result DeleteInvoice Error {read}"));
        assert_ne!(desk.reply("I deleted invoice 7."), "I deleted invoice 7.");
    }
}

#[test]
fn names_of_functions_are_no_secrets() {
    for recovery in [Recovery::Reject, Recovery::Expand] {
        let desk = Desk::new(recovery);
        desk.session.user_says("The code is Delete");
        desk.call("c1", "Books", r#"{"function":"DeleteInvoice","id":"7"}"#);
        desk.call("c2", "Books", "{}");
        assert_eq!(desk.call("c0", "OpenVault", "{}").status(), "ask_user");
        desk.session.user_says("The code is Delete");
        desk.call("c3", "OpenVault", r#"{"code":"Delete"}"#);
        desk.call("c4", "Books", "{}");
        let kept = desk.kept();
        assert!(kept.contains("Functions: DeleteInvoice, OpenVault, CountInvoices."), "{kept}");
        assert!(kept.contains("opened with [hidden]"), "{kept}");
        assert!(!kept.contains("[hidden]Invoice") && !kept.contains("Functions: [hidden]"), "{kept}");
        assert!(kept.contains(r#"{\"function\":\"DeleteInvoice\",\"id\":\"7\"}"#), "{kept}");
    }
}

#[test]
fn a_sensitive_value_is_hidden_at_its_place_however_short() {
    let calls = [
        ("Books", r#"{"OpenVault":{"Code":"47"}}"#),
        ("Books", r#"{"function":"OpenVault","code":"47"}"#),
        ("Books", r#"{"function":"OpenVault","arguments":"{\"code\":\"47\"}"}"#),
        ("Books", r#"{"47":1}"#),
        ("Books.OpenVault", r#"{"47":1}"#),
        ("OpenVault", r#"{"47":1}"#),
        ("OpenVault", r#"{"code":47,"code2":"47"}"#),
    ];
    for recovery in [Recovery::Reject, Recovery::Expand] {
        for (name, arguments) in calls {
            let desk = Desk::new(recovery);
            desk.call("c1", name, arguments);
            for record in desk.records() {
                let mut event = serde_json::to_value(&record.event).unwrap();
                event["data"].as_object_mut().unwrap().remove("duration_ms");
                event["data"].as_object_mut().unwrap().remove("pending_id");
                assert!(!event.to_string().contains("47"), "{recovery:?} {name} {arguments}: {event}");
            }
        }
    }
}

#[test]
fn a_sensitive_value_of_a_recovered_call_is_scrubbed_from_its_result() {
    for (name, arguments) in [
        ("Books", r#"{"function":"OpenVault","code":"4711"}"#),
        ("Books", r#"{"OpenVault":{"Code":"4711"}}"#),
        ("Books", "{'function': 'OpenVault', 'code': '4711'}"),
        ("Books.OpenVault", r#"{"code":"4711"}"#),
        ("OpenVault", r#"{"code":"4711"}"#),
    ] {
        let desk = Desk::new(Recovery::ExpandAndRun);
        assert_eq!(desk.call("c0", "OpenVault", "{}").status(), "ask_user");
        desk.session.user_says("The code is 4711");
        assert_eq!(desk.call("c1", name, arguments).for_model().text, "opened with 4711");
        let kept = desk.kept();
        assert!(!kept.contains("4711") && kept.contains("opened with [hidden]"), "{kept}");
    }
}

#[test]
fn a_call_inside_the_bridge_is_told_by_the_name_inside() {
    let policy = VisibilityPolicy::new().list(ListMode::Constant);
    for (name, arguments, mistake) in WRONG {
        let desk = Desk::with(Recovery::ExpandAndRun, |builder| {
            builder.approval(Approval::new().writes(Permission::Allow)).visibility(policy.clone())
        });
        let inside = format!(r#"{{"name":"{name}","arguments":{arguments}}}"#);
        desk.call("gemini-0", "call_function", &inside);
        let told = desk.told();
        // A function is reached through the bridge without an expansion.
        let is_recovered =
            told.iter().any(|line| line.contains(mistake) && line.contains(&format!(r#""called":"{name}""#)));
        assert!(is_recovered, "{told:?}");
        assert_eq!(told.last().unwrap(), "result DeleteInvoice Ok deleted 7");
        desk.call("gemini-0", "call_function", &inside.replace(r#""id""#, r#""ids""#));
        assert_eq!(desk.reply("I deleted invoice 7."), "I deleted invoice 7.", "{name}");
    }
}

#[test]
fn clients_pair_each_recovered_call_with_its_result() {
    let desk = Desk::new(Recovery::ExpandAndRun);
    for (name, arguments, _) in &WRONG[..3] {
        desk.call("gemini-0", name, arguments);
    }
    let mut mapper = AgUiMapper::new();
    let events: Vec<_> = desk.records().iter().flat_map(|record| mapper.events(record)).collect();
    let ids = |is: &dyn Fn(&AgUiKind) -> Option<String>| -> Vec<String> {
        events.iter().filter_map(|event| is(&event.kind)).collect()
    };
    let started = ids(&|kind| match kind {
        AgUiKind::ToolCallStart { tool_call_id, .. } => Some(tool_call_id.clone()),
        _ => None,
    });
    let ended = ids(&|kind| match kind {
        AgUiKind::ToolCallResult { tool_call_id, .. } => Some(tool_call_id.clone()),
        _ => None,
    });
    assert_eq!(started, ended);
    assert_eq!(started.iter().collect::<BTreeSet<_>>().len(), 3);
    let recovered = ids(&|kind| match kind {
        AgUiKind::Custom { name: "recovered", value } => Some(value["called"].as_str().unwrap().to_owned()),
        _ => None,
    });
    assert_eq!(recovered, ["Books", "Books.DeleteInvoice", "Books_DeleteInvoice"]);

    let mut mapper = UiMessageMapper::new();
    let chunks: Vec<_> = desk.records().iter().filter_map(|record| mapper.chunks(record)).flatten().collect();
    let chunks: Vec<_> = chunks.iter().map(|chunk| serde_json::to_value(chunk).unwrap()).collect();
    let of = |kind: &str| -> Vec<_> {
        let of_kind = chunks.iter().filter(|chunk| chunk["type"] == kind);
        of_kind.map(|chunk| chunk["toolCallId"].as_str().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(of("tool-input-available"), of("tool-output-available"));
    assert_eq!(of("tool-input-available").len(), 3);
    assert_eq!(of("data-recovered").len(), 3);
}
