\set match random(1, 8000)
SELECT match_id, club_id, number, totals FROM match WHERE match_id = :match;
