use hpd_runtime::plugin;

struct Entry;

struct Ledger;

#[plugin]
impl Ledger {
    /// Books.
    #[ai_function]
    fn book(
        &self,
        #[param(flatten)]
        entry: Entry,
    ) {
    }
}

fn main() {}
