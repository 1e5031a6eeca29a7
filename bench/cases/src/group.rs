//! Groups of cases: a payload and the work on it. Contenders are compared within a group.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::payloads;
use crate::types::{AddArgs, BoundedInvoiceArgs, InvoiceArgs, JournalArgs, MapsArgs, OrderArgs};

/// A payload and the work on it. Contenders are compared within a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// Two numbers.
    Add,
    /// An invoice of five lines.
    Invoice,
    /// A journal entry of fifty lines.
    Journal,
    /// A small invoice with three errors.
    ThreeErrors,
    /// The five-line invoice with three errors.
    ThreeErrorsFull,
    /// The invoice, with a type whose rules have upper bounds.
    Bounded,
    /// Two maps of fifty entries.
    Maps,
    /// An invoice with `3.0` for an integer.
    WholeNumber,
    /// A function with keys of a profile and of a configuration, all given.
    Keys,
    /// An external tool with fifty properties.
    External,
    /// An external tool with fifty properties, three of them wrong.
    ExternalErrors,
    /// A provider's message with the call `add`.
    ReadAdd,
    /// A provider's message with an invoice.
    ReadInvoice,
    /// A provider's message with a journal entry.
    ReadJournal,
    /// A provider's message with a document of 100 KB.
    ReadDocument,
    /// The list of 120 tools, after the first turn.
    Tools,
    /// The list of 10,500 tools, after the first turn.
    ManyTools,
    /// The first list of 10,500 tools in a strict dialect.
    FirstList,
    /// A toolbox of 10,000 external tools.
    Build,
}

/// How often a case can be repeated in a sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// Hundreds of times.
    Quick,
    /// Dozens of times.
    Steady,
    /// A few times.
    Slow,
    /// Once after each set-up.
    Once,
}

impl Group {
    /// All groups, in the order of the report.
    pub const ALL: [Self; 19] = [
        Self::Add,
        Self::Invoice,
        Self::Journal,
        Self::ThreeErrors,
        Self::ThreeErrorsFull,
        Self::Bounded,
        Self::Maps,
        Self::WholeNumber,
        Self::Keys,
        Self::External,
        Self::ExternalErrors,
        Self::ReadAdd,
        Self::ReadInvoice,
        Self::ReadJournal,
        Self::ReadDocument,
        Self::Tools,
        Self::ManyTools,
        Self::FirstList,
        Self::Build,
    ];
    /// The groups in which all contenders succeed.
    pub const GOOD: [Self; 3] = [Self::Add, Self::Invoice, Self::Journal];
    /// The groups in which all contenders refuse.
    pub const BAD: [Self; 2] = [Self::ThreeErrors, Self::ThreeErrorsFull];
    /// The groups of all contenders.
    pub const CALLS: [Self; 5] =
        [Self::Add, Self::Invoice, Self::Journal, Self::ThreeErrors, Self::ThreeErrorsFull];

    /// The name in case names and tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::Invoice => "invoice",
            Self::Journal => "journal",
            Self::ThreeErrors => "bad3",
            Self::ThreeErrorsFull => "bad3full",
            Self::Bounded => "bounded",
            Self::Maps => "maps",
            Self::WholeNumber => "3.0",
            Self::Keys => "keys",
            Self::External => "external",
            Self::ExternalErrors => "external3",
            Self::ReadAdd => "read-add",
            Self::ReadInvoice => "read-invoice",
            Self::ReadJournal => "read-journal",
            Self::ReadDocument => "read-document",
            Self::Tools => "tools",
            Self::ManyTools => "many-tools",
            Self::FirstList => "first-list",
            Self::Build => "build",
        }
    }

    /// The work, in words.
    pub fn work(self) -> &'static str {
        match self {
            Self::Add => "two numbers",
            Self::Invoice => "invoice of 5 lines",
            Self::Journal => "journal entry of 50 lines",
            Self::ThreeErrors => "small invoice with three errors",
            Self::ThreeErrorsFull => "invoice of 5 lines with three errors",
            Self::Bounded => "invoice whose rules have upper bounds",
            Self::Maps => "two maps of 50 entries",
            Self::WholeNumber => "invoice with `3.0` for an integer",
            Self::Keys => "profile and configuration keys, all given",
            Self::External => "external tool of 50 properties",
            Self::ExternalErrors => "external tool of 50 properties, three errors",
            Self::ReadAdd => "message that calls `add`",
            Self::ReadInvoice => "message with an invoice",
            Self::ReadJournal => "message with a journal entry",
            Self::ReadDocument => "message with a document of 100 KB",
            Self::Tools => "list of 120 tools, second turn",
            Self::ManyTools => "list of 10,500 tools, second turn",
            Self::FirstList => "first strict list of 10,500 tools",
            Self::Build => "toolbox of 10,000 external tools",
        }
    }

    /// The tool that is called; empty where there is none.
    pub fn tool(self) -> &'static str {
        match self {
            Self::Add | Self::ReadAdd => "add",
            Self::Journal | Self::ReadJournal => "create_journal_entry",
            Self::Invoice
            | Self::ThreeErrors
            | Self::ThreeErrorsFull
            | Self::WholeNumber
            | Self::ReadInvoice => "create_invoice",
            Self::Bounded => "create_bounded_invoice",
            Self::Maps => "count_stock",
            Self::Keys => "ship",
            Self::External | Self::ExternalErrors => "create_record",
            Self::ReadDocument => "store_document",
            Self::Tools | Self::ManyTools | Self::FirstList | Self::Build => "",
        }
    }

    /// The text of the arguments; empty where there are none.
    pub fn payload(self) -> String {
        match self {
            Self::Add | Self::ReadAdd => payloads::add(),
            Self::Invoice | Self::Bounded | Self::ReadInvoice => payloads::invoice(),
            Self::Journal | Self::ReadJournal => payloads::journal(),
            Self::ThreeErrors => payloads::three_errors(),
            Self::ThreeErrorsFull => payloads::three_errors_full(),
            Self::Maps => payloads::maps(),
            Self::WholeNumber => payloads::whole_number(),
            Self::Keys => payloads::order(),
            Self::External => payloads::record(),
            Self::ExternalErrors => payloads::wrong_record(),
            Self::ReadDocument => payloads::document(),
            Self::Tools | Self::ManyTools | Self::FirstList | Self::Build => String::new(),
        }
    }

    /// The variants of the payload; none for a group that has only one.
    pub fn variants(self) -> Vec<payloads::Variant> {
        match self {
            Self::Add => payloads::add_variants().into(),
            Self::Invoice => payloads::invoice_variants().into(),
            Self::Journal => payloads::journal_variants().into(),
            _ => Vec::new(),
        }
    }

    /// How often it can be repeated.
    pub fn pace(self) -> Pace {
        match self {
            Self::FirstList | Self::Build => Pace::Once,
            Self::ManyTools | Self::ReadDocument => Pace::Slow,
            Self::Journal
            | Self::ReadJournal
            | Self::Maps
            | Self::External
            | Self::ExternalErrors
            | Self::Tools => Pace::Steady,
            _ => Pace::Quick,
        }
    }

    /// The result of a right call with these arguments; `None` if they do not fit, or if there is no such result.
    pub fn expected(self, arguments: &str) -> Option<Value> {
        match self {
            Self::Add => result(arguments, AddArgs::run),
            Self::Invoice => result(arguments, InvoiceArgs::run),
            Self::Journal => result(arguments, JournalArgs::run),
            Self::Bounded => result(arguments, BoundedInvoiceArgs::run),
            Self::Maps => result(arguments, MapsArgs::run),
            Self::WholeNumber => result(&payloads::invoice(), InvoiceArgs::run),
            Self::Keys => result(arguments, OrderArgs::run),
            _ => None,
        }
    }
}

fn result<A: DeserializeOwned, O: Serialize>(arguments: &str, run: fn(A) -> O) -> Option<Value> {
    serde_json::to_value(run(serde_json::from_str(arguments).ok()?)).ok()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_variant_is_another_text_that_fits_the_type() {
        for group in [Group::Add, Group::Invoice, Group::Journal] {
            let mut texts = BTreeSet::from([group.payload()]);
            for (name, text) in group.variants() {
                assert!(group.expected(&text).is_some(), "{} with {name}: {text}", group.name());
                assert!(texts.insert(text), "{} with {name}", group.name());
            }
            assert_eq!(texts.len(), 13);
        }
    }
}
