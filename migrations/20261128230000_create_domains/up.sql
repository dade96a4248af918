-- What a value alone has to be, whatever table it is in. A CHECK of a table is parsed again by each statement that writes a row, and evaluated for
-- all columns; a domain is parsed once for each connection, and evaluated for the columns that are written. So a table only states
-- what several of its columns have to be together.

CREATE DOMAIN unsigned_integer AS integer CHECK (VALUE >= 0);
CREATE DOMAIN unsigned_bigint AS bigint CHECK (VALUE >= 0);
CREATE DOMAIN positive_smallint AS smallint CHECK (VALUE > 0);
CREATE DOMAIN positive_integer AS integer CHECK (VALUE > 0);
CREATE DOMAIN positive_bigint AS bigint CHECK (VALUE > 0);

-- SHA-256.
CREATE DOMAIN digest AS bytea CHECK (octet_length(VALUE) = 32);
-- What is hashed with a name or a text, so that nobody finds it by guessing.
CREATE DOMAIN salt AS bytea CHECK (octet_length(VALUE) = 16);
-- Which of the keys of the service encrypted a secret.
CREATE DOMAIN key_id AS bytea CHECK (octet_length(VALUE) = 8);

-- The header Idempotency-Key of a request.
CREATE DOMAIN idempotency_key AS text CHECK (octet_length(VALUE) BETWEEN 1 AND 255);
-- ISO 4217.
CREATE DOMAIN currency AS text CHECK (VALUE ~ '^[A-Z]{3}$');
CREATE DOMAIN member_role AS text CHECK (VALUE IN ('owner', 'scorer', 'referee', 'player', 'auditor'));

-- The number of an entry in the ledger of its club.
CREATE DOMAIN sequence_number AS bigint CHECK (VALUE > 0);
-- A subtree of level n has 256^n leaves; those of level 0 are the leaves themselves.
CREATE DOMAIN subtree_level AS smallint CHECK (VALUE BETWEEN 1 AND 7);
-- The place of a leaf or of a subtree among those of its level.
CREATE DOMAIN tree_index AS bigint CHECK (VALUE >= 0);

CREATE DOMAIN wind AS text CHECK (VALUE IN ('east', 'south', 'west', 'north'));
-- From the chair of the first dealer on, in the order of the turns.
CREATE DOMAIN chair AS smallint CHECK (VALUE BETWEEN 1 AND 4);
CREATE DOMAIN match_ending AS text CHECK (VALUE IN ('complete', 'early'));
