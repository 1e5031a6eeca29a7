//! The list of tools in the database.

use rusqlite::{Connection, params};

use super::error::failed;
use crate::journal::RegisteredTool;
use crate::pending::StoreError;

/// Makes these the tools that there are.
pub(super) fn register(connection: &Connection, tools: &[RegisteredTool]) -> Result<(), StoreError> {
    connection.execute("DELETE FROM tool_registry", ()).map_err(failed)?;
    let mut statement = connection
        .prepare_cached(
            "INSERT INTO tool_registry (tool_name, tool_id, plugin, description, is_write, risk) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )
        .map_err(failed)?;
    for tool in tools {
        statement
            .execute(params![tool.name, tool.id, tool.plugin, tool.description, tool.is_write, tool.risk])
            .map_err(failed)?;
    }
    Ok(())
}
