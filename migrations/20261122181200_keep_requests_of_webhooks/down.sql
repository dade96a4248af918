DROP TABLE webhook_requests;
