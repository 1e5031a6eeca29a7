-- To build the indexes takes as long as the journal is, and longer than a statement may take otherwise.
SET LOCAL statement_timeout = 0;

-- Events of a kind, of a call, and of a tool. An index takes no long text, so it has the first 200 characters. The tool is in the
-- contents: the text after its key is a literal of JSON, and is not parsed.
CREATE INDEX journal_by_kind ON {schema}.journal (kind, entry);
CREATE INDEX journal_by_call ON {schema}.journal (left(call_id, 200), entry) WHERE call_id IS NOT NULL;
CREATE INDEX journal_by_tool ON {schema}.journal (
    left(CASE kind WHEN 'mcq' THEN left(substr(payload, strpos(payload, '"pending_tool":"') + 15), strpos(rtrim(substr(payload, strpos(payload, '"pending_tool":"') + 15), '}') || ',"', '","')) ELSE left(substr(payload, strpos(payload, '"tool":"') + 7), strpos(rtrim(substr(payload, strpos(payload, '"tool":"') + 7), '}') || ',"', '","')) END, 200), entry
) WHERE kind IN ('tool_call', 'write_validation', 'tool_retry', 'ask_user', 'mcq', 'decision', 'tool_started', 'tool_result', 'recovered') AND payload IS NOT NULL;

-- The first and the last moment of each 1,024 entries: a part has the numbers from part * 1024 on. Clocks may go back, so an
-- index of moments gives no range of entries. The last part is open, and counts for every moment.
CREATE TABLE {schema}.journal_parts (
    part bigint PRIMARY KEY,
    earliest bigint NOT NULL,
    latest bigint NOT NULL
);

INSERT INTO {schema}.journal_parts (part, earliest, latest)
SELECT entry / 1024, min(at), max(at) FROM {schema}.journal GROUP BY 1;
INSERT INTO {schema}.journal_parts (part, earliest, latest)
SELECT (number + 1) / 1024, 0, 9223372036854775807 FROM {schema}.journal_anchor WHERE number > 0 AND (number + 1) % 1024 <> 0
ON CONFLICT (part) DO UPDATE SET earliest = excluded.earliest, latest = excluded.latest;

-- Triggers write the parts and the turns, so writers of an older version do too. They have the rights of the tables' owner.
CREATE FUNCTION {schema}.journal_parts_follow() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS {around_body}
BEGIN
    IF TG_OP = 'DELETE' THEN
        DELETE FROM {schema}.journal_parts WHERE part = OLD.entry / 1024;
    ELSIF NEW.entry % 1024 = 1023 THEN
        INSERT INTO {schema}.journal_parts (part, earliest, latest)
        SELECT NEW.entry / 1024, min(at), max(at) FROM {schema}.journal
        WHERE entry > NEW.entry - 1024 AND entry <= NEW.entry
        ON CONFLICT (part) DO UPDATE SET earliest = excluded.earliest, latest = excluded.latest;
    ELSE
        INSERT INTO {schema}.journal_parts (part, earliest, latest) VALUES (NEW.entry / 1024, 0, 9223372036854775807)
        ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
END
{around_body};

CREATE TRIGGER journal_parts_begin AFTER INSERT ON {schema}.journal
FOR EACH ROW WHEN (NEW.entry = 1 OR NEW.entry % 1024 IN (0, 1023)) EXECUTE FUNCTION {schema}.journal_parts_follow();
CREATE TRIGGER journal_parts_go AFTER DELETE ON {schema}.journal
FOR EACH ROW WHEN (OLD.entry % 1024 = 1023) EXECUTE FUNCTION {schema}.journal_parts_follow();

-- Each turn: its first entry with its moment, and the names of its guardrails.
CREATE TABLE {schema}.journal_turns (
    first bigint PRIMARY KEY,
    turn text NOT NULL,
    session text NOT NULL,
    created_at timestamptz NOT NULL,
    guardrails text[] NOT NULL DEFAULT '{}'
) WITH (fillfactor = 90);

-- Later moments have no date.
CREATE FUNCTION {schema}.journal_date(at bigint) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS {around_body}
    SELECT CASE WHEN at < 9224318016000000 THEN to_timestamp(at / 1000) + at % 1000 * interval '1 millisecond' ELSE 'infinity' END
{around_body};

-- The names of the guardrails of a turn, each once, where it comes first.
CREATE FUNCTION {schema}.journal_guardrails(the_turn text, the_session text) RETURNS text[] LANGUAGE sql STABLE AS {around_body}
    SELECT {schema}.journal_distinct(
        array_agg(CASE kind WHEN 'guardrail' THEN data ->> 'guardrail' ELSE 'write_preflight_block' END ORDER BY entry)
        FILTER (WHERE kind = 'guardrail' OR data ->> 'status' = 'blocked')
    )
    FROM (
        SELECT entry, kind, {schema}.journal_data(payload) AS data FROM {schema}.journal
        WHERE turn = the_turn AND session = the_session AND kind IN ('guardrail', 'write_validation') AND payload IS NOT NULL
    ) AS checks
{around_body};

INSERT INTO {schema}.journal_turns (first, turn, session, created_at)
SELECT firsts.first, firsts.turn, firsts.session, {schema}.journal_date(journal.at)
FROM (SELECT min(entry) AS first, turn, session FROM {schema}.journal WHERE turn IS NOT NULL GROUP BY turn, session) AS firsts
JOIN {schema}.journal ON journal.entry = firsts.first;
UPDATE {schema}.journal_turns SET guardrails = {schema}.journal_guardrails(turn, session)
WHERE (turn, session) IN (
    SELECT turn, session FROM {schema}.journal WHERE kind IN ('guardrail', 'write_validation') AND turn IS NOT NULL
);

CREATE INDEX journal_turns_by_turn ON {schema}.journal_turns (turn);
CREATE INDEX journal_turns_by_session ON {schema}.journal_turns (session);
CREATE INDEX journal_turns_by_time ON {schema}.journal_turns (created_at);

CREATE FUNCTION {schema}.journal_turns_begin() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS {around_body}
BEGIN
    INSERT INTO {schema}.journal_turns (first, turn, session, created_at)
    SELECT DISTINCT ON (turn, session) entry, turn, session, {schema}.journal_date(at)
    FROM entries
    WHERE turn IS NOT NULL AND NOT EXISTS (
        SELECT FROM {schema}.journal_turns AS known WHERE known.turn = entries.turn AND known.session = entries.session
    )
    ORDER BY turn, session, entry;
    IF EXISTS (SELECT FROM entries WHERE kind IN ('guardrail', 'write_validation')) THEN
        UPDATE {schema}.journal_turns AS turns SET guardrails = {schema}.journal_guardrails(turns.turn, turns.session)
        FROM (
            SELECT DISTINCT turn, session FROM entries
            WHERE turn IS NOT NULL AND (
                kind = 'guardrail'
                OR (kind = 'write_validation' AND {schema}.journal_data(payload) ->> 'status' = 'blocked')
            )
        ) AS checked
        WHERE turns.turn = checked.turn AND turns.session = checked.session;
    END IF;
    RETURN NULL;
END
{around_body};

CREATE FUNCTION {schema}.journal_turns_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS {around_body}
BEGIN
    UPDATE {schema}.journal_turns SET guardrails = {schema}.journal_guardrails(OLD.turn, OLD.session)
    WHERE turn = OLD.turn AND session = OLD.session AND guardrails <> '{}';
    RETURN NULL;
END
{around_body};

-- Of turns whose first entry is removed, those with entries that stay move to the first of them.
CREATE FUNCTION {schema}.journal_turns_go() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS {around_body}
BEGIN
    UPDATE {schema}.journal_turns AS turns
    SET first = later.entry, created_at = {schema}.journal_date(later.at),
        guardrails = CASE WHEN guardrails = '{}' THEN '{}' ELSE {schema}.journal_guardrails(turns.turn, turns.session) END
    FROM entries
    CROSS JOIN LATERAL (
        SELECT entry, at FROM {schema}.journal
        WHERE journal.turn = entries.turn AND journal.session = entries.session ORDER BY entry LIMIT 1
    ) AS later
    WHERE turns.first = entries.entry;
    DELETE FROM {schema}.journal_turns USING entries WHERE first = entries.entry;
    RETURN NULL;
END
{around_body};

CREATE TRIGGER journal_turns_begin AFTER INSERT ON {schema}.journal REFERENCING NEW TABLE AS entries
FOR EACH STATEMENT EXECUTE FUNCTION {schema}.journal_turns_begin();
CREATE TRIGGER journal_turns_change AFTER UPDATE ON {schema}.journal
FOR EACH ROW WHEN (OLD.turn IS NOT NULL AND OLD.payload IS NOT NULL AND OLD.kind IN ('guardrail', 'write_validation'))
EXECUTE FUNCTION {schema}.journal_turns_change();
CREATE TRIGGER journal_turns_go AFTER DELETE ON {schema}.journal REFERENCING OLD TABLE AS entries
FOR EACH STATEMENT EXECUTE FUNCTION {schema}.journal_turns_go();

CREATE OR REPLACE VIEW {schema}.query_routing_logs AS
SELECT
    turns.turn AS id, turns.session AS session_id, told.query, turns.created_at, told.is_write_operation,
    told.write_tool_results, turns.guardrails AS guardrails_triggered, told.tools_used, told.tools_failed,
    told.principal, told.tenant
FROM {schema}.journal_turns AS turns
CROSS JOIN LATERAL (
    SELECT
        (array_agg(told.data ->> 'query' ORDER BY entry DESC) FILTER (WHERE kind = 'turn_started'))[1] AS query,
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
        WHERE turn = turns.turn AND session = turns.session
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
) AS told;

