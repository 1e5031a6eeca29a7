//! Every rule is advertised in the schema and enforced: in the first reading of a call, and in the second one.

mod authors;
mod nested;
mod notes;
mod params;

use hpd_host::Plugin;

use crate::take::Bench;

/// A function that is called in two ways. With an integer as its type wants it, the first reading is enough. With the
/// same integer as `1.0`, a second one is needed. Its rows show the other members of the arguments.
struct BothReadings([Bench; 2]);

impl BothReadings {
    fn of<P: Plugin>(plugin: fn() -> P, function: &'static str) -> Self {
        let first = Bench::with(plugin(), function).rows(|members| format!(r#"{{"n":1,{members}}}"#));
        let second = Bench::with(plugin(), function).rows(|members| format!(r#"{{"n":1.0,{members}}}"#));
        Self([first, second])
    }

    fn schema_of(&self, parameter: &str) -> String {
        self.0[0].schema_of(parameter)
    }

    fn sees(&self, rows: &[(&str, &str)]) -> &Self {
        self.0.iter().for_each(|bench| {
            bench.sees(rows);
        });
        self
    }

    fn refuses(&self, rows: &[(&str, &[&str])]) -> &Self {
        self.0.iter().for_each(|bench| {
            bench.refuses(rows);
        });
        self
    }

    fn refuses_alone(&self, rows: &[(&str, &[&str])]) -> &Self {
        self.0.iter().for_each(|bench| {
            bench.refuses_alone(rows);
        });
        self
    }
}
