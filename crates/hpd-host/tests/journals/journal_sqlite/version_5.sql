-- A file of version 5: that of version 2, and a session record.
PRAGMA application_id = 1752196202;
BEGIN TRANSACTION;
CREATE TABLE journal_schema (version INTEGER PRIMARY KEY) STRICT;
INSERT INTO journal_schema VALUES(1);
INSERT INTO journal_schema VALUES(2);
INSERT INTO journal_schema VALUES(3);
INSERT INTO journal_schema VALUES(4);
INSERT INTO journal_schema VALUES(5);
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
INSERT INTO journal VALUES(1,'old',1,'turn','call',1767225600000,'turn_started',NULL,NULL,'40ec8b766afe19e6eb0d28fef5357025b02e3110dde05bf1caf8f981c549b350','4e33635c855e2c7b84582449f778b05f33aef7a29f61aae4a25c2452b5987d0e');
INSERT INTO journal VALUES(2,'old',2,'turn','call',1767225600000,'turn_started',NULL,NULL,'f7416bc09f62b4596900b4cead2ad16da124937f55f4e751420600191e4429ef','d3d58aa7a91422bf33376adb0fa3c8066f9ee24ffe864a234642ca415b7c5203');
INSERT INTO journal VALUES(3,'old',3,'turn','call',1767225600000,'turn_started',NULL,NULL,'045b9941083d280db39edaac8be45734659af44cf167a7268a9320682ee28efe','f13a0db526a6cac51631f48046ee1a55392e5aad61a0fc5352ac1d59827ec2a2');
INSERT INTO journal VALUES(4,'old',4,NULL,'call_1',1000000,'decision','{"type":"decision","data":{"tool":"void_invoice","pending_id":"waits","verdict":"approved","state":"approved"}}','c09f35a2c7fad9dbfc1b30e48c6f68c6','5286ea79321742890fe0f1162ae483408bcdd0b559c8bde2504a99f691c59f7c','66506b2370590a48b04f9d30c6058cccd9109f256e39e5519ccb04c7f8528400');
INSERT INTO journal VALUES(5,'',1,NULL,NULL,1795353335094,'erased','{"type":"erased","data":{"entries":[[1,3]],"reason":"asked for"}}','f70c2d49c6eb35f8f44afae16dd4bc07','b78fe1b863d7a975051f2b2776690fb8de6ad13fa901e3fc55bd8cda34fcdc35','3f81864d84ce727568c193729e3e8df690e2800afe0589ff74fa918d7d328c12');
INSERT INTO journal VALUES(6,'old',5,'turn','call',1767225600000,'turn_started','{"type":"turn_started","data":{"query":"the last message"}}','04a1c0fb090e6bdc3f57af1cc62d8b09','396a61bdc991f730ca6e95b733c96161329b5907cb34f73a09a5f4a4b2b7781e','fe5ea642222185d4045d13970629cf036fff7c680a7ae66054c0f6ba3d8230cd');
CREATE TABLE journal_anchor (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    through INTEGER NOT NULL,
    hash TEXT NOT NULL
) STRICT;
CREATE TABLE journal_sessions (
    session TEXT PRIMARY KEY,
    seq INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
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
, tool TEXT NOT NULL DEFAULT '', principal TEXT, tenant TEXT) STRICT;
INSERT INTO pending_calls VALUES(1,'waits','old',NULL,'approved',1000000,42949672950000,NULL,NULL,'{"id":"waits","owner":{"session":"old","principal":"alex","tenant":"acme"},"sent":{"id":"call_1","name":"void_invoice","arguments":"{\"InvoiceId\": \"INV-042\"}"},"tool":"Books.void_invoice","frozen":{"arguments":"{\"InvoiceId\":\"INV-042\"}","provenance":{"InvoiceId":"model"}},"guarded":{"schema_hash":"a2c799262a3ce3c19ef5cdd983bf3d12b43ab3c426227091b909dcb7054738c0","risk":"high","policy_version":"1","digest":"5d812535858f73b1fc8ee2a722015877d5fdc6cfe18b04087a58a1d17eb60c92"},"awaits":{"kind":"approval","nonce":"00112233445566778899aabbccddeeff","phrase":"VOID INV-042","question":"{\"question\":\"Void the invoice INV-042?\"}"},"state":"approved","created":1000000,"expires":42949672950000,"tries":0,"verdict":{"verdict":"approved"},"lease":null,"outcome":null,"notes":{"turn":null,"is_write":false,"fields":[],"sensitive":[],"checked_in_us":null,"claimed":null}}','',NULL,NULL);
CREATE TABLE tool_registry (
    tool_name TEXT NOT NULL,
    tool_id TEXT NOT NULL,
    plugin TEXT,
    description TEXT NOT NULL,
    is_write INTEGER,
    risk TEXT
) STRICT;
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
INSERT INTO session_records VALUES(1,'kept','alex',NULL,7,'{}','',1000);
CREATE TABLE journal_parts (
    part INTEGER PRIMARY KEY,
    earliest INTEGER NOT NULL,
    latest INTEGER NOT NULL
) STRICT;
INSERT INTO journal_parts VALUES(0,0,9223372036854775807);
CREATE TABLE journal_turns (
    first INTEGER PRIMARY KEY,
    turn TEXT NOT NULL,
    session TEXT NOT NULL,
    created_at TEXT,
    guardrails TEXT NOT NULL DEFAULT '[]',
    UNIQUE (turn, session)
) STRICT;
INSERT INTO journal_turns VALUES(1,'turn','old','2026-01-01T00:00:00.000Z','[]');
CREATE INDEX journal_by_turn ON journal (turn, session) WHERE turn IS NOT NULL;
CREATE INDEX journal_by_call ON journal (call_id) WHERE call_id IS NOT NULL;
CREATE INDEX journal_by_at ON journal (at);
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
CREATE TRIGGER journal_entries_are_not_replaced BEFORE INSERT ON journal
WHEN EXISTS (
    SELECT 1 FROM journal WHERE entry = NEW.entry OR (session = NEW.session AND seq = NEW.seq)
)
BEGIN
    SELECT RAISE(ABORT, 'the journal is append-only: there is an entry with this number');
END;
CREATE INDEX pending_calls_by_session ON pending_calls (session, state);
CREATE INDEX pending_calls_by_state ON pending_calls (state);
CREATE UNIQUE INDEX session_records_by_owner ON session_records (
    session, (principal IS NULL), (coalesce(principal, '')), (tenant IS NULL), (coalesce(tenant, ''))
);
CREATE INDEX session_records_by_update ON session_records (updated);
CREATE INDEX pending_calls_by_tool ON pending_calls (session, tool, created);
CREATE INDEX journal_by_principal ON journal (
    substr(payload, 14, instr(payload, ',"tenant":') - 14)
) WHERE substr(payload, 1, 13) = '{"principal":';
CREATE INDEX journal_by_tenant ON journal (
    substr(payload, instr(payload, ',"tenant":') + 10, instr(payload, ',"type":') - instr(payload, ',"tenant":') - 10)
) WHERE substr(payload, 1, 13) = '{"principal":';
CREATE INDEX journal_by_kind ON journal (kind);
CREATE INDEX journal_by_tool ON journal (
    CASE kind WHEN 'mcq' THEN substr(substr(payload, instr(payload, '"pending_tool":"') + 15), 1, instr(rtrim(substr(payload, instr(payload, '"pending_tool":"') + 15), '}') || ',"', '","')) ELSE substr(substr(payload, instr(payload, '"tool":"') + 7), 1, instr(rtrim(substr(payload, instr(payload, '"tool":"') + 7), '}') || ',"', '","')) END
) WHERE kind IN ('tool_call', 'write_validation', 'tool_retry', 'ask_user', 'mcq', 'decision', 'tool_started', 'tool_result', 'recovered') AND payload IS NOT NULL;
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
FROM journal_turns AS turns
;
COMMIT;
