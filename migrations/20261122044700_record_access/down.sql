DROP TABLE account_events;

DROP INDEX entries_of_access_idx;

DROP TABLE access_events;
