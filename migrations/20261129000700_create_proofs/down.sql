DROP TABLE audits;
DROP TABLE signer_rounds, refusals, log_keys, disputes, cosignatures, checkpoints, directory_checkpoints, directory_subtrees, heads;
