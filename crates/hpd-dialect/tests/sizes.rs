//! The length of converted schemas: references stay, and copies are cut.

use hpd_dialect::{Converted, Dialect, SchemaChangeKind, convert, convert_text};
use serde_json::{Map, Value, json};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data");

const TYPES: [&str; 3] = ["string", "number", "boolean"];

/// The kinds of an accounting service with the references of each, a list where `*` follows.
const KINDS: [(&str, usize, &[&str]); 20] = [
    (
        "Invoice",
        12,
        &[
            "Contact",
            "LineItem*",
            "Payment*",
            "CreditNote*",
            "Overpayment*",
            "Attachment*",
            "Currency",
            "Problem*",
        ],
    ),
    (
        "Contact",
        8,
        &[
            "Person*",
            "Address*",
            "Group*",
            "Terms",
            "Balances",
            "Currency",
            "Attachment*",
            "Problem*",
            "Account",
            "Batch",
            "Tracking*",
        ],
    ),
    ("LineItem", 3, &["Item", "Account", "Tracking*", "TaxRate"]),
    ("Account", 35, &["Currency", "TaxRate", "Problem*"]),
    ("Payment", 3, &["Invoice", "CreditNote", "Overpayment", "Account", "Batch", "Problem*"]),
    ("CreditNote", 2, &["Contact", "LineItem*", "Allocation*", "Payment*", "Currency", "Problem*"]),
    ("Overpayment", 0, &["Contact", "LineItem*", "Allocation*", "Payment*", "Currency", "Attachment*"]),
    ("Allocation", 0, &["Invoice", "CreditNote", "Overpayment", "Problem*"]),
    ("Batch", 0, &["Account", "Payment*", "Problem*"]),
    ("Group", 0, &["Contact*"]),
    ("Item", 2, &["Purchase", "Sales", "Problem*"]),
    ("Purchase", 0, &["Account", "TaxRate"]),
    ("Sales", 0, &["Account", "TaxRate"]),
    ("Tracking", 0, &["Problem*"]),
    ("Terms", 6, &["Balances", "Balances"]),
    ("TaxRate", 60, &["Problem*"]),
    ("Currency", 170, &["Problem*", "Problem*"]),
    ("Person", 5, &["Address", "Address*"]),
    ("Address", 5, &["Problem*"]),
    ("Attachment", 0, &["Problem*", "Problem*"]),
];

/// A schema as accounting services have them: recursive, 311 listed values, as many references and bytes as a real one.
fn accounting() -> String {
    let mut definitions = Map::new();
    for (kind, values, references) in KINDS {
        let mut properties = Map::new();
        for number in 0..11 {
            let description =
                format!("The {kind}'s field number {number}, as the service reads and writes it");
            properties.insert(
                format!("{kind}Field{number}"),
                json!({"type": TYPES[number % 3], "description": description}),
            );
        }
        if values > 0 {
            let values: Vec<_> = (0..values).map(|number| format!("{kind}{number}")).collect();
            properties.insert("code".into(), json!({"type": "string", "enum": values, "maxLength": 40}));
        }
        for (number, reference) in references.iter().enumerate() {
            let target = json!({"$ref": format!("#/$defs/{}", reference.trim_end_matches('*'))});
            let schema = match (reference.ends_with('*'), number % 2) {
                (true, _) => json!({"type": "array", "items": target, "description": "Listed by date"}),
                (_, 0) => target,
                _ => json!({"$ref": target["$ref"], "description": "Read by its number"}),
            };
            properties.insert(format!("link{number}"), schema);
        }
        let required = [format!("{kind}Field0")];
        definitions
            .insert(kind.into(), json!({"type": "object", "properties": properties, "required": required}));
    }
    for kind in ["Balances", "Problem"] {
        let properties: Map<String, Value> = (0..40)
            .map(|number| (format!("{kind}{number}"), json!({"type": "number", "description": "A figure, rounded to four digits after the point, in the base currency"})))
            .collect();
        definitions.insert(kind.into(), json!({"type": "object", "properties": properties}));
    }
    json!({
        "type": "object",
        "properties": {
            "invoice": {"$ref": "#/$defs/Invoice"},
            "drafts": {"type": "array", "items": {"$ref": "#/$defs/Invoice"}},
        },
        "required": ["invoice"],
        "$defs": definitions,
    })
    .to_string()
}

fn widened(converted: &Converted) -> usize {
    converted.report.iter().filter(|change| change.kind == SchemaChangeKind::Widened).count()
}

#[test]
fn a_recursive_schema_keeps_its_references() {
    let schema = accounting();
    // Bytes, references and parts that became text.
    let expected = [
        (Dialect::Mcp, 46_020, 72, 0),
        (Dialect::OpenAi, 46_020, 72, 0),
        (Dialect::OpenAiStrict, 55_631, 67, 0),
        (Dialect::Anthropic, 45_849, 67, 0),
        (Dialect::AnthropicStrict, 47_440, 53, 10),
        (Dialect::Gemini, 46_773, 53, 10),
        (Dialect::GeminiOpenApi, 65_092, 0, 37),
    ];
    assert_eq!((schema.len(), references(&schema)), (46_020, 72));
    for (dialect, bytes, kept, cut) in expected {
        let converted = convert_text(&schema, dialect).unwrap();
        let figures = (converted.text.len(), references(&converted.text), widened(&converted));
        assert_eq!(figures, (bytes, kept, cut), "{dialect}");
        let again = convert_text(&converted.text, dialect).unwrap();
        assert_eq!(again.text, converted.text, "{dialect}");
    }
}

#[test]
fn listed_values_that_many_properties_share_are_listed_once() {
    let values: Vec<_> = (0..400).map(|number| format!("value{number}")).collect();
    let value = json!({"$ref": "#/$defs/Value"});
    let schema = json!({
        "type": "object",
        "properties": {"a": value, "b": value, "c": value, "d": value, "e": value},
        "required": ["a", "b", "c", "d", "e"],
        "$defs": {"Value": {"type": "string", "enum": values}},
    });
    let source = schema.to_string().len();
    for dialect in Dialect::ALL {
        let converted = convert(&schema, dialect).unwrap();
        if dialect == Dialect::GeminiOpenApi {
            assert_eq!(converted.text.matches("value399").count(), 0);
            assert_eq!(
                converted.report[0].to_string(),
                "/properties/a: `$ref` is the type alone, for a copy of its schema is too long"
            );
        } else {
            assert_eq!(converted.text.matches("value399").count(), 1, "{dialect}");
            assert!(converted.text.len() < source + 100, "{dialect}");
        }
    }
}

/// The bytes of a list of tools, as a provider takes it.
fn written(tools: &[Value], dialect: Option<Dialect>) -> usize {
    let length = |tool: &Value| {
        let schema = &tool["input_schema"];
        let parameters = match dialect {
            None => schema.to_string(),
            Some(dialect) => convert(schema, dialect).unwrap().text,
        };
        let tool = json!({"name": tool["name"], "description": tool["description"]}).to_string();
        tool.len() + parameters.len()
    };
    tools.iter().map(length).sum()
}

#[test]
fn no_list_of_tools_grows_by_a_third() {
    for list in ["toolsets.jsonl", "question_toolsets.jsonl"] {
        let Ok(text) = std::fs::read_to_string(format!("{FOLDER}/{list}")) else {
            eprintln!("skipped: there is no {FOLDER}/{list}");
            continue;
        };
        for line in text.lines() {
            let line: Value = serde_json::from_str(line).unwrap();
            let tools = line["tools"].as_array().unwrap();
            let source = written(tools, None);
            for dialect in Dialect::ALL {
                let length = written(tools, Some(dialect));
                let name = &line["server"];
                assert!(10 * length <= 13 * source, "{name} for {dialect}: {length} bytes, of {source}");
            }
        }
    }
}

fn references(schema: &str) -> usize {
    schema.matches("\"$ref\"").count()
}
