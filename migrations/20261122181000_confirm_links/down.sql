ALTER TABLE players DROP COLUMN confirmed_link_seq;
