use hpd_runtime::{ToolError, plugin};

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of all accounts.
    #[ai_function]
    fn balance(&self) -> Result<u32, ToolError> {
        let text = std::fs::read_to_string("balance")?;
        Ok(text.parse()?)
    }
}

fn main() {}
