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
        #[param(flatten)]
        entry: &Entry,
    ) {
    }
}

fn main() {}
