DROP TABLE signer_rounds;
DROP TABLE refusals;
DROP TABLE log_keys;
DROP TABLE checkpoints;
DROP TABLE directory_checkpoints;
DROP TABLE directory_subtrees;
DROP TABLE heads;
