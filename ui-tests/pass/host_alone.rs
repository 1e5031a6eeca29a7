//! The macros of hpd-host refer to hpd-host: the replacement of the runtime here is another crate.

extern crate core as hpd_macros;
extern crate core as hpd_runtime;

use hpd_host::{Plugin, Toolbox, ai_function, plugin, scope};

#[scope("Books and invoices.")]
struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of an account.
    #[ai_function]
    async fn balance(
        &self,
        /// The account.
        #[param(range(min = 1), obtain = fn first_account)]
        account: u32,
        #[context] ctx: &hpd_host::CallContext<'_>,
    ) -> Result<u32, hpd_host::ToolError> {
        Ok(account + u32::from(ctx.principal().id().is_some()))
    }

    /// How a month is closed.
    #[skill(functions(Self::balance, fn first_account), instructions = "Carefully.")]
    fn closing(&self) {}
}

struct Office;

#[scope("Rooms.", within = Ledger)]
impl Office {}

/// The first account.
#[ai_function]
fn first_account() -> u32 {
    1
}

fn main() {
    let _: hpd_runtime::primitive::u8 = hpd_macros::primitive::u8::MAX;
    assert_eq!(Office::SPEC.scope.map(|scope| scope.description), Some("Rooms."));
    let toolbox = Toolbox::builder().plugin(Ledger).function::<first_account>().build();
    let toolbox = toolbox.expect("the plugins agree with each other");
    assert!(toolbox.tool("balance").is_some() && toolbox.tool("first_account").is_some());
}
