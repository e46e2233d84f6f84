CREATE TABLE "auction_search" (
	"auction_id" uuid PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"has_reserve" boolean NOT NULL,
	"has_buy_it_now" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"starting_price_minor" bigint NOT NULL,
	"resting_price_minor" bigint,
	"title" text NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
DROP INDEX "auctions_counted";--> statement-breakpoint
DROP INDEX "auctions_created";--> statement-breakpoint
DROP INDEX "auctions_ends";--> statement-breakpoint
DROP INDEX "auctions_starting_price";--> statement-breakpoint
DROP INDEX "auctions_title";--> statement-breakpoint
DROP INDEX "bids_bidder";--> statement-breakpoint
CREATE INDEX "auction_search_created" ON "auction_search" USING btree ("created_at","auction_id");--> statement-breakpoint
CREATE INDEX "auction_search_ends" ON "auction_search" USING btree ("ends_at","auction_id");--> statement-breakpoint
CREATE INDEX "auction_search_status_created" ON "auction_search" USING btree ("status","created_at","auction_id");--> statement-breakpoint
CREATE INDEX "auction_search_status_ends" ON "auction_search" USING btree ("status","ends_at","auction_id");--> statement-breakpoint
CREATE INDEX "auction_search_starting_price" ON "auction_search" USING btree ("starting_price_minor","auction_id","status");--> statement-breakpoint
CREATE INDEX "auction_search_title" ON "auction_search" USING btree ("title","auction_id","status");--> statement-breakpoint
CREATE INDEX "auction_search_resting_price" ON "auction_search" USING btree ("resting_price_minor","auction_id","status") WHERE "auction_search"."status" <> 'active';--> statement-breakpoint
CREATE INDEX "bids_bidder" ON "bids" USING btree ("bidder_id","created_at");--> statement-breakpoint
CREATE FUNCTION "keep_auction_search"() RETURNS trigger LANGUAGE plpgsql AS $$
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
    title = excluded.title, text = excluded.text;
  RETURN null;
END $$;--> statement-breakpoint
CREATE FUNCTION "drop_auction_search"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM auction_search WHERE auction_id = old.id;
  RETURN null;
END $$;--> statement-breakpoint
CREATE TRIGGER "auction_search_made" AFTER INSERT ON "auctions"
  FOR EACH ROW EXECUTE FUNCTION "keep_auction_search"();--> statement-breakpoint
-- Nothing of this is different after a bid, and finding that out takes no call of the function.
CREATE TRIGGER "auction_search_changed" AFTER UPDATE ON "auctions" FOR EACH ROW WHEN (
  old.status <> new.status OR old.ends_at <> new.ends_at OR old.removed_at IS DISTINCT FROM new.removed_at
  OR (new.status <> 'active' AND old.price_minor <> new.price_minor)
  OR old.starting_price_minor <> new.starting_price_minor OR old.currency <> new.currency
  OR (old.reserve_minor IS NULL) <> (new.reserve_minor IS NULL)
  OR (old.buy_it_now_minor IS NULL) <> (new.buy_it_now_minor IS NULL)
  OR old.title <> new.title OR old.location IS DISTINCT FROM new.location OR old.description <> new.description
) EXECUTE FUNCTION "keep_auction_search"();--> statement-breakpoint
CREATE TRIGGER "auction_search_gone" AFTER DELETE ON "auctions"
  FOR EACH ROW EXECUTE FUNCTION "drop_auction_search"();--> statement-breakpoint
INSERT INTO auction_search (auction_id, status, currency, has_reserve, has_buy_it_now, created_at, ends_at,
  starting_price_minor, resting_price_minor, title, text)
SELECT id, status, currency, reserve_minor IS NOT NULL, buy_it_now_minor IS NOT NULL, created_at, ends_at,
  starting_price_minor, CASE WHEN status <> 'active' THEN price_minor END, lower(title),
  lower(title || chr(31) || coalesce(location, '') || chr(31) || description)
FROM auctions WHERE removed_at IS NULL;--> statement-breakpoint
-- A lot with its ten pictures keeps their long list apart: what bids rewrite and lists read through is a third as large.
-- The description stays in the row: the trigger above compares it with every bid.
ALTER TABLE "auctions" ALTER COLUMN "description" SET STORAGE MAIN;--> statement-breakpoint
ALTER TABLE "auctions" SET (toast_tuple_target = 768);
