//! Verification, on a snapshot of the database.

use std::pin::pin;

use deadpool_postgres::Client;
use futures_util::TryStreamExt;
use tokio_postgres::types::ToSql;

use super::database::Database;
use super::error::PostgresFailure;
use super::rows::{as_number, entry_of};
use crate::journal::database::ENTRY;
use crate::journal::verify::Verifier;
use crate::journal::{ChainHead, Damage, Verification};

const ANCHOR: &str = "SELECT pruned_through, pruned_hash, number, hash FROM {schema}.journal_anchor";

impl Database {
    /// Goes through all entries, as they are at one moment. The last must be the one that the writers know as the end.
    pub(super) async fn verify(
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
