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
        #[param(flatten, fields(amount))]
        entry: Entry,
    ) {
    }
}

fn main() {}
