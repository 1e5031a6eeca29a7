use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// Closes the month.
    #[ai_function(write, risk = low)]
    fn close(
        &self,
        /// Whether the user agrees.
        confirm: bool,
    ) -> bool {
        confirm
    }
}

fn main() {}
