DROP TABLE subtrees;
ALTER TABLE clubs DROP COLUMN tree;

CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'entries are never changed: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END
$$;
