-- Written by hand. `clock_now()` is the clock of the program: all its SQL reads the time by this function, so that a test can
-- shift the clock of its own database. PostgreSQL inlines it, so a call costs what clock_timestamp() costs.
CREATE FUNCTION "clock_now"() RETURNS timestamptz LANGUAGE sql VOLATILE PARALLEL SAFE AS 'SELECT clock_timestamp()';--> statement-breakpoint
DO $$
DECLARE
  definition text;
BEGIN
  FOR definition IN
    SELECT pg_get_functiondef(p.oid) FROM pg_proc p
    WHERE p.pronamespace = current_schema()::regnamespace AND p.proname <> 'clock_now' AND p.prosrc LIKE '%clock_timestamp()%'
  LOOP
    EXECUTE replace(definition, 'clock_timestamp()', 'clock_now()');
  END LOOP;
END $$;
