//! A rule's view of a call.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use hpd_journal::Timestamp;
use hpd_runtime::Principal;
use hpd_runtime::args::{Caller, Node};
use hpd_runtime::spec::{QualifiedId, Risk};
use hpd_runtime::values::Provenance;

use super::path::values_at;
use crate::external::argument;

/// A rule's view of a call: its resolved arguments, and the session's earlier writes.
///
/// Programs create one to test their own rules; see [`Escalation`](super::Escalation).
#[derive(Clone, Copy)]
pub struct Assessed<'a> {
    tool: &'a QualifiedId,
    risk: Option<Risk>,
    arguments: &'a Node<'a>,
    provenance: Option<&'a BTreeMap<String, Provenance>>,
    principal: &'a Principal,
    now: Timestamp,
    earlier: Option<&'a EarlierWrites>,
    ignores_case: bool,
    caller: Option<&'a Caller>,
}

impl<'a> Assessed<'a> {
    /// A call of a tool with these arguments, an object. `risk` is the function's; `None` for a read.
    pub const fn new(tool: &'a QualifiedId, risk: Option<Risk>, arguments: &'a Node<'a>) -> Self {
        Self {
            tool,
            risk,
            arguments,
            provenance: None,
            principal: const { &Principal::unknown() },
            now: Timestamp::from_millis(0),
            earlier: None,
            ignores_case: false,
            caller: None,
        }
    }

    /// With its caller, if the provider said who it is.
    #[must_use]
    pub const fn made_by(mut self, caller: Option<&'a Caller>) -> Self {
        self.caller = caller;
        self
    }

    /// Who makes the call, if the provider said so: a program that the model wrote, for example.
    pub const fn caller(&self) -> Option<&'a Caller> {
        self.caller
    }

    /// Adds the provenance of each argument.
    #[must_use]
    pub const fn with_provenance(mut self, provenance: &'a BTreeMap<String, Provenance>) -> Self {
        self.provenance = Some(provenance);
        self
    }

    /// With the principal on whose behalf it is made.
    #[must_use]
    pub const fn on_behalf_of(mut self, principal: &'a Principal) -> Self {
        self.principal = principal;
        self
    }

    /// With the writes of its session until now.
    #[must_use]
    pub const fn after(mut self, earlier: &'a EarlierWrites, now: Timestamp) -> Self {
        self.earlier = Some(earlier);
        self.now = now;
        self
    }

    /// Names of arguments are compared without case, as for external tools: their servers may read them so.
    #[must_use]
    pub const fn ignoring_case(mut self) -> Self {
        self.ignores_case = true;
        self
    }

    /// The tool's qualified id.
    pub const fn tool(&self) -> &'a QualifiedId {
        self.tool
    }

    /// The function's risk; `None` for a read.
    pub const fn risk(&self) -> Option<Risk> {
        self.risk
    }

    /// The arguments that would run: an object. Sensitive values are in it.
    pub const fn arguments(&self) -> &'a Node<'a> {
        self.arguments
    }

    /// The value of one argument. For an external tool, a name in other case is found too: a server may read it so.
    pub fn argument(&self, name: &str) -> Option<&'a Node<'a>> {
        argument(self.arguments, name, self.ignores_case)
    }

    /// All values at a path such as `Lines.Amount`. At an array, the path continues in each item. `null` is no value. A
    /// value that ends the path early is among them. For an external tool, names in other case are found too.
    pub fn values_at(&self, path: &str) -> Vec<&'a Node<'a>> {
        values_at(self.arguments, path, self.ignores_case)
    }

    /// Where the value of an argument comes from, if that is known.
    pub fn provenance(&self, name: &str) -> Option<Provenance> {
        self.provenance?.get(name).copied()
    }

    /// The principal on whose behalf the call is made, and the tenant whose data it uses.
    pub const fn principal(&self) -> &'a Principal {
        self.principal
    }

    /// The current time.
    pub const fn now(&self) -> Timestamp {
        self.now
    }

    /// How many writes of this tool the session has run within this duration before now. The time of a write is the
    /// start of its run. This call does not count.
    pub fn earlier_writes(&self, within: Duration) -> usize {
        let since = self.earlier.map(|earlier| earlier.count(Some(self.tool), self.now, within));
        since.unwrap_or_default()
    }

    /// How many writes of all tools the session has run within this duration before now. The time of a write is the
    /// start of its run. This call does not count.
    pub fn earlier_writes_of_all(&self, within: Duration) -> usize {
        self.earlier.map(|earlier| earlier.count(None, self.now, within)).unwrap_or_default()
    }
}

/// Leaves out the arguments: debug output may be logged.
impl fmt::Debug for Assessed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Assessed").field("tool", &self.tool).field("risk", &self.risk).finish_non_exhaustive()
    }
}

/// Writes whose run a session began: which tool, and when. Writes that wait for the user are not among them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EarlierWrites(Vec<(QualifiedId, Timestamp)>);

impl EarlierWrites {
    /// The writes that a session remembers; for one more, another one is forgotten.
    pub(crate) const REMEMBERED: usize = 256;

    /// None.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds a write.
    pub fn add(&mut self, tool: QualifiedId, at: Timestamp) {
        self.0.push((tool, at));
    }

    /// The writes within this time before `now`, of one tool or of all. Writes from the future count: setting back the
    /// clock gains nothing.
    fn count(&self, tool: Option<&QualifiedId>, now: Timestamp, within: Duration) -> usize {
        let counts = |at: Timestamp| at.after(within) >= now;
        let of_tool = |other: &QualifiedId| tool.is_none_or(|tool| tool == other);
        self.0.iter().filter(|(other, at)| of_tool(other) && counts(*at)).count()
    }
}

impl FromIterator<(QualifiedId, Timestamp)> for EarlierWrites {
    fn from_iter<I: IntoIterator<Item = (QualifiedId, Timestamp)>>(writes: I) -> Self {
        Self(writes.into_iter().collect())
    }
}
