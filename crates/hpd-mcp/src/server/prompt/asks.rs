//! A form of hpd as requests of the protocol, and the client's answers as the values of its fields.

use hpd_host::approval::{PromptField, PromptForm};
use rmcp::model::{ClientCapabilities, InputRequest, InputRequests, RootsCapabilities, SamplingCapability};
use serde_json::{Map, Value, json};

use super::fields::{Shown, shown};
use crate::server::inputs;

/// The requests of one form, in the order of its fields.
#[derive(Debug)]
pub(super) struct Asks(Vec<Ask>);

/// A request, and the fields that its answer fills.
#[derive(Debug)]
pub(super) struct Ask {
    /// Told apart from the others of the form.
    pub(super) key: String,
    pub(super) request: InputRequest,
    fills: Fills,
}

/// The fields that an answer fills.
#[derive(Debug)]
enum Fills {
    /// None, or the phrase: the answer approves.
    Approval,
    /// Properties of the answer are the values of fields. Those of the second list are JSON in a text.
    Several(Vec<(String, Shown)>),
    /// The whole answer is the value of a field.
    Whole(String),
    /// The whole answer of the client itself is the value of a field.
    Result(String),
}

/// What an answer says.
#[derive(Debug, PartialEq)]
pub(super) enum Said {
    /// Values of fields.
    Values(Map<String, Value>),
    /// The user does not want.
    No,
    /// It is no answer to this request.
    Nothing,
}

/// The key of a question for approval.
const APPROVAL: &str = "approval";

/// The key of the values that are asked for together.
const VALUES: &str = "values";

impl Asks {
    /// `None` if the protocol can't ask for this: a form must not ask for a sensitive value.
    pub(super) fn of(form: &PromptForm) -> Option<Self> {
        if form.is_sensitive() {
            return None;
        }
        if form.approval().is_some() {
            let properties = form.fields().iter().map(|field| (field.name.clone(), text_property(field)));
            let request = elicitation(&message(form, form.text()), &properties.collect(), form.fields())?;
            return Some(Self(vec![Ask { key: APPROVAL.to_owned(), request, fills: Fills::Approval }]));
        }
        let mut asks = Vec::new();
        let mut together = Vec::new();
        for field in form.fields() {
            match ask_alone(form, field) {
                Some(ask) => asks.push(ask),
                None => together.push(field),
            }
        }
        if !together.is_empty() {
            asks.push(ask_together(form, &together)?);
        }
        Some(Self(asks))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Ask> {
        self.0.iter()
    }

    pub(super) fn requests(&self) -> InputRequests {
        self.0.iter().map(|ask| (ask.key.clone(), ask.request.clone())).collect()
    }

    /// What the client would have to be able to do, for the requests that only it can answer.
    pub(super) fn lacking(&self, has: &ClientCapabilities) -> Option<ClientCapabilities> {
        let asks = |wanted: fn(&InputRequest) -> bool| self.0.iter().any(|ask| wanted(&ask.request));
        let mut lacking = ClientCapabilities::default();
        if has.sampling.is_none() && asks(|request| matches!(request, InputRequest::CreateMessage(_))) {
            lacking.sampling = Some(SamplingCapability::default());
        }
        if has.roots.is_none() && asks(|request| matches!(request, InputRequest::ListRoots(_))) {
            lacking.roots = Some(RootsCapabilities::default());
        }
        (lacking != ClientCapabilities::default()).then_some(lacking)
    }

    pub(super) fn need_forms(&self) -> bool {
        self.0.iter().any(|ask| matches!(ask.request, InputRequest::Elicitation(_)))
    }
}

/// The request of a field that has one of its own: what only the client can answer, and a flat object.
fn ask_alone(form: &PromptForm, field: &PromptField) -> Option<Ask> {
    let key = field.name.clone();
    if let Some(request) = inputs::request_in(&field.schema) {
        return Some(Ask { fills: Fills::Result(key.clone()), key, request });
    }
    let properties =
        field.schema.get("properties")?.as_object().filter(|properties| !properties.is_empty())?;
    let flat = properties.iter().map(|(name, schema)| match shown(schema, form.schema().get("$defs")) {
        (schema, Shown::AsItIs) => Some((name.clone(), schema)),
        (_, Shown::AsJson) => None,
    });
    let mut schema = Map::from_iter([
        ("type".to_owned(), json!("object")),
        ("properties".to_owned(), Value::Object(flat.collect::<Option<_>>()?)),
    ]);
    if let Some(required) = field.schema.get("required") {
        schema.insert("required".to_owned(), required.clone());
    }
    let said = if field.text.is_empty() { form.text() } else { &field.text };
    let request = request_of(&message(form, said), &Value::Object(schema))?;
    Some(Ask { fills: Fills::Whole(key.clone()), key, request })
}

/// The request for the values of several fields.
fn ask_together(form: &PromptForm, fields: &[&PromptField]) -> Option<Ask> {
    let whole = form.schema();
    let mut properties = Map::new();
    let mut filled = Vec::new();
    for field in fields {
        let asked = whole.get("properties")?.get(&field.name)?;
        let (schema, how) = shown(asked, whole.get("$defs"));
        properties.insert(field.name.clone(), schema);
        filled.push((field.name.clone(), how));
    }
    let only = fields.first().filter(|_| fields.len() == 1 && form.fields().len() == 1);
    let key = only.map_or_else(|| VALUES.to_owned(), |field| field.name.clone());
    let names: Vec<_> = fields.iter().map(|field| json!(field.name)).collect();
    let schema = json!({"type": "object", "properties": properties, "required": names});
    let request = request_of(&message(form, form.text()), &schema)?;
    Some(Ask { key, request, fills: Fills::Several(filled) })
}

/// Why the last answer was not taken, and the question.
fn message(form: &PromptForm, text: &str) -> String {
    form.problem().map_or_else(|| text.to_owned(), |problem| format!("{problem}\n\n{text}"))
}

fn text_property(field: &PromptField) -> Value {
    json!({"type": "string", "description": field.text})
}

fn elicitation(
    message: &str,
    properties: &Map<String, Value>,
    fields: &[PromptField],
) -> Option<InputRequest> {
    let required: Vec<_> = fields.iter().map(|field| json!(field.name)).collect();
    let schema = json!({"type": "object", "properties": properties, "required": required});
    request_of(message, &schema)
}

fn request_of(message: &str, schema: &Value) -> Option<InputRequest> {
    let params = json!({"mode": "form", "message": message, "requestedSchema": schema});
    serde_json::from_value(json!({"method": "elicitation/create", "params": params})).ok()
}

impl Ask {
    pub(super) const fn is_approval(&self) -> bool {
        matches!(self.fills, Fills::Approval)
    }

    /// What a client's answer says.
    pub(super) fn read(&self, answer: &Value) -> Said {
        if let Fills::Result(name) = &self.fills {
            return match answer {
                Value::Object(_) => Said::Values(Map::from_iter([(name.clone(), answer.clone())])),
                _ => Said::Nothing,
            };
        }
        match answer.get("action").and_then(Value::as_str) {
            Some("accept") => {}
            Some("decline" | "cancel") => return Said::No,
            _ => return Said::Nothing,
        }
        let content = match answer.get("content") {
            Some(Value::Object(content)) => content.clone(),
            None | Some(Value::Null) => Map::new(),
            Some(_) => return Said::Nothing,
        };
        match &self.fills {
            Fills::Approval => Said::Values(content),
            Fills::Several(fields) => {
                let value =
                    |(name, how): &(String, Shown)| Some((name.clone(), how.read(content.get(name)?)));
                Said::Values(fields.iter().filter_map(value).collect())
            }
            Fills::Whole(name) | Fills::Result(name) => {
                Said::Values(Map::from_iter([(name.clone(), Value::Object(content))]))
            }
        }
    }
}
