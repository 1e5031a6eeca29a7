//! A stored call that waits for values, and the meaning of a message as their source.

use hpd_journal::__private::parse_trusted;
use hpd_journal::pending::{FunctionInput, PendingCall, PendingReason};
use hpd_reply::{OpenInput, Reply, ReplyWords, Wanted, read_reply};
use hpd_runtime::args::Node;
use hpd_runtime::values::Provenance;

use super::super::gate::Place;
use super::super::resolve::CollectCall;
use super::inputs;
use crate::collect::FieldPlan;
use crate::toolbox::Toolbox;

/// A call that waits for values.
pub(super) struct WaitingInput<'t, 'a> {
    pub(super) row: &'a PendingCall,
    pub(super) call: CollectCall<'t>,
    pub(super) missing: &'a [String],
    pub(super) uncertain: &'a [String],
}

impl<'t, 'a> WaitingInput<'t, 'a> {
    /// `None` if the toolbox does not have the tool any more.
    pub(super) fn new(toolbox: &'t Toolbox, row: &'a PendingCall) -> Option<Self> {
        let PendingReason::Input { missing, uncertain, .. } = &row.awaits else { return None };
        let index = toolbox.index_of(&row.tool)?;
        let plan = toolbox.safeguards().words_of(index)?;
        let call = CollectCall::of(Place::new(toolbox, index), plan)?;
        Some(Self { row, call, missing, uncertain })
    }

    pub(super) fn read(&self, text: &str, words: &ReplyWords) -> Reply {
        let tool = self.call.place.toolbox.at(self.call.place.index);
        let schema = parse_trusted(tool.input_schema()).ok();
        let schema_of = |name: &str| schema.as_ref()?.get("properties")?.get(name);
        // A field that only a rule names has none: it can be confirmed, and no value is read for it.
        let no_schema = Node::Null;
        if !self.row.inputs.inputs.is_empty() {
            return self.read_inputs(text, words);
        }
        let names = self.missing.iter().chain(self.uncertain);
        let known: Option<Vec<_>> =
            names.map(|name| Some((self.field(name)?, schema_of(name).unwrap_or(&no_schema)))).collect();
        // Values that a function asks for without declaring them are for the model.
        let Some(known) = known else { return read_reply(text, &OpenInput::default(), words) };
        let accepts =
            |field: &'t FieldPlan| move |value: &Node<'_>| self.call.function.accepts(&field.name, value);
        let accepts: Vec<_> = known.iter().map(|(field, _)| accepts(field)).collect();
        let mut wanted: Vec<_> = known
            .iter()
            .zip(&accepts)
            .map(|((field, schema), accepts)| Wanted {
                name: &field.name,
                title: field.title.as_deref(),
                description: &field.description,
                schema,
                accepts,
            })
            .collect();
        let uncertain = wanted.split_off(self.missing.len());
        read_reply(text, &OpenInput::new(wanted, uncertain, &self.call.plan.function), words)
    }

    /// Reads a message as answers to the inputs that the function asks for.
    fn read_inputs(&self, text: &str, words: &ReplyWords) -> Reply {
        let open: Vec<_> = self.row.inputs.open().collect();
        let schemas: Vec<_> = open.iter().map(|input| Node::from_value(input.request.schema())).collect();
        let accepts = |input: &'a FunctionInput| move |value: &Node<'_>| inputs::accepts(input, value);
        let accepts: Vec<_> = open.iter().map(|input| accepts(input)).collect();
        let wanted = open.iter().zip(&schemas).zip(&accepts).map(|((input, schema), accepts)| Wanted {
            name: &input.key,
            title: None,
            description: input.request.message(),
            schema,
            accepts,
        });
        read_reply(text, &OpenInput::new(wanted.collect(), Vec::new(), &self.call.plan.function), words)
    }

    /// Whether the function asks for inputs.
    pub(super) const fn is_for_inputs(&self) -> bool {
        !self.row.inputs.inputs.is_empty()
    }

    /// Whether the function is the one that asked.
    pub(super) fn is_same_function(&self) -> bool {
        let tool = self.call.place.toolbox.at(self.call.place.index);
        self.row.binding.fingerprint == tool.fingerprint()
    }

    pub(super) fn field(&self, name: &str) -> Option<&'t FieldPlan> {
        self.call.plan.fields.iter().find(|field| *field.name == *name)
    }

    /// The values of the stored call: given or confirmed by the user, or sent by the model. Profile and configuration
    /// are read again.
    pub(super) fn values(
        &self,
        confirmed: &[String],
    ) -> Option<(Vec<(String, Node<'static>)>, Node<'static>)> {
        let frozen = parse_trusted(&self.row.frozen.arguments).ok()?.into_owned();
        let Node::Object(members) = frozen else { return None };
        let (mut supplied, mut sent) = (Vec::new(), Vec::new());
        for (name, value) in members {
            let is_confirmed = confirmed.iter().any(|confirmed| *confirmed == *name);
            match self.row.frozen.provenance.get(&*name) {
                _ if is_confirmed => supplied.push((name.into_owned(), value)),
                Some(Provenance::User) => supplied.push((name.into_owned(), value)),
                Some(Provenance::Model | Provenance::Mentioned) | None => sent.push((name, value)),
                Some(_) => {}
            }
        }
        Some((supplied, Node::Object(sent)))
    }

    /// Those of the values that were uncertain and that the profile does not have.
    pub(super) fn confirmed_anew(&self, values: &[(String, Node<'static>)]) -> Vec<(String, Node<'static>)> {
        let provenance = &self.row.frozen.provenance;
        let is_new = |name: &String| {
            self.uncertain.contains(name) && provenance.get(name) != Some(&Provenance::Profile)
        };
        values.iter().filter(|(name, _)| is_new(name)).cloned().collect()
    }
}
