DROP INDEX "auction_search_counted";--> statement-breakpoint
-- Was of all that are not active; text-indexes.ts makes one of those that are filed.
DROP INDEX IF EXISTS "auction_search_other_text";--> statement-breakpoint
ALTER TABLE "auction_search" ADD COLUMN "is_filed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "auction_search_to_file" ON "auction_search" USING btree ("auction_id") WHERE not "auction_search"."is_filed" and "auction_search"."status" <> 'active';--> statement-breakpoint
UPDATE auction_search SET is_filed = true WHERE status <> 'active';--> statement-breakpoint
CREATE OR REPLACE FUNCTION "keep_auction_search"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF new.removed_at IS NOT NULL THEN
    DELETE FROM auction_search WHERE auction_id = new.id;
    RETURN null;
  END IF;
  INSERT INTO auction_search (auction_id, status, currency, has_reserve, has_buy_it_now, created_at, ends_at,
    starting_price_minor, resting_price_minor, title, text)
  VALUES (new.id, new.status, new.currency, new.reserve_minor IS NOT NULL, new.buy_it_now_minor IS NOT NULL,
    new.created_at, new.ends_at, new.starting_price_minor,
    CASE WHEN new.status <> 'active' THEN new.price_minor END, lower(new.title),
    -- With a sign between them that nobody types, so that nothing is found across two of them.
    lower(new.title || chr(31) || coalesce(new.location, '') || chr(31) || new.description))
  ON CONFLICT (auction_id) DO UPDATE SET
    status = excluded.status, currency = excluded.currency, has_reserve = excluded.has_reserve,
    has_buy_it_now = excluded.has_buy_it_now, ends_at = excluded.ends_at,
    starting_price_minor = excluded.starting_price_minor, resting_price_minor = excluded.resting_price_minor,
    title = excluded.title, text = excluded.text, is_filed = false;
  RETURN null;
END $$;--> statement-breakpoint
-- Each two letters that stand beside each other: what indexes need to find texts of two letters, which trigrams do not
-- know (text-indexes.ts).
CREATE FUNCTION "pairs"("t" text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array(
    SELECT a || b FROM unnest(string_to_array(t, NULL), (string_to_array(t, NULL))[2:]) AS p(a, b) WHERE b IS NOT NULL
  )
$$;
