\set match random(1, 8000)
\set club (:match - 1) % 1000 + 1
SELECT record(:club, :match, gen_random_uuid(), decode(repeat('ab', 1200), 'hex'), 1);
