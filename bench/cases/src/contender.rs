//! Who is measured. Cases are described first and set up only when they run, so that the run of one case pays for
//! nothing else.

use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::hint::black_box;
use std::pin::pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use serde::Serialize;

use crate::group::{Group, Pace};
use crate::payloads;

/// What a contender checks before the function runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Checks {
    /// Nothing.
    Nothing,
    /// The types, and with them that what is required is there. The first error ends the check.
    Types,
    /// Types and required fields; all errors.
    TypesAll,
    /// Types, and the rules by code for this one function.
    RulesByHand,
    /// Types and the schema's rules, with all errors.
    Schema,
    /// Types and the schema's rules, until the first error.
    SchemaFirst,
    /// What [`Checks::Schema`] is, and unknown names, double names, malformed text; harmless mistakes are repaired.
    All,
}

impl Checks {
    /// The words of the report.
    pub fn words(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Types => "types, first error",
            Self::TypesAll => "types, all errors",
            Self::RulesByHand => "types, rules by hand",
            Self::Schema => "schema, all errors",
            Self::SchemaFirst => "schema, first error",
            Self::All => "schema, all errors, repairs",
        }
    }

    /// Whether all errors are listed.
    pub fn lists_all(self) -> bool {
        matches!(self, Self::TypesAll | Self::Schema | Self::All)
    }
}

/// The result of a call.
pub enum Answer {
    /// The text that goes back.
    Text(String),
    /// The errors, by the contenders that list them without rendering one text.
    Issues(Vec<Issue>),
    /// A value for the program.
    Value(Box<dyn Any>),
}

/// An error in an argument.
#[derive(Debug)]
pub struct Issue {
    /// Where, as a JSON pointer.
    pub pointer: String,
    /// Which rule, by the name of the schema keyword or its path.
    pub rule: Cow<'static, str>,
    /// The problem.
    pub message: String,
}

impl Answer {
    /// The text of a result, or that of its error.
    pub fn of<E: fmt::Display>(result: Result<String, E>) -> Self {
        Self::Text(result.unwrap_or_else(|error| error.to_string()))
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Issues(issues) => issues.iter().try_for_each(|issue| {
                let Issue { pointer, rule, message } = issue;
                writeln!(f, "{pointer}: {message} ({rule})")
            }),
            Self::Value(_) => f.write_str("a value of the program"),
        }
    }
}

/// One call, ready to be repeated.
pub type Call = Box<dyn FnMut() -> Answer>;

type SetUp = Rc<dyn Fn(Group, &str) -> Call>;

/// A contender and the groups that it takes part in.
pub struct Contender {
    name: &'static str,
    checks: Checks,
    faults: usize,
    parts: Vec<(Vec<Group>, SetUp)>,
}

impl Contender {
    /// A contender that takes part in nothing yet.
    pub fn new(name: &'static str, checks: Checks) -> Self {
        Self { name, checks, faults: payloads::FAULTS, parts: vec![] }
    }

    /// It lists all errors, and finds at least so many of the faults of a refused payload: its schema can't express the
    /// rule of another.
    #[must_use]
    pub fn finds(mut self, faults: usize) -> Self {
        self.faults = faults;
        self
    }

    /// Takes part in groups. `set_up` gets the group and the text of its arguments, and is run when the case is.
    #[must_use]
    pub fn on<F>(
        mut self,
        groups: impl IntoIterator<Item = Group>,
        set_up: impl Fn(Group, &str) -> F + 'static,
    ) -> Self
    where
        F: FnMut() -> Answer + 'static,
    {
        let set_up: SetUp = Rc::new(move |group, arguments| Box::new(set_up(group, arguments)));
        self.parts.push((groups.into_iter().collect(), set_up));
        self
    }

    /// Its cases: in each group the usual payload, then the variants.
    pub fn cases(&self) -> impl Iterator<Item = Case> {
        self.parts
            .iter()
            .flat_map(|(groups, set_up)| groups.iter().map(move |&group| (group, set_up)))
            .flat_map(move |(group, set_up)| {
                let usual = (None, group.payload());
                let variants = group.variants().into_iter().map(|(name, text)| (Some(name), text));
                std::iter::once(usual).chain(variants).map(move |(variant, arguments)| Case {
                    group,
                    contender: self.name,
                    checks: self.checks,
                    faults: self.faults,
                    variant,
                    arguments,
                    set_up: Rc::clone(set_up),
                })
            })
    }
}

/// One contender on one payload.
pub struct Case {
    /// What is measured.
    pub group: Group,
    /// Who is called, and how.
    pub contender: &'static str,
    /// What the contender checks.
    pub checks: Checks,
    /// How many faults it finds at least, if it lists all errors.
    pub faults: usize,
    /// Which variant of the payload; `None` is the usual one.
    pub variant: Option<&'static str>,
    /// The text of the arguments.
    pub arguments: String,
    set_up: SetUp,
}

impl Case {
    /// The unique name: the group, the variant, then the contender.
    pub fn name(&self) -> String {
        let Self { group, contender, variant, .. } = self;
        let variant = variant.map(|variant| format!(", {variant}")).unwrap_or_default();
        format!("{}{variant}: {contender}", group.name())
    }

    /// Sets the case up. Unless it can run only once, it is called, so that nothing lazy is left.
    pub fn warmed_up(&self) -> Call {
        let mut call = (self.set_up)(self.group, &self.arguments);
        if self.group.pace() != Pace::Once {
            black_box(call());
        }
        call
    }
}

/// The output of a future that is ready at once, as the benchmark's calls are. It avoids the cost of an executor.
///
/// # Panics
///
/// The future is not ready: the case is no case of this benchmark.
pub fn ready<F: Future>(future: F) -> F::Output {
    match pin!(future).as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => unreachable!("no call of the benchmark waits for anything"),
    }
}

/// The result as JSON text.
///
/// # Panics
///
/// Never for the results of the benchmark.
pub fn text(result: &impl Serialize) -> String {
    serde_json::to_string(result).expect("the results serialise: they are structs of numbers and strings")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ready_hands_over_what_a_future_has_at_once() {
        assert_eq!(ready(async { 7 }), 7);
    }

    #[test]
    fn a_group_with_variants_has_thirteen_cases() {
        let none = Contender::new("none", Checks::Nothing)
            .on([Group::Add, Group::ThreeErrors], |_, _| || Answer::Text(String::new()));
        let names: Vec<String> = none.cases().map(|case| case.name()).collect();
        assert_eq!(names.len(), 14);
        assert_eq!(names[..2], ["add: none", "add, zeros: none"]);
        assert_eq!(names[13], "bad3: none");
    }
}
