//! Collected errors, within the limits of the model's text.

use std::borrow::Cow;
use std::sync::Arc;

use hpd_json::__private::{Path, echo, pointer_of};
use hpd_json::text::{HIDDEN, cut};
use hpd_json::{Limits, Node, SyntaxError};

use super::{ErrorCode, IntoViolations, ValidationError, ValidationErrorResponse, text};

/// Notes on a parameter beyond its schema.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FieldNotes {
    /// The value of the parameter is never shown.
    pub sensitive: bool,
    /// How the value is obtained, in words.
    pub hint: Option<Cow<'static, str>>,
    /// The function that yields the value.
    pub obtain: Option<Cow<'static, str>>,
}

/// The notes on all parameters of a function, by name.
pub type NotesByName = Arc<[(Cow<'static, str>, FieldNotes)]>;

/// Collects the errors of a call's arguments.
///
/// Only the model's share is kept: [`Limits::errors`] errors, and [`Limits::error_text`] bytes of text. A longer first
/// error is cut. Further errors are counted.
#[derive(Debug)]
pub struct Findings {
    /// Bytes of a repeated value.
    echo: usize,
    /// Errors that are kept.
    most_errors: usize,
    /// Bytes of their text.
    most_text: usize,
    notes: NotesByName,
    errors: Vec<ValidationError>,
    more: usize,
    text: usize,
}

impl Default for Findings {
    fn default() -> Self {
        Self::new(&Limits::default())
    }
}

/// An error on its way into [`Findings`].
#[derive(Debug)]
pub struct Finding {
    pub(crate) code: ErrorCode,
    pub(crate) message: String,
    pub(crate) expected: Option<String>,
    pub(crate) suggestion: Option<String>,
}

impl Finding {
    pub(crate) fn new(code: ErrorCode, message: String) -> Self {
        Self { code, message, expected: None, suggestion: None }
    }
}

impl Findings {
    /// An empty list.
    pub fn new(limits: &Limits) -> Self {
        Self::noted(limits, NotesByName::default())
    }

    /// An empty list that knows the notes on all parameters. If any parameter is sensitive, values of names without
    /// notes are hidden too: such a name may be misspelt.
    pub fn noted(limits: &Limits, notes: NotesByName) -> Self {
        Self {
            echo: limits.echo,
            most_errors: limits.errors.max(1),
            most_text: limits.error_text,
            notes,
            errors: Vec::new(),
            more: 0,
            text: 0,
        }
    }

    /// The error of a text that can't be read, with the default limits and without notes on parameters.
    pub fn from_syntax_error(error: &SyntaxError, text: &str) -> Self {
        let mut findings = Self::default();
        findings.add_syntax_error(error, text);
        findings
    }

    /// Adds notes on the parameter `name`. Call it before any error, for all parameters.
    pub fn note(&mut self, name: impl Into<Cow<'static, str>>, notes: FieldNotes) {
        let added = std::iter::once((name.into(), notes));
        self.notes = self.notes.iter().cloned().chain(added).collect();
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.errors.is_empty()
    }

    /// How many errors were found, those beyond the limits among them.
    pub fn count(&self) -> usize {
        self.errors.len() + self.more
    }

    /// The errors that are listed.
    pub fn errors(&self) -> &[ValidationError] {
        &self.errors
    }

    /// Adds the violations that a check by the tool's author found. `parameter` is the checked parameter; `None` for a
    /// check of several. `arguments` are the arguments of the call: the errors quote values from them.
    pub fn add_violations(
        &mut self,
        parameter: Option<&str>,
        arguments: Option<&Node<'_>>,
        violations: impl IntoViolations,
    ) {
        for violation in violations.into_violations() {
            let property = violation.full_property(parameter);
            let pointer = pointer_of(&property);
            let sent = arguments.filter(|_| !pointer.is_empty()).and_then(|root| at_pointer(root, &pointer));
            let mut error = self.describe(property, pointer, sent);
            let said = violation.said;
            error.error_code = said.code;
            error.error_message = cut(&said.message, text::LONGEST_MESSAGE);
            error.expected = said.expected;
            error.suggestion = said.suggestion;
            error.hint = said.hint.or(error.hint);
            self.push(error);
        }
    }

    /// Adds an error: the model sent the argument `name`, which the configuration fills. `sent` is its value.
    pub fn add_configured(&mut self, name: &str, sent: &Node<'_>) {
        self.report_named(&Path::ROOT.key(name), Some(sent), text::configured);
    }

    /// Adds `error`: the reason why the text of the arguments can't be read.
    pub fn add_syntax_error(&mut self, error: &SyntaxError, text: &str) {
        self.report(&Path::ROOT, None, || text::unreadable(error, text));
    }

    /// The answer to the call.
    pub fn into_response(self) -> ValidationErrorResponse {
        ValidationErrorResponse { more_errors: self.more, ..ValidationErrorResponse::new(self.errors) }
    }

    /// Returns `Ok` if no error was found.
    ///
    /// # Errors
    ///
    /// The answer to the call, if an error was found.
    pub fn into_result(self) -> Result<(), Box<ValidationErrorResponse>> {
        if self.is_empty() { Ok(()) } else { Err(Box::new(self.into_response())) }
    }

    /// Adds an error about the value at `path`. The text is only made if it is kept.
    pub fn report(&mut self, path: &Path<'_>, sent: Option<&Node<'_>>, found: impl FnOnce() -> Finding) {
        self.report_named(path, sent, |_| found());
    }

    /// Adds an error about the value at `path`, with a text that is made from the property's name. The text is only
    /// made if it is kept.
    pub fn report_named(
        &mut self,
        path: &Path<'_>,
        sent: Option<&Node<'_>>,
        found: impl FnOnce(&str) -> Finding,
    ) {
        if self.is_full() {
            self.more += 1;
            return;
        }
        let property = path.property();
        let finding = found(&property);
        self.add_found(property, path.pointer(), sent, finding);
    }

    fn add_found(&mut self, property: String, pointer: String, sent: Option<&Node<'_>>, found: Finding) {
        let Finding { code, message, expected, suggestion } = found;
        let mut error = self.describe(property, pointer, sent);
        error.error_code = code;
        error.error_message = message;
        error.expected = expected;
        error.suggestion = suggestion;
        self.push(error);
    }

    /// Whether further errors are only counted.
    pub fn is_full(&self) -> bool {
        self.more > 0 || self.errors.len() >= self.most_errors
    }

    /// An error of which only the place and the value are filled in.
    fn describe(&self, property: String, pointer: String, sent: Option<&Node<'_>>) -> ValidationError {
        let (notes, is_whole) = self.notes_at(&pointer);
        let attempted_value = match sent {
            None => Node::Null,
            Some(_) if self.hides(notes) => Node::String(HIDDEN.into()),
            Some(value) => echo(value, self.echo),
        };
        // Where to get a value says nothing about a part of it.
        let notes = notes.filter(|_| is_whole);
        ValidationError {
            attempted_value,
            error_message: String::new(),
            error_code: ErrorCode::CustomCheck,
            expected: None,
            suggestion: None,
            hint: notes.and_then(|notes| notes.hint.clone()).map(Cow::into_owned),
            obtain: notes.and_then(|notes| notes.obtain.clone()).map(Cow::into_owned),
            property,
            pointer,
        }
    }

    /// The notes on the argument that a JSON pointer leads into, and whether it points at the argument itself.
    fn notes_at(&self, pointer: &str) -> (Option<&FieldNotes>, bool) {
        if self.notes.is_empty() {
            return (None, false);
        }
        let mut tokens = pointer.split('/').skip(1);
        (tokens.next().and_then(|argument| self.notes_on(argument)), tokens.next().is_none())
    }

    /// The notes on an argument, by its token in a pointer.
    fn notes_on(&self, token: &str) -> Option<&FieldNotes> {
        let name = if token.contains('~') {
            Cow::Owned(token.replace("~1", "/").replace("~0", "~"))
        } else {
            Cow::Borrowed(token)
        };
        self.notes.iter().find(|(noted, _)| *noted == name).map(|(_, notes)| notes)
    }

    /// Whether a value must be hidden. Sensitive parameters are. Beside one, so are unknown names, which may be
    /// misspelt, and the arguments as a whole.
    fn hides(&self, notes: Option<&FieldNotes>) -> bool {
        match notes {
            Some(notes) => notes.sensitive,
            None => self.notes.iter().any(|(_, notes)| notes.sensitive),
        }
    }

    /// Whether the value at a JSON pointer must be hidden.
    pub fn hides_at(&self, pointer: &str) -> bool {
        !self.notes.is_empty()
            && match pointer.split('/').nth(1) {
                Some(argument) => self.hides(self.notes_on(argument)),
                None => self.hides(None),
            }
    }

    fn push(&mut self, mut error: ValidationError) {
        // Two rules can ask for the same thing.
        let is_same = |other: &ValidationError| {
            other.pointer == error.pointer && other.error_message == error.error_message
        };
        if self.errors.iter().any(is_same) {
            return;
        }
        // A lone error is cut. One of several is counted.
        let room = self.most_text.saturating_sub(self.text);
        let is_first = self.errors.is_empty();
        error.fit(if is_first { room } else { usize::MAX });
        let length = error.text_length();
        if self.is_full() || length > room {
            self.more += 1;
            return;
        }
        self.text += length;
        self.errors.push(error);
    }
}

/// The value that a JSON pointer points at.
fn at_pointer<'n, 'a>(root: &'n Node<'a>, pointer: &str) -> Option<&'n Node<'a>> {
    pointer.split('/').skip(1).try_fold(root, |node, token| match node {
        Node::Object(_) => node.get(&token.replace("~1", "/").replace("~0", "~")),
        Node::Array(items) => items.get(token.parse::<usize>().ok()?),
        _ => None,
    })
}
