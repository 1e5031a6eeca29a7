use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// Closes the month.
    #[ai_function(write, risk = low)]
    fn close(
        &self,
        /// Whether the user agrees.
        #[param(name = "Confirmed")]
        agreed: bool,
    ) -> bool {
        agreed
    }
}

fn main() {}
