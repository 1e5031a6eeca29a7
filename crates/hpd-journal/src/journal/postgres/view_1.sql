
-- What an event says. PostgreSQL's JSON can't hold the character zero: where a text has it, the replacement character stands here.
CREATE FUNCTION {schema}.journal_data(payload text) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS {around_body}
    SELECT CASE
        WHEN strpos(payload, E'\\u0000') = 0 THEN payload::jsonb
        ELSE regexp_replace(payload, E'(?<!\\\\)((?:\\\\\\\\)*)\\\\u0000', E'\\1\\\\ufffd', 'g')::jsonb
    END -> 'data'
{around_body};

-- Each text once, where it comes first.
CREATE FUNCTION {schema}.journal_distinct(texts text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS {around_body}
    SELECT coalesce(array_agg(value ORDER BY place), '{}')
    FROM (
        SELECT value, min(place) AS place
        FROM unnest(texts) WITH ORDINALITY AS each (value, place)
        GROUP BY value
    ) AS firsts
{around_body};

CREATE VIEW {schema}.query_routing_logs AS
SELECT
    turn AS id,
    session AS session_id,
    (array_agg(data ->> 'query' ORDER BY entry DESC) FILTER (WHERE kind = 'turn_started'))[1] AS query,
    -- Later moments have no date.
    CASE
        WHEN min(at) < 9224318016000000 THEN to_timestamp(min(at) / 1000) + min(at) % 1000 * interval '1 millisecond'
        ELSE 'infinity'
    END AS created_at,
    -- Only writes are checked and started: that stays known when the contents are erased.
    bool_or(
        kind IN ('write_validation', 'tool_started')
        OR (kind IN ('tool_call', 'tool_result') AND coalesce((data ->> 'is_write')::boolean, false))
    ) AS is_write_operation,
    coalesce(
        jsonb_agg(
            jsonb_build_object(
                'tool', data ->> 'tool',
                'validation_status', data ->> 'validation_status',
                'fields_checked', coalesce(data -> 'fields_checked', '[]'),
                'mcp_result', coalesce(data -> 'result', data -> 'error')
            ) ORDER BY entry
        ) FILTER (WHERE kind = 'tool_result' AND (data ->> 'is_write')::boolean AND data ->> 'status' <> 'forwarded'),
        '[]'
    ) AS write_tool_results,
    {schema}.journal_distinct(
        array_agg(
            CASE kind WHEN 'guardrail' THEN data ->> 'guardrail' ELSE 'write_preflight_block' END ORDER BY entry
        ) FILTER (
            WHERE data IS NOT NULL
            AND (kind = 'guardrail' OR (kind = 'write_validation' AND data ->> 'status' = 'blocked'))
        )
    ) AS guardrails_triggered,
    {schema}.journal_distinct(
        array_agg(data ->> 'tool' ORDER BY entry)
        FILTER (
            WHERE kind = 'tool_result' AND (data ->> 'success')::boolean
            -- Where a container was expanded, nothing was executed.
            AND NOT (
                coalesce((data ->> 'attempts')::bigint, 0) = 0
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
        array_agg(data ->> 'tool' ORDER BY entry)
        FILTER (WHERE kind = 'tool_result' AND data ->> 'status' IN ('error', 'blocked'))
    ) AS tools_failed
FROM (
    SELECT
        entry, session, turn, at, kind,
        CASE
            WHEN kind IN ('turn_started', 'tool_call', 'write_validation', 'tool_result', 'guardrail')
            THEN {schema}.journal_data(payload)
        END AS data
    FROM {schema}.journal
    WHERE turn IS NOT NULL
) AS told
GROUP BY session, turn;
