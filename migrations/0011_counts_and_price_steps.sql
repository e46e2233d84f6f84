CREATE TABLE "auction_counts" (
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"has_reserve" boolean NOT NULL,
	"has_buy_it_now" boolean NOT NULL,
	"change" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "auctions_active";--> statement-breakpoint
ALTER TABLE "auctions" ADD COLUMN "price_step" smallint GENERATED ALWAYS AS ((length(price_minor::text) * 10 + width_bucket(left(price_minor::text || '0', 2)::int, '{10,12,16,20,25,32,40,50,63,80}'::int[]))::smallint) STORED;--> statement-breakpoint
CREATE INDEX "auctions_price_step" ON "auctions" USING btree ("price_step","currency","reserve_minor","buy_it_now_minor") WHERE "auctions"."status" = 'active' and "auctions"."removed_at" is null;--> statement-breakpoint
CREATE FUNCTION "count_auctions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op <> 'INSERT' THEN
    INSERT INTO auction_counts VALUES (old.status, old.currency, old.has_reserve, old.has_buy_it_now, -1);
  END IF;
  IF tg_op <> 'DELETE' THEN
    INSERT INTO auction_counts VALUES (new.status, new.currency, new.has_reserve, new.has_buy_it_now, 1);
  END IF;
  RETURN null;
END $$;--> statement-breakpoint
CREATE TRIGGER "auction_counted" AFTER INSERT OR DELETE ON "auction_search"
  FOR EACH ROW EXECUTE FUNCTION "count_auctions"();--> statement-breakpoint
CREATE TRIGGER "auction_recounted" AFTER UPDATE ON "auction_search" FOR EACH ROW WHEN (
  (old.status, old.currency, old.has_reserve, old.has_buy_it_now)
    IS DISTINCT FROM (new.status, new.currency, new.has_reserve, new.has_buy_it_now)
) EXECUTE FUNCTION "count_auctions"();--> statement-breakpoint
-- CREATE TRIGGER waits for whoever writes and holds others off until this is over.
INSERT INTO auction_counts SELECT status, currency, has_reserve, has_buy_it_now, count(*)
FROM auction_search GROUP BY status, currency, has_reserve, has_buy_it_now;
