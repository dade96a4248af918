\set match 1 + 1000 * (:client_id % 8)
SELECT record(1, :match, gen_random_uuid(), decode(repeat('ab', 1200), 'hex'), 1);
