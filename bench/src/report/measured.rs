//! Everything that was measured, by name.

use std::path::Path;

use hpd_bench_cases::Group;

use crate::callgrind::Instructions;
use crate::compile::{Base, Cost, Library, Shape};
use crate::error::Result;
use crate::programs::Program;
use crate::results::{self, Memory, Row};
use crate::timing::Timing;

/// The row of memory that the values of the sources take.
pub(crate) const SOURCES: &str = "sources";
/// The row of memory that the toolbox takes.
pub(crate) const TOOLBOX: &str = "toolbox";

/// Everything that was measured.
#[derive(Default)]
pub(super) struct Measured {
    pub(super) timings: Vec<Timing>,
    pub(super) instructions: Vec<Instructions>,
    pub(super) costs: Vec<Cost>,
    pub(super) bases: Vec<Base>,
    pub(super) memory: Vec<Memory>,
}

/// A contender on the usual payload of a group, whether counted, timed or both.
pub(super) struct Usual<'a> {
    pub(super) contender: &'a str,
    pub(super) checks: &'a str,
    pub(super) instructions: Option<f64>,
    pub(super) minimum: Option<f64>,
}

impl Measured {
    /// Reads all tables of a folder.
    ///
    /// # Errors
    ///
    /// A table can't be read.
    pub(super) fn load(folder: &Path) -> Result<Self> {
        let (library, shape) =
            (by_name(&Library::ALL.map(Library::name)), by_name(&Shape::ALL.map(Shape::name)));
        let mut costs: Vec<Cost> = results::load(folder)?;
        costs.sort_by_key(|cost| (shape(&cost.shape), library(&cost.library)));
        Ok(Self {
            timings: in_order(results::load(folder)?, &Program::ALL.map(Program::name)),
            instructions: in_order(results::load(folder)?, &Program::ALL.map(Program::name)),
            costs,
            bases: in_order(results::load(folder)?, &Library::ALL.map(Library::name)),
            memory: results::load(folder)?,
        })
    }

    /// The contenders of a group, in order.
    pub(super) fn usual(&self, group: Group) -> Vec<Usual<'_>> {
        let counts = self.instructions.iter();
        let mut rows: Vec<Usual<'_>> = counts
            .filter(|count| count.group == group.name() && count.variant.is_none())
            .map(|count| Usual {
                contender: &count.contender,
                checks: &count.checks,
                instructions: Some(count.a_call),
                minimum: None,
            })
            .collect();
        for timing in self.timings.iter().filter(|timing| timing.group == group.name()) {
            let minimum = Some(timing.minimum);
            match rows.iter_mut().find(|row| row.contender == timing.contender) {
                Some(row) => row.minimum = minimum,
                None => rows.push(Usual {
                    contender: &timing.contender,
                    checks: &timing.checks,
                    instructions: None,
                    minimum,
                }),
            }
        }
        rows
    }

    /// The instructions of a contender on the usual payload.
    pub(super) fn instructions(&self, group: Group, contender: &str) -> Option<f64> {
        self.usual(group).into_iter().find(|row| row.contender == contender)?.instructions
    }

    /// The best time of a contender on the usual payload, in nanoseconds.
    pub(super) fn minimum(&self, group: Group, contender: &str) -> Option<f64> {
        self.usual(group).into_iter().find(|row| row.contender == contender)?.minimum
    }

    /// The largest ratio of a contender to another over all payloads of a group, and the name of the variant.
    pub(super) fn worst<'a>(
        &'a self,
        group: Group,
        contender: &str,
        to: &str,
    ) -> Option<(f64, Option<&'a str>)> {
        let of = |name: &str| {
            let name = name.to_owned();
            self.instructions
                .iter()
                .filter(move |count| count.group == group.name() && count.contender == name)
        };
        of(contender)
            .filter_map(|count| {
                let limit = of(to).find(|limit| limit.variant == count.variant)?;
                Some((count.a_call / limit.a_call, count.variant.as_deref()))
            })
            .max_by(|one, other| one.0.total_cmp(&other.0))
    }

    /// The fewest and the most rounds in which cases of these groups were timed.
    pub(super) fn rounds(&self, groups: &[Group]) -> Option<(usize, usize)> {
        let of_groups = |timing: &&Timing| groups.iter().any(|group| group.name() == timing.group);
        let rounds = || self.timings.iter().filter(of_groups).map(|timing| timing.rounds);
        Some((rounds().min()?, rounds().max()?))
    }

    /// The bytes of a row of memory.
    pub(super) fn bytes(&self, what: &str) -> Option<f64> {
        Some(self.memory.iter().find(|row| row.what == what)?.bytes)
    }
}

fn in_order<R: Row>(mut rows: Vec<R>, names: &[&'static str]) -> Vec<R> {
    let place = by_name(names);
    rows.sort_by_key(|row| place(row.measured()));
    rows
}

fn by_name(names: &[&'static str]) -> impl Fn(&str) -> usize + use<> {
    let names = names.to_vec();
    move |name| names.iter().position(|known| *known == name).unwrap_or(names.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(program: Program, variant: Option<&str>, a_call: f64) -> Instructions {
        Instructions {
            program: program.name().to_owned(),
            group: "add".to_owned(),
            contender: program.name().to_owned(),
            checks: "types".to_owned(),
            variant: variant.map(str::to_owned),
            a_call,
        }
    }

    #[test]
    fn the_worst_is_the_largest_ratio_on_the_same_variant() {
        let measured = Measured {
            instructions: vec![
                count(Program::ByHand, None, 1_000.0),
                count(Program::ByHand, Some("zeros"), 500.0),
                count(Program::Rmcp, None, 1_500.0),
                count(Program::Rmcp, Some("zeros"), 1_000.0),
                count(Program::Rmcp, Some("alone"), 9_000.0),
            ],
            ..Measured::default()
        };
        assert_eq!(measured.worst(Group::Add, "rmcp", "by-hand"), Some((2.0, Some("zeros"))));
        assert_eq!(measured.instructions(Group::Add, "rmcp"), Some(1_500.0));
    }

    #[test]
    fn rows_are_in_the_order_of_programs() {
        let rows = vec![count(Program::Rmcp, None, 1.0), count(Program::ByHand, None, 2.0)];
        let rows = in_order(rows, &Program::ALL.map(Program::name));
        assert_eq!(rows[0].contender, "by-hand");
    }
}
