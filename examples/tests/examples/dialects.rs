//! The schemas of the example plugins in every dialect. A change of them is a change of an interface; each is proven
//! with samples and by the rules of its provider.

use std::fmt::Write;

use hpd_examples::bookkeeping::Bookkeeping;
use hpd_examples::finance::{FinancialAnalysisPlugin, FinancialAnalysisSkills};
use hpd_examples::math::Math;
use hpd_host::Toolbox;
use hpd_host::args::Node;
use hpd_host::dialect::Dialect;
use jsonschema::Validator;
use serde_json::Value;

use crate::dialect_rules;
use crate::dialect_rules::generate::{Random, answer};

fn toolbox() -> Toolbox {
    Toolbox::builder()
        .plugin(Math)
        .plugin(FinancialAnalysisPlugin)
        .plugin(FinancialAnalysisSkills::default())
        .plugin(Bookkeeping::default())
        .build()
        .expect("the example plugins fit together")
}

/// The schemas of all functions in one dialect, and the losses of each.
fn written(dialect: Dialect) -> String {
    let mut text = String::new();
    for tool in toolbox().all_tools().iter().filter(|tool| !tool.is_container()) {
        let schema = tool.input_schema_in(dialect).expect("it can be written");
        let converted = tool.converted_schema(dialect).expect("it can be written");
        writeln!(text, "{}\n  {schema}", tool.name()).expect("writing into a text can't fail");
        for change in &converted.report {
            writeln!(text, "  {:?} {change}", change.kind).expect("writing into a text can't fail");
        }
    }
    text
}

#[test]
fn mcp() {
    insta::assert_snapshot!(written(Dialect::Mcp));
}

#[test]
fn openai() {
    insta::assert_snapshot!(written(Dialect::OpenAi));
}

#[test]
fn openai_strict() {
    insta::assert_snapshot!(written(Dialect::OpenAiStrict));
}

#[test]
fn anthropic() {
    insta::assert_snapshot!(written(Dialect::Anthropic));
}

#[test]
fn anthropic_strict() {
    insta::assert_snapshot!(written(Dialect::AnthropicStrict));
}

#[test]
fn gemini() {
    insta::assert_snapshot!(written(Dialect::Gemini));
}

#[test]
fn gemini_openapi() {
    insta::assert_snapshot!(written(Dialect::GeminiOpenApi));
}

fn validator(schema: &str) -> Validator {
    let schema: Value = serde_json::from_str(schema).expect("a schema is JSON");
    jsonschema::options().should_validate_formats(true).build(&schema).expect("the schema compiles")
}

#[test]
fn each_keeps_the_rules_of_its_provider() {
    for tool in toolbox().all_tools() {
        for dialect in Dialect::ALL {
            let schema = tool.input_schema_in(dialect).expect("it can be written");
            let schema: Value = serde_json::from_str(schema).expect("a schema is JSON");
            let broken = dialect_rules::broken_rules(dialect.as_str(), &schema);
            assert!(broken.is_empty(), "{} for {dialect}: {broken:?}", tool.name());
        }
    }
}

/// A function, arguments that pass, and arguments that no dialect may let pass.
const SAMPLES: [(&str, &str, &str); 6] = [
    ("Add", r#"{"a":1,"b":2.5}"#, r#"{"a":1}"#),
    (
        "CalculateCurrentRatio",
        r#"{"current_assets":"1.5","current_liabilities":2}"#,
        r#"{"current_assets":true,"current_liabilities":2}"#,
    ),
    ("get_all_invoices", r#"{"Status":"Open","ContactId":null}"#, r#"{"Status":"open","ContactId":null}"#),
    (
        "create_payment",
        r#"{"AccountId":"090","Amount":10,"Applications":[{"InvoiceId":"INV-1","Amount":10}],"Date":null,"Reference":null}"#,
        r#"{"AccountId":"090","Amount":10,"Applications":{},"Date":null,"Reference":null}"#,
    ),
    ("void_invoice", r#"{"InvoiceId":"INV-1"}"#, "{}"),
    (
        "send_invoice",
        r#"{"InvoiceId":"INV-1","email":"ada@example.org"}"#,
        r#"{"InvoiceId":1,"email":"ada@example.org"}"#,
    ),
];

#[test]
fn samples_pass_and_fail() {
    let toolbox = toolbox();
    for (function, accepted, refused) in SAMPLES {
        let tool = toolbox.tool(function).unwrap_or_else(|| panic!("there is no {function}"));
        // `nullable` of OpenAPI is no keyword of JSON Schema.
        for dialect in Dialect::ALL.into_iter().filter(|dialect| *dialect != Dialect::GeminiOpenApi) {
            let validator = validator(tool.input_schema_in(dialect).expect("it can be written"));
            for (sample, passes) in [(accepted, true), (refused, false)] {
                let value = serde_json::from_str(sample).expect("a sample is JSON");
                assert_eq!(validator.is_valid(&value), passes, "{function}({sample}) for {dialect}");
            }
        }
    }
}

#[test]
fn a_restored_answer_satisfies_the_original() {
    for tool in toolbox().all_tools() {
        let original = validator(tool.input_schema());
        for dialect in Dialect::ALL {
            let converted = tool.converted_schema(dialect).expect("it can be written");
            let written = converted.schema.to_value();
            for seed in 0..20 {
                let sent = answer(&written, &written, &mut Random(seed), 0);
                let mut restored = Node::from_value(&sent).into_owned();
                converted.restore(&mut restored);
                let restored = restored.to_value();
                let lost = |path: &str| {
                    converted.report.iter().any(|change| {
                        change.kind.loses_rule()
                            && path.starts_with(&format!("{}/{}", change.pointer, change.keyword))
                    })
                };
                let broken: Vec<_> = original
                    .iter_errors(&restored)
                    .filter(|error| !lost(&error.schema_path().to_string()))
                    .map(|error| error.to_string())
                    .collect();
                assert!(
                    broken.is_empty(),
                    "{} for {dialect}: {sent} became {restored}: {broken:?}",
                    tool.name()
                );
            }
        }
    }
}
