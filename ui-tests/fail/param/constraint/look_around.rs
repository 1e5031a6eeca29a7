use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// Books.
    #[ai_function]
    fn book(
        &self,
        /// The text.
        #[param(pattern = "(?<=a)b")]
        text: String,
    ) {
    }
}

fn main() {}
