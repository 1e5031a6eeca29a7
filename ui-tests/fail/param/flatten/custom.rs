use hpd_runtime::plugin;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Entry {
    amount: u32,
}

fn check(_: &Entry) -> Result<(), String> {
    Ok(())
}

struct Ledger;

#[plugin]
impl Ledger {
    /// Books.
    #[ai_function]
    fn book(
        &self,
        #[param(flatten, custom = check)]
        entry: Entry,
    ) {
    }
}

fn main() {}
