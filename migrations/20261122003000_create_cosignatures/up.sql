-- What witnesses cosigned: checkpoints of the directory, each a line as it stands under the note. A witness is its verifier key. The
-- signer alone adds to them, and nobody changes them.
CREATE TABLE cosignatures (
    size bigint NOT NULL REFERENCES directory_checkpoints,
    witness text NOT NULL,
    line text NOT NULL,
    cosigned_at timestamptz NOT NULL,
    PRIMARY KEY (size, witness)
);

-- How far a witness is.
CREATE INDEX ON cosignatures (witness, size);

-- The witnesses who saw another directory than the one that is here, and since when they say so.
CREATE TABLE disputes (
    witness text PRIMARY KEY,
    reason text NOT NULL,
    disputed_at timestamptz NOT NULL
);

GRANT SELECT ON cosignatures, disputes TO faan_app;
GRANT SELECT, INSERT ON cosignatures TO faan_signer;
GRANT SELECT, INSERT, UPDATE (reason), DELETE ON disputes TO faan_signer;

CREATE TRIGGER cosignatures_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON cosignatures
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE cosignatures ENABLE ALWAYS TRIGGER cosignatures_are_final;
