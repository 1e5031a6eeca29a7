//! Judges whether a claim is false, and gives the truth in its place.

use hpd_journal::events::ResultStatus;
use rustc_hash::{FxHashMap, FxHashSet};

use super::claim::{About, AboutWords, Claim, ClaimForm};
use super::evidence::Evidence;
use super::fit::{Fit, Fits, Tool, Wanted};
use super::phrases::EDITS;
use super::truth::{WriteStatus, WriteTruth};

/// Checks claims against the evidence.
pub(super) struct Judge<'e> {
    evidence: &'e Evidence,
    tools: Vec<Tool<'e>>,
}

/// The rest of a text, beside a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rest {
    /// The text has nothing beside claims.
    pub(super) is_alone: bool,
    /// It claims a success, and that claim is not removed.
    pub(super) has_success: bool,
    /// It claims a failure, and that claim is not removed: then its successes may be those of earlier turns.
    pub(super) has_failure: bool,
}

/// The judgement of a claim.
#[derive(Default)]
pub(super) struct Verdict<'e> {
    pub(super) is_false: bool,
    /// The writes that say so.
    pub(super) told: Vec<Told<'e>>,
}

impl<'e> Verdict<'e> {
    fn new(is_false: bool, told: impl IntoIterator<Item = &'e WriteTruth>) -> Self {
        Self { is_false, told: told.into_iter().map(Told::Write).collect() }
    }
}

/// What disproves a claim.
#[derive(Clone, Copy)]
pub(super) enum Told<'e> {
    /// A write of the evidence.
    Write(&'e WriteTruth),
    /// A tool that was not called.
    Uncalled(&'e str),
}

/// Truths in the order in which they were found, each once. Many claims may name the same writes.
#[derive(Default)]
pub(super) struct Truths<'e> {
    found: Vec<Told<'e>>,
    writes: FxHashSet<*const WriteTruth>,
    names: FxHashSet<&'e str>,
}

impl<'e> Truths<'e> {
    pub(super) fn add(&mut self, verdicts: impl IntoIterator<Item = Verdict<'e>>) {
        for told in verdicts.into_iter().flat_map(|verdict| verdict.told) {
            let is_new = match told {
                Told::Write(write) => self.writes.insert(std::ptr::from_ref(write)),
                Told::Uncalled(name) => self.names.insert(name),
            };
            if is_new {
                self.found.push(told);
            }
        }
    }

    pub(super) fn into_list(self) -> Vec<WriteTruth> {
        let truth = |told| match told {
            Told::Write(write) => WriteTruth::clone(write),
            Told::Uncalled(name) => WriteTruth::uncalled(name),
        };
        self.found.into_iter().map(truth).collect()
    }
}

impl<'e> Judge<'e> {
    pub(super) fn new(evidence: &'e Evidence) -> Self {
        let mut tools: Vec<Tool<'e>> = Vec::new();
        let mut places: FxHashMap<&str, usize> = FxHashMap::default();
        let called = evidence.writes.iter().map(|write| (&write.tool, Some(write)));
        for (name, write) in called.chain(evidence.write_tools.iter().map(|name| (name, None))) {
            let place = *places.entry(name).or_insert_with(|| {
                tools.push(Tool::new(name));
                tools.len() - 1
            });
            tools[place].writes.extend(write);
        }
        Self { evidence, tools }
    }

    fn of_this_turn(&self) -> impl Iterator<Item = &'e WriteTruth> {
        self.evidence.writes.iter().filter(|write| !write.is_earlier)
    }

    fn has_success(&self) -> bool {
        self.evidence.writes.iter().any(|write| write.status.is_success())
    }

    /// The writes of a detector's own claim: those of these places, or those of a tool.
    fn chosen(&self, about: &About) -> Vec<&'e WriteTruth> {
        match about {
            About::Writes(places) => {
                places.iter().filter_map(|place| self.evidence.writes.get(*place)).collect()
            }
            About::Tool(name) => self.evidence.writes.iter().filter(|write| write.tool == *name).collect(),
            About::Everything | About::Words(_) => Vec::new(),
        }
    }

    /// Whether a success that is claimed is none.
    pub(super) fn of_success(&self, claim: &Claim, rest: Rest) -> Verdict<'e> {
        match &claim.about {
            About::Everything => self.of_everything(rest.is_alone),
            About::Words(about) => self.of_words(claim, about, rest.has_failure),
            About::Writes(_) => {
                let writes = self.chosen(&claim.about);
                let is_false = writes.iter().any(|write| !write.status.is_success());
                Verdict::new(is_false, writes)
            }
            About::Tool(name) => {
                let known: Vec<_> = self.tools.iter().filter(|tool| tool.name == name).collect();
                let may_be_true = self.chosen(&claim.about).iter().any(|write| write.status.is_success());
                if known.is_empty() || may_be_true || !self.evidence.is_whole {
                    return Verdict::default();
                }
                self.of_uncalled(known)
            }
        }
    }

    /// "Done!" is false if this turn has writes, and none succeeded. Without writes it may be about anything, unless it
    /// is the whole text in a conversation that has done nothing.
    fn of_everything(&self, is_alone: bool) -> Verdict<'e> {
        let mut now = self.of_this_turn().peekable();
        if now.peek().is_some() {
            let now: Vec<_> = now.collect();
            return Verdict::new(!now.iter().any(|write| write.status.is_success()), now);
        }
        let may_be_true = self.evidence.has_read || self.has_success() || !self.evidence.is_whole;
        if may_be_true || !is_alone { Verdict::default() } else { self.of_uncalled([]) }
    }

    fn of_words(&self, claim: &Claim, about: &AboutWords, admits_failure: bool) -> Verdict<'e> {
        let fits = Fits::new(&self.tools, about);
        let done = fits.best(is_done_now);
        let earlier = fits.best(|write| write.is_earlier && write.status.is_success());
        let not_done = fits.best(|write| !write.is_earlier && !write.status.is_success());
        if let Some(found) = not_done.filter(|found| self.can_be(*found, claim, about)) {
            let is_beaten = done.is_some_and(|done| !found.beats(done));
            let is_report =
                earlier.is_some_and(|done| done.beats(found) || (admits_failure && !found.beats(done)));
            if !is_beaten && !is_report {
                let told = fits.writes(found).filter(|write| !write.is_earlier || write.status.is_success());
                return Verdict::new(true, told);
            }
        }
        let does_all =
            |tool: &Tool<'_>| tool.may_do_anything && tool.writes.iter().any(|write| is_done_now(write));
        let may_be = |done: &Fit| *done > Fit::Object || fits.tools(|fit| fit == *done).any(does_all);
        if let Some(done) = done.filter(may_be) {
            return Verdict::new(false, fits.writes(done).filter(|write| !write.is_earlier));
        }
        if self.may_be_report(claim, about, earlier) {
            return Verdict::default();
        }
        let is_edit = about.actions.iter().any(|action| EDITS.contains(&action.as_str()));
        let is_own = claim.form == ClaimForm::Speaker && !is_edit;
        let does_it = |fit: Fit| match fit {
            Fit::Whole => true,
            Fit::OnlyAction => is_own,
            Fit::Action => is_own && about.has_no_noun(),
            Fit::Rough | Fit::Object => false,
        };
        let mut tools = fits.tools(does_it).peekable();
        if tools.peek().is_none() { Verdict::default() } else { self.of_uncalled(tools) }
    }

    /// Whether the claim may be about a write of this turn that did not succeed, and fits this well.
    fn can_be(&self, found: Fit, claim: &Claim, about: &AboutWords) -> bool {
        let is_own = matches!(claim.form, ClaimForm::Speaker | ClaimForm::Announcement);
        match found {
            Fit::Whole | Fit::OnlyAction | Fit::Rough => {
                claim.form != ClaimForm::State || !self.evidence.has_read
            }
            Fit::Action => (is_own || about.has_no_noun()) && !self.is_of_request(about),
            Fit::Object => false,
        }
    }

    /// Whether a claimed cancellation may be about a pending write that was given up.
    fn is_of_request(&self, about: &AboutWords) -> bool {
        let is_given_up = |write: &WriteTruth| {
            matches!(write.status, WriteStatus::Ended(ResultStatus::Rejected | ResultStatus::Cancelled))
        };
        about.actions.iter().any(|action| action == "cancel") && self.of_this_turn().any(is_given_up)
    }

    /// Whether a claim that fits no write of this turn may report something else: a success of an earlier turn, or read
    /// data. The conversation must be known as a whole.
    fn may_be_report(&self, claim: &Claim, about: &AboutWords, earlier: Option<Fit>) -> bool {
        let names_nothing = about.object.is_none() && about.others.is_empty();
        let has_read = self.evidence.has_read || self.evidence.has_read_before;
        !self.evidence.is_whole
            || earlier.is_some()
            || (names_nothing && self.has_success())
            || (has_read && claim.form == ClaimForm::Report)
            || matches!(claim.form, ClaimForm::State | ClaimForm::Announcement)
            || self.is_of_request(about)
    }

    /// The verdict on a success that these tools did not have. It gives the status of their writes. Without writes, it
    /// says that this is not done, if something else is, and otherwise that nothing is.
    fn of_uncalled<'t>(&self, tools: impl IntoIterator<Item = &'t Tool<'e>>) -> Verdict<'e>
    where
        'e: 't,
    {
        let tools: Vec<_> = tools.into_iter().collect();
        let told: Vec<_> = tools.iter().flat_map(|tool| tool.writes.iter().copied()).collect();
        if !told.is_empty() {
            return Verdict::new(true, told);
        }
        let may_have_done = |write: &WriteTruth| match &write.status {
            WriteStatus::Runs => true,
            WriteStatus::Ended(status) => {
                matches!(status, ResultStatus::Ok | ResultStatus::Unknown | ResultStatus::Forwarded)
            }
            _ => false,
        };
        if !self.evidence.writes.iter().any(may_have_done) {
            // A question to the user tells more than "nothing was done".
            let asks = |write: &&WriteTruth| {
                matches!(write.status, WriteStatus::WaitsForConfirmation | WriteStatus::WaitsForValues)
            };
            return Verdict::new(true, self.evidence.writes.iter().filter(asks));
        }
        let told: Vec<_> = tools.first().map(|tool| Told::Uncalled(tool.name)).into_iter().collect();
        Verdict { is_false: !told.is_empty(), told }
    }

    /// Whether a failure is claimed of writes of this turn that all succeeded.
    pub(super) fn of_failure(&self, claim: &Claim) -> Verdict<'e> {
        let told: Vec<&WriteTruth> = match &claim.about {
            About::Everything => self.of_this_turn().collect(),
            About::Words(about) => {
                let wanted = Wanted::new(about);
                let tools = self.tools.iter().filter(|tool| tool.is_just(&wanted));
                tools.flat_map(|tool| &tool.writes).copied().filter(|write| !write.is_earlier).collect()
            }
            about => self.chosen(about),
        };
        let is_false = !told.is_empty() && told.iter().all(|write| write.status.is_success());
        Verdict::new(is_false, told)
    }
}

fn is_done_now(write: &WriteTruth) -> bool {
    !write.is_earlier && write.status.is_success()
}
