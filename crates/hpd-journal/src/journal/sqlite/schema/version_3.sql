-- Permissions and counts of principals in sessions.
CREATE TABLE session_records (
    number INTEGER PRIMARY KEY,
    session TEXT NOT NULL,
    principal TEXT,
    tenant TEXT,
    revision INTEGER NOT NULL,
    state TEXT NOT NULL,
    seal TEXT NOT NULL,
    -- When it was last written.
    updated INTEGER NOT NULL
) STRICT;

-- An index takes each NULL for another value. Whether there is one is a column of its own.
CREATE UNIQUE INDEX session_records_by_owner ON session_records (
    session, (principal IS NULL), (coalesce(principal, '')), (tenant IS NULL), (coalesce(tenant, ''))
);
CREATE INDEX session_records_by_update ON session_records (updated);

-- Calls from before have an empty text here; lists read their tool and principal from the call.
ALTER TABLE pending_calls ADD COLUMN tool TEXT NOT NULL DEFAULT '';
ALTER TABLE pending_calls ADD COLUMN principal TEXT;
ALTER TABLE pending_calls ADD COLUMN tenant TEXT;

CREATE INDEX pending_calls_by_tool ON pending_calls (session, tool, created);
