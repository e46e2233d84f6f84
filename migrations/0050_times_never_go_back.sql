ALTER TABLE "auctions" ADD COLUMN "changed_at" timestamp (3) with time zone;--> statement-breakpoint
-- Written by hand: the entries of one balance are never dated before the newest one, also if the clock went back
-- (server/src/engine/commit/statement-words.ts, `notBefore`). A trigger, because several statements write entries, and
-- because it sees what was committed while its statement waited for the balance.
CREATE FUNCTION "date_ledger_entry"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last timestamp with time zone := (SELECT max(created_at) FROM ledger_entries WHERE user_id = new.user_id);
BEGIN
  IF last <= new.created_at + interval '10 seconds' THEN
    new.created_at := greatest(new.created_at, last);
  END IF;
  RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER "date_ledger_entry" BEFORE INSERT ON "ledger_entries"
  FOR EACH ROW EXECUTE FUNCTION "date_ledger_entry"();
