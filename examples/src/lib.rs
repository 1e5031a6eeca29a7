//! Example plugins of hpd.
//!
//! | module | plugin | demonstrates |
//! |---|---|---|
//! | [`math`] | [`Math`](math::Math) | a scope: one container that hides its functions; errors with a text for the model |
//! | [`finance`] | [`FinancialAnalysisPlugin`](finance::FinancialAnalysisPlugin) | a scope on the struct, exact decimals |
//! | [`finance`] | [`FinancialAnalysisSkills`](finance::FinancialAnalysisSkills) | skills: instructions, documents, references that the compiler checks |
//! | [`bookkeeping`] | [`Bookkeeping`](bookkeeping::Bookkeeping) | writes with risks, confirmation phrases and checks, over books that really balance |
//! | [`accounting`] | an MCP server that accepts anything | rules in YAML that guard external tools |
//! | [`shopping`] | [`Buy`](shopping::Buy) | values from profile and configuration, and questions for missing or uncertain values |
//!
//! Three modules are no plugins. [`dialogue`] is the terminal on which the programs `shopping` and `bookkeeping` talk
//! with their user. [`reading`] is shared by `journal` and `health`, which read and show a journal. [`output`] prints
//! for all programs.
//!
//! Each plugin is ordinary Rust: its methods can be called and tested without a model and without hpd's host.
//!
//! ```
//! use hpd_examples::math::{Math, Number};
//!
//! let sum = Math.add(Number(5.0), Number(10.0))?;
//! assert_eq!(sum, Number(15.0));
//! # Ok::<(), hpd_host::ToolError>(())
//! ```

#![forbid(unsafe_code)]

pub mod accounting;
pub mod bookkeeping;
pub mod dialogue;
mod exact_number;
pub mod finance;
pub mod math;
pub mod output;
pub mod reading;
pub mod shopping;

/// The examples of the guides are tests. Those of the README are tests of `hpd-host`, whose front page it is.
#[cfg(doctest)]
mod guides {
    #[doc = include_str!("../../docs/first-hour.md")]
    mod first_hour {}
    #[doc = include_str!("../../docs/parameters.md")]
    mod parameters {}
    #[doc = include_str!("../../docs/large-results.md")]
    mod large_results {}
    #[doc = include_str!("../../docs/results-and-errors.md")]
    mod results_and_errors {}
    #[doc = include_str!("../../docs/skills.md")]
    mod skills {}
    #[doc = include_str!("../../docs/approvals.md")]
    mod approvals {}
    #[doc = include_str!("../../docs/values.md")]
    mod values {}
    #[doc = include_str!("../../docs/external-tools.md")]
    mod external_tools {}
    #[doc = include_str!("../../docs/providers.md")]
    mod providers {}
    #[doc = include_str!("../../docs/events-and-journal.md")]
    mod events_and_journal {}
    #[doc = include_str!("../../docs/testing-plugins.md")]
    mod testing_plugins {}
    #[doc = include_str!("../../docs/migration.md")]
    mod migration {}
}
