//! The functions of the plugin.

use hpd_host::plugin;
use jiff::civil::Date;
use rust_decimal::Decimal;

use super::Bookkeeping;
use super::arguments::{ApplicationInput, JournalLineInput, LineInput, converted};
use super::ledger::{
    AccountId, AccountType, AccountView, BillChanges, BillId, BillStatus, BillView, Books, Contact,
    ContactId, CreditNoteView, DeletedContact, Entry, InvoiceChanges, InvoiceId, InvoiceStatus,
    InvoiceSummary, InvoiceView, LedgerError, NewBill, NewCreditNote, NewInvoice, NewPayment, PaymentChanges,
    PaymentId, PaymentView, TrialBalance,
};

#[allow(clippy::missing_errors_doc, reason = "the methods of `Books` that are called say when they fail")]
#[plugin(description = "Bookkeeping: invoices, bills, payments, credit notes and the journal of one company")]
impl Bookkeeping {
    /// Lists the invoices with their status and what is due, without their lines.
    #[ai_function]
    pub fn get_all_invoices(
        &self,
        /// Only those of this contact.
        #[param(name = "ContactId", obtain = Bookkeeping::get_all_contacts)]
        contact_id: Option<ContactId>,
        /// Only those with this status.
        #[param(name = "Status")]
        status: Option<InvoiceStatus>,
    ) -> Result<Vec<InvoiceSummary>, LedgerError> {
        self.ledger.read(|books| books.invoices(contact_id.as_ref(), status))
    }

    /// Shows one invoice with its lines, what settles it, and where it was sent.
    #[ai_function]
    pub fn get_invoice(
        &self,
        /// The invoice.
        #[param(name = "InvoiceId", obtain = Bookkeeping::get_all_invoices)]
        invoice_id: InvoiceId,
    ) -> Result<InvoiceView, LedgerError> {
        self.ledger.read(|books| books.invoice(&invoice_id))
    }

    /// Lists the bills with their lines and status.
    #[ai_function]
    pub fn get_all_bills(
        &self,
        /// Only those of this contact.
        #[param(name = "ContactId", obtain = Bookkeeping::get_all_contacts)]
        contact_id: Option<ContactId>,
        /// Only those with this status.
        #[param(name = "Status")]
        status: Option<BillStatus>,
    ) -> Result<Vec<BillView>, LedgerError> {
        self.ledger.read(|books| books.bills(contact_id.as_ref(), status))
    }

    /// Lists the contacts: customers and suppliers.
    #[ai_function]
    pub fn get_all_contacts(
        &self,
        /// Only those with this in their name.
        #[param(name = "Name")]
        name: Option<String>,
    ) -> Vec<Contact> {
        self.ledger.read(|books| books.contacts(name.as_deref()))
    }

    /// Lists the accounts with their balances.
    #[ai_function]
    pub fn get_all_accounts(
        &self,
        /// Only those of this type. Payments arrive in accounts of the type Bank.
        #[param(name = "Type")]
        kind: Option<AccountType>,
    ) -> Vec<AccountView> {
        self.ledger.read(|books| books.accounts(kind))
    }

    /// Lists the payments with the invoices that they settle.
    #[ai_function]
    pub fn get_all_payments(
        &self,
        /// Only those of this contact.
        #[param(name = "ContactId", obtain = Bookkeeping::get_all_contacts)]
        contact_id: Option<ContactId>,
    ) -> Result<Vec<PaymentView>, LedgerError> {
        self.ledger.read(|books| books.payments(contact_id.as_ref()))
    }

    /// Lists the credit notes.
    #[ai_function]
    pub fn get_all_credit_notes(
        &self,
        /// Only those of this contact.
        #[param(name = "ContactId", obtain = Bookkeeping::get_all_contacts)]
        contact_id: Option<ContactId>,
    ) -> Result<Vec<CreditNoteView>, LedgerError> {
        self.ledger.read(|books| books.credit_notes(contact_id.as_ref()))
    }

    /// Lists the entries of the journal.
    #[ai_function]
    pub fn get_journal_entries(
        &self,
        /// Only those that touch this account.
        #[param(name = "AccountId", obtain = Bookkeeping::get_all_accounts)]
        account_id: Option<AccountId>,
    ) -> Result<Vec<Entry>, LedgerError> {
        self.ledger.read(|books| books.journal_entries(account_id.as_ref()))
    }

    /// Shows the trial balance: the balance of every account that was booked on.
    #[ai_function]
    pub fn get_trial_balance(&self) -> TrialBalance {
        self.ledger.read(Books::trial_balance)
    }

    /// Records a payment from a customer and settles the invoices that it is for.
    #[ai_function(write, risk = low, check = self.check_payment,
        question = "Create payment of {Amount} for {contact} against {invoices}?", preview("contact", "invoices"))]
    pub fn create_payment(
        &self,
        /// The bank or cash account that the money arrived in.
        #[param(name = "AccountId", obtain = Bookkeeping::get_all_accounts, hint = "An account of the type Bank.")]
        account_id: AccountId,
        /// The whole amount.
        #[param(
            name = "Amount",
            range(exclusive_min = 0),
            obtain = Bookkeeping::get_all_invoices,
            hint = "The amount that the user named, or what is due on the invoices.",
            ask = "Please confirm the exact amount."
        )]
        amount: Decimal,
        /// The invoices that it is for. Their amounts add up to Amount.
        #[param(
            name = "Applications",
            obtain = Bookkeeping::get_all_invoices,
            hint = "Fetch the invoice first to obtain its InvoiceId.",
            ask = "Which invoice should this payment apply to?"
        )]
        applications: Vec<ApplicationInput>,
        /// The day on which the money arrived.
        #[param(name = "Date")]
        date: Option<Date>,
        /// The text on the transfer.
        #[param(name = "Reference")]
        reference: Option<String>,
    ) -> Result<PaymentView, LedgerError> {
        let applications = converted(applications);
        let new = NewPayment { account: account_id, amount, applications, date, reference };
        self.ledger.write(|books| books.create_payment(new))
    }

    /// Writes an invoice to a customer and books it.
    #[ai_function(write, risk = low, check = self.check_invoice,
        question = "Create invoice over {total} for {contact}?", preview("total", "contact"))]
    pub fn create_invoice(
        &self,
        /// The customer.
        #[param(name = "ContactId", obtain = Bookkeeping::get_all_contacts, ask = "Who is the invoice for?")]
        contact_id: ContactId,
        /// What is sold.
        #[param(
            name = "Lines",
            obtain = Bookkeeping::get_all_accounts,
            hint = "Descriptions and prices are the user's; the accounts are listed.",
            ask = "What is sold, and at what price?"
        )]
        lines: Vec<LineInput>,
        /// The day by which it is to be paid.
        #[param(name = "DueDate")]
        due_date: Option<Date>,
        /// The customer's reference.
        #[param(name = "Reference")]
        reference: Option<String>,
    ) -> Result<InvoiceView, LedgerError> {
        let new = NewInvoice { contact: contact_id, lines: converted(lines), due_date, reference };
        self.ledger.write(|books| books.create_invoice(new))
    }

    /// Records a bill from a supplier. It is booked once it is approved.
    #[ai_function(write, risk = low, check = self.check_bill,
        question = "Create bill over {total} from {contact}?", preview("total", "contact"))]
    pub fn create_bill(
        &self,
        /// The supplier.
        #[param(name = "ContactId", obtain = Bookkeeping::get_all_contacts, ask = "Who is the bill from?")]
        contact_id: ContactId,
        /// What is bought.
        #[param(
            name = "Lines",
            obtain = Bookkeeping::get_all_accounts,
            hint = "Descriptions and prices are the user's; the accounts are listed.",
            ask = "What is bought, and at what price?"
        )]
        lines: Vec<LineInput>,
        /// The day by which it is to be paid.
        #[param(name = "DueDate")]
        due_date: Option<Date>,
        /// The supplier's number of it.
        #[param(name = "Reference")]
        reference: Option<String>,
    ) -> Result<BillView, LedgerError> {
        let new = NewBill { contact: contact_id, lines: converted(lines), due_date, reference };
        self.ledger.write(|books| books.create_bill(new))
    }

    /// Writes a credit note to a customer and books it. With an invoice, it settles that invoice.
    #[ai_function(write, risk = low, check = self.check_credit_note,
        question = "Create credit note over {total} for {contact}?", preview("total", "contact"))]
    pub fn create_credit_note(
        &self,
        /// The customer.
        #[param(name = "ContactId", obtain = Bookkeeping::get_all_contacts, ask = "Who is the credit note for?")]
        contact_id: ContactId,
        /// What is credited.
        #[param(
            name = "Lines",
            obtain = Bookkeeping::get_all_accounts,
            hint = "Descriptions and prices are the user's; the accounts are listed.",
            ask = "What is credited, and how much?"
        )]
        lines: Vec<LineInput>,
        /// The invoice that it settles, wholly or in part.
        #[param(name = "InvoiceId", obtain = Bookkeeping::get_all_invoices)]
        invoice_id: Option<InvoiceId>,
    ) -> Result<CreditNoteView, LedgerError> {
        let new = NewCreditNote { contact: contact_id, lines: converted(lines), invoice: invoice_id };
        self.ledger.write(|books| books.create_credit_note(new))
    }

    /// Changes an open invoice. Fields that are not given stay as they are.
    #[ai_function(write, risk = medium, check = self.check_changed_invoice,
        question = "Change invoice {InvoiceId} of {contact} over {total}?", preview("contact", "total"))]
    pub fn update_invoice(
        &self,
        /// The invoice.
        #[param(name = "InvoiceId", obtain = Bookkeeping::get_all_invoices, ask = "Which invoice is to be changed?")]
        invoice_id: InvoiceId,
        /// Another customer; only while nothing is paid or credited.
        #[param(name = "ContactId", obtain = Bookkeeping::get_all_contacts)]
        contact_id: Option<ContactId>,
        /// All lines anew; only while nothing is paid or credited.
        #[param(name = "Lines", non_empty)]
        lines: Option<Vec<LineInput>>,
        /// Another day by which it is to be paid.
        #[param(name = "DueDate")]
        due_date: Option<Date>,
        /// Another reference.
        #[param(name = "Reference")]
        reference: Option<String>,
    ) -> Result<InvoiceView, LedgerError> {
        let changes =
            InvoiceChanges { contact: contact_id, lines: lines.map(converted), due_date, reference };
        self.ledger.write(|books| books.update_invoice(&invoice_id, changes))
    }

    /// Changes a bill that awaits approval. Fields that are not given stay as they are.
    #[ai_function(write, risk = medium, check = self.check_changed_bill,
        question = "Change bill {BillId} of {contact} over {total}?", preview("contact", "total"))]
    pub fn update_bill(
        &self,
        /// The bill.
        #[param(name = "BillId", obtain = Bookkeeping::get_all_bills, ask = "Which bill is to be changed?")]
        bill_id: BillId,
        /// Another supplier.
        #[param(name = "ContactId", obtain = Bookkeeping::get_all_contacts)]
        contact_id: Option<ContactId>,
        /// All lines anew.
        #[param(name = "Lines", non_empty)]
        lines: Option<Vec<LineInput>>,
        /// Another day by which it is to be paid.
        #[param(name = "DueDate")]
        due_date: Option<Date>,
        /// Another number of the supplier's.
        #[param(name = "Reference")]
        reference: Option<String>,
    ) -> Result<BillView, LedgerError> {
        let changes = BillChanges { contact: contact_id, lines: lines.map(converted), due_date, reference };
        self.ledger.write(|books| books.update_bill(&bill_id, changes))
    }

    /// Takes an invoice back for good: its entry is reversed. Only while nothing is paid or credited.
    #[ai_function(write, risk = high, confirm_phrase = "VOID {InvoiceId}", destructive, check = self.check_void,
        question = "Void invoice {InvoiceId} of {contact} over {total}?", preview("contact", "total"))]
    pub fn void_invoice(
        &self,
        /// The invoice.
        #[param(name = "InvoiceId", obtain = Bookkeeping::get_all_invoices, ask = "Which invoice is to be voided?")]
        invoice_id: InvoiceId,
    ) -> Result<InvoiceView, LedgerError> {
        self.ledger.write(|books| books.void_invoice(&invoice_id))
    }

    /// Deletes a contact for good. Only one without invoices, bills and credit notes.
    #[ai_function(write, risk = high, confirm_phrase = "DELETE {ContactId}", destructive, check = self.check_deleted,
        question = "Delete the contact {ContactId}, {contact}?", preview("contact"))]
    pub fn delete_contact(
        &self,
        /// The contact.
        #[param(name = "ContactId", obtain = Bookkeeping::get_all_contacts, ask = "Which contact is to be deleted?")]
        contact_id: ContactId,
    ) -> Result<DeletedContact, LedgerError> {
        self.ledger.write(|books| books.delete_contact(&contact_id))
    }

    /// Sends an invoice by email.
    #[ai_function(write, risk = medium, open_world, check = self.check_sent,
        question = "Send invoice {InvoiceId} of {contact} over {total} to {email}?", preview("contact", "total"))]
    pub fn send_invoice(
        &self,
        /// The invoice.
        #[param(name = "InvoiceId", obtain = Bookkeeping::get_all_invoices, ask = "Which invoice is to be sent?")]
        invoice_id: InvoiceId,
        /// The recipient's address.
        #[param(format = "email", obtain = Bookkeeping::get_all_contacts, ask = "To which address is it to be sent?")]
        email: String,
    ) -> Result<InvoiceView, LedgerError> {
        self.ledger.write(|books| books.send_invoice(&invoice_id, email))
    }

    /// Approves a bill for payment and books it.
    #[ai_function(write, risk = high, confirm_phrase = "APPROVE {BillId}", check = self.check_approved,
        question = "Approve bill {BillId} of {contact} over {total}?", preview("contact", "total"))]
    pub fn approve_bill(
        &self,
        /// The bill.
        #[param(name = "BillId", obtain = Bookkeeping::get_all_bills, ask = "Which bill is to be approved?")]
        bill_id: BillId,
    ) -> Result<BillView, LedgerError> {
        self.ledger.write(|books| books.approve_bill(&bill_id))
    }

    /// Books an entry of at least two lines, whose debits equal its credits.
    #[ai_function(write, risk = medium, check = self.check_journal,
        question = "Create journal entry over {total} on {accounts}?", preview("total", "accounts"))]
    pub fn create_journal_entry(
        &self,
        /// The lines: each a debit or a credit.
        #[param(
            name = "Lines",
            obtain = Bookkeeping::get_all_accounts,
            hint = "At least two lines, of accounts that are listed.",
            ask = "Which accounts and amounts are to be booked?"
        )]
        lines: Vec<JournalLineInput>,
        /// What the entry is about.
        #[param(name = "Narration")]
        narration: Option<String>,
        /// The day on which it is booked.
        #[param(name = "Date")]
        date: Option<Date>,
    ) -> Result<Entry, LedgerError> {
        self.ledger.write(|books| books.create_journal_entry(&converted(lines), narration, date))
    }

    /// Changes a payment. Fields that are not given stay as they are; what it settled is settled anew.
    #[ai_function(write, risk = medium, check = self.check_changed_payment,
        question = "Change payment {PaymentId} of {contact} over {total}?", preview("contact", "total"))]
    pub fn update_payment(
        &self,
        /// The payment.
        #[param(name = "PaymentId", obtain = Bookkeeping::get_all_payments, ask = "Which payment is to be changed?")]
        payment_id: PaymentId,
        /// Another bank or cash account.
        #[param(name = "AccountId", obtain = Bookkeeping::get_all_accounts)]
        account_id: Option<AccountId>,
        /// Another amount. The applications change with it.
        #[param(name = "Amount", range(exclusive_min = 0))]
        amount: Option<Decimal>,
        /// All applications anew. Their amounts add up to the payment's.
        #[param(name = "Applications", non_empty, obtain = Bookkeeping::get_all_invoices)]
        applications: Option<Vec<ApplicationInput>>,
        /// Another day on which the money arrived.
        #[param(name = "Date")]
        date: Option<Date>,
        /// Another text on the transfer.
        #[param(name = "Reference")]
        reference: Option<String>,
    ) -> Result<PaymentView, LedgerError> {
        let applications = applications.map(converted);
        let changes = PaymentChanges { account: account_id, amount, applications, date, reference };
        self.ledger.write(|books| books.update_payment(&payment_id, changes))
    }
}
