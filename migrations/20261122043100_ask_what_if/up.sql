-- An audit may be asked for what matches would have come to by other rules: of one match, or of all. The document is here, so that
-- whoever carries it out need not ask for it.

-- Adding the reference looks at both tables, whose policies want a club named. No row has anything to refer to yet.
SET LOCAL faan.club = '00000000-0000-0000-0000-000000000000';

ALTER TABLE audits
    ADD COLUMN variant_id text,
    ADD COLUMN variant_hash bytea,
    ADD COLUMN variant_document bytea,
    ADD COLUMN match_id uuid,
    ADD CONSTRAINT audits_variants_are_whole CHECK (num_nonnulls(variant_id, variant_hash, variant_document) IN (0, 3)),
    ADD CONSTRAINT audits_variant_hash_is_of_document CHECK (variant_hash = sha256(variant_document)),
    ADD CONSTRAINT audits_matches_have_a_variant CHECK (match_id IS NULL OR variant_hash IS NOT NULL),
    ADD CONSTRAINT audits_match_fkey FOREIGN KEY (club_id, match_id) REFERENCES matches;

GRANT SELECT (variant_id, variant_hash, variant_document, match_id) ON audits TO faan_auditor;
