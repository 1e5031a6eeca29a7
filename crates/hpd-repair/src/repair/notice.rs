//! Collected repairs: one text for each kind, and a limit on the listed ones.

use hpd_json::__private::{Path, order};
use hpd_json::{Warning, WarningCode};

/// A kind of repair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Notice {
    FenceRemoved,
    TextIgnored,
    CallRemoved,
    LeadingComma,
    TrailingComma,
    MissingComma,
    ExtraCloser,
    MissingCloser,
    Comment,
    SingleQuotes,
    SmartQuotes,
    BackQuotes,
    UnquotedKey,
    UnquotedValue,
    UnescapedQuote,
    PythonTrue,
    PythonFalse,
    PythonNone,
    CapitalTrue,
    CapitalFalse,
    CapitalNull,
    Undefined,
    ControlCharacter,
    UnusualBlank,
    InvalidEscape,
    EscapedQuotes,
    ObjectInString,
    RepeatedObject,
    DuplicateKey,
}

/// The number of kinds.
const KINDS: usize = Notice::DuplicateKey as usize + 1;

impl Notice {
    const fn code(self) -> WarningCode {
        match self {
            Self::FenceRemoved => WarningCode::FenceRemoved,
            Self::TextIgnored => WarningCode::TextIgnored,
            Self::CallRemoved => WarningCode::CallRemoved,
            Self::LeadingComma | Self::TrailingComma => WarningCode::ExtraComma,
            Self::MissingComma => WarningCode::MissingComma,
            Self::ExtraCloser => WarningCode::ExtraCloser,
            Self::MissingCloser => WarningCode::MissingCloser,
            Self::Comment => WarningCode::CommentIgnored,
            Self::SingleQuotes | Self::SmartQuotes | Self::BackQuotes => WarningCode::Quotes,
            Self::UnquotedKey => WarningCode::UnquotedKey,
            Self::UnquotedValue => WarningCode::UnquotedValue,
            Self::UnescapedQuote => WarningCode::UnescapedQuote,
            Self::PythonTrue
            | Self::PythonFalse
            | Self::PythonNone
            | Self::CapitalTrue
            | Self::CapitalFalse
            | Self::CapitalNull => WarningCode::PythonLiteral,
            Self::Undefined => WarningCode::Undefined,
            Self::ControlCharacter => WarningCode::ControlCharacter,
            Self::UnusualBlank => WarningCode::UnusualBlank,
            Self::InvalidEscape => WarningCode::InvalidEscape,
            Self::EscapedQuotes | Self::ObjectInString => WarningCode::EscapedObject,
            Self::RepeatedObject => WarningCode::RepeatedObject,
            Self::DuplicateKey => WarningCode::DuplicateKey,
        }
    }

    const fn message(self) -> &'static str {
        match self {
            Self::FenceRemoved => "a code fence around the object was taken off",
            Self::TextIgnored => "text around the object was ignored",
            Self::CallRemoved => "a call around the object was taken off",
            Self::LeadingComma => "a comma before the first value was ignored",
            Self::TrailingComma => "a comma behind the last value was ignored",
            Self::MissingComma => "a missing comma was added",
            Self::ExtraCloser => "closing brackets too many were ignored",
            Self::MissingCloser => "missing closing brackets were added",
            Self::Comment => "a comment was ignored",
            Self::SingleQuotes => "single quotes were read as double quotes",
            Self::SmartQuotes => "typographic quotes were read as double quotes",
            Self::BackQuotes => "back quotes were read as double quotes",
            Self::UnquotedKey => "a key without quotes was read as one with them",
            Self::UnquotedValue => "a text without quotes was read as a string",
            Self::UnescapedQuote => "quotes inside a string were read as a part of it",
            Self::PythonTrue => "True was read as true",
            Self::PythonFalse => "False was read as false",
            Self::PythonNone => "None was read as null",
            Self::CapitalTrue => "TRUE was read as true",
            Self::CapitalFalse => "FALSE was read as false",
            Self::CapitalNull => "null in capitals was read as null",
            Self::Undefined => "undefined was read as absent",
            Self::ControlCharacter => "an unescaped line break or control character in a string was kept",
            Self::UnusualBlank => "a blank that JSON does not know was ignored",
            Self::InvalidEscape => "a backslash that JSON does not know was ignored",
            Self::EscapedQuotes => "the quotes of the object were escaped, and were read as quotes",
            Self::ObjectInString => "the object was inside a string, and was taken out of it",
            Self::RepeatedObject => "the same object was sent more than once, and was read once",
            Self::DuplicateKey => "a key was sent more than once with the same value, and was read once",
        }
    }

    /// The token as sent and as read, where it is no data.
    const fn tokens(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::PythonTrue => Some(("True", "true")),
            Self::PythonFalse => Some(("False", "false")),
            Self::PythonNone => Some(("None", "null")),
            Self::CapitalTrue => Some(("TRUE", "true")),
            Self::CapitalFalse => Some(("FALSE", "false")),
            _ => None,
        }
    }
}

/// Warnings of one kind that are listed; the rest is counted.
const LISTED: u32 = 20;

/// Room for the warnings that a text has, if it has any.
const USUAL: usize = 8;

/// The warnings so far.
#[derive(Debug, Default)]
pub(super) struct Notices {
    listed: Vec<Warning>,
    /// How often each kind came.
    counts: [u32; KINDS],
    /// The kinds that came more often than they are listed.
    more: Vec<Notice>,
}

impl Notices {
    /// Records a repair at `path`, at the byte `offset` of the text.
    pub(super) fn add(&mut self, notice: Notice, path: &Path<'_>, offset: Option<usize>) {
        let count = &mut self.counts[notice as usize];
        *count += 1;
        if *count <= LISTED {
            self.list(notice, path, offset);
        } else if *count == LISTED + 1 {
            self.more.push(notice);
        }
    }

    /// Whether there was one of this kind.
    pub(super) const fn has(&self, notice: Notice) -> bool {
        self.counts[notice as usize] > 0
    }

    #[cold]
    fn list(&mut self, notice: Notice, path: &Path<'_>, offset: Option<usize>) {
        let mut warning = Warning::new(notice.code(), path.pointer(), notice.message());
        warning.offset = offset;
        if let Some((from, to)) = notice.tokens() {
            warning.from = Some(from.to_owned());
            warning.to = Some(to.to_owned());
        }
        if self.listed.is_empty() {
            self.listed.reserve(USUAL);
        }
        self.listed.push(warning);
    }

    /// Adds those of a text inside the text, as of `offset`: their own places are not of this text.
    pub(super) fn add_all(&mut self, warnings: Vec<Warning>, offset: usize) {
        let moved = warnings.into_iter().map(|mut warning| {
            warning.offset = Some(offset);
            warning
        });
        self.listed.extend(moved);
    }

    /// All warnings in the order of the text, and the number of unlisted ones.
    pub(super) fn into_warnings(mut self) -> Vec<Warning> {
        order::sort_by_key(&mut self.listed, |warning| warning.offset);
        for notice in self.more {
            let more = self.counts[notice as usize] - LISTED;
            let message = format!("{} ({more} more times)", notice.message());
            self.listed.push(Warning::new(notice.code(), "", message));
        }
        self.listed
    }
}
