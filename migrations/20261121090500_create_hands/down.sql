DROP TABLE payments;
DROP TABLE hands;
