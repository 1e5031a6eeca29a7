//! Many answers to each schema, back to the original; and many values of each original, in each dialect.
//!
//! Without a variable, every eighth schema has a few. With `HPD_ANSWERS`, each schema has so many. With 1,000 the tests
//! take minutes in a release build, and `--nocapture` shows the figures that `docs/providers.md` publishes.

use std::collections::HashMap;
use std::fmt::Write as _;

use hpd_runtime::args::{Limits, Node};
use hpd_runtime::dialect::{Converted, Dialect};
use serde_json::Value;

use crate::dialect_answers::{SCHEMAS, is_lost};
use crate::dialect_hostile::schemas;
use crate::dialect_rules::generate::{Generator, Manner, Random};
use crate::dialect_say::{Speaker, validator};
use crate::dialect_toolsets::each_tool;

/// Answers for each schema where the variable says no other number.
const ANSWERS: u64 = 4;
/// One schema of so many is in a run without the variable.
const ONE_OF: usize = 8;

fn wanted() -> Option<u64> {
    std::env::var("HPD_ANSWERS").ok().map(|answers| answers.parse().expect("it is a number"))
}

fn answers() -> u64 {
    wanted().unwrap_or(ANSWERS)
}

/// Shows the schemas of real tools, or a sample of them.
fn each_wanted_tool(see: &mut dyn FnMut(&str, &Node<'_>)) {
    let mut number = 0;
    each_tool(&mut |name, schema| {
        if wanted().is_some() || number % ONE_OF == 0 {
            see(name, schema);
        }
        number += 1;
    });
}

/// A schema in all dialects that can write it.
fn conversions(schema: &Node<'_>) -> Vec<(Dialect, Converted)> {
    let written = |dialect: Dialect| Some((dialect, dialect.convert(schema).ok()?));
    Dialect::ALL.into_iter().filter_map(written).collect()
}

/// Shows all schemas with one of everything, and all strange ones.
fn each_rare_schema(see: &mut dyn FnMut(&str, &Node<'_>)) {
    for (name, schema) in SCHEMAS {
        see(name, &Node::parse(schema, &Limits::default()).expect("a schema is JSON"));
    }
    // The generator and the losses follow pointers only.
    let is_followed = |name: &str| !name.starts_with("an address") && !matches!(name, "anchors" | "escapes");
    for (name, schema) in schemas().into_iter().filter(|(name, _)| is_followed(name)) {
        see(name, &Node::from_value(&schema));
    }
}

/// Whether an answer has a property by a name that Anthropic does not take, and that it never checks.
fn has_old_name(dialect: Dialect, converted: &Converted, sent: &Value) -> bool {
    let has = |name: &str| sent.to_string().contains(&format!("{}:", Value::from(name)));
    let mut renamed = converted.report.iter().filter(|change| change.message.starts_with("is called"));
    dialect == Dialect::Anthropic && renamed.any(|change| has(&change.keyword))
}

#[derive(Default)]
struct Restored {
    answers: u64,
    /// Answers with a value that breaks a rule which the report names as lost.
    reported: u64,
    failed: Vec<String>,
}

impl Restored {
    /// Restores answers to one schema in every dialect.
    fn add(&mut self, name: &str, schema: &Node<'_>) {
        let original = schema.to_value();
        let check = validator(&original).unwrap_or_else(|error| panic!("{name}: {error}"));
        for (dialect, converted) in conversions(schema) {
            let speaker = Speaker::new(&converted).unwrap_or_else(|error| panic!("{name}: {error}"));
            for seed in 0..answers() {
                let random = &mut Random(seed);
                let sent = Generator { root: &speaker.schema, random, manner: Manner::Any }
                    .value(&speaker.schema, 0);
                if !speaker.validator.is_valid(&sent) || has_old_name(dialect, &converted, &sent) {
                    continue;
                }
                self.answers += 1;
                let restored = speaker.restore(&sent);
                if check.is_valid(&restored) {
                    continue;
                }
                let kept = check
                    .iter_errors(&restored)
                    .find(|error| !is_lost(&converted.report, &error.schema_path().to_string(), &original));
                match kept {
                    None => self.reported += 1,
                    Some(error) => self.failed.push(format!(
                        "{name} for {dialect}: {sent} became {restored}: {error} by {}",
                        error.schema_path()
                    )),
                }
            }
        }
    }

    #[track_caller]
    fn check(&self) {
        println!(
            "{} answers, {} with a reported loss, {} failed",
            self.answers,
            self.reported,
            self.failed.len()
        );
        let shown = &self.failed[..self.failed.len().min(15)];
        assert!(self.failed.is_empty(), "{}:\n{}", self.failed.len(), shown.join("\n"));
    }
}

#[test]
fn answers_to_real_tools_satisfy_the_original_or_a_reported_loss() {
    let mut restored = Restored::default();
    each_wanted_tool(&mut |name, schema| restored.add(name, schema));
    restored.check();
}

#[test]
fn answers_to_rare_schemas_satisfy_the_original_or_a_reported_loss() {
    let mut restored = Restored::default();
    each_rare_schema(&mut |name, schema| restored.add(name, schema));
    restored.check();
}

/// The least share of the values, in hundredths, that every dialect can say.
const LEAST: f64 = 99.5;

/// Values of the originals that one dialect can say.
#[derive(Default)]
struct Said {
    schemas: u32,
    /// The sum of the shares of all schemas.
    shares: f64,
    /// Schemas of which each value can be said.
    whole: u32,
    lowest: Vec<(f64, String)>,
}

#[derive(Default)]
struct Narrowing {
    values: u64,
    barren: Vec<String>,
    said: HashMap<Dialect, Said>,
}

impl Narrowing {
    fn add(&mut self, name: &str, schema: &Node<'_>) {
        let original = schema.to_value();
        let check = validator(&original).unwrap_or_else(|error| panic!("{name}: {error}"));
        let value = |seed| {
            let random = &mut Random(seed);
            Generator { root: &original, random, manner: Manner::Meant }.value(&original, 0)
        };
        let values: Vec<Value> = (0..10 * answers())
            .map(value)
            .filter(|value| check.is_valid(value))
            .take(usize::try_from(answers()).expect("a few"))
            .collect();
        if values.is_empty() {
            self.barren.push(name.to_owned());
            return;
        }
        self.values += values.len() as u64;
        for (dialect, converted) in conversions(schema) {
            let speaker = Speaker::new(&converted).unwrap_or_else(|error| panic!("{name}: {error}"));
            let unsaid: Vec<_> = values.iter().filter(|value| speaker.say(value).is_none()).collect();
            #[expect(clippy::cast_precision_loss, reason = "there are few values")]
            let share = 1.0 - unsaid.len() as f64 / values.len() as f64;
            let said = self.said.entry(dialect).or_default();
            said.schemas += 1;
            said.shares += share;
            if let Some(unsaid) = unsaid.first() {
                said.lowest.push((share, format!("{name}: {unsaid} by {}", speaker.schema)));
            } else {
                said.whole += 1;
            }
        }
    }

    /// The figures as a table.
    fn table(&mut self) -> String {
        let mut table = format!("{} values; none of: {}\n", self.values, self.barren.join(", "));
        for dialect in Dialect::ALL {
            let Some(said) = self.said.get_mut(&dialect) else { continue };
            said.lowest.sort_by(|left, right| left.0.total_cmp(&right.0));
            let lowest = said.lowest.first().map_or(1.0, |(share, _)| *share);
            writeln!(
                table,
                "| `{dialect}` | {} | {:.2} % | {} | {:.1} % |",
                said.schemas,
                100.0 * said.shares / f64::from(said.schemas),
                said.whole,
                100.0 * lowest
            )
            .expect("a string takes text");
        }
        table
    }
}

#[test]
fn values_of_rare_schemas_in_each_dialect() {
    let mut narrowing = Narrowing::default();
    each_rare_schema(&mut |name, schema| narrowing.add(name, schema));
    println!("{}", narrowing.table());
    for dialect in Dialect::ALL {
        for (share, what) in &narrowing.said[&dialect].lowest {
            println!("{dialect}: {:.1} % of {what}", 100.0 * share);
        }
    }
    for dialect in [Dialect::Mcp, Dialect::OpenAi, Dialect::Anthropic] {
        assert!(narrowing.said[&dialect].lowest.is_empty(), "{dialect} can't say everything");
    }
}

#[test]
fn values_of_real_tools_in_each_dialect() {
    let mut narrowing = Narrowing::default();
    each_wanted_tool(&mut |name, schema| narrowing.add(name, schema));
    println!("{}", narrowing.table());
    for dialect in Dialect::ALL {
        let Some(said) = narrowing.said.get(&dialect) else { continue };
        for (share, what) in said.lowest.iter().take(5) {
            println!("{dialect}: {:.1} % of {what}", 100.0 * share);
        }
        let share = 100.0 * said.shares / f64::from(said.schemas);
        assert!(share >= LEAST, "{dialect} can say {share} % of the values");
    }
}
