//! A plugin as models see it.

use hpd_runtime::{Plugin as _, plugin, scope};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Impossible {
    #[schemars(range(min = 5, max = 2))]
    amount_in_cents: u32,
}

struct Books;

#[scope("Books.", title = "The books", post_expansion = "Amounts are in cents.")]
impl Books {
    /// The balance of an account.
    #[ai_function(title = "Balance")]
    fn balance(
        /** Its number. */
        account: u32,
    ) -> u32 {
        account
    }

    /// How a month is closed.
    #[skill(
        functions(Self::balance),
        skills(Self::opening),
        documents(document(id = "rules", description = "All rules.", source))
    )]
    fn closing() {}

    /// How a month is opened.
    #[skill(title = "Opening", functions(Self::balance))]
    fn opening() {}
}

#[scope("Shelves.", within = Books)]
struct Shelves;

#[plugin]
impl Shelves {
    /// Books an amount.
    #[ai_function(read_only)]
    fn count(
        /** The amount. */
        amount: Impossible,
    ) -> u32 {
        amount.amount_in_cents
    }
}

#[test]
fn containers_functions_and_skills_are_described() {
    assert_eq!(Books::describe().unwrap(), include_str!("described.json").trim_end());
}

#[test]
fn a_plugin_that_no_toolbox_takes_has_no_description() {
    assert_eq!(
        Shelves::describe().unwrap_err().to_string(),
        "function `count`, parameter `amount`: no value fits: `minimum` is 5 and `maximum` is 2, at /properties/amount/properties/amount_in_cents"
    );
}
