//! The schemas of the example plugins, checked with the `jsonschema` crate. Each is a schema of draft 2020-12 and gives
//! the right verdict on valid and invalid arguments, and so does the toolbox.

use hpd_examples::bookkeeping::Bookkeeping;
use hpd_examples::finance::{FinancialAnalysisPlugin, FinancialAnalysisSkills};
use hpd_examples::math::Math;
use hpd_host::args::Leniency;
use hpd_host::error::ErrorCode;
use hpd_host::list::ModelOptions;
use hpd_host::{CallError, RawCall, Session, Toolbox};
use jsonschema::Validator;
use serde_json::Value;

/// A function, arguments that pass, and arguments that fail.
type Row = (&'static str, &'static [&'static str], &'static [&'static str]);

const MATH: [Row; 7] = [
    (
        "Add",
        &[r#"{"a":1,"b":2.5}"#, r#"{"b":-1e3,"a":0}"#],
        &["{}", r#"{"a":1}"#, r#"{"a":"1","b":2}"#, r#"{"a":1,"b":2,"c":3}"#],
    ),
    ("Multiply", &[r#"{"a":2,"b":3}"#], &[r#"{"a":2,"b":null}"#, r#"{"a":[2],"b":3}"#]),
    ("Abs", &[r#"{"value":-1}"#], &[r#"{"x":-1}"#, r#"{"value":true}"#]),
    ("Square", &[r#"{"value":1.5}"#], &["[]", r#"{"value":{}}"#]),
    ("Subtract", &[r#"{"a":2,"b":3}"#], &[r#"{"a":2}"#]),
    ("Min", &[r#"{"a":2,"b":3}"#], &[r#"{"b":"3","a":2}"#]),
    ("SolveQuadratic", &[r#"{"a":1,"b":-3,"c":2}"#], &[r#"{"a":1,"b":-3}"#, r#"{"a":1,"b":-3,"c":"2"}"#]),
];

const FINANCE: [Row; 12] = [
    (
        "CalculateCurrentRatio",
        &[
            r#"{"current_assets":150000,"current_liabilities":100000.50}"#,
            r#"{"current_assets":"1.5e3","current_liabilities":"-2"}"#,
        ],
        &[
            r#"{"current_assets":150000}"#,
            r#"{"current_assets":"1,5","current_liabilities":1}"#,
            r#"{"current_assets":true,"current_liabilities":1}"#,
        ],
    ),
    (
        "CalculateQuickRatio",
        &[r#"{"quick_assets":1,"current_liabilities":2}"#],
        &[r#"{"quick_assets":"","current_liabilities":2}"#],
    ),
    (
        "CalculateWorkingCapital",
        &[r#"{"current_assets":1,"current_liabilities":2}"#],
        &[r#"{"current_assets":1,"current_liabilities":null}"#],
    ),
    (
        "CalculateDebtToEquityRatio",
        &[r#"{"total_liabilities":1,"shareholders_equity":2}"#],
        &[r#"{"total_liabilities":1,"equity":2}"#],
    ),
    (
        "CalculateDebtToAssetsRatio",
        &[r#"{"total_liabilities":1,"total_assets":2}"#],
        &[r#"{"total_liabilities":"1 EUR","total_assets":2}"#],
    ),
    ("CalculateEquityMultiplier", &[r#"{"total_assets":1,"shareholders_equity":2}"#], &["{}"]),
    (
        "CalculateGrossMargin",
        &[r#"{"revenue":1,"cost_of_goods_sold":2}"#],
        &[r#"{"revenue":1,"cost_of_goods_sold":2,"tax":3}"#],
    ),
    ("CalculateNetMargin", &[r#"{"net_income":-1,"revenue":2}"#], &[r#"{"net_income":[-1],"revenue":2}"#]),
    ("CalculateReturnOnEquity", &[r#"{"net_income":1,"shareholders_equity":2}"#], &[r#"{"net_income":1}"#]),
    ("CalculatePeriodChange", &[r#"{"previous":1,"current":2}"#], &[r#"{"previous":1,"current":{}}"#]),
    (
        "CalculateInterestCoverage",
        &[r#"{"earnings_before_interest_and_taxes":1,"interest_expense":2}"#],
        &[r#"{"earnings_before_interest_and_taxes":1,"interest_expense":"2%"}"#],
    ),
    (
        "CalculateDaysSalesOutstanding",
        &[
            r#"{"accounts_receivable":1,"credit_sales":2}"#,
            r#"{"accounts_receivable":1,"credit_sales":2,"days":366}"#,
        ],
        &[
            r#"{"accounts_receivable":1,"credit_sales":2,"days":0}"#,
            r#"{"accounts_receivable":1,"credit_sales":2,"days":367}"#,
            r#"{"accounts_receivable":1,"credit_sales":2,"days":1.5}"#,
        ],
    ),
];

const READS: [Row; 10] = [
    (
        "get_all_invoices",
        &["{}", r#"{"Status":"Open","ContactId":null}"#],
        &[r#"{"Status":"open"}"#, r#"{"ContactId":7}"#],
    ),
    ("get_invoice", &[r#"{"InvoiceId":"INV-1"}"#], &["{}", r#"{"InvoiceId":1}"#]),
    ("get_all_bills", &["{}", r#"{"Status":"Approved"}"#], &[r#"{"Status":"Paid"}"#]),
    ("get_all_contacts", &["{}", r#"{"Name":"Acme"}"#], &[r#"{"name":"Acme"}"#]),
    ("get_all_accounts", &["{}", r#"{"Type":"Bank"}"#], &[r#"{"Type":"Cash"}"#, r#"{"Type":""}"#]),
    ("get_all_payments", &["{}", r#"{"ContactId":"C-1"}"#], &[r#"{"ContactId":["C-1"]}"#]),
    ("get_all_credit_notes", &["{}", r#"{"ContactId":"C-1"}"#], &[r#"{"ContactId":false}"#]),
    ("get_journal_entries", &["{}", r#"{"AccountId":"200"}"#], &[r#"{"AccountId":200}"#]),
    ("get_trial_balance", &["{}"], &[r#"{"Date":"2024-01-01"}"#]),
    (
        "read_skill_document",
        &[r#"{"document_id":"ratio-benchmarks"}"#, r#"{"document_id":"ratio-benchmarks","offset":0}"#],
        &["{}", r#"{"document_id":""}"#, r#"{"document_id":"ratio-benchmarks","offset":-1}"#],
    ),
];

const WRITES: [Row; 12] = [
    (
        "create_payment",
        &[
            r#"{"AccountId":"090","Amount":10,"Applications":[{"InvoiceId":"INV-1","Amount":10.00}]}"#,
            r#"{"AccountId":"090","Amount":"10.50","Applications":[{"InvoiceId":"INV-1","Amount":"10.50"}],"Date":"2024-02-29","Reference":""}"#,
        ],
        &[
            r#"{"AccountId":"","Amount":10,"Applications":[{"InvoiceId":"INV-1","Amount":10}]}"#,
            r#"{"AccountId":"090","Amount":0,"Applications":[{"InvoiceId":"INV-1","Amount":10}]}"#,
            r#"{"AccountId":"090","Amount":10,"Applications":[]}"#,
            r#"{"AccountId":"090","Amount":10,"Applications":[{"InvoiceId":"INV-1","Amount":-10}]}"#,
            r#"{"AccountId":"090","Amount":10,"Applications":[{"InvoiceId":"INV-1","Amount":10}],"Date":"2023-02-29"}"#,
        ],
    ),
    (
        "create_invoice",
        &[
            r#"{"ContactId":"C-1","Lines":[{"Description":"Tea","UnitAmount":1.10}]}"#,
            r#"{"ContactId":"C-1","Lines":[{"Description":"Tea","UnitAmount":1,"Quantity":0.5,"AccountId":"200"}],"DueDate":"2024-12-31","Reference":null}"#,
        ],
        &[
            r#"{"ContactId":"C-1","Lines":[]}"#,
            r#"{"ContactId":"C-1","Lines":[{"Description":"","UnitAmount":1}]}"#,
            r#"{"ContactId":"C-1","Lines":[{"Description":"Tea","UnitAmount":1,"Quantity":0}]}"#,
            r#"{"ContactId":"C-1","Lines":[{"Description":"Tea","UnitAmount":1,"Price":1}]}"#,
            r#"{"ContactId":"C-1","Lines":{"Description":"Tea","UnitAmount":1}}"#,
        ],
    ),
    (
        "create_bill",
        &[r#"{"ContactId":"C-1","Lines":[{"Description":"Tea","UnitAmount":1}]}"#],
        &[r#"{"ContactId":"C-1"}"#],
    ),
    (
        "create_credit_note",
        &[r#"{"ContactId":"C-1","Lines":[{"Description":"Tea","UnitAmount":1}],"InvoiceId":"INV-1"}"#],
        &[r#"{"ContactId":null,"Lines":[{"Description":"Tea","UnitAmount":1}]}"#],
    ),
    (
        "update_invoice",
        &[
            r#"{"InvoiceId":"INV-1"}"#,
            r#"{"InvoiceId":"INV-1","Lines":[{"Description":"Tea","UnitAmount":1}]}"#,
        ],
        &[r#"{"InvoiceId":""}"#, r#"{"InvoiceId":"INV-1","Lines":[]}"#],
    ),
    (
        "update_bill",
        &[r#"{"BillId":"B-1","DueDate":"2024-01-01"}"#],
        &[r#"{"BillId":"B-1","DueDate":"soon"}"#],
    ),
    ("void_invoice", &[r#"{"InvoiceId":"INV-1"}"#], &["{}", r#"{"InvoiceId":"INV-1","confirmed":true}"#]),
    ("delete_contact", &[r#"{"ContactId":"C-1"}"#], &[r#"{"ContactId":""}"#]),
    (
        "send_invoice",
        &[r#"{"InvoiceId":"INV-1","email":"ada@example.org"}"#],
        &[r#"{"InvoiceId":"INV-1","email":"ada"}"#, r#"{"InvoiceId":"INV-1"}"#],
    ),
    ("approve_bill", &[r#"{"BillId":"B-1"}"#], &[r#"{"BillId":1}"#]),
    (
        "create_journal_entry",
        &[
            r#"{"Lines":[{"AccountId":"090","DebitAmount":5},{"AccountId":"200","CreditAmount":"5.00"}],"Narration":"x"}"#,
        ],
        &[
            r#"{"Lines":[]}"#,
            r#"{"Lines":[{"AccountId":"090","DebitAmount":-5},{"AccountId":"200","CreditAmount":5}]}"#,
            r#"{"Lines":[{"DebitAmount":5},{"AccountId":"200","CreditAmount":5}]}"#,
        ],
    ),
    (
        "update_payment",
        &[r#"{"PaymentId":"P-1","Amount":null}"#],
        &[r#"{"PaymentId":"P-1","Amount":0}"#, r#"{"PaymentId":"P-1","Applications":[]}"#],
    ),
];

fn rows() -> impl Iterator<Item = Row> {
    MATH.into_iter().chain(FINANCE).chain(READS).chain(WRITES)
}

fn toolbox() -> (Toolbox, Session) {
    let toolbox = Toolbox::builder()
        .model(ModelOptions::new().leniency(Leniency::Strict))
        .plugin(Math)
        .plugin(FinancialAnalysisPlugin)
        .plugin(FinancialAnalysisSkills::default())
        .plugin(Bookkeeping::default())
        .build()
        .expect("the example plugins fit together");
    let session = Session::new();
    for tool in toolbox.all_tools().iter().filter(|tool| tool.is_container()) {
        session.expand(tool.id());
    }
    (toolbox, session)
}

fn validator(toolbox: &Toolbox, function: &str) -> Validator {
    let schema = toolbox.tool(function).unwrap_or_else(|| panic!("there is no {function}")).input_schema();
    let schema: Value = serde_json::from_str(schema).expect("a schema is JSON");
    jsonschema::options().should_validate_formats(true).build(&schema).expect("the schema compiles")
}

#[test]
fn every_function_is_in_the_table() {
    let (toolbox, _) = toolbox();
    let functions = toolbox.all_tools().iter().filter(|tool| !tool.is_container());
    let mut functions: Vec<_> = functions.map(hpd_host::Tool::name).collect();
    let mut listed: Vec<_> = rows().map(|(function, ..)| function).collect();
    functions.sort_unstable();
    listed.sort_unstable();
    assert_eq!(functions, listed);
}

#[test]
fn every_schema_is_one() {
    let (toolbox, _) = toolbox();
    for tool in toolbox.all_tools() {
        let schema: Value = serde_json::from_str(tool.input_schema()).expect("a schema is JSON");
        let result = jsonschema::draft202012::meta::validate(&schema);
        assert!(result.is_ok(), "{}: {result:?}", tool.name());
    }
}

/// Whether only the plugin's own check is against it: the samples' records are in no books.
fn refuses_by_check_alone(error: &CallError) -> bool {
    let CallError::Validation(response) = error else { return false };
    response.errors.iter().all(|error| error.error_code == ErrorCode::CustomCheck)
}

#[test]
fn samples_pass_and_fail() {
    let (toolbox, session) = toolbox();
    for (function, accepted, refused) in rows() {
        let validator = validator(&toolbox, function);
        let verdicts =
            accepted.iter().map(|sample| (sample, true)).chain(refused.iter().map(|sample| (sample, false)));
        for (sample, passes) in verdicts {
            let value: Value = serde_json::from_str(sample).expect("a sample is JSON");
            assert_eq!(validator.is_valid(&value), passes, "{function}({sample}) by schema");
            let checked = toolbox.check(&session, &RawCall::new("1", function, *sample));
            let is_right = checked.as_ref().err().is_none_or(refuses_by_check_alone);
            assert_eq!(is_right, passes, "{function}({sample}) by toolbox: {checked:?}");
        }
    }
}
