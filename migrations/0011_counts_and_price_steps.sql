CREATE TABLE "auction_counts" (
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"has_reserve" boolean NOT NULL,
	"has_buy_it_now" boolean NOT NULL,
	"change" integer NOT NULL
);
--> statement-breakpoint
-- Ten steps a decade. A bid seldom moves its auction to another, so that an index of the steps costs few bids anything,
-- and whoever wants the lowest prices sorts no more than the lowest steps. Greater prices never have a lesser step.
CREATE FUNCTION "price_step"("minor" bigint) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT width_bucket(minor, ARRAY[
    100, 125, 160, 200, 250, 315, 400, 500, 630, 800,
    1000, 1250, 1600, 2000, 2500, 3150, 4000, 5000, 6300, 8000,
    10000, 12500, 16000, 20000, 25000, 31500, 40000, 50000, 63000, 80000,
    100000, 125000, 160000, 200000, 250000, 315000, 400000, 500000, 630000, 800000,
    1000000, 1250000, 1600000, 2000000, 2500000, 3150000, 4000000, 5000000, 6300000, 8000000,
    10000000, 12500000, 16000000, 20000000, 25000000, 31500000, 40000000, 50000000, 63000000, 80000000,
    100000000, 125000000, 160000000, 200000000, 250000000, 315000000, 400000000, 500000000, 630000000, 800000000,
    1000000000, 1250000000, 1600000000, 2000000000, 2500000000, 3150000000, 4000000000, 5000000000, 6300000000, 8000000000,
    10000000000, 12500000000, 16000000000, 20000000000, 25000000000, 31500000000, 40000000000, 50000000000, 63000000000, 80000000000,
    100000000000, 125000000000, 160000000000, 200000000000, 250000000000, 315000000000, 400000000000, 500000000000, 630000000000, 800000000000,
    1000000000000, 1250000000000, 1600000000000, 2000000000000, 2500000000000, 3150000000000, 4000000000000, 5000000000000, 6300000000000, 8000000000000,
    10000000000000, 12500000000000, 16000000000000, 20000000000000, 25000000000000, 31500000000000, 40000000000000, 50000000000000, 63000000000000, 80000000000000
  ]::bigint[])::smallint
$$;--> statement-breakpoint
DROP INDEX "auctions_active";--> statement-breakpoint
ALTER TABLE "auctions" ADD COLUMN "price_step" smallint GENERATED ALWAYS AS (price_step(price_minor)) STORED;--> statement-breakpoint
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
