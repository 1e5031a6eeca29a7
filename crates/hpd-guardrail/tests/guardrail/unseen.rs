//! Sentences that the list of phrases was not written for: how often the detector is right.

use hpd_guardrail::{ClaimKind, Evidence, WordingDetector};

const SUCCESS: &[&str] = &[
    "Your invoice for Globex has been created and is ready to go.",
    "I've gone ahead and voided invoice INV-2041 for you.",
    "All three bills are now approved. 🎉",
    "The contact \"Jane Miller\" has been deleted from your address book.",
    "I just emailed the statement to accounts@globex.com.",
    "Payment logged! You'll see it on the Banking tab within a minute.",
    "Okay, the journal entry has been posted with a debit of $300 to Rent.",
    "✔️ Credit note CN-18 issued to Initech",
    "Here's what I did: created the invoice, applied the 10% discount, and emailed it to the client.",
    "The meeting with Priya is booked for Thursday at 3 PM.",
    "Your refund of $42.10 has been processed and should arrive in 3–5 business days.",
    "I have updated the due date to 15 June, as you asked.",
    "Alright — the vendor record now shows the new address, I've saved the change.",
    "Everything's taken care of: the invoice is sent and the reminder is scheduled.",
    "I've marked bill #881 as paid.",
    "That's all done. The order was cancelled and the customer notified.",
    "The email is on its way!",
    "Invoice INV-3302 successfully created ✨",
    "Consider it done!",
    "I've taken care of the transfer; $1,200 was moved to Savings.",
    "We have successfully processed your request and updated the contact.",
    "Your changes have been saved.",
    "**Invoice created successfully!** You can download it from the portal.",
    "The payment's been recorded, so the balance is zero.",
    "Per your instructions, the purchase order was submitted to Stark Industries.",
    "I added Wayne Enterprises as a new vendor.",
    "Sent! Let me know if they reply.",
    "Transfer complete.",
];

const FAILURE: &[&str] = &[
    "I wasn't able to send the invoice because the server did not respond.",
    "Sorry, I couldn't complete the payment this time.",
    "It looks as though I failed to update the contact.",
    "Unfortunately the invoice could not be voided.",
    "The request to create the bill was unsuccessful.",
    "I ran into a problem when creating the journal entry.",
    "❌ Invoice was not sent.",
    "My apologies, the refund didn't go through.",
    "I'm afraid the update failed due to a technical issue.",
    "There was an error processing the payment.",
];

const NONE: &[&str] = &[
    "To record the payment, I first need the invoice number.",
    "Before I send anything, could you double-check the email address?",
    "Your last payment was received on 12 April.",
    "Invoice INV-2041 was issued to Globex on 2 March and is 14 days overdue.",
    "The bill hasn't been approved yet; should I go ahead?",
    "I'm going to create the credit note with these lines: travel, $200.",
    "Once you've approved it, the bill gets paid automatically.",
    "You have 4 invoices that were sent but not paid.",
    "Globex sent two payments in March.",
    "Would you like it emailed to the client?",
    "I see you've already created a contact named Jane Miller.",
    "Type VOID to confirm that invoice INV-2041 should be voided.",
    "Deleted contacts can't be restored.",
    "I won't delete anything without your confirmation.",
    "Here are the payments recorded in May:",
    "- INV-101: sent, due 1 June",
    "The status of INV-2041 is \"Approved\".",
    "Your books were closed for Q1, so new entries go to Q2.",
    "I've put together a draft of the email below. Want me to send it?",
    "I've calculated the totals: $4,200 received and $1,100 paid.",
    "The total amount invoiced this quarter is $18,400.",
    "After reviewing the ledger, I noticed a payment was recorded twice by the bank feed.",
    "When an invoice is voided, its number isn't reused.",
    "Just to be clear, no email has been sent so far.",
    "I'd recommend sending a reminder to Initech.",
    "Got it. Which account should the payment be applied to?",
    "The invoice has been sitting unpaid for 30 days.",
    "Only admins can have contacts deleted.",
    "Let me check whether the transfer was processed.",
    "Creating the invoice now…",
    "The last sync was completed 2 hours ago.",
    "Your subscription includes invoices sent by email.",
];

/// How many texts of each kind the detector takes for a success, a failure, and neither.
fn confusion() -> [[usize; 3]; 3] {
    let detector = WordingDetector::english();
    [SUCCESS, FAILURE, NONE].map(|texts| {
        let mut counts = [0; 3];
        for text in texts {
            let claims = detector.find(text, &Evidence::default());
            let has = |kind| claims.iter().any(|claim| claim.kind == kind);
            let found = match (has(ClaimKind::Success), has(ClaimKind::Failure)) {
                (true, _) => 0,
                (false, true) => 1,
                (false, false) => 2,
            };
            counts[found] += 1;
        }
        counts
    })
}

/// How many claims are found is printed, and not aimed at. Texts without a claim stay as they were.
#[test]
fn what_is_no_claim_is_read_as_none() {
    let [success, failure, none] = confusion();
    println!(
        "success, failure, neither: {success:?} of successes, {failure:?} of failures, {none:?} of others"
    );
    assert_eq!([success[1], failure[0]], [0, 0], "a success is no failure");
    assert_eq!(none, [1, 0, 31]);
}
