use hpd_runtime::plugin;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Entry {
    amount: u32,
}

struct Ledger;

#[plugin]
impl Ledger {
    /// Books.
    #[ai_function]
    fn book(
        &self,
        /// The entry.
        #[param(fields(amount(sensitive)))]
        entry: Entry,
    ) {
    }
}

fn main() {}
