//! Reading, on separate connections, so that the writer continues.

use std::pin::pin;

use deadpool_postgres::Client;
use futures_util::TryStreamExt;
use tokio_postgres::types::ToSql;

use super::database::Database;
use super::error::PostgresFailure;
use super::filter::{IN_ORDER, is_led};
use super::records;
use super::rows::{as_number, column_text, entry_of};
use crate::journal::database::{Compared, ENTRY, calls_of, stored_call, stored_moment};
use crate::journal::verify::Verifier;
use crate::journal::writer::{Answer, Command, ReadCommand, Request, wait_in_millis};
use crate::journal::{ChainHead, Damage, Verification};
use crate::pending::{PendingCall, PendingFilter, PendingId};

impl Database {
    /// Reads the requested rows, and answers.
    pub(super) async fn read(&self, request: Request) {
        let Command::Read(command) = &request.command else { return };
        let client = match self.connection().await {
            Ok(client) => client,
            Err(failure) => return self.shared.read(request, Err(failure.into())),
        };
        let found = self.find(&client, command).await;
        let is_silent = found.as_ref().is_err_and(PostgresFailure::is_silence);
        self.shared.read(request, found.map_err(Into::into));
        // Nobody waits for the end of the transaction.
        drop(self.without_transaction(client, "COMMIT", is_silent).await);
    }

    /// In a transaction, so that the server waits only so long for who holds a table, however much is read.
    async fn find(&self, client: &Client, command: &ReadCommand) -> Result<Answer, PostgresFailure> {
        // To verify, all has to be as it is at one moment.
        let isolation = match command {
            ReadCommand::Verify(_) => "REPEATABLE READ",
            _ => "READ COMMITTED",
        };
        let wait = wait_in_millis(self.shared.options.patience);
        let planning = match command {
            ReadCommand::Events(filter) if is_led(filter) => IN_ORDER,
            ReadCommand::Sessions(_) => IN_ORDER,
            _ => "",
        };
        let begin =
            format!("BEGIN ISOLATION LEVEL {isolation} READ ONLY; SET LOCAL lock_timeout = {wait}{planning}");
        self.answered(async { Ok(client.batch_execute(&begin).await?) }).await?;
        Ok(match command {
            ReadCommand::Get(id) => Answer::Call(self.answered(self.call(client, id)).await?),
            ReadCommand::List(filter) => Answer::Calls(self.answered(self.calls(client, filter)).await?),
            ReadCommand::Record(owner) => {
                Answer::Record(self.answered(records::get(client, &self.sql, owner)).await?)
            }
            ReadCommand::Events(filter) => Answer::Events(self.events(client, filter).await?),
            ReadCommand::Sessions(filter) => Answer::Sessions(self.sessions(client, filter).await?),
            ReadCommand::Head => Answer::Head(self.answered(self.head(client)).await?),
            ReadCommand::Verify(known) => Answer::Verified(self.verify(client, known.as_ref()).await?),
        })
    }

    async fn call(&self, client: &Client, id: &PendingId) -> Result<Option<PendingCall>, PostgresFailure> {
        let text = self.sql.text("SELECT row FROM {schema}.pending_calls WHERE id = $1");
        let statement = client.prepare_cached(&text).await?;
        let row = client.query_opt(&statement, &[&id.as_str()]).await?;
        row.map(|row| Ok(stored_call(row.try_get(0)?)?)).transpose()
    }

    async fn calls(
        &self,
        client: &Client,
        filter: &PendingFilter,
    ) -> Result<Vec<PendingCall>, PostgresFailure> {
        let (condition, parameters) = calls_of(filter);
        let text = self.sql.text(&format!("SELECT row FROM {{schema}}.pending_calls WHERE {condition}"));
        let parameters: Vec<_> = parameters.into_iter().map(column_value).collect();
        let parameters: Vec<_> = parameters.iter().map(|value| &**value as &(dyn ToSql + Sync)).collect();
        let rows = client.query(&text, &parameters).await?;
        let calls = rows.iter().map(|row| Ok(stored_call(row.try_get(0)?)?));
        let calls = calls.collect::<Result<Vec<_>, PostgresFailure>>()?;
        Ok(PendingCall::oldest_first(calls.into_iter().filter(|call| filter.takes(call))))
    }

    async fn head(&self, client: &Client) -> Result<ChainHead, PostgresFailure> {
        let row = client.query_one(&self.sql.text(HEAD), &[]).await?;
        Ok(ChainHead { number: as_number(row.try_get(0)?)?, hash: row.try_get(1)? })
    }

    /// Goes through all entries, as they are at one moment. The last must be the one that the writers know as the end.
    async fn verify(
        &self,
        client: &Client,
        known: Option<&ChainHead>,
    ) -> Result<Verification, PostgresFailure> {
        let row = client.query_one(&self.sql.text(ANCHOR), &[]).await?;
        let anchor = ChainHead { number: as_number(row.try_get(0)?)?, hash: row.try_get(1)? };
        let head = ChainHead { number: as_number(row.try_get(2)?)?, hash: row.try_get(3)? };
        let mut last = anchor.clone();
        let mut verifier = Verifier::new(anchor, self.shared.options.key.as_ref(), known);
        let text = self.sql.text(&format!("SELECT {ENTRY} FROM {{schema}}.journal ORDER BY entry"));
        let no_parameters: [&(dyn ToSql + Sync); 0] = [];
        {
            let mut rows = pin!(client.query_raw(&text, no_parameters).await?);
            while let Some(row) = rows.try_next().await? {
                let entry = entry_of(&row)?;
                verifier.check(&entry);
                last = entry.head();
            }
        }
        let mut verification = verifier.finish();
        let entry = head.number;
        let is_told =
            |damage: &Damage| [Damage::Edited { entry }, Damage::NotTheHead { entry }].contains(damage);
        if last != head && !verification.damage.iter().any(is_told) {
            verification.damage.push(Damage::NotTheHead { entry });
        }
        Ok(verification)
    }
}

const HEAD: &str = "SELECT number, hash FROM {schema}.journal_anchor";
const ANCHOR: &str = "SELECT pruned_through, pruned_hash, number, hash FROM {schema}.journal_anchor";

/// A value for columns of calls.
fn column_value(compared: Compared<'_>) -> Box<dyn ToSql + Sync + Send> {
    match compared {
        Compared::Text(text) => Box::new(column_text(text).into_owned()),
        Compared::OptionalText(text) => Box::new(text.map(|text| column_text(text).into_owned())),
        Compared::Number(_) | Compared::Moment(_) => value(compared),
    }
}

/// As PostgreSQL stores it; the greatest number that it can have for one that is greater.
pub(super) fn value(compared: Compared<'_>) -> Box<dyn ToSql + Sync + Send> {
    match compared {
        Compared::Text(text) => Box::new(text.to_owned()),
        Compared::OptionalText(text) => Box::new(text.map(str::to_owned)),
        Compared::Number(number) => Box::new(i64::try_from(number).unwrap_or(i64::MAX)),
        Compared::Moment(moment) => Box::new(stored_moment(moment)),
    }
}
