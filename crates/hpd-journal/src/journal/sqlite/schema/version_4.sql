-- Events of a principal, and of a tenant. Both are in the contents, before the event: they are erased with it. The text between
-- the keys is a literal of JSON, and is not parsed.
CREATE INDEX journal_by_principal ON journal (
    substr(payload, 14, instr(payload, ',"tenant":') - 14)
) WHERE substr(payload, 1, 13) = '{"principal":';
CREATE INDEX journal_by_tenant ON journal (
    substr(payload, instr(payload, ',"tenant":') + 10, instr(payload, ',"type":') - instr(payload, ',"tenant":') - 10)
) WHERE substr(payload, 1, 13) = '{"principal":';

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
FROM (
    SELECT turn, session, min(entry) AS first FROM journal WHERE turn IS NOT NULL GROUP BY turn, session
) AS turns;
