ALTER TABLE "auctions" ADD COLUMN "changed_at" timestamp (3) with time zone;--> statement-breakpoint
-- Written by hand: the entries of one balance are not dated before the newest one, also if the clock went back by up to
-- ten seconds (as `notBefore` in server/src/engine/commit/statement-words.ts does for auctions). A trigger, because it
-- sees what was committed while its statement waited for the balance.
CREATE FUNCTION "date_ledger_entry"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last timestamp with time zone := (SELECT max(created_at) FROM ledger_entries WHERE user_id = new.user_id);
BEGIN
  IF last > new.created_at AND last <= new.created_at + interval '10 seconds' THEN
    new.created_at := last + interval '1 millisecond';
  END IF;
  RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER "date_ledger_entry" BEFORE INSERT ON "ledger_entries"
  FOR EACH ROW EXECUTE FUNCTION "date_ledger_entry"();
