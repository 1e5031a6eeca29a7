//! The part of the model, played by a small state machine.

mod correct;

use std::collections::BTreeMap;
use std::mem;

use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use crate::sight::{SeenTool, Sight};

/// The figures of the question, by the names that a parameter for them has.
const FACTS: [(&str, u32); 6] = [
    ("current_assets", 500_000),
    ("quick_assets", 350_000),
    ("current_liabilities", 200_000),
    ("accounts_receivable", 90_000),
    ("credit_sales", 730_000),
    ("days", 365),
];

/// A model that knows its goal, finds the way by reading, and errs on it.
#[derive(Default)]
pub(crate) struct ScriptedModel {
    goal: Goal,
    /// The calls whose results it has not read.
    pending: Vec<Call>,
    /// The texts that it has read, by tool.
    learned: BTreeMap<String, String>,
    calls: usize,
}

/// Its next goal.
#[derive(Clone, Copy, Default)]
enum Goal {
    #[default]
    FindSkill,
    OpenSkill,
    FollowSkill,
    FindFunction,
    CountDays,
    Answer,
}

/// A call in the making.
#[derive(Clone)]
struct Call {
    id: String,
    name: String,
    arguments: Map<String, Value>,
}

/// Its text and its calls; no calls if it is done.
struct Move {
    says: String,
    calls: Vec<Call>,
}

impl ScriptedModel {
    /// Answers a request: a message in the form of `OpenAI`'s chat completions.
    pub(crate) fn reply(
        &mut self,
        tools: &str,
        messages: &[Box<RawValue>],
    ) -> Result<String, serde_json::Error> {
        let sight = Sight::of(tools, messages)?;
        let mut next = match self.read_results(&sight) {
            Some(again) => again,
            None => self.pursue(&sight).unwrap_or_else(|| Move::end("I don't find a tool for this.")),
        };
        for call in &mut next.calls {
            self.calls += 1;
            call.id = format!("call_{}", self.calls);
        }
        self.pending.clone_from(&next.calls);
        Ok(next.into_message())
    }

    /// Reads the results of its calls. `Some` if a call has to be corrected first.
    fn read_results(&mut self, sight: &Sight) -> Option<Move> {
        let (mut says, mut calls) = (Vec::new(), Vec::new());
        for result in &sight.results {
            let Some(call) = self.pending.iter().find(|call| call.id == result.call_id) else { continue };
            let Some(error) = result.error() else {
                self.learned.insert(call.name.clone(), result.text.clone());
                continue;
            };
            let Some((why, call)) = correct::corrected(call, &error) else {
                return Some(Move::end("I don't know how to go on from this error."));
            };
            says.push(why);
            calls.push(call);
        }
        (!calls.is_empty()).then(|| Move { says: says.join(" "), calls })
    }

    /// Takes the next step towards the answer; `None` if the list has no tool for it.
    fn pursue(&mut self, sight: &Sight) -> Option<Move> {
        let next = self.goal.next();
        match mem::replace(&mut self.goal, next) {
            Goal::FindSkill => find_skill(sight),
            Goal::OpenSkill => open_skill(sight),
            Goal::FollowSkill => self.follow_skill(sight),
            Goal::FindFunction => find_function(sight),
            Goal::CountDays => count_days(sight),
            Goal::Answer => self.answer(),
        }
    }

    /// The skill names the functions that it needs. One figure is forgotten.
    fn follow_skill(&self, sight: &Sight) -> Option<Move> {
        let said = self.learned("Liquidity")?;
        let (_, functions) = said.split_once("Functions: ")?;
        let (functions, _) = functions.split_once('.')?;
        let tools: Vec<_> = functions.split(", ").map(|name| sight.tool(name)).collect::<Option<_>>()?;
        let mut calls: Vec<_> = tools.into_iter().map(Call::with_facts).collect();
        calls.first_mut()?.arguments.remove("current_liabilities");
        Some(Move {
            says: "The skill wants three figures from one balance sheet. I ask for all of them at once."
                .to_owned(),
            calls,
        })
    }

    /// The answer from the results, interpreted by the skill's rules.
    fn answer(&self) -> Option<Move> {
        let [current, quick, capital, days] =
            ["CurrentRatio", "QuickRatio", "WorkingCapital", "DaysSales"].map(|word| self.learned(word));
        let (current, quick, capital, days) = (current?, quick?, capital?, days?);
        let verdict = if quick.parse::<f64>().ok()? < 1.0 { "Not without selling inventory" } else { "Yes" };
        Some(Move::end(&format!(
            "{verdict}: the current ratio is {current}, the quick ratio {quick}, and the working capital {capital}. Your \
             customers take {days} days to pay."
        )))
    }

    /// The text of the first tool with this word in its name.
    fn learned(&self, word: &str) -> Option<&str> {
        self.learned.iter().find(|(name, _)| name.contains(word)).map(|(_, said)| said.as_str())
    }
}

/// A container is taken for a function.
fn find_skill(sight: &Sight) -> Option<Move> {
    let container = sight.tool_about("Liquidity")?;
    let mut call = Call::bare(&container.name);
    call.arguments.insert("skill".to_owned(), json!("liquidity"));
    let says = format!("{} has something about liquidity. I ask it.", container.name);
    Some(Move { says, calls: vec![call] })
}

/// Two characters of a name are swapped.
fn open_skill(sight: &Sight) -> Option<Move> {
    let skill = sight.tool_named("Liquidity")?;
    let says = "Liquidity is what the first question is about.".to_owned();
    Some(Move { says, calls: vec![Call::bare(&skill.name.replace("Analysis", "Anaylsis"))] })
}

/// Nothing goes wrong: that containers are called without arguments is known by now.
fn find_function(sight: &Sight) -> Option<Move> {
    let container = sight.tool_about("ratio calculations")?;
    let says = format!(
        "That answers the first question. For the second I need another function: {} may have it.",
        container.name
    );
    Some(Move { says, calls: vec![Call::bare(&container.name)] })
}

/// A number is sent as a text.
fn count_days(sight: &Sight) -> Option<Move> {
    let mut call = Call::with_facts(sight.tool_about("days of sales")?);
    let days = call.arguments.get_mut("days")?;
    *days = Value::String(days.to_string());
    Some(Move { says: format!("{} is what I need.", call.name), calls: vec![call] })
}

impl Goal {
    const fn next(self) -> Self {
        match self {
            Self::FindSkill => Self::OpenSkill,
            Self::OpenSkill => Self::FollowSkill,
            Self::FollowSkill => Self::FindFunction,
            Self::FindFunction => Self::CountDays,
            Self::CountDays | Self::Answer => Self::Answer,
        }
    }
}

impl Call {
    /// A call without arguments. Its id is given when it is sent.
    fn bare(name: &str) -> Self {
        Self { id: String::new(), name: name.to_owned(), arguments: Map::new() }
    }

    /// A call with every argument that the question has a figure for.
    fn with_facts(tool: &SeenTool) -> Self {
        let known = tool.parameters.iter().filter_map(|name| Some((name.clone(), fact(name)?)));
        Self { arguments: known.collect(), ..Self::bare(&tool.name) }
    }
}

/// The figure of the question that a parameter is for.
fn fact(parameter: &str) -> Option<Value> {
    FACTS.iter().find(|(name, _)| *name == parameter).map(|(_, figure)| json!(figure))
}

impl Move {
    /// The last word.
    fn end(says: &str) -> Self {
        Self { says: says.to_owned(), calls: Vec::new() }
    }

    fn into_message(self) -> String {
        let mut message = json!({ "role": "assistant", "content": self.says });
        if !self.calls.is_empty() {
            let calls = self.calls.into_iter().map(|call| {
                let arguments = Value::Object(call.arguments).to_string();
                json!({ "id": call.id, "type": "function", "function": { "name": call.name, "arguments": arguments } })
            });
            message["tool_calls"] = calls.collect();
        }
        message.to_string()
    }
}
