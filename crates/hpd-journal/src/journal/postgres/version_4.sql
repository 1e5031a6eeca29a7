-- To build the indexes takes as long as the journal is, and longer than a statement may take otherwise.
SET LOCAL statement_timeout = 0;

-- Events of a principal, and of a tenant. Both are in the contents, before the event: they are erased with it. The text between
-- the keys is a literal of JSON, and is not parsed. An index takes no long text, so it has the first 200 characters.
CREATE INDEX journal_by_principal ON {schema}.journal (
    left(substr(payload, 14, greatest(strpos(payload, ',"tenant":') - 14, 0)), 200), entry
) WHERE substr(payload, 1, 13) = '{"principal":';
CREATE INDEX journal_by_tenant ON {schema}.journal (
    left(substr(payload, strpos(payload, ',"tenant":') + 10, greatest(strpos(payload, ',"type":') - strpos(payload, ',"tenant":') - 10, 0)), 200), entry
) WHERE substr(payload, 1, 13) = '{"principal":';

CREATE OR REPLACE VIEW {schema}.query_routing_logs AS
SELECT
    turn AS id,
    session AS session_id,
    (array_agg(told.data ->> 'query' ORDER BY entry DESC) FILTER (WHERE kind = 'turn_started'))[1] AS query,
    -- Later moments have no date.
    CASE
        WHEN min(at) < 9224318016000000 THEN to_timestamp(min(at) / 1000) + min(at) % 1000 * interval '1 millisecond'
        ELSE 'infinity'
    END AS created_at,
    -- Only writes are checked and started: that stays known when the contents are erased.
    bool_or(
        kind IN ('write_validation', 'tool_started')
        OR (kind IN ('tool_call', 'tool_result') AND coalesce((told.data ->> 'is_write')::boolean, false))
    ) AS is_write_operation,
    coalesce(
        jsonb_agg(
            jsonb_build_object(
                'tool', coalesce(checked.data, told.data) ->> 'tool',
                'validation_status', coalesce(checked.data ->> 'status', told.data ->> 'validation_status'),
                'fields_checked', CASE kind
                    WHEN 'tool_result' THEN coalesce(told.data -> 'fields_checked', '[]')
                    WHEN 'ask_user' THEN coalesce(told.data -> 'missing', '[]') || coalesce(told.data -> 'uncertain', '[]')
                    ELSE coalesce(checked.data -> 'fields_validated', '[]')
                END,
                'mcp_result', CASE kind
                    WHEN 'tool_result' THEN coalesce(told.data -> 'result', told.data -> 'error')
                    WHEN 'ask_user' THEN checked.data -> 'message'
                END,
                'status', CASE
                    WHEN kind = 'mcq' THEN 'waiting'
                    WHEN kind = 'tool_started' THEN 'running'
                    WHEN kind = 'ask_user' OR told.data ->> 'validation_status' = 'blocked' THEN 'blocked'
                    ELSE told.data ->> 'status'
                END
            ) ORDER BY entry
        ) FILTER (
            WHERE (
                kind = 'tool_result' AND (told.data ->> 'is_write')::boolean AND told.data ->> 'status' <> 'forwarded'
            )
            -- A call that asked for values was blocked, whatever comes of the answer.
            OR (kind = 'ask_user' AND checked.data ->> 'status' = 'blocked')
            -- Writes without a result: the user is asked, or they run.
            OR (kind IN ('mcq', 'tool_started') AND checked.data IS NOT NULL AND NOT EXISTS (
                SELECT FROM {schema}.journal AS later
                WHERE later.turn = told.turn AND later.session = told.session AND later.entry > told.entry
                AND later.kind IN ('tool_result', 'tool_started', 'decision')
                AND {schema}.journal_data(later.payload) ->> 'pending_id' = told.data ->> 'pending_id'
                AND CASE later.kind
                    WHEN 'tool_result' THEN {schema}.journal_data(later.payload) ->> 'status' <> 'forwarded'
                    WHEN 'decision' THEN {schema}.journal_data(later.payload) ->> 'verdict' = 'replaced'
                    ELSE true
                END
            ))
        ),
        '[]'
    ) AS write_tool_results,
    {schema}.journal_distinct(
        array_agg(
            CASE kind WHEN 'guardrail' THEN told.data ->> 'guardrail' ELSE 'write_preflight_block' END ORDER BY entry
        ) FILTER (
            WHERE told.data IS NOT NULL
            AND (kind = 'guardrail' OR (kind = 'write_validation' AND told.data ->> 'status' = 'blocked'))
        )
    ) AS guardrails_triggered,
    {schema}.journal_distinct(
        array_agg(told.data ->> 'tool' ORDER BY entry)
        FILTER (
            WHERE kind = 'tool_result' AND (told.data ->> 'success')::boolean
            -- Where a container was expanded, nothing was executed.
            AND NOT (
                coalesce((told.data ->> 'attempts')::bigint, 0) = 0
                AND EXISTS (
                    SELECT FROM {schema}.journal AS expanded
                    WHERE expanded.turn = told.turn AND expanded.session = told.session
                    AND expanded.kind = 'expanded'
                    AND {schema}.journal_data(expanded.payload) ->> 'container' = told.data ->> 'tool'
                )
            )
        )
    ) AS tools_used,
    {schema}.journal_distinct(
        array_agg(told.data ->> 'tool' ORDER BY entry)
        FILTER (
            WHERE kind IN ('tool_result', 'write_validation') AND told.data ->> 'status' IN ('error', 'blocked')
        )
    ) AS tools_failed,
    -- On whose behalf it was.
    (array_agg(told.principal ORDER BY entry) FILTER (WHERE told.principal IS NOT NULL))[1] AS principal,
    (array_agg(told.tenant ORDER BY entry) FILTER (WHERE told.tenant IS NOT NULL))[1] AS tenant
FROM (
    SELECT
        entry, session, turn, call_id, at, kind,
        CASE
            WHEN kind IN (
                'turn_started', 'tool_call', 'write_validation', 'ask_user', 'mcq', 'tool_started', 'tool_result', 'guardrail'
            )
            THEN {schema}.journal_data(payload)
        END AS data,
        CASE WHEN substr(payload, 1, 13) = '{"principal":' THEN substr(payload, 14, greatest(strpos(payload, ',"tenant":') - 14, 0))::jsonb #>> '{}' END AS principal,
        CASE
            WHEN substr(payload, 1, 13) = '{"principal":'
            THEN substr(payload, strpos(payload, ',"tenant":') + 10, greatest(strpos(payload, ',"type":') - strpos(payload, ',"tenant":') - 10, 0))::jsonb #>> '{}'
        END AS tenant
    FROM {schema}.journal
    WHERE turn IS NOT NULL
) AS told
-- What the check said of a write that the user is asked about, or that runs.
LEFT JOIN LATERAL (
    SELECT CASE last.kind WHEN 'write_validation' THEN {schema}.journal_data(last.payload) END AS data
    FROM {schema}.journal AS last
    WHERE told.kind IN ('ask_user', 'mcq', 'tool_started') AND told.data ->> 'pending_id' IS NOT NULL
    AND last.turn = told.turn AND last.session = told.session AND last.call_id IS NOT DISTINCT FROM told.call_id
    AND last.kind IN ('tool_call', 'write_validation') AND last.entry < told.entry
    ORDER BY last.entry DESC LIMIT 1
) AS checked ON true
GROUP BY session, turn;
