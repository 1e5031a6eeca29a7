//! Every option of every macro.

use ::std::prelude::rust_2024::*;

/// A plugin with a scope of its own.
#[derive(Default)]
#[::agent::scope(
    "Bookkeeping.",
    name = "Books",
    title = "The books",
    post_expansion = "Mind the year.",
    within = crate::names::Collisions,
    crate = ::agent
)]
pub struct Bookkeeping;

/// A line.
#[derive(Debug, Clone, ::agent::reexports::serde::Deserialize, ::agent::reexports::schemars::JsonSchema)]
#[serde(crate = "::agent::reexports::serde")]
#[schemars(crate = "::agent::reexports::schemars")]
pub struct Line {
    /// The amount.
    pub amount: f64,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn above_zero(amount: &f64) -> Result<(), String> {
    if *amount > 0.0 {
        Ok(())
    } else {
        Err("must be above zero".to_owned())
    }
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn balanced(_date: &str, lines: &[Line], _amount: &f64, _kind: &str) -> Result<(), String> {
    if lines.len() > 1 {
        Ok(())
    } else {
        Err("at least two lines".to_owned())
    }
}

#[::agent::plugin(
    name = "Bookkeeping",
    description = "Books everything.",
    rename_all = "camelCase",
    crate = ::agent
)]
impl Bookkeeping {
    /// Books an entry.
    #[ai_function(
        name = "book",
        title = "Book",
        write,
        risk = high,
        confirm_phrase = "BOOK {Date}",
        check = balanced,
        allow_empty,
        idempotent,
        timeout = "30s",
        leniency = strict,
        unknown_fields = warn,
        direct,
        meta(category = "books", priority = -1, weight = 0.5, hidden = false),
        read_only = false,
        destructive,
        open_world = true
    )]
    pub fn book_entry(
        &self,
        /// The day.
        #[param(
            name = "Date",
            title = "Day",
            default = "2024-01-31",
            example = "2024-01-31",
            length(min = 10, max = 10),
            pattern = "^[0-9-]+$",
            format = "date",
            hint = "today, if the user says nothing",
            profile_key = "books.date",
            config_key = "date",
            ask = "Which day?"
        )]
        date: String,
        #[param(
            description = "The lines.",
            items(min = 0, max = 50),
            obtain = Self::local_only,
            confirm_if_uncertain,
            lenient
        )]
        lines: Vec<Line>,
        /// The amount.
        #[param(range(exclusive_min = 0, max = 1_000_000), multiple_of = 0.01, custom = above_zero, obtain = fn rate)]
        amount: f64,
        /// The kind.
        #[param(one_of("plain", "reversed"), default = String::from("plain"), sensitive, non_empty)]
        kind: String,
    ) -> ::agent::Output {
        let _ = lines;
        ::agent::Output::Text(format!("{date} {amount} {kind}"))
    }

    /// Proposes lines.
    #[ai_function]
    #[deprecated(note = "ask the user")]
    #[must_use]
    pub fn proposed_lines(
        /// How many.
        #[param(default)]
        count: u8,
        /// Of which sizes.
        #[param(default = [1, 2], items(unique))]
        sizes: Vec<i64>,
    ) -> Vec<u16> {
        let _ = sizes;
        vec![0; usize::from(count)]
    }

    /// Stays on one thread.
    #[ai_function(local)]
    pub async fn local_only(&self) -> u8 {
        let counter = ::std::rc::Rc::new(1);
        ::core::future::ready(()).await;
        *counter
    }

    /// How to close a year.
    #[skill(
        name = "closing",
        title = "Closing",
        functions(Bookkeeping::book_entry, crate::names::Collisions::count, fn rate),
        skills(crate::names::Collisions::skill),
        instructions = "Book, then close.",
        documents(
            document(id = "manual", description = "The manual.", text = "Read me."),
            document(id = "manifest", description = "The manifest.", file = "Cargo.toml"),
            document(id = "law", description = "The law.", source)
        ),
        meta(level = 3)
    )]
    pub fn close_year(&self) {}

    /// How to open one.
    #[skill(instructions_file = "Cargo.toml", functions(Self::book_entry))]
    pub fn open_year() {}
}

/// The rate.
#[::agent::ai_function(name = "get_rate", timeout = 0.5, crate = ::agent)]
pub async fn rate(
    /// The currency.
    #[param(one_of("EUR", "USD"))]
    currency: String,
) -> Result<f64, ::agent::ToolError> {
    ::core::future::ready(()).await;
    if currency == "EUR" {
        Ok(1.0)
    } else {
        Err(::agent::ToolError::new("Only EUR is known."))
    }
}
