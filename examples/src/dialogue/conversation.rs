//! The conversation itself.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::Write;

use hpd_host::approval::{
    Answer, CallState, Choice, DecisionError, PendingId, PendingVerdict, Question, StoreError, UserChannel,
};
use hpd_host::outcome::{OutcomeKind, Replied};
use hpd_host::receipt::ReceiptWords;
use hpd_host::{Outcome, RawCall, Session, Toolbox};

use super::page::Page;
use super::{Lines, Model, Move};

/// A model that has not finished by now never will.
const MAX_CALLS: usize = 20;

/// A conversation of a user with a model, over the tools of a toolbox.
pub struct Dialogue<'t, M, W> {
    toolbox: &'t Toolbox,
    session: Session,
    user: UserChannel,
    model: M,
    lines: Lines,
    page: Page<W>,
    calls: usize,
    /// The states of the calls that waited, as they were last written.
    states: BTreeMap<PendingId, CallState>,
}

impl<'t, M: Model, W: Write> Dialogue<'t, M, W> {
    /// A conversation that is written to `out`.
    pub fn new(toolbox: &'t Toolbox, model: M, lines: Lines, out: W) -> Self {
        Self {
            toolbox,
            session: Session::new(),
            user: UserChannel::local(),
            model,
            lines,
            page: Page::new(out),
            calls: 0,
            states: BTreeMap::new(),
        }
    }

    /// Holds it, until the user has nothing more to say.
    ///
    /// # Errors
    ///
    /// It can't be read or written, the store fails, or the model does not come to an end.
    pub async fn hold(mut self) -> Result<(), Box<dyn Error>> {
        while let Some(message) = self.next_line()? {
            // A message may be the answer to a question that is open: then the model has no part in it.
            let replied = self.toolbox.reply(&self.session, &self.user.message(message.as_str())).await?;
            match replied {
                Replied::Answered(outcome) => self.go_on(*outcome).await?,
                Replied::Cancelled(outcome) => self.ended(&outcome).await?,
                Replied::Unclear(questions) => self.page.user_reads(&questions.join("\n"))?,
                _ => {
                    let next = self.model.hears(&message);
                    self.follow(next).await?;
                }
            }
        }
        Ok(())
    }

    /// Performs the model's moves until its turn is over.
    async fn follow(&mut self, mut next: Move) -> Result<(), Box<dyn Error>> {
        for _ in 0..MAX_CALLS {
            match next {
                Move::Wait => return Ok(()),
                Move::Say(text) => {
                    self.page.model_says(&text)?;
                    // With a journal, the model's claims about its writes are checked against it.
                    if self.toolbox.journal().is_some() {
                        let checked = self.toolbox.check_final_answer(&self.session, &text).await?;
                        if checked.text != text {
                            self.page.user_reads(&checked.text)?;
                        }
                        self.receipt().await?;
                    }
                    return Ok(());
                }
                Move::Call { name, arguments } => {
                    self.page.model_calls(&name, &arguments)?;
                    self.calls += 1;
                    let call = RawCall::new(format!("call_{}", self.calls), name, arguments);
                    let outcome = self.toolbox.call(&self.session, &call).await;
                    next = self.settle(outcome).await?;
                }
            }
        }
        Err(format!("the model has not finished after {MAX_CALLS} calls").into())
    }

    /// Shows the writes of the turn with their states, beside the model's words.
    async fn receipt(&mut self) -> Result<(), Box<dyn Error>> {
        let receipt = self.toolbox.receipt(&self.session).await?;
        if !receipt.is_empty() {
            self.page.user_reads(&receipt.text(&ReceiptWords::english()))?;
        }
        Ok(())
    }

    async fn go_on(&mut self, outcome: Outcome) -> Result<(), Box<dyn Error>> {
        let next = self.settle(outcome).await?;
        self.follow(next).await
    }

    /// Shows the outcome of a call, asks the user about it as often as needed, and gives the end to the model.
    async fn settle(&mut self, mut outcome: Outcome) -> Result<Move, Box<dyn Error>> {
        loop {
            self.ended(&outcome).await?;
            let OutcomeKind::Confirm(question) = &outcome.kind else { return Ok(self.model.reads(&outcome)) };
            match self.decide(question).await? {
                Some(decided) => outcome = decided,
                None => return Ok(Move::Wait),
            }
        }
    }

    /// Writes a call's texts for the model and the user, and its stored state.
    async fn ended(&mut self, outcome: &Outcome) -> Result<(), Box<dyn Error>> {
        let message = outcome.for_model();
        self.page.model_reads(&message.text, message.is_error)?;
        for change in self.changes().await? {
            self.page.notes(&change)?;
        }
        if let Some(text) = outcome.for_user() {
            self.page.user_reads(&text)?;
        }
        Ok(())
    }

    /// State changes of current and former pending calls since the last query. Changes stored at the same moment have
    /// no order
    /// of their own.
    async fn changes(&mut self) -> Result<Vec<String>, StoreError> {
        let mut changes = Vec::new();
        for call in self.toolbox.pending_calls(&self.session, &self.user).await? {
            if self.states.insert(call.id.clone(), call.state) != Some(call.state) {
                let replaced = matches!(call.verdict, Some(PendingVerdict::Replaced { .. }));
                let by_whom = if replaced { ": another call took its place" } else { "" };
                changes.push(format!("{} is {}{by_whom}", call.tool, call.state));
            }
        }
        changes.sort_unstable();
        Ok(changes)
    }

    /// Asks the user about a write, until there is an answer; `None` if there is none, or it came to nothing.
    async fn decide(&mut self, question: &Question) -> Result<Option<Outcome>, Box<dyn Error>> {
        self.page.user_chooses(&options(question))?;
        while let Some(typed) = self.next_line()? {
            let Some((choice, phrase)) = understood(question, &typed) else {
                self.page.user_reads("Please type one of these.")?;
                self.page.user_chooses(&options(question))?;
                continue;
            };
            let answer = Answer { phrase, ..Answer::new(question, choice) };
            match self.toolbox.decide(&self.session, &self.user.decision(answer)).await {
                Ok(outcome) => return Ok(Some(outcome)),
                Err(error) => {
                    self.page.user_reads(&error.to_string())?;
                    if !matches!(
                        error,
                        DecisionError::NoPhrase | DecisionError::WrongPhrase { tries_left: 1.. }
                    ) {
                        return Ok(None);
                    }
                }
            }
        }
        Ok(None)
    }

    fn next_line(&mut self) -> std::io::Result<Option<String>> {
        let line = self.lines.next(self.page.out())?;
        if let (Some(line), false) = (&line, self.lines.are_seen()) {
            self.page.user_says(line)?;
        }
        Ok(line)
    }
}

/// The answers that the user can type.
fn options(question: &Question) -> String {
    let mcq = question.to_mcq();
    let options = mcq["data"]["options"].as_array().into_iter().flatten();
    let option = |value: &str, label: &str| format!("{value} ({label})");
    let labels = options.filter_map(|choice| {
        let (value, label) = (choice["value"].as_str()?, choice["label"].as_str()?);
        Some(match question.phrase() {
            Some(phrase) if value == "confirm" => option(phrase, label),
            _ => option(value, label),
        })
    });
    labels.collect::<Vec<_>>().join(", or ")
}

/// The user's choice: yes or no, or the phrase. A phrase is taken as it is, right or wrong.
fn understood(question: &Question, typed: &str) -> Option<(Choice, Option<String>)> {
    match (typed.trim().to_lowercase().as_str(), question.phrase()) {
        ("cancel" | "no" | "n", _) => Some((Choice::Cancel, None)),
        (_, Some(_)) => Some((Choice::Confirm, Some(typed.to_owned()))),
        ("confirm" | "yes" | "y", None) => Some((Choice::Confirm, None)),
        _ => None,
    }
}
