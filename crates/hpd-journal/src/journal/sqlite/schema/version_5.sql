-- Events of a kind, and of a tool. The tool is in the contents: the text after its key is a literal of JSON, and is not parsed.
CREATE INDEX journal_by_kind ON journal (kind);
CREATE INDEX journal_by_tool ON journal (
    CASE kind WHEN 'mcq' THEN substr(substr(payload, instr(payload, '"pending_tool":"') + 15), 1, instr(rtrim(substr(payload, instr(payload, '"pending_tool":"') + 15), '}') || ',"', '","')) ELSE substr(substr(payload, instr(payload, '"tool":"') + 7), 1, instr(rtrim(substr(payload, instr(payload, '"tool":"') + 7), '}') || ',"', '","')) END
) WHERE kind IN ('tool_call', 'write_validation', 'tool_retry', 'ask_user', 'mcq', 'decision', 'tool_started', 'tool_result', 'recovered') AND payload IS NOT NULL;

-- The first and the last moment of each 1,024 entries: a part has the numbers from part * 1024 on. Clocks may go back, so an
-- index of moments gives no range of entries. The last part is open, and counts for every moment.
CREATE TABLE journal_parts (
    part INTEGER PRIMARY KEY,
    earliest INTEGER NOT NULL,
    latest INTEGER NOT NULL
) STRICT;

INSERT INTO journal_parts (part, earliest, latest) SELECT entry / 1024, min(at), max(at) FROM journal GROUP BY 1;
INSERT OR REPLACE INTO journal_parts (part, earliest, latest)
SELECT next / 1024, 0, 9223372036854775807
FROM (SELECT max(coalesce((SELECT max(entry) FROM journal), 0), coalesce((SELECT through FROM journal_anchor), 0)) + 1 AS next)
WHERE next > 1 AND next % 1024 <> 0;

CREATE TRIGGER journal_parts_begin AFTER INSERT ON journal WHEN NEW.entry = 1 OR NEW.entry % 1024 = 0
BEGIN
    INSERT OR IGNORE INTO journal_parts (part, earliest, latest) VALUES (NEW.entry / 1024, 0, 9223372036854775807);
END;

CREATE TRIGGER journal_parts_end AFTER INSERT ON journal WHEN NEW.entry % 1024 = 1023
BEGIN
    INSERT OR REPLACE INTO journal_parts (part, earliest, latest)
    SELECT NEW.entry / 1024, min(at), max(at) FROM journal WHERE entry > NEW.entry - 1024 AND entry <= NEW.entry;
END;

CREATE TRIGGER journal_parts_go AFTER DELETE ON journal WHEN OLD.entry % 1024 = 1023
BEGIN
    DELETE FROM journal_parts WHERE part = OLD.entry / 1024;
END;

-- Each turn: its first entry with its moment, and the names of its guardrails, as a list in JSON.
CREATE TABLE journal_turns (
    first INTEGER PRIMARY KEY,
    turn TEXT NOT NULL,
    session TEXT NOT NULL,
    created_at TEXT,
    guardrails TEXT NOT NULL DEFAULT '[]',
    UNIQUE (turn, session)
) STRICT;

INSERT INTO journal_turns (first, turn, session)
SELECT min(entry), turn, session FROM journal WHERE turn IS NOT NULL GROUP BY turn, session;
UPDATE journal_turns SET created_at = (SELECT strftime('%Y-%m-%dT%H:%M:%fZ', at / 1000.0, 'unixepoch') FROM journal WHERE entry = first);
UPDATE journal_turns AS turns SET guardrails = (
        SELECT json_group_array(name) FROM (
            SELECT iif(kind = 'guardrail', payload ->> '$.data.guardrail', 'write_preflight_block') AS name
            FROM journal
            WHERE turn = turns.turn AND session = turns.session AND payload IS NOT NULL
                AND (kind = 'guardrail'
                    OR (kind = 'write_validation' AND payload ->> '$.data.status' = 'blocked'))
            GROUP BY 1 ORDER BY min(entry)
        )
    )
WHERE (turn, session) IN (SELECT turn, session FROM journal WHERE kind IN ('guardrail', 'write_validation'));

CREATE INDEX journal_turns_by_session ON journal_turns (session);
CREATE INDEX journal_turns_by_time ON journal_turns (created_at);

CREATE TRIGGER journal_turns_begin AFTER INSERT ON journal WHEN NEW.turn IS NOT NULL
BEGIN
    INSERT INTO journal_turns (first, turn, session, created_at)
    SELECT NEW.entry, NEW.turn, NEW.session, strftime('%Y-%m-%dT%H:%M:%fZ', NEW.at / 1000.0, 'unixepoch')
    WHERE NOT EXISTS (SELECT 1 FROM journal_turns WHERE turn = NEW.turn AND session = NEW.session);
    UPDATE journal_turns SET guardrails = (
        SELECT json_group_array(name) FROM (
            SELECT iif(kind = 'guardrail', payload ->> '$.data.guardrail', 'write_preflight_block') AS name
            FROM journal
            WHERE turn = NEW.turn AND session = NEW.session AND payload IS NOT NULL
                AND (kind = 'guardrail'
                    OR (kind = 'write_validation' AND payload ->> '$.data.status' = 'blocked'))
            GROUP BY 1 ORDER BY min(entry)
        )
    )
    WHERE NEW.kind IN ('guardrail', 'write_validation') AND turn = NEW.turn AND session = NEW.session;
END;

CREATE TRIGGER journal_turns_change AFTER UPDATE OF payload ON journal
WHEN OLD.turn IS NOT NULL AND OLD.payload IS NOT NULL AND OLD.kind IN ('guardrail', 'write_validation')
BEGIN
    UPDATE journal_turns SET guardrails = (
        SELECT json_group_array(name) FROM (
            SELECT iif(kind = 'guardrail', payload ->> '$.data.guardrail', 'write_preflight_block') AS name
            FROM journal
            WHERE turn = OLD.turn AND session = OLD.session AND payload IS NOT NULL
                AND (kind = 'guardrail'
                    OR (kind = 'write_validation' AND payload ->> '$.data.status' = 'blocked'))
            GROUP BY 1 ORDER BY min(entry)
        )
    )
    WHERE turn = OLD.turn AND session = OLD.session AND guardrails <> '[]';
END;

-- The anchor has moved before: a turn moves at once to its first entry that stays. One without such an entry is removed.
CREATE TRIGGER journal_turns_go AFTER DELETE ON journal
WHEN OLD.turn IS NOT NULL AND EXISTS (SELECT 1 FROM journal_turns WHERE first = OLD.entry)
BEGIN
    UPDATE journal_turns SET first = later.entry, created_at = strftime('%Y-%m-%dT%H:%M:%fZ', later.at / 1000.0, 'unixepoch'),
        guardrails = iif(guardrails = '[]', '[]', (
        SELECT json_group_array(name) FROM (
            SELECT iif(kind = 'guardrail', payload ->> '$.data.guardrail', 'write_preflight_block') AS name
            FROM journal
            WHERE turn = OLD.turn AND session = OLD.session AND payload IS NOT NULL AND entry > coalesce((SELECT through FROM journal_anchor), 0)
                AND (kind = 'guardrail'
                    OR (kind = 'write_validation' AND payload ->> '$.data.status' = 'blocked'))
            GROUP BY 1 ORDER BY min(entry)
        )
    ))
    FROM (
        SELECT entry, at FROM journal
        WHERE turn = OLD.turn AND session = OLD.session AND entry > coalesce((SELECT through FROM journal_anchor), 0)
        ORDER BY entry LIMIT 1
    ) AS later
    WHERE first = OLD.entry;
    DELETE FROM journal_turns WHERE first = OLD.entry;
END;

DROP VIEW query_routing_logs;

-- A row a turn: what its events come to.
CREATE VIEW query_routing_logs AS
SELECT
    turns.turn AS id,
    turns.session AS session_id,
    (
        SELECT payload ->> '$.data.query' FROM journal
        WHERE turn = turns.turn AND session = turns.session AND kind = 'turn_started' ORDER BY entry DESC LIMIT 1
    ) AS query,
    turns.created_at,
    EXISTS (
        SELECT 1 FROM journal
        WHERE turn = turns.turn AND session = turns.session
            -- Only writes are checked and started: that stays known when the contents are erased.
            AND (kind IN ('write_validation', 'tool_started')
                OR (kind IN ('tool_call', 'tool_result') AND payload ->> '$.data.is_write'))
    ) AS is_write_operation,
    (
        SELECT json_group_array(json(result)) FROM (
            SELECT entry, json_object(
                'tool', payload ->> '$.data.tool',
                'validation_status', payload ->> '$.data.validation_status',
                'fields_checked', json(coalesce(payload -> '$.data.fields_checked', '[]')),
                'mcp_result', json(coalesce(payload -> '$.data.result', payload -> '$.data.error')),
                'status', iif(
                    payload ->> '$.data.validation_status' = 'blocked', 'blocked', payload ->> '$.data.status'
                )
            ) AS result
            FROM journal
            WHERE turn = turns.turn AND session = turns.session AND kind = 'tool_result'
                AND payload ->> '$.data.is_write' AND payload ->> '$.data.status' <> 'forwarded'
            UNION ALL
            -- Writes without a result: the user is asked, or they run.
            SELECT open.entry, json_object(
                'tool', checked.payload ->> '$.data.tool',
                'validation_status', checked.payload ->> '$.data.status',
                'fields_checked', json(iif(
                    open.kind = 'ask_user',
                    (
                        SELECT json_group_array(value) FROM (
                            SELECT value FROM json_each(open.payload, '$.data.missing')
                            UNION ALL
                            SELECT value FROM json_each(open.payload, '$.data.uncertain')
                        )
                    ),
                    coalesce(checked.payload -> '$.data.fields_validated', '[]')
                )),
                'mcp_result', iif(open.kind = 'ask_user', checked.payload ->> '$.data.message', NULL),
                'status', CASE open.kind WHEN 'ask_user' THEN 'blocked' WHEN 'mcq' THEN 'waiting' ELSE 'running' END
            ) AS result
            FROM journal AS open JOIN journal AS checked ON checked.entry = (
                SELECT max(entry) FROM journal
                WHERE turn = turns.turn AND session = turns.session AND call_id IS open.call_id
                    AND kind IN ('tool_call', 'write_validation') AND entry < open.entry
            )
            WHERE open.turn = turns.turn AND open.session = turns.session
                AND open.kind IN ('ask_user', 'mcq', 'tool_started')
                AND checked.kind = 'write_validation' AND checked.payload IS NOT NULL
                AND open.payload ->> '$.data.pending_id' IS NOT NULL
                -- A call that asked for values was blocked, whatever comes of the answer.
                AND (
                    (open.kind = 'ask_user' AND checked.payload ->> '$.data.status' = 'blocked')
                    OR (open.kind <> 'ask_user' AND NOT EXISTS (
                        SELECT 1 FROM journal
                        WHERE turn = turns.turn AND session = turns.session AND entry > open.entry
                            AND payload ->> '$.data.pending_id' = open.payload ->> '$.data.pending_id'
                            AND (
                                (kind = 'tool_result' AND payload ->> '$.data.status' <> 'forwarded')
                                OR kind = 'tool_started'
                                OR (kind = 'decision' AND payload ->> '$.data.verdict' = 'replaced')
                            )
                    ))
                )
            ORDER BY entry
        )
    ) AS write_tool_results,
    turns.guardrails AS guardrails_triggered,
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
                AND kind IN ('tool_result', 'write_validation')
                AND payload ->> '$.data.status' IN ('error', 'blocked')
            GROUP BY 1 ORDER BY min(entry)
        )
    ) AS tools_failed,
    -- On whose behalf it was.
    (
        SELECT payload ->> '$.principal' FROM journal
        WHERE turn = turns.turn AND session = turns.session AND substr(payload, 1, 13) = '{"principal":'
        ORDER BY entry LIMIT 1
    ) AS principal,
    (
        SELECT payload ->> '$.tenant' FROM journal
        WHERE turn = turns.turn AND session = turns.session AND substr(payload, 1, 13) = '{"principal":'
        ORDER BY entry LIMIT 1
    ) AS tenant
FROM journal_turns AS turns;

