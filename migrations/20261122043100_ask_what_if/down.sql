ALTER TABLE audits
    DROP COLUMN match_id,
    DROP COLUMN variant_document,
    DROP COLUMN variant_hash,
    DROP COLUMN variant_id;
