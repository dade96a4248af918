DROP FUNCTION record_outcome_1;
