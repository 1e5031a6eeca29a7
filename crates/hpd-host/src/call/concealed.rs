//! Arguments of a container without possible sensitive values of its members, in any place.

use std::borrow::Cow;

use hpd_journal::__private::{Secrets, fold};
use hpd_runtime::args::{Limits, Node};

use super::member::{ARGUMENT_KEYS, CALL_KEYS, NAME_KEYS};
use super::name_resolution::inside;
use crate::tool::{ContainerRole, Tool, own_name};
use crate::toolbox::Toolbox;

/// The parameters of a container's members.
pub(super) struct Concealing {
    /// Parameters whose values are never repeated.
    sensitive: Vec<String>,
    /// Their names and those of all others, without case and separators.
    folded_sensitive: Vec<String>,
    harmless: Vec<String>,
    members: Vec<String>,
}

impl Concealing {
    /// `None` if no member has a sensitive parameter.
    #[cold]
    pub(super) fn of(toolbox: &Toolbox, container: &ContainerRole) -> Option<Self> {
        let members = inside(toolbox, &container.members);
        let members = || members.iter().map(|&member| toolbox.at(member));
        let own = container.sensitive.iter().map(AsRef::as_ref);
        let mut sensitive: Vec<_> =
            own.chain(members().flat_map(Tool::sensitive_parameters)).map(str::to_owned).collect();
        if sensitive.is_empty() {
            return None;
        }
        sensitive.sort_unstable();
        sensitive.dedup();
        let folded_sensitive: Vec<_> = sensitive.iter().map(|name| fold(name)).collect();
        let is_harmless = |name: &String| !folded_sensitive.contains(&fold(name));
        let harmless = members().flat_map(Tool::parameter_names).filter(is_harmless).collect();
        let names = members().flat_map(|tool| [fold(tool.name()), fold(own_name(tool))]);
        Some(Self { harmless, members: names.collect(), sensitive, folded_sensitive })
    }

    /// The names of the sensitive parameters.
    pub(super) fn sensitive(&self) -> Vec<&str> {
        self.sensitive.iter().map(String::as_str).collect()
    }

    /// The arguments with `mask` for each possibly sensitive value, and these values. `None` if the text is no JSON of
    /// usual size: its contents are then unknown.
    pub(super) fn conceal(&self, arguments: &str, mask: &'static str) -> (Option<String>, Secrets) {
        let mut concealed = Concealed { known: self, mask, secrets: Secrets::default() };
        let Ok(mut node) = Node::parse(arguments, &Limits::default()) else {
            return (None, concealed.secrets);
        };
        concealed.walk(&mut node);
        (Some(node.to_json()), concealed.secrets)
    }

    fn is_sensitive(&self, folded: &str) -> bool {
        self.folded_sensitive.iter().any(|name| name == folded)
    }

    /// Whether a text ends with the name of a member: `Books.OpenVault`.
    fn names_member(&self, name: &str) -> bool {
        let bare = name.rsplit(['.', ':', '/']).next().unwrap_or(name);
        [name, bare].iter().any(|name| self.members.contains(&fold(name)))
    }
}

struct Concealed<'k> {
    known: &'k Concealing,
    mask: &'static str,
    secrets: Secrets,
}

impl Concealed<'_> {
    fn walk(&mut self, node: &mut Node<'_>) {
        match node {
            Node::Object(entries) => entries.iter_mut().for_each(|(key, value)| self.entry(key, value)),
            Node::Array(items) => items.iter_mut().for_each(|item| self.walk(item)),
            Node::Null | Node::Bool(_) => {}
            Node::Number(_) | Node::String(_) => self.hide(node),
        }
    }

    fn entry(&mut self, key: &mut Cow<'_, str>, value: &mut Node<'_>) {
        let folded = fold(key);
        let is = |keys: &[&str]| keys.contains(&folded.as_str());
        if self.known.is_sensitive(&folded) {
            self.hide(value);
        } else if self.known.harmless.iter().any(|name| *name == **key) {
            self.inside_harmless(value);
        } else if is(&NAME_KEYS) && value.as_str().is_some_and(|name| self.known.names_member(name)) {
        } else if is(&NAME_KEYS) || is(&ARGUMENT_KEYS) || is(&CALL_KEYS) || self.known.names_member(key) {
            self.whole_call(value);
        } else {
            // A name that no parameter has may be a value itself.
            self.secrets.add(&Node::String(key.as_ref().into()));
            *key = self.mask.into();
            self.hide(value);
        }
    }

    /// A call, or its arguments: perhaps as a text.
    fn whole_call(&mut self, value: &mut Node<'_>) {
        let inner = value.as_str().and_then(|text| Node::parse_object(text, &Limits::default()).ok());
        if let Some(mut inner) = inner.map(Node::into_owned) {
            self.walk(&mut inner);
            *value = Node::String(inner.to_json().into());
        } else {
            self.walk(value);
        }
    }

    /// Conceals inside a harmless value: only parts under a sensitive name.
    fn inside_harmless(&mut self, value: &mut Node<'_>) {
        match value {
            Node::Object(entries) => entries.iter_mut().for_each(|(key, value)| {
                if self.known.is_sensitive(&fold(key)) {
                    self.hide(value);
                } else {
                    self.inside_harmless(value);
                }
            }),
            Node::Array(items) => items.iter_mut().for_each(|item| self.inside_harmless(item)),
            _ => {}
        }
    }

    fn hide(&mut self, value: &mut Node<'_>) {
        self.secrets.add(value);
        *value = Node::String(self.mask.into());
    }
}
