//! The part of the model: it forgets half of a payment, reads the missing fields, and looks them up.

mod spoken;

use hpd_examples::dialogue::{Model, Move};
use hpd_host::outcome::OutcomeKind;
use hpd_host::reexports::serde_json::{Value, json};
use hpd_host::{CallError, Outcome};

use spoken::{Amount, customer_in, date_in, grouped, invoice_in};

/// A model that records payments, and changes and voids invoices.
#[derive(Default)]
pub(crate) struct Clerk {
    /// The payment that is to be recorded, until it is.
    payment: Option<Payment>,
    /// Whether it says of each payment that it failed.
    is_mistaken: bool,
}

impl Clerk {
    /// One that says of each payment that it failed.
    pub(crate) fn mistaken() -> Self {
        Self { is_mistaken: true, ..Self::default() }
    }
}

/// The known facts of a payment.
#[derive(Default)]
struct Payment {
    customer: Option<String>,
    invoice: Option<String>,
    amount: Option<Amount>,
    /// Whether the invoices were looked up.
    looked_up: bool,
    /// Calls that were refused, so that the next one is another guess.
    refused: usize,
}

/// The bank account. That it is the only one, the model has seen before.
const BANK: &str = "ACC-1000";
const HELP: &str = "I can record payments, and change when invoices are due, or void them. Please say which.";
const FALSE: &str = "I'm sorry, the payment failed. Please try again later.";

impl Model for Clerk {
    fn hears(&mut self, message: &str) -> Move {
        let said = message.to_lowercase();
        if said.contains("payment") {
            let (customer, amount) = (customer_in(message), Amount::spoken_in(message));
            self.payment = Some(Payment { customer, amount, ..Payment::default() });
            // The user gave the amount, and the invoice can be looked up: both are forgotten.
            return Move::call("create_payment", &json!({ "AccountId": BANK }));
        }
        let invoice = invoice_in(message);
        if let (true, Some(invoice)) = (said.contains("void"), &invoice) {
            return Move::call("void_invoice", &json!({ "InvoiceId": invoice }));
        }
        if let (true, Some(invoice), Some(date)) = (said.contains("due"), &invoice, date_in(message)) {
            return Move::call("update_invoice", &json!({ "InvoiceId": invoice, "DueDate": date }));
        }
        // The user's answer to an earlier question.
        match &mut self.payment {
            Some(payment) if invoice.is_some() => {
                payment.invoice = invoice;
                payment.amount = Amount::spoken_in(message).or(payment.amount.take());
                payment.call()
            }
            _ => Move::Say(HELP.to_owned()),
        }
    }

    fn reads(&mut self, outcome: &Outcome) -> Move {
        let result = outcome.for_model_as_json();
        match (&outcome.kind, &mut self.payment) {
            (OutcomeKind::Result(_), Some(payment)) if &*outcome.tool_name == "get_all_invoices" => {
                payment.find(&result);
                payment.call()
            }
            (OutcomeKind::Result(_), Some(_)) if self.is_mistaken => {
                self.payment = None;
                Move::Say(FALSE.to_owned())
            }
            (OutcomeKind::Result(_), payment) => {
                let sign = payment.take().and_then(|payment| payment.amount).map(|amount| amount.sign);
                Move::Say(success(&outcome.tool_name, &result, &sign.unwrap_or_default()))
            }
            (OutcomeKind::Error(CallError::Validation(_)), Some(payment)) => {
                payment.refused += 1;
                match result["errors"][0]["obtain"].as_str() {
                    Some(function) if !payment.looked_up => Move::call(function, &json!({})),
                    _ => payment.guess(),
                }
            }
            // The program asks, or says that it was cancelled.
            _ => Move::Wait,
        }
    }
}

impl Payment {
    /// Finds the customer's open invoice in the list of all.
    fn find(&mut self, invoices: &Value) {
        self.looked_up = true;
        let is_meant = |invoice: &&Value| {
            invoice["ContactName"].as_str() == self.customer.as_deref() && invoice["Status"] == "Open"
        };
        let found = invoices.as_array().into_iter().flatten().find(is_meant);
        self.invoice = found.and_then(|invoice| invoice["InvoiceId"].as_str()).map(str::to_owned);
    }

    /// The call with all that is known; a guess, if that is not enough.
    fn call(&self) -> Move {
        let (Some(invoice), Some(amount)) = (&self.invoice, &self.amount) else { return self.guess() };
        let applications = json!([{ "InvoiceId": invoice, "Amount": amount.number }]);
        let arguments = json!({ "AccountId": BANK, "Amount": amount.number, "Applications": applications });
        Move::call("create_payment", &arguments)
    }

    /// A guess, as models send it when they don't know better.
    fn guess(&self) -> Move {
        let arguments = match self.refused {
            0 | 1 => json!({ "AccountId": BANK, "Amount": 0, "Applications": [] }),
            _ => json!({ "AccountId": BANK, "Amount": "unknown", "Applications": [] }),
        };
        Move::call("create_payment", &arguments)
    }
}

/// The model's sentence about a result.
fn success(tool: &str, result: &Value, sign: &str) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    match tool {
        "create_payment" => format!(
            "✅ Payment of {sign}{} recorded against Invoice {} for {}.",
            grouped(&result["Amount"]),
            text(&result["Applications"][0]["InvoiceId"]),
            text(&result["ContactName"])
        ),
        "update_invoice" => {
            format!("Invoice {} is due on {}.", text(&result["InvoiceId"]), text(&result["DueDate"]))
        }
        "void_invoice" => format!("Invoice {} was voided.", text(&result["InvoiceId"])),
        _ => result.to_string(),
    }
}
