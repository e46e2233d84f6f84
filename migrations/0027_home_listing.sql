DROP INDEX "auctions_price_step";--> statement-breakpoint
ALTER TABLE "auction_search" ADD COLUMN "categories" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "auction_search" ADD COLUMN "condition" text DEFAULT 'good' NOT NULL;--> statement-breakpoint
ALTER TABLE "auction_search" ADD COLUMN "region" text;--> statement-breakpoint
ALTER TABLE "auctions" ADD COLUMN "bid_step" smallint GENERATED ALWAYS AS (width_bucket(bid_count, '{1,4,16,64,256,1024}'::int[])::smallint) STORED;--> statement-breakpoint
ALTER TABLE "auctions" ADD COLUMN "region" text GENERATED ALWAYS AS (substring(lower(location) from '.*\m(abia|abuja|adamawa|akwa ibom|anambra|bauchi|bayelsa|benue|borno|cross river|delta|ebonyi|edo|ekiti|enugu|gombe|imo|jigawa|kaduna|kano|katsina|kebbi|kogi|kwara|lagos|nasarawa|niger|ogun|ondo|osun|oyo|plateau|rivers|sokoto|taraba|yobe|zamfara)\M')) STORED;--> statement-breakpoint
CREATE INDEX "auction_search_active_price" ON "auction_search" USING btree ("currency","starting_price_minor","auction_id") WHERE "auction_search"."status" = 'active';--> statement-breakpoint
CREATE INDEX "auctions_bid_step" ON "auctions" USING btree ("bid_step") WHERE "auctions"."status" = 'active' and "auctions"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "auctions_price_step" ON "auctions" USING btree ("price_step","currency","reserve_minor","buy_it_now_minor","condition","region","categories","id") WHERE "auctions"."status" = 'active' and "auctions"."removed_at" is null;--> statement-breakpoint
-- by hand
-- The words by which a search finds the lots of a category: its label and what it holds.
CREATE FUNCTION "category_words"("codes" text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(words, ' ' ORDER BY code), '') FROM (VALUES
    ('automobiles', 'automobiles: cars, motorcycles, boats, vehicles'), ('electronics', 'electronics'),
    ('furniture', 'furniture'), ('clothing', 'clothing & fashion'), ('fitness', 'fitness & sports'),
    ('collectibles', 'collectibles & antiques'), ('books', 'books & media'), ('tools', 'tools & equipment'),
    ('home-garden', 'home & garden'), ('toys', 'toys & hobbies'), ('general', 'general goods')
  ) AS known(code, words) WHERE code = ANY (codes)
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "keep_auction_search"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF new.removed_at IS NOT NULL THEN
    DELETE FROM auction_search WHERE auction_id = new.id;
    RETURN null;
  END IF;
  INSERT INTO auction_search (auction_id, status, currency, has_reserve, has_buy_it_now, created_at, ends_at,
    starting_price_minor, resting_price_minor, title, text, categories, condition, region)
  VALUES (new.id, new.status, new.currency, new.reserve_minor IS NOT NULL, new.buy_it_now_minor IS NOT NULL,
    new.created_at, new.ends_at, new.starting_price_minor,
    CASE WHEN new.status <> 'active' THEN new.price_minor END, lower(new.title),
    -- Separated by a character that nobody types, so that no word is found across two of them.
    lower(concat_ws(chr(31), new.title, coalesce(new.location, ''), new.description, category_words(new.categories))),
    new.categories, new.condition, new.region)
  ON CONFLICT (auction_id) DO UPDATE SET
    status = excluded.status, currency = excluded.currency, has_reserve = excluded.has_reserve,
    has_buy_it_now = excluded.has_buy_it_now, ends_at = excluded.ends_at,
    starting_price_minor = excluded.starting_price_minor, resting_price_minor = excluded.resting_price_minor,
    title = excluded.title, text = excluded.text, categories = excluded.categories, condition = excluded.condition,
    region = excluded.region, is_filed = false;
  RETURN null;
END $$;--> statement-breakpoint
DROP TRIGGER "auction_search_changed" ON "auctions";--> statement-breakpoint
-- All of this is the same after a bid, and finding that out takes no call of the function.
CREATE TRIGGER "auction_search_changed" AFTER UPDATE ON "auctions" FOR EACH ROW WHEN (
  old.status <> new.status OR old.ends_at <> new.ends_at OR old.removed_at IS DISTINCT FROM new.removed_at
  OR (new.status <> 'active' AND old.price_minor <> new.price_minor)
  OR old.starting_price_minor <> new.starting_price_minor OR old.currency <> new.currency
  OR (old.reserve_minor IS NULL) <> (new.reserve_minor IS NULL)
  OR (old.buy_it_now_minor IS NULL) <> (new.buy_it_now_minor IS NULL)
  OR old.title <> new.title OR old.location IS DISTINCT FROM new.location OR old.description <> new.description
  OR old.categories <> new.categories OR old.condition <> new.condition
) EXECUTE FUNCTION "keep_auction_search"();--> statement-breakpoint
UPDATE auction_search s SET categories = a.categories, condition = a.condition, region = a.region,
  text = lower(concat_ws(chr(31), a.title, coalesce(a.location, ''), a.description, category_words(a.categories)))
FROM auctions a WHERE a.id = s.auction_id;
