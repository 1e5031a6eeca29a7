//! Guides: a working example first, then everything about one subject.
//!
//! They are files of the repository's folder `docs`. Here they are pages of the documentation; the crate of examples
//! runs their code.

/// The guides as modules. Their links lead to modules here, and to files in the repository: the first definition of a
/// link counts.
macro_rules! guides {
    ($($name:ident = $file:literal;)*) => {
        $(
            #[doc = "[approvals]: self::approvals"]
            #[doc = "[events-and-journal]: self::events_and_journal"]
            #[doc = "[external-tools]: self::external_tools"]
            #[doc = "[hpd-journal]: https://docs.rs/hpd-journal"]
            #[doc = "[inspector]: https://docs.rs/hpd-inspector"]
            #[doc = "[journal.md]: crate::journal"]
            #[doc = "[large-results]: self::large_results"]
            #[doc = "[lists]: self::skills#lists-of-tools"]
            #[doc = "[mcp]: https://docs.rs/hpd-mcp/latest/hpd_mcp/guide/"]
            #[doc = "[measured]: crate::journal#tests-and-measurements"]
            #[doc = "[migration]: self::migration"]
            #[doc = "[native]: self::providers#containers-in-the-providers-own-words"]
            #[doc = "[pages]: self::large_results#pages"]
            #[doc = "[parameters]: self::parameters"]
            #[doc = "[providers]: self::providers"]
            #[doc = "[receipts]: self::approvals#receipts"]
            #[doc = "[results-and-errors]: self::results_and_errors"]
            #[doc = "[search]: self::skills#search"]
            #[doc = "[sensitive values]: crate::journal#sensitive-values"]
            #[doc = "[streams]: self::events_and_journal#streams"]
            #[doc = "[threat-model]: self::threat_model"]
            #[doc = "[values]: self::values"]
            #[doc = "[write-words.md]: crate::external::Classification"]
            #[doc = ""]
            #[doc = include_str!($file)]
            pub mod $name {}
        )*
    };
}

guides! {
    first_hour = "../docs/guides/first-hour.md";
    parameters = "../docs/guides/parameters.md";
    results_and_errors = "../docs/guides/results-and-errors.md";
    large_results = "../docs/guides/large-results.md";
    skills = "../docs/guides/skills.md";
    approvals = "../docs/guides/approvals.md";
    values = "../docs/guides/values.md";
    external_tools = "../docs/guides/external-tools.md";
    providers = "../docs/guides/providers.md";
    events_and_journal = "../docs/guides/events-and-journal.md";
    testing_plugins = "../docs/guides/testing-plugins.md";
    migration = "../docs/guides/migration.md";
    threat_model = "../docs/guides/threat-model.md";
}
