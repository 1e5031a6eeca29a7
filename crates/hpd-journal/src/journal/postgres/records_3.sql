-- Permissions and counts of principals in sessions.
CREATE TABLE {schema}.session_records (
    session text NOT NULL,
    principal text,
    tenant text,
    revision bigint NOT NULL,
    state text NOT NULL,
    seal text NOT NULL,
    -- When it was last written.
    updated bigint NOT NULL
) WITH (fillfactor = 70);

-- An index takes each NULL for another value. Whether there is one is a column of its own.
CREATE UNIQUE INDEX session_records_by_owner ON {schema}.session_records (
    session, (principal IS NULL), (coalesce(principal, '')), (tenant IS NULL), (coalesce(tenant, ''))
);
CREATE INDEX session_records_by_update ON {schema}.session_records (updated);

-- Calls from before have an empty text here; lists read their tool and principal from the call.
ALTER TABLE {schema}.pending_calls
    ADD COLUMN tool text NOT NULL DEFAULT '', ADD COLUMN principal text, ADD COLUMN tenant text;

CREATE INDEX pending_calls_by_tool ON {schema}.pending_calls (session, tool, created);
