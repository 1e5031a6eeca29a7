-- Results that are too long for a model, each for the owner who may read it. Sensitive values were replaced before.
CREATE TABLE {schema}.kept_results (
    session text NOT NULL,
    principal text,
    tenant text,
    -- The beginning of the SHA-256 of the text.
    id text NOT NULL,
    -- In UTF-8: a text of PostgreSQL has no zeros.
    text bytea NOT NULL,
    -- When it was last kept, and when its time is over.
    updated bigint NOT NULL,
    expires bigint NOT NULL
);

-- An index takes each NULL for another value. Whether there is one is a column of its own.
CREATE UNIQUE INDEX kept_results_by_owner ON {schema}.kept_results (
    session, id, (principal IS NULL), (coalesce(principal, '')), (tenant IS NULL), (coalesce(tenant, ''))
);
CREATE INDEX kept_results_by_update ON {schema}.kept_results (updated);
CREATE INDEX kept_results_by_end ON {schema}.kept_results (expires);
