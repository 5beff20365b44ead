-- What the log of calls has of the time of a call, in microseconds, and of its response. NULL: logged by an earlier
-- version, or there was no response.
ALTER TABLE callback ADD COLUMN name_us BIGINT;
ALTER TABLE callback ADD COLUMN connect_us BIGINT;
ALTER TABLE callback ADD COLUMN tls_us BIGINT;
ALTER TABLE callback ADD COLUMN wait_us BIGINT;
ALTER TABLE callback ADD COLUMN response_headers TEXT;
ALTER TABLE callback ADD COLUMN response_body TEXT;
