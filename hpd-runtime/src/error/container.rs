//! The answer to a container that was called with parameters.

use std::borrow::Cow;
use std::fmt;

use hpd_json::__private::echo;
use hpd_json::text::{HIDDEN, cut};
use hpd_json::{Limits, Node};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// The answer to a container that was called with parameters.
///
/// As JSON it is an object with the keys `error_type`, `container_name`, `attempted_parameters`, `available_functions`,
/// `error_message` and `retry_guidance`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ContainerInvocationError {
    /// The container that was called.
    pub container_name: String,
    /// The sent parameters: texts shortened, sensitive values hidden. The text itself if it is not JSON.
    pub attempted_parameters: Node<'static>,
    /// The names of the members.
    pub available_functions: Vec<String>,
    /// The problem.
    pub error_message: String,
    /// Guidance for the model.
    pub retry_guidance: String,
}

impl ContainerInvocationError {
    /// The value of `error_type`.
    pub const ERROR_TYPE: &'static str = "container_invocation_error";

    /// The answer to a call of the container `name` with the argument text `arguments`.
    #[cold]
    pub fn new<S: AsRef<str>>(name: &str, arguments: &str, members: &[S], sensitive: &[&str]) -> Self {
        Self {
            container_name: name.to_owned(),
            attempted_parameters: attempted(arguments, sensitive),
            available_functions: members.iter().map(|member| member.as_ref().to_owned()).collect(),
            error_message: Inside::Functions.message(name),
            retry_guidance: Inside::Functions.guidance(name, members),
        }
    }

    /// The same answer, for a container that is expanded already.
    #[must_use]
    pub fn expanded(mut self, inside: Inside) -> Self {
        self.retry_guidance = inside.open_guidance(&self.container_name, &self.available_functions);
        self
    }

    /// The same answer, where the members need no expansion.
    #[must_use]
    pub fn open(mut self, inside: Inside) -> Self {
        self.retry_guidance = inside.free_guidance(&self.container_name, &self.available_functions);
        self
    }

    /// The same answer, for a container that holds something other than functions.
    #[must_use]
    pub fn holding(mut self, inside: Inside) -> Self {
        self.error_message = inside.message(&self.container_name);
        self.retry_guidance = inside.guidance(&self.container_name, &self.available_functions);
        self
    }
}

/// The contents of a container: the kind of its callable members.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inside {
    /// Functions, and perhaps more.
    Functions,
    /// Skills, and no functions.
    Skills,
    /// Other containers alone.
    Containers,
    /// Instructions alone, of a skill that refers to nothing.
    Instructions,
}

impl Inside {
    const fn noun(self) -> &'static str {
        match self {
            Self::Functions => "function",
            Self::Skills => "skill",
            Self::Containers => "container",
            Self::Instructions => "instruction",
        }
    }

    fn message(self, name: &str) -> String {
        let does = if self == Self::Instructions { "holds" } else { "groups related" };
        let noun = self.noun();
        format!("'{name}' is a container function that {does} {noun}s. It cannot be called with parameters.")
    }

    fn guidance<S: AsRef<str>>(self, name: &str, members: &[S]) -> String {
        let noun = self.noun();
        if self == Self::Instructions {
            return format!("Call '{name}' with NO arguments: the answer has its {noun}s.");
        }
        let mut guidance = format!(
            "This requires TWO separate tool calls: (1) First call '{name}' with NO arguments to expand it. \
             (2) After expansion succeeds, call the individual {noun} you need."
        );
        self.list(members, &mut guidance);
        guidance
    }

    /// The guidance for a container that is expanded already.
    fn open_guidance<S: AsRef<str>>(self, name: &str, members: &[S]) -> String {
        if self == Self::Instructions {
            return self.guidance(name, members);
        }
        let noun = self.noun();
        let mut guidance =
            format!("'{name}' is expanded already: call the individual {noun} you need by its own name.");
        self.list(members, &mut guidance);
        guidance
    }

    /// The guidance for a container whose members need no expansion.
    fn free_guidance<S: AsRef<str>>(self, name: &str, members: &[S]) -> String {
        if self == Self::Instructions {
            return self.guidance(name, members);
        }
        let noun = self.noun();
        let mut guidance = format!(
            "'{name}' is open: call the individual {noun} you need by its own name. Called with NO arguments, '{name}' \
             describes each {noun}."
        );
        self.list(members, &mut guidance);
        guidance
    }

    fn list<S: AsRef<str>>(self, members: &[S], guidance: &mut String) {
        if !members.is_empty() {
            guidance.extend([" Available ", self.noun(), "s: ", &first_names(members)]);
        }
    }
}

impl Serialize for ContainerInvocationError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(6))?;
        map.serialize_entry("error_type", Self::ERROR_TYPE)?;
        map.serialize_entry("container_name", &self.container_name)?;
        map.serialize_entry("attempted_parameters", &self.attempted_parameters)?;
        map.serialize_entry("available_functions", &self.available_functions)?;
        map.serialize_entry("error_message", &self.error_message)?;
        map.serialize_entry("retry_guidance", &self.retry_guidance)?;
        map.end()
    }
}

impl fmt::Display for ContainerInvocationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.error_message, self.retry_guidance)
    }
}

impl std::error::Error for ContainerInvocationError {}

/// Names that a text shows of a longer list.
const FIRST_NAMES: usize = 5;

/// The first five names, then `...` if there are more.
///
/// ```
/// use hpd_runtime::__private::first_names;
///
/// assert_eq!(first_names(&["a", "b"]), "a, b");
/// assert_eq!(first_names(&["a", "b", "c", "d", "e", "f"]), "a, b, c, d, e, ...");
/// ```
pub fn first_names<S: AsRef<str>>(names: &[S]) -> String {
    let mut text = String::new();
    for name in names.iter().take(FIRST_NAMES) {
        if !text.is_empty() {
            text.push_str(", ");
        }
        text.push_str(name.as_ref());
    }
    if names.len() > FIRST_NAMES {
        text.push_str(", ...");
    }
    text
}

/// Entries of one object or array that are repeated; the rest is counted.
const MAX_ENTRIES: usize = 20;

fn attempted(arguments: &str, sensitive: &[&str]) -> Node<'static> {
    let limits = Limits::default();
    match Node::parse(arguments, &limits) {
        Ok(tree) => shortened(&tree, sensitive, limits.echo, 0),
        // An unreadable text may contain a sensitive value anywhere.
        Err(_) if !sensitive.is_empty() => Node::String(HIDDEN.into()),
        Err(_) => Node::String(cut(arguments, limits.echo).into()),
    }
}

/// Levels that are echoed as they are. Deeper ones become a shortened text.
const MAX_LEVELS: usize = 4;

fn shortened(node: &Node<'_>, sensitive: &[&str], max: usize, level: usize) -> Node<'static> {
    match node {
        Node::Array(items) if level < MAX_LEVELS => {
            let kept = items.iter().take(MAX_ENTRIES);
            let mut kept: Vec<_> = kept.map(|item| shortened(item, sensitive, max, level + 1)).collect();
            if let Some(more) = more(items.len()) {
                kept.push(Node::String(more.into()));
            }
            Node::Array(kept)
        }
        Node::Object(members) if level < MAX_LEVELS => {
            let mut kept = Vec::with_capacity(members.len().min(MAX_ENTRIES + 1));
            for (key, value) in members.iter().take(MAX_ENTRIES) {
                let value = if sensitive.contains(&key.as_ref()) {
                    Node::String(HIDDEN.into())
                } else {
                    shortened(value, sensitive, max, level + 1)
                };
                kept.push((Cow::Owned(cut(key, max)), value));
            }
            if let Some(more) = more(members.len()) {
                kept.push(("…".into(), Node::String(more.into())));
            }
            Node::Object(kept)
        }
        // The text of a value this deep could hold a sensitive one.
        Node::Array(_) | Node::Object(_) if !sensitive.is_empty() => Node::String(HIDDEN.into()),
        other => echo(other, max),
    }
}

fn more(entries: usize) -> Option<String> {
    entries.checked_sub(MAX_ENTRIES).filter(|more| *more > 0).map(|more| format!("{more} more"))
}
