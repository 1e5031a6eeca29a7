-- What happened, append-only. What each link of the chain is made of is said in the program.
CREATE TABLE journal (
    entry INTEGER PRIMARY KEY,
    session TEXT NOT NULL,
    seq INTEGER NOT NULL,
    turn TEXT,
    call_id TEXT,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT,
    salt TEXT,
    payload_hash TEXT NOT NULL,
    hash TEXT NOT NULL,
    UNIQUE (session, seq)
) STRICT;

CREATE INDEX journal_by_turn ON journal (turn, session) WHERE turn IS NOT NULL;
CREATE INDEX journal_by_call ON journal (call_id) WHERE call_id IS NOT NULL;
CREATE INDEX journal_by_at ON journal (at);

-- The last entry that was removed on purpose: the chain goes on from it.
CREATE TABLE journal_anchor (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    through INTEGER NOT NULL,
    hash TEXT NOT NULL
) STRICT;

-- The last number of each session all of whose entries were removed: it goes on from there.
CREATE TABLE journal_sessions (
    session TEXT PRIMARY KEY,
    seq INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER journal_entries_stay_as_they_are BEFORE UPDATE ON journal
WHEN NOT (
    NEW.payload IS NULL AND NEW.salt IS NULL
    AND NEW.entry = OLD.entry AND NEW.session = OLD.session AND NEW.seq = OLD.seq
    AND NEW.turn IS OLD.turn AND NEW.call_id IS OLD.call_id AND NEW.at = OLD.at AND NEW.kind = OLD.kind
    AND NEW.payload_hash = OLD.payload_hash AND NEW.hash = OLD.hash
)
BEGIN
    SELECT RAISE(ABORT, 'the journal is append-only: the contents of an entry can only be erased');
END;

CREATE TRIGGER journal_entries_stay BEFORE DELETE ON journal
WHEN OLD.entry > coalesce((SELECT through FROM journal_anchor), 0)
BEGIN
    SELECT RAISE(ABORT, 'the journal is append-only: entries are only removed from its beginning');
END;

-- `INSERT OR REPLACE` removes without asking the trigger above.
CREATE TRIGGER journal_entries_are_not_replaced BEFORE INSERT ON journal
WHEN EXISTS (
    SELECT 1 FROM journal WHERE entry = NEW.entry OR (session = NEW.session AND seq = NEW.seq)
)
BEGIN
    SELECT RAISE(ABORT, 'the journal is append-only: there is an entry with this number');
END;

-- Calls that wait or run, and those that are done with, as JSON, without the values of sensitive parameters.
CREATE TABLE pending_calls (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    session TEXT NOT NULL,
    turn TEXT,
    state TEXT NOT NULL,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    lease INTEGER,
    -- When it came to its final state.
    ended INTEGER,
    call TEXT NOT NULL
) STRICT;

CREATE INDEX pending_calls_by_session ON pending_calls (session, state);
CREATE INDEX pending_calls_by_state ON pending_calls (state);

-- The tools that there are.
CREATE TABLE tool_registry (
    tool_name TEXT NOT NULL,
    tool_id TEXT NOT NULL,
    plugin TEXT,
    description TEXT NOT NULL,
    is_write INTEGER,
    risk TEXT
) STRICT;

-- A row a turn: what its events come to.
CREATE VIEW query_routing_logs AS
SELECT
    turns.turn AS id,
    turns.session AS session_id,
    (
        SELECT payload ->> '$.data.query' FROM journal
        WHERE turn = turns.turn AND session = turns.session AND kind = 'turn_started' ORDER BY entry DESC LIMIT 1
    ) AS query,
    (
        SELECT strftime('%Y-%m-%dT%H:%M:%fZ', at / 1000.0, 'unixepoch') FROM journal WHERE entry = turns.first
    ) AS created_at,
    EXISTS (
        SELECT 1 FROM journal
        WHERE turn = turns.turn AND session = turns.session
            -- Only writes are checked and started: that stays known when the contents are erased.
            AND (kind IN ('write_validation', 'tool_started')
                OR (kind IN ('tool_call', 'tool_result') AND payload ->> '$.data.is_write'))
    ) AS is_write_operation,
    (
        SELECT json_group_array(json_object(
            'tool', payload ->> '$.data.tool',
            'validation_status', payload ->> '$.data.validation_status',
            'fields_checked', json(coalesce(payload -> '$.data.fields_checked', '[]')),
            'mcp_result', json(coalesce(payload -> '$.data.result', payload -> '$.data.error'))
        ))
        FROM (
            SELECT payload FROM journal
            WHERE turn = turns.turn AND session = turns.session AND kind = 'tool_result'
                AND payload ->> '$.data.is_write' AND payload ->> '$.data.status' <> 'forwarded'
            ORDER BY entry
        )
    ) AS write_tool_results,
    (
        SELECT json_group_array(name) FROM (
            SELECT iif(kind = 'guardrail', payload ->> '$.data.guardrail', 'write_preflight_block') AS name
            FROM journal
            WHERE turn = turns.turn AND session = turns.session AND payload IS NOT NULL
                AND (kind = 'guardrail'
                    OR (kind = 'write_validation' AND payload ->> '$.data.status' = 'blocked'))
            GROUP BY 1 ORDER BY min(entry)
        )
    ) AS guardrails_triggered,
    (
        SELECT json_group_array(tool) FROM (
            SELECT payload ->> '$.data.tool' AS tool FROM journal
            WHERE turn = turns.turn AND session = turns.session
                AND kind = 'tool_result' AND payload ->> '$.data.success'
                -- Where a container was expanded, nothing was executed.
                AND NOT (
                    coalesce(payload ->> '$.data.attempts', 0) = 0
                    AND payload ->> '$.data.tool' IN (
                        SELECT payload ->> '$.data.container' FROM journal
                        WHERE turn = turns.turn AND session = turns.session
                            AND kind = 'expanded' AND payload IS NOT NULL
                    )
                )
            GROUP BY 1 ORDER BY min(entry)
        )
    ) AS tools_used,
    (
        SELECT json_group_array(tool) FROM (
            SELECT payload ->> '$.data.tool' AS tool FROM journal
            WHERE turn = turns.turn AND session = turns.session
                AND kind = 'tool_result' AND payload ->> '$.data.status' IN ('error', 'blocked')
            GROUP BY 1 ORDER BY min(entry)
        )
    ) AS tools_failed
FROM (
    SELECT turn, session, min(entry) AS first FROM journal WHERE turn IS NOT NULL GROUP BY turn, session
) AS turns;
