use hpd_runtime::plugin;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Rate(f64);

struct Ledger;

#[plugin]
impl Ledger {
    /// Books.
    #[ai_function]
    fn book(
        &self,
        /// The rates.
        rates: std::collections::HashSet<Rate>,
    ) {
    }
}

fn main() {}
