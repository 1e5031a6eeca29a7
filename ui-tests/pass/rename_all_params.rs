//! Names of parameters in the block's spelling: rules, phrases and references know them by it.

use hpd_runtime::spec::Effect;
use hpd_runtime::{CallContext, Plugin, ai_function, plugin, scope};

struct Ledger;

#[plugin(rename_all_params = "camelCase")]
impl Ledger {
    /// Lists invoices.
    #[ai_function]
    fn list_invoices(&self) {}

    /// Voids an invoice.
    #[ai_function(write, risk = high, confirm_phrase = "VOID {invoiceId} OF {year}", check = not_too_old)]
    fn void_invoice(
        &self,
        #[context] _call_context: &CallContext<'_>,
        /// Which one.
        #[param(non_empty, obtain = Self::list_invoices)]
        invoice_id: String,
        /// Of which year.
        #[param(name = "year", range(min = 2000))]
        fiscal_year: u16,
        /// A raw name.
        #[param(sensitive, hint = "On the form.")]
        r#type: String,
        /// The reason.
        #[param(default = "none", profile_key = "void_reason")]
        reason_of_void: String,
    ) -> String {
        format!("{invoice_id}{fiscal_year}{type}{reason_of_void}", r#type = r#type)
    }
}

fn not_too_old(
    _invoice_id: &String,
    fiscal_year: &u16,
    _type: &String,
    _reason: &String,
) -> Result<(), hpd_runtime::error::Violation> {
    if *fiscal_year < 2010 {
        return Err(hpd_runtime::error::Violation::new("It is too old.").property("year"));
    }
    Ok(())
}

struct Office;

#[scope("Rooms.", rename_all = "PascalCase", rename_all_params = "PascalCase")]
impl Office {
    /// Opens a room.
    #[ai_function]
    fn open_room(&self, /** Its number. */ room_number: u8) -> u8 {
        room_number
    }
}

/// Adds up.
#[ai_function(rename_all_params = "kebab-case")]
fn sum(/** The first. */ first_one: i64, /** The second. */ second_one: i64) -> i64 {
    first_one + second_one
}

fn names<P: Plugin>(function: usize) -> Vec<&'static str> {
    P::SPEC.functions[function].info.params.iter().map(|param| param.name).collect()
}

fn main() {
    assert_eq!(names::<Ledger>(1), ["invoiceId", "year", "type", "reasonOfVoid"]);
    let info = Ledger::SPEC.functions[1].info;
    let Effect::Write(write) = info.effect else { panic!("it writes") };
    assert_eq!(write.confirm_phrase, Some("VOID {invoiceId} OF {year}"));
    assert_eq!(info.params[0].obtain.map(|function| function.name), Some("list_invoices"));
    assert_eq!(names::<Office>(0), ["RoomNumber"]);
    let free = <sum as hpd_runtime::spec::AiFunction>::SPEC.info;
    let free: Vec<_> = free.params.iter().map(|param| param.name).collect();
    assert_eq!(free, ["first-one", "second-one"]);
    assert_eq!(sum(1, 2), 3);
}
