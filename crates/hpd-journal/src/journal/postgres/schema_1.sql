CREATE TABLE {schema}.journal (
    entry bigint PRIMARY KEY,
    session text NOT NULL,
    seq bigint NOT NULL,
    turn text,
    call_id text,
    at bigint NOT NULL,
    kind text NOT NULL,
    payload text,
    salt text,
    payload_hash text NOT NULL,
    hash text NOT NULL,
    UNIQUE (session, seq)
);

CREATE INDEX journal_by_turn ON {schema}.journal (turn) WHERE turn IS NOT NULL;

-- One row: the end of the chain, and the last entry that was removed on purpose. Whoever writes locks it.
CREATE TABLE {schema}.journal_anchor (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    number bigint NOT NULL,
    hash text NOT NULL,
    pruned_through bigint NOT NULL,
    pruned_hash text NOT NULL
) WITH (fillfactor = 10);

INSERT INTO {schema}.journal_anchor (number, hash, pruned_through, pruned_hash)
VALUES (0, repeat('0', 64), 0, repeat('0', 64));

-- The last number of each session: it goes on from there when its entries were removed.
CREATE TABLE {schema}.journal_sessions (
    session text PRIMARY KEY,
    seq bigint NOT NULL
) WITH (fillfactor = 70);

CREATE TABLE {schema}.pending_calls (
    id text PRIMARY KEY,
    session text NOT NULL,
    turn text,
    state text NOT NULL,
    created bigint NOT NULL,
    expires bigint NOT NULL,
    lease bigint,
    ended bigint,
    row text NOT NULL
) WITH (fillfactor = 70);

CREATE INDEX pending_calls_by_session ON {schema}.pending_calls (session, state);
CREATE INDEX pending_calls_by_end ON {schema}.pending_calls (expires)
WHERE state IN ('needs_input', 'awaiting_approval', 'approved', 'executing');

CREATE TABLE {schema}.tool_registry (
    tool_name text NOT NULL,
    tool_id text NOT NULL,
    plugin text,
    description text NOT NULL,
    is_write boolean,
    risk text
);

-- Entries stay as they are; only contents are erased, and only what the anchor is behind of is removed.
CREATE FUNCTION {schema}.journal_stays() RETURNS trigger LANGUAGE plpgsql AS {around_body}
BEGIN
    IF TG_OP = 'UPDATE' THEN
        IF NEW.payload IS NULL AND NEW.salt IS NULL
            AND (NEW.entry, NEW.session, NEW.seq, NEW.turn, NEW.call_id, NEW.at, NEW.kind, NEW.payload_hash, NEW.hash)
            IS NOT DISTINCT FROM
            (OLD.entry, OLD.session, OLD.seq, OLD.turn, OLD.call_id, OLD.at, OLD.kind, OLD.payload_hash, OLD.hash)
        THEN
            RETURN NEW;
        END IF;
    ELSIF TG_OP = 'DELETE' THEN
        IF OLD.entry <= (SELECT pruned_through FROM {schema}.journal_anchor) THEN
            RETURN OLD;
        END IF;
    END IF;
    RAISE EXCEPTION 'the journal is append-only';
END
{around_body};

CREATE TRIGGER journal_stays BEFORE UPDATE OR DELETE ON {schema}.journal
FOR EACH ROW EXECUTE FUNCTION {schema}.journal_stays();

CREATE TRIGGER journal_stays_whole BEFORE TRUNCATE ON {schema}.journal
FOR EACH STATEMENT EXECUTE FUNCTION {schema}.journal_stays();
