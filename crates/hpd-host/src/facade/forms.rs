//! Forms of questions about values: of a call that was just made, and of those that are stored.

use hpd_journal::__private::parse_trusted;
use hpd_journal::pending::{CallState, PendingCall, PendingFilter, PendingReason, PendingView, StoreError};
use serde_json::{Map, Value, json};

use crate::approval::{OpenForm, PromptField, PromptForm, UserChannel};
use crate::collect::AskUser;
use crate::tool::Tool;
use crate::toolbox::Toolbox;

/// The keywords under which a schema has definitions.
const DEFINITIONS: [&str; 2] = ["$defs", "definitions"];

impl Toolbox {
    /// The open [questions about values](crate::outcome::OutcomeKind::AskUser) that were put to the principal of a channel,
    /// in all sessions, each with its form. The oldest come first. [`answer_values`](Self::answer_values) takes the
    /// answer. Questions about writes are [`answerable`](Self::answerable).
    ///
    /// ```
    /// use hpd_host::approval::UserChannel;
    /// use hpd_host::{RawCall, Session, Toolbox, plugin};
    /// use serde_json::json;
    ///
    /// struct Shop;
    ///
    /// #[plugin]
    /// impl Shop {
    ///     /// Finds a delivery time.
    ///     #[ai_function]
    ///     fn delivery(&self, /** The number of items. */ #[param(ask = "How many items?")] count: u32) -> String {
    ///         format!("{count} items: tomorrow")
    ///     }
    /// }
    ///
    /// # futures_executor::block_on(async {
    /// let toolbox = Toolbox::builder().plugin(Shop).build()?;
    /// toolbox.call(&Session::with_id("chat-7"), &RawCall::new("1", "delivery", "{}")).await;
    ///
    /// // On a page that lists what waits for the user:
    /// let user = UserChannel::local().via("page");
    /// let open = toolbox.open_forms(&user).await?;
    /// let form = open[0].form.as_ref().expect("this process has the function");
    /// assert_eq!((form.text(), &*form.fields()[0].name), ("How many items?", "count"));
    ///
    /// let session = Session::with_id(&*open[0].view.owner.session);
    /// let values = json!({"count": 3}).as_object().cloned().unwrap_or_default();
    /// let outcome = toolbox.answer_values(&session, &open[0].view.id, values, &user).await?;
    /// assert_eq!(outcome.for_model().text, "3 items: tomorrow");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Errors
    ///
    /// The store failed.
    pub async fn open_forms(&self, channel: &UserChannel) -> Result<Vec<OpenForm>, StoreError> {
        let filter = PendingFilter::default()
            .states(vec![CallState::NeedsInput])
            .principal(channel.principal().clone());
        let rows = self.safeguards().store.list(&filter).await?;
        Ok(rows.iter().filter_map(|row| self.open_form(row)).collect())
    }

    /// `None` if the question is not open any more, or its call was changed in the store.
    fn open_form(&self, row: &PendingCall) -> Option<OpenForm> {
        let now = self.now_for(row);
        let is_elsewhere = self.waits_elsewhere(row);
        let is_right = row.digest_is_right(self.safeguards().keys.as_ref());
        if row.state_at(now) != CallState::NeedsInput || !(is_right || is_elsewhere) {
            return None;
        }
        let mut view = PendingView::of(row, false, now);
        view.answerable_here = !is_elsewhere;
        let form = if is_elsewhere { None } else { self.form_of_row(row, view.text.as_deref()) };
        Some(OpenForm { view, form })
    }

    /// The form of a stored question; `None` if this toolbox does not have the tool.
    fn form_of_row(&self, row: &PendingCall, question: Option<&str>) -> Option<PromptForm> {
        let PendingReason::Input { missing, uncertain, .. } = &row.awaits else { return None };
        let tool = self.at(self.index_of(&row.tool)?);
        let arguments: Value = parse_trusted(&row.frozen.arguments).ok().map(|tree| tree.to_value())?;
        let mut parts = Parts::of(Some(tool));
        for name in missing {
            parts.parameter(name, None);
        }
        for name in uncertain {
            parts.parameter(name, arguments.get(name));
        }
        for input in row.inputs.open() {
            let request = &input.request;
            parts.input(&input.key, request.message(), request.schema(), request.is_sensitive());
        }
        Some(parts.form(question.unwrap_or_default()))
    }
}

/// The form of a question about values: missing ones, those to confirm, and inputs of the function.
pub(super) fn form_of(toolbox: &Toolbox, tool: &str, asked: &AskUser) -> PromptForm {
    let mut parts = Parts::of(toolbox.tool(tool));
    for name in asked.missing() {
        parts.parameter(name, None);
    }
    for known in asked.uncertain() {
        parts.parameter(&known.name, Some(&known.value));
    }
    for input in asked.inputs() {
        let request = &input.request;
        parts.input(&input.key, request.message(), request.schema(), request.is_sensitive());
    }
    parts.form(asked.question())
}

/// The fields of a form, and what their schemas refer to.
struct Parts<'t> {
    schema: Value,
    sensitive: Vec<&'t str>,
    fields: Vec<PromptField>,
    definitions: Map<String, Value>,
}

impl<'t> Parts<'t> {
    fn of(tool: Option<&'t Tool>) -> Self {
        let schema: Value =
            tool.and_then(|tool| serde_json::from_str(tool.input_schema()).ok()).unwrap_or_default();
        let sensitive = tool.map(Tool::sensitive_parameters).unwrap_or_default();
        let definitions = definitions_of(&schema);
        Self { schema, sensitive, fields: Vec::new(), definitions }
    }

    fn parameter(&mut self, name: &str, value: Option<&Value>) {
        let schema = self.schema.pointer("/properties").and_then(|properties| properties.get(name));
        let sensitive = self.sensitive.contains(&name);
        self.fields.push(PromptField {
            name: name.to_owned(),
            text: String::new(),
            schema: schema.cloned().unwrap_or_else(|| json!({})),
            value: value.filter(|_| !sensitive).cloned(),
            sensitive,
        });
    }

    fn input(&mut self, key: &str, message: &str, schema: &Value, sensitive: bool) {
        let mut schema = schema.clone();
        self.definitions.extend(take_definitions(&mut schema));
        let (name, text) = (key.to_owned(), message.to_owned());
        self.fields.push(PromptField { name, text, schema, value: None, sensitive });
    }

    fn form(self, question: &str) -> PromptForm {
        let Self { fields, definitions, .. } = self;
        PromptForm { text: question.to_owned(), fields, definitions, approval: None, problem: None }
    }
}

fn definitions_of(schema: &Value) -> Map<String, Value> {
    let found = DEFINITIONS.iter().filter_map(|&key| Some((key.to_owned(), schema.get(key)?.clone())));
    found.collect()
}

fn take_definitions(schema: &mut Value) -> Map<String, Value> {
    let definitions = definitions_of(schema);
    if let Value::Object(members) = schema {
        members.retain(|key, _| !DEFINITIONS.contains(&key.as_str()));
    }
    definitions
}
