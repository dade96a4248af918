DROP TABLE disputes;
DROP TABLE cosignatures;
