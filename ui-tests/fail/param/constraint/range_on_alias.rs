use hpd_runtime::plugin;

type Name = String;

struct Ledger;

#[plugin]
impl Ledger {
    /// Books.
    #[ai_function]
    fn book(
        &self,
        /// The name.
        #[param(range(min = 1))]
        name: Name,
    ) {
    }
}

fn main() {}
