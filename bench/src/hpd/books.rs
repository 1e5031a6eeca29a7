//! The functions of the benchmark, and a thousand others beside them.

use std::collections::{BTreeMap, HashMap};

use hpd_bench_cases::types::{self, AddOut, BoundedLine, Counted, InvoiceOut, JournalLine, JournalOut, Line};
use hpd_host::{Toolbox, ToolboxBuilder, plugin};

pub(crate) struct Books;

/// Keeps books
#[expect(clippy::unused_self, reason = "the tools of a plugin are methods")]
#[plugin]
impl Books {
    /// Adds two numbers
    #[ai_function(read_only)]
    fn add(
        &self,
        /// First summand
        a: f64,
        /// Second summand
        b: f64,
    ) -> AddOut {
        types::add(a, b)
    }

    /// Creates an invoice
    #[ai_function(read_only)]
    fn create_invoice(
        &self,
        /// Contact to bill
        #[param(length(min = 1))]
        contact_id: String,
        /// What is billed
        #[param(items(min = 1))]
        lines: Vec<Line>,
        /// When it is due
        due_date: Option<String>,
        /// Free text, shown to the customer
        notes: Option<String>,
    ) -> InvoiceOut {
        types::create_invoice(contact_id, &lines, due_date.as_deref(), notes.as_deref())
    }

    /// Creates an invoice whose rules have upper bounds
    #[ai_function(read_only)]
    fn create_bounded_invoice(
        &self,
        /// Contact to bill
        #[param(length(min = 1, max = 40))]
        contact_id: String,
        /// What is billed
        #[param(items(min = 1, max = 100))]
        lines: Vec<BoundedLine>,
        /// When it is due
        #[param(length(max = 10))]
        due_date: Option<String>,
        /// Free text, shown to the customer
        #[param(length(max = 500))]
        notes: Option<String>,
    ) -> InvoiceOut {
        types::create_invoice(contact_id, &lines, due_date.as_deref(), notes.as_deref())
    }

    /// Creates a journal entry
    #[ai_function(read_only)]
    fn create_journal_entry(
        &self,
        /// The day it is booked
        #[param(length(min = 1))]
        date: String,
        /// What is booked
        #[param(items(min = 1))]
        lines: Vec<JournalLine>,
        /// Where it comes from
        reference: Option<String>,
    ) -> JournalOut {
        types::create_journal_entry(&date, &lines, reference.as_deref())
    }

    /// Counts the stock
    #[ai_function(read_only)]
    fn count_stock(
        &self,
        /// By item
        prices: BTreeMap<String, f64>,
        /// By shelf
        stock: HashMap<String, u32>,
    ) -> Counted {
        types::count_stock(&prices, &stock)
    }
}

/// The same functions as futures, which are boxed.
pub(crate) struct AsyncBooks;

/// Keeps books, asynchronously
#[expect(clippy::unused_async, reason = "the tools are asynchronous methods")]
#[plugin]
impl AsyncBooks {
    /// Adds two numbers
    #[ai_function(read_only)]
    async fn add(
        &self,
        /// First summand
        a: f64,
        /// Second summand
        b: f64,
    ) -> AddOut {
        types::add(a, b)
    }

    /// Creates an invoice
    #[ai_function(read_only)]
    async fn create_invoice(
        &self,
        /// Contact to bill
        #[param(length(min = 1))]
        contact_id: String,
        /// What is billed
        #[param(items(min = 1))]
        lines: Vec<Line>,
        /// When it is due
        due_date: Option<String>,
        /// Free text, shown to the customer
        notes: Option<String>,
    ) -> InvoiceOut {
        types::create_invoice(contact_id, &lines, due_date.as_deref(), notes.as_deref())
    }

    /// Creates a journal entry
    #[ai_function(read_only)]
    async fn create_journal_entry(
        &self,
        /// The day it is booked
        #[param(length(min = 1))]
        date: String,
        /// What is booked
        #[param(items(min = 1))]
        lines: Vec<JournalLine>,
        /// Where it comes from
        reference: Option<String>,
    ) -> JournalOut {
        types::create_journal_entry(&date, &lines, reference.as_deref())
    }
}

/// Declares plugins that all have the same functions, and registers each under its own name as prefix.
macro_rules! others {
    ([$($plugin:ident)*] $functions:tt) => {
        $(others!(@plugin $plugin $functions);)*

        fn register_others(builder: ToolboxBuilder) -> ToolboxBuilder {
            builder$(.plugin_as(stringify!($plugin), $plugin))*
        }
    };
    (@plugin $plugin:ident [$($function:ident)*]) => {
        pub(crate) struct $plugin;

        /// Tools that nobody calls
        #[plugin]
        impl $plugin {
            $(
                /// Returns the number
                #[ai_function]
                fn $function(
                    &self,
                    /// A number
                    number: f64,
                ) -> f64 {
                    number
                }
            )*
        }
    };
}

// Twenty plugins of fifty functions.
others!(
    [
        Others0 Others1 Others2 Others3 Others4 Others5 Others6 Others7 Others8 Others9 Others10
        Others11 Others12 Others13 Others14 Others15 Others16 Others17 Others18 Others19
    ]
    [
        tool_0 tool_1 tool_2 tool_3 tool_4 tool_5 tool_6 tool_7 tool_8 tool_9 tool_10 tool_11
        tool_12 tool_13 tool_14 tool_15 tool_16 tool_17 tool_18 tool_19 tool_20 tool_21 tool_22
        tool_23 tool_24 tool_25 tool_26 tool_27 tool_28 tool_29 tool_30 tool_31 tool_32 tool_33
        tool_34 tool_35 tool_36 tool_37 tool_38 tool_39 tool_40 tool_41 tool_42 tool_43 tool_44
        tool_45 tool_46 tool_47 tool_48 tool_49
    ]
);

/// A toolbox with a thousand other tools.
pub(crate) fn among_a_thousand(add: impl FnOnce(ToolboxBuilder) -> ToolboxBuilder) -> Toolbox {
    add(register_others(Toolbox::builder())).build().expect("no two tools have the same name")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_toolbox_holds_a_thousand_others() {
        let count = |toolbox: Toolbox| toolbox.all_tools().len();
        assert_eq!(count(among_a_thousand(|builder| builder.plugin(Books))), 1_005);
        assert_eq!(count(among_a_thousand(|builder| builder.plugin(AsyncBooks))), 1_003);
    }
}
