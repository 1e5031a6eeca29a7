//! A plugin whose functions return their arguments.

use futures_executor::block_on;
use hpd_host::approval::Permission;
use hpd_host::args::{Leniency, StopReason};
use hpd_host::list::ModelOptions;
use hpd_host::outcome::OutcomeKind;
use hpd_host::{Approval, CallContext, CallError, RawCall, Session, Toolbox, plugin};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Urgency {
    Low,
    VeryHigh,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Page {
    page_number: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = 5))]
    copies: Option<u8>,
}

#[derive(Default)]
pub(crate) struct Desk;

fn no_more_than_pages(limit: &u32) -> Result<(), String> {
    if *limit <= 100 { Ok(()) } else { Err("limit must be at most 100 pages".to_owned()) }
}

#[plugin]
impl Desk {
    /// Finds documents.
    #[ai_function]
    fn find(
        &self,
        /// Words.
        text: String,
        /// How many.
        #[param(default = 10, custom = no_more_than_pages)]
        limit: u32,
        /// How soon.
        urgency: Option<Urgency>,
        /// Labels.
        tags: Option<Vec<String>>,
    ) -> String {
        format!("{text:?} {limit} {urgency:?} {tags:?}")
    }

    /// Files a document.
    #[ai_function(write, risk = low)]
    fn file(
        &self,
        /// The name.
        title: String,
        /// The pages.
        pages: Vec<Page>,
    ) -> String {
        format!("{title:?} {pages:?}")
    }

    /// Prints pages.
    #[ai_function]
    fn print(
        &self,
        /// The page.
        page: Page,
    ) -> String {
        format!("{page:?}")
    }

    /// Counts.
    #[ai_function(leniency = strict)]
    fn count(
        &self,
        /// From here.
        from: u32,
        /// Whether loudly.
        #[param(lenient)]
        loudly: bool,
    ) -> String {
        format!("{from} {loudly}")
    }

    /// Opens the safe.
    #[ai_function]
    fn open(
        &self,
        /// The number.
        #[param(sensitive, range(max = 9999))]
        pin: u32,
        /// The door.
        door: u32,
    ) -> String {
        format!("{pin} {door}")
    }

    /// Says what was sent, letter by letter.
    #[ai_function]
    fn echo(
        &self,
        /// A number.
        number: i64,
        #[context] context: &CallContext<'_>,
    ) -> String {
        let codes: Vec<_> = context.warnings().iter().map(|warning| warning.code.as_str()).collect();
        format!("{number} from {} with {codes:?}", context.call().arguments)
    }
}

/// A successful call: the function's answer, and the codes and places of the repairs and promotions.
#[track_caller]
pub(crate) fn read(leniency: Leniency, function: &str, arguments: &str) -> (String, Vec<String>) {
    let call = RawCall::new("1", function, arguments);
    let toolbox = Toolbox::builder()
        .approval(Approval::new().writes(Permission::Allow))
        .plugin(Desk)
        .model(ModelOptions::new().leniency(leniency))
        .build()
        .unwrap();
    let session = Session::new();
    // A sensitive number is used without a question if the user answers one with it.
    let answers = || {
        if function == "open" {
            block_on(toolbox.call(&session, &RawCall::new("0", "open", r#"{"door": 3}"#)));
            session.user_says("My number is 4711");
        }
    };
    answers();
    let outcome = block_on(toolbox.call(&session, &call));
    let OutcomeKind::Result(_) = outcome.kind else { panic!("{}", outcome.for_model().text) };
    let warnings = outcome.warnings.iter().map(|warning| format!("{} {}", warning.code, warning.pointer));
    let warnings = warnings.map(|warning| warning.trim_end().to_owned()).collect();
    // The host's arguments equal the function's.
    let checked = toolbox.check(&session, &call).unwrap();
    assert_eq!(checked.warnings, outcome.warnings);
    let again = RawCall::new("1", function, checked.arguments.unwrap());
    if function != "echo" {
        answers();
        assert_eq!(block_on(toolbox.call(&session, &again)).for_model().text, outcome.for_model().text);
    }
    (outcome.for_model().text.into_owned(), warnings)
}

/// A call that was refused: its errors, each as `CODE text`.
#[track_caller]
pub(crate) fn refuse(leniency: Leniency, function: &str, arguments: &str, stop: StopReason) -> Vec<String> {
    let toolbox = Toolbox::builder()
        .approval(Approval::new().writes(Permission::Allow))
        .plugin(Desk)
        .model(ModelOptions::new().leniency(leniency))
        .build()
        .unwrap();
    let call = RawCall::new("1", function, arguments).stopped_by(stop);
    match block_on(toolbox.call(&Session::new(), &call)).kind {
        OutcomeKind::Error(CallError::Validation(response)) => response
            .errors
            .iter()
            .map(|error| format!("{} {}", error.error_code, error.error_message))
            .collect(),
        other => panic!("{other:?}"),
    }
}
