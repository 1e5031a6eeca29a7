use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// A photo of the safe.
    #[ai_function]
    async fn photo(&self) -> Result<Option<Vec<u8>>, String> {
        Ok(None)
    }
}

fn main() {}
