-- Columns keep whole milliseconds and round to the nearest one. So a time that was written could lie up to half a
-- millisecond ahead of the clock, and "it is due" was false for what was due at once. Read in whole milliseconds, rounded
-- down, no time that was written lies ahead.
CREATE OR REPLACE FUNCTION "clock_now"() RETURNS timestamptz LANGUAGE sql VOLATILE PARALLEL SAFE AS 'SELECT date_trunc(''milliseconds'', clock_timestamp())';
