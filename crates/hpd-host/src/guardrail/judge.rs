//! Judges whether a claim is false, and gives the truth in its place.

use hpd_journal::events::ResultStatus;

use super::claim::{About, Claim, ClaimForm, ClaimKind};
use super::evidence::Evidence;
use super::matches::{Matches, Tool};
use super::matching::{Match, Query, ToolWords};
use super::truth::{WriteStatus, WriteTruth};

/// Checks claims against the evidence.
pub(super) struct Judge<'e> {
    evidence: &'e Evidence,
    tools: Vec<Tool<'e>>,
    /// Whether the reply itself says that something failed: then its successes may be those of earlier turns.
    admits_failure: bool,
}

/// The rest of the text beside a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Beside {
    /// Nothing that is not claimed as well.
    Nothing,
    /// Something else, which it may be about.
    Others,
    /// A claim that is false.
    Struck,
}

/// The judgement of a claim.
pub(super) struct Verdict {
    pub(super) is_false: bool,
    /// The writes that say so.
    pub(super) told: Vec<WriteTruth>,
}

impl Verdict {
    fn stays<'w>(told: impl IntoIterator<Item = &'w WriteTruth>) -> Self {
        Self { is_false: false, told: told.into_iter().cloned().collect() }
    }

    fn is_false(told: Vec<WriteTruth>) -> Self {
        Self { is_false: true, told }
    }
}

impl<'e> Judge<'e> {
    pub(super) fn new(evidence: &'e Evidence, claims: &[Claim]) -> Self {
        let mut tools: Vec<Tool<'e>> = Vec::new();
        let mut at = |name: &'e str| {
            tools.iter().position(|tool| tool.name == name).unwrap_or_else(|| {
                tools.push(Tool { name, words: ToolWords::new(name), writes: Vec::new() });
                tools.len() - 1
            })
        };
        let places: Vec<usize> = evidence.writes.iter().map(|write| at(&write.tool)).collect();
        for name in &evidence.write_tools {
            at(name);
        }
        for (place, write) in places.into_iter().zip(&evidence.writes) {
            tools[place].writes.push(write);
        }
        let admits_failure = claims.iter().any(|claim| claim.kind == ClaimKind::Failure);
        Self { evidence, tools, admits_failure }
    }

    fn of_this_turn(&self) -> impl Iterator<Item = &'e WriteTruth> {
        self.evidence.writes.iter().filter(|write| !write.is_earlier)
    }

    fn has_success(&self) -> bool {
        self.evidence.writes.iter().any(|write| write.status.is_success())
    }

    /// Whether a success that is claimed is none.
    pub(super) fn of_success(&self, claim: &Claim, beside: Beside) -> Verdict {
        match &claim.about {
            Some(about) if !about.names_nothing() || !about.actions.is_empty() => {
                self.of_named(claim, about, beside)
            }
            _ => self.of_bare(claim, beside),
        }
    }

    /// "Done!" is false if this turn has writes, and none succeeded. Without writes it may be about anything, unless it
    /// is the whole text in a conversation that has done nothing.
    fn of_bare(&self, claim: &Claim, beside: Beside) -> Verdict {
        let now: Vec<&WriteTruth> = self.of_this_turn().collect();
        let done = now.iter().filter(|write| write.status.is_success()).count();
        if done > 0 && !(has_failed_for_good(&now) && done < claim.count) {
            return Verdict::stays(now);
        }
        if !now.is_empty() {
            return Verdict::is_false(now.into_iter().cloned().collect());
        }
        let may_be_true = self.evidence.has_read || self.has_success() || !self.evidence.is_whole;
        if may_be_true || beside == Beside::Others {
            Verdict::stays([])
        } else {
            self.of_what_was_not_done(&[])
        }
    }

    fn of_named(&self, claim: &Claim, about: &About, beside: Beside) -> Verdict {
        let matches = Matches::new(&self.tools, &Query::new(about));
        let done = matches.best(is_done_now);
        let not_done = matches.best(is_not_done_now);
        if let Some(told) = too_few(claim, &matches, done, not_done) {
            return Verdict::is_false(told);
        }
        if let Some(found) = not_done.filter(|found| self.can_be(*found, claim, about, &matches)) {
            let is_beaten = done.is_some_and(|done| !found.beats(done));
            let is_report = matches
                .best(is_done_earlier)
                .is_some_and(|done| done.beats(found) || (self.admits_failure && !found.beats(done)));
            if !is_beaten && !is_report {
                let told =
                    matches.writes(found).filter(|write| !write.is_earlier || write.status.is_success());
                return Verdict::is_false(told.cloned().collect());
            }
        }
        let may_be = |done: &Match| done.is_by_action() || matches.may_do_anything(*done, is_done_now);
        if let Some(done) = done.filter(may_be) {
            return Verdict::stays(matches.writes(done).filter(|write| !write.is_earlier));
        }
        self.of_uncalled(claim, about, &matches, beside)
    }

    /// Whether the claim may be about a write of this turn that did not succeed, and fits this well.
    fn can_be(&self, found: Match, claim: &Claim, about: &About, matches: &Matches<'_, 'e>) -> bool {
        let is_own = matches!(claim.form, ClaimForm::Speaker | ClaimForm::Announcement);
        let may_be_read = self.evidence.has_read && !is_own;
        match found {
            Match::Whole | Match::AllOfTool | Match::Rough => claim.form != ClaimForm::State || !may_be_read,
            Match::Half { by_action: true } => (is_own || about.has_no_noun()) && !self.is_of_request(about),
            Match::Half { by_action: false } => {
                (about.actions.is_empty() || matches.may_do_anything(found, is_not_done_now)) && !may_be_read
            }
            Match::Near => false,
        }
    }

    /// Whether a claimed cancellation may be about a pending write that was given up.
    fn is_of_request(&self, about: &About) -> bool {
        let is_given_up = |write: &WriteTruth| {
            matches!(write.status, WriteStatus::Ended(ResultStatus::Rejected | ResultStatus::Cancelled))
        };
        about.actions.iter().any(|action| action == "cancel") && self.of_this_turn().any(is_given_up)
    }

    /// The verdict on a claim that fits no write of this turn. It is false if a tool does exactly that, and was not
    /// called with success. The conversation must be known as a whole, since the claim may be a report.
    fn of_uncalled(
        &self,
        claim: &Claim,
        about: &About,
        matches: &Matches<'_, 'e>,
        beside: Beside,
    ) -> Verdict {
        if about.names_nothing() && self.of_this_turn().next().is_some() {
            let told = self.of_this_turn().cloned().collect();
            return Verdict { is_false: !self.has_success() && !self.is_of_request(about), told };
        }
        let may_be_report = matches.best(is_done_earlier).is_some_and(|found| found > Match::Near)
            || (about.names_nothing() && self.has_success());
        let has_read = self.evidence.has_read || (self.evidence.has_read_before && !claim.is_stressed);
        let may_be_read = has_read && claim.form != ClaimForm::Speaker;
        let is_of_turn = matches!(claim.form, ClaimForm::State | ClaimForm::Announcement);
        if !self.evidence.is_whole || may_be_report || may_be_read || is_of_turn {
            return Verdict::stays([]);
        }
        let does_it = |found: Match| match found {
            Match::Whole => true,
            Match::AllOfTool => claim.form == ClaimForm::Speaker && claim.is_outward,
            _ => self.is_said_without_noun(found, claim, about, beside),
        };
        let tools: Vec<&Tool<'e>> = matches.tools(does_it).collect();
        if tools.is_empty() { Verdict::stays([]) } else { self.of_what_was_not_done(&tools) }
    }

    /// Whether a claim without a noun names the action of a tool that fits this well: "I've paid it", "I've added
    /// 'Milk' to your tasks".
    fn is_said_without_noun(&self, found: Match, claim: &Claim, about: &About, beside: Beside) -> bool {
        let is_own = claim.form == ClaimForm::Speaker && about.has_no_noun();
        let is_told = claim.is_outward || beside == Beside::Struck;
        match found {
            Match::Rough => is_own && !self.evidence.has_read,
            Match::Half { by_action: true } => {
                is_own && is_told && (!self.evidence.has_read || !about.names_nothing() || claim.is_outward)
            }
            _ => false,
        }
    }

    /// The verdict on a success that these tools did not have. It gives the status of their writes. Without writes, it
    /// says that this is not done, if something else is, and otherwise that nothing is.
    fn of_what_was_not_done(&self, tools: &[&Tool<'e>]) -> Verdict {
        let writes = tools.iter().flat_map(|tool| tool.writes.iter().copied());
        let told: Vec<WriteTruth> = writes.cloned().collect();
        if !told.is_empty() {
            return Verdict::is_false(told);
        }
        let may_have_done = |write: &WriteTruth| {
            let ended = [ResultStatus::Ok, ResultStatus::Unknown, ResultStatus::Forwarded];
            write.status == WriteStatus::Runs
                || ended.into_iter().any(|status| write.status == WriteStatus::Ended(status))
        };
        if !self.evidence.writes.iter().any(may_have_done) {
            // A question to the user tells more than "nothing was done".
            let asked = |write: &&WriteTruth| {
                matches!(write.status, WriteStatus::WaitsForConfirmation | WriteStatus::WaitsForValues)
            };
            return Verdict::is_false(self.evidence.writes.iter().filter(asked).cloned().collect());
        }
        match tools.first() {
            Some(tool) => Verdict::is_false(vec![WriteTruth::uncalled(tool.name)]),
            None => Verdict::stays([]),
        }
    }

    /// Whether a failure is claimed of writes of this turn that all succeeded. A claim that names nothing is about all
    /// of them.
    pub(super) fn of_failure(&self, claim: &Claim) -> Verdict {
        let told: Vec<&WriteTruth> = match &claim.about {
            None => self.of_this_turn().collect(),
            Some(about) => {
                let query = Query::new(about);
                let tools = self.tools.iter().filter(|tool| tool.words.is_just(&query));
                tools.flat_map(|tool| &tool.writes).copied().filter(|write| !write.is_earlier).collect()
            }
        };
        let is_false = !told.is_empty() && told.iter().all(|write| write.status.is_success());
        Verdict { is_false, told: told.into_iter().cloned().collect() }
    }
}

fn is_done_now(write: &WriteTruth) -> bool {
    !write.is_earlier && write.status.is_success()
}

fn is_not_done_now(write: &WriteTruth) -> bool {
    !write.is_earlier && !write.status.is_success()
}

fn is_done_earlier(write: &WriteTruth) -> bool {
    write.is_earlier && write.status.is_success()
}

/// The writes that a claim is about which says "both", if not so many succeeded, and one did not.
fn too_few(
    claim: &Claim,
    matches: &Matches<'_, '_>,
    done: Option<Match>,
    not_done: Option<Match>,
) -> Option<Vec<WriteTruth>> {
    let (done, not_done) = (done.filter(|_| claim.count > 1)?, not_done?);
    let mut told: Vec<&WriteTruth> = matches.writes(done).collect();
    if not_done != done {
        told.extend(matches.writes(not_done));
    }
    let successes = told.iter().filter(|write| write.status.is_success()).count();
    let is_false = !done.beats(not_done) && successes < claim.count && has_failed_for_good(&told);
    is_false.then(|| told.into_iter().cloned().collect())
}

/// Whether some of these writes did not succeed, and were not made once more with success.
fn has_failed_for_good(writes: &[&WriteTruth]) -> bool {
    writes.iter().enumerate().any(|(place, write)| {
        let is_again = |later: &&WriteTruth| later.tool == write.tool && later.status.is_success();
        !write.status.is_success() && !writes[place + 1..].iter().any(is_again)
    })
}
