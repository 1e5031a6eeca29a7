//! The typed reader: one pass over the text of the arguments, straight into the slots of a shim.
//!
//! The pass builds no tree and stops at the first thing that is not right. Only then is the text read a second time,
//! into a tree, and everything that is wrong is listed (see [`second`](super::error_reading)).

mod plain;

use std::cell::Cell;

use hpd_json::{Node, StopReason, Warning};
use hpd_schema::__private::error::{Findings, IntoViolations, ValidationErrorResponse};
use hpd_schema::__private::shape::{Guard, Proof};

use super::error_reading;
use super::guarded::{Guarded, ReadError, Watch};
use super::plan::{ParamPlan, ReadingPlan};
use super::scanner::Scanner;
use super::slot::DynSlot;
use crate::context::CallContext;
use crate::output::CheckError;
use crate::output::input::CheckReason;
use crate::request::ToolCallRequest;

/// Reads the arguments of one call. A shim passes the reader one slot for each parameter of the function. The
/// reader collects errors. If there are any, [`finish`](Self::finish) refuses the call.
pub struct Reader<'c> {
    text: &'c str,
    stop_reason: StopReason,
    plan: &'c ReadingPlan,
    watch: Watch<'c>,
    proof: Cell<Option<Proof>>,
    /// Made when there is something to put in: most calls are right.
    noted: Option<Box<Noted<'c>>>,
}

/// Errors and warnings about the arguments.
#[derive(Default)]
struct Noted<'c> {
    warnings: Vec<Warning>,
    /// The errors.
    findings: Option<Findings>,
    /// The tree of the second reading.
    tree: Option<Node<'c>>,
}

/// The call was refused; the reader holds the reasons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refused;

impl<'c> Reader<'c> {
    /// Creates a reader for the arguments in `text`, for the function that `plan` describes.
    #[inline]
    pub fn new(text: &'c str, plan: &'c ReadingPlan) -> Self {
        let watch = Watch::new(&plan.shape, &plan.limits);
        let stop_reason = StopReason::Unknown;
        Self { text, stop_reason, plan, watch, proof: Cell::new(None), noted: None }
    }

    /// Sets why the model's message ended, if it is known.
    #[must_use]
    #[inline]
    pub const fn stopped_by(mut self, reason: StopReason) -> Self {
        self.stop_reason = reason;
        self
    }

    /// Reads the arguments into the slots, which follow the order of the parameters. Slots of absent parameters get
    /// their default. Errors are kept for [`finish`](Self::finish).
    pub fn read(&mut self, slots: &mut [&mut dyn DynSlot]) {
        if self.read_once(slots).is_err() {
            self.read_again(slots);
        }
    }

    /// Records the result of a check of one parameter. Pass `None` if the parameter's value could not be read.
    #[inline]
    pub fn custom<E: IntoViolations>(&mut self, parameter: usize, verdict: Option<Result<(), E>>) {
        if let Some(Err(error)) = verdict {
            self.add(Some(parameter), error);
        }
    }

    /// Records the result of the function's check over several parameters.
    #[inline]
    pub fn check<E: IntoViolations>(&mut self, verdict: Result<(), E>) {
        if let Err(error) = verdict {
            self.add(None, error);
        }
    }

    /// Records the result of a check with the context. One that needs the user is kept there.
    #[inline]
    pub fn check_in<E: Into<CheckError>>(&mut self, context: &CallContext<'_>, verdict: Result<(), E>) {
        if let Err(error) = verdict {
            self.note_check(context, error.into());
        }
    }

    #[cold]
    fn note_check(&mut self, context: &CallContext<'_>, error: CheckError) {
        match error.0 {
            CheckReason::Violations(violations) => self.add(None, violations),
            CheckReason::Undecided(failure) => context.note_undecided(failure),
        }
    }

    /// Returns `Ok` if no error was found.
    ///
    /// # Errors
    ///
    /// [`Refused`], if an error was found.
    #[inline]
    pub fn finish(&mut self) -> Result<(), Refused> {
        match &self.noted {
            Some(noted) if noted.findings.is_some() => Err(Refused),
            _ => Ok(()),
        }
    }

    /// The call itself, with its arguments or the parse error, for functions that take the call. The context stores the
    /// call, which [`CallContext::request`] then returns.
    #[cold]
    pub fn request<'a>(&self, context: &'a CallContext<'a>) -> &'a ToolCallRequest {
        let warnings = self.noted.as_ref().map_or(&[][..], |noted| &noted.warnings);
        // Earlier warnings are in the context already.
        let warnings = if warnings.is_empty() { context.warnings() } else { warnings };
        context.keep_request(|| error_reading::request(context.call(), self.stop_reason, self.plan, warnings))
    }

    /// The warnings about the arguments.
    #[expect(clippy::inline_always, reason = "the good path of every call, where there are none")]
    #[inline(always)]
    pub fn into_warnings(self) -> Vec<Warning> {
        match self.noted {
            None => Vec::new(),
            Some(noted) => noted.warnings,
        }
    }

    /// The answer to a refused call: everything that is wrong with the arguments.
    pub fn into_response(self) -> ValidationErrorResponse {
        match self.noted.and_then(|noted| noted.findings) {
            Some(findings) => findings.into_response(),
            None => ValidationErrorResponse::new(Vec::new()),
        }
    }

    /// The arguments as the function receives them, defaults among them, as a JSON text. Meant for display:
    /// each use of this method reads `text` again.
    pub fn received(text: &str, stop_reason: StopReason, plan: &ReadingPlan) -> Option<String> {
        error_reading::received(text, stop_reason, plan)
    }

    /// The arguments as the function receives them, as a JSON tree, with the names of defaulted arguments.
    pub fn resolved(
        text: &str,
        stop_reason: StopReason,
        plan: &ReadingPlan,
    ) -> Option<(Node<'static>, Vec<&'static str>)> {
        error_reading::resolved(text, stop_reason, plan)
    }

    /// The good path.
    fn read_once(&self, slots: &mut [&mut dyn DynSlot]) -> Result<(), ReadError> {
        if self.text.len() > self.plan.limits.text {
            return Err(ReadError);
        }
        let mut scanner = Scanner::new(self.text);
        if let Some(whole) = &self.plan.whole {
            return self.read_whole(&mut scanner, whole, slots);
        }
        let mut count = 0;
        scanner.expect(b'{')?;
        if !scanner.take(b'}') {
            let mut next = 0;
            loop {
                let (position, param) = self.read_key(&mut scanner, next)?;
                self.read_value(&mut scanner, param, *slots.get_mut(position).ok_or(ReadError)?)?;
                next = position + 1;
                count += 1;
                if !scanner.take(b',') {
                    scanner.expect(b'}')?;
                    break;
                }
            }
        }
        scanner.end()?;
        if !self.watch.integers_are_exact(self.text) {
            return Err(ReadError);
        }
        // No key can come twice, so that as many keys as parameters are all of them.
        if count == slots.len() && self.plan.has_no_defaults { Ok(()) } else { self.fill_absent(slots) }
    }

    /// All arguments are one struct. serde fills in what is absent.
    fn read_whole(
        &self,
        scanner: &mut Scanner<'_>,
        whole: &ParamPlan,
        slots: &mut [&mut dyn DynSlot],
    ) -> Result<(), ReadError> {
        scanner.skip_blanks();
        // serde_json reads a struct from an array, too.
        if scanner.peek() != Some(b'{') {
            return Err(ReadError);
        }
        self.read_value(scanner, whole, *slots.first_mut().ok_or(ReadError)?)?;
        scanner.end()?;
        if self.watch.integers_are_exact(self.text) { Ok(()) } else { Err(ReadError) }
    }

    /// Reads a key and its colon; the parameter, which is probably the `next` one.
    #[inline]
    fn read_key(&self, scanner: &mut Scanner<'_>, next: usize) -> Result<(usize, &'c ParamPlan), ReadError> {
        scanner.skip_blanks();
        match self.plan.params.get(next) {
            Some(param) if scanner.take_key(&param.key) => Ok((next, param)),
            _ => self.find_key(scanner, next),
        }
    }

    #[inline(never)]
    fn find_key(&self, scanner: &mut Scanner<'_>, next: usize) -> Result<(usize, &'c ParamPlan), ReadError> {
        let key = scanner.key()?;
        scanner.expect(b':')?;
        let position = self.plan.position(&key, 0).ok_or(ReadError)?;
        // An argument in another order may come later, or be missing. Then the rest need not be decoded.
        let passed_over = self.plan.params.get(next..position).unwrap_or_default();
        if passed_over.iter().any(|param| param.is_required && !param.may_stand_in(&self.text[scanner.at..]))
        {
            return Err(ReadError);
        }
        Ok((position, self.plan.params.get(position).ok_or(ReadError)?))
    }

    #[inline]
    fn read_value(
        &self,
        scanner: &mut Scanner<'_>,
        param: &ParamPlan,
        slot: &mut dyn DynSlot,
    ) -> Result<(), ReadError> {
        if param.hides_decimals {
            return Err(ReadError);
        }
        scanner.skip_blanks();
        let text = &self.text[scanner.at..];
        // `null` for a parameter with a default is its default.
        match &param.default {
            Some(default) if text.starts_with("null") => {
                scanner.at += 4;
                return slot.decode(Guarded::plain(default)).map(drop);
            }
            _ => {}
        }
        // The text of the proof, if that is another one.
        let mut proven = None;
        let proof = if self.text.len() <= param.plain_up_to {
            self.proof(param.text_scan, text, &mut proven)
        } else {
            Proof::Open
        };
        if proof != Proof::Open
            && let Some(read) = self.read_plain(param, proof, text, &mut proven, slot)?
        {
            scanner.at += read;
            return Ok(());
        }
        let rules = param.shape.and_then(|id| self.plan.shape.streaming_rules(id));
        let read = slot.decode(Guarded::new(text, &self.watch, rules))?;
        scanner.at += read;
        if param.guard == Guard::Tree && !error_reading::accepts(&text[..read], param, self.plan) {
            return Err(ReadError);
        }
        Ok(())
    }

    fn fill_absent(&self, slots: &mut [&mut dyn DynSlot]) -> Result<(), ReadError> {
        for (slot, param) in slots.iter_mut().zip(&self.plan.params) {
            if slot.is_filled() {
                continue;
            }
            match &param.default {
                Some(default) => {
                    slot.decode(Guarded::plain(default))?;
                }
                None if slot.fill_missing() => {}
                None => return Err(ReadError),
            }
        }
        Ok(())
    }

    /// Lists everything that is wrong; or, if nothing is (`3.0` for an integer), fills the slots from the tree.
    #[cold]
    fn read_again(&mut self, slots: &mut [&mut dyn DynSlot]) {
        let mut findings = self.plan.findings();
        let read = error_reading::read(self.text, self.stop_reason, self.plan, slots, &mut findings);
        let noted = self.noted.get_or_insert_default();
        if let Some(read) = read {
            noted.warnings.extend(read.warnings);
            noted.tree = Some(read.tree);
        }
        if !findings.is_empty() {
            noted.findings = Some(findings);
        }
    }

    #[cold]
    fn add<E: IntoViolations>(&mut self, parameter: Option<usize>, error: E) {
        let name = parameter.map(|index| self.plan.params[index].name);
        let noted = self.noted.get_or_insert_default();
        if noted.tree.is_none() {
            noted.tree = Node::parse(self.text, &self.plan.limits).ok();
        }
        let findings = noted.findings.get_or_insert_with(|| self.plan.findings());
        findings.add_violations(name, noted.tree.as_ref(), error);
    }
}
