-- Results that are too long for a model, each for the owner who may read it. Sensitive values were replaced before.
CREATE TABLE kept_results (
    number INTEGER PRIMARY KEY,
    session TEXT NOT NULL,
    principal TEXT,
    tenant TEXT,
    -- The beginning of the SHA-256 of the text.
    id TEXT NOT NULL,
    text TEXT NOT NULL,
    -- When it was last kept, and when its time is over.
    updated INTEGER NOT NULL,
    expires INTEGER NOT NULL
) STRICT;

-- An index takes each NULL for another value. Whether there is one is a column of its own.
CREATE UNIQUE INDEX kept_results_by_owner ON kept_results (
    session, id, (principal IS NULL), (coalesce(principal, '')), (tenant IS NULL), (coalesce(tenant, ''))
);
CREATE INDEX kept_results_by_update ON kept_results (updated);
CREATE INDEX kept_results_by_end ON kept_results (expires);
