CREATE TABLE "published_lots" (
	"auction_id" uuid PRIMARY KEY NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_search_matches" (
	"search_id" uuid NOT NULL,
	"auction_id" uuid NOT NULL,
	"matched_at" timestamp (3) with time zone NOT NULL,
	"is_seen" boolean DEFAULT false NOT NULL,
	"is_told" boolean DEFAULT false NOT NULL,
	CONSTRAINT "saved_search_matches_search_id_auction_id_pk" PRIMARY KEY("search_id","auction_id")
);
--> statement-breakpoint
CREATE TABLE "saved_searches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"query" jsonb NOT NULL,
	"filter_key" text NOT NULL,
	"alert" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "saved_searches_name" CHECK (char_length("saved_searches"."name") between 1 and 80)
);
--> statement-breakpoint
CREATE TABLE "lot_news" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lot_news_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"auction_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reminder_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"reminders" text[] NOT NULL,
	"chosen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sent_reminders" (
	"user_id" uuid NOT NULL,
	"auction_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"about" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sent_reminders_user_id_auction_id_kind_about_pk" PRIMARY KEY("user_id","auction_id","kind","about")
);
--> statement-breakpoint
ALTER TABLE "auction_search" ADD COLUMN "published_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "watches" ADD COLUMN "wish_minor" bigint;--> statement-breakpoint
ALTER TABLE "saved_search_matches" ADD CONSTRAINT "saved_search_matches_search_id_saved_searches_id_fk" FOREIGN KEY ("search_id") REFERENCES "public"."saved_searches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_settings" ADD CONSTRAINT "reminder_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sent_reminders" ADD CONSTRAINT "sent_reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_search_matches_unseen" ON "saved_search_matches" USING btree ("search_id") WHERE not "saved_search_matches"."is_seen";--> statement-breakpoint
CREATE INDEX "saved_search_matches_untold" ON "saved_search_matches" USING btree ("search_id") WHERE not "saved_search_matches"."is_told";--> statement-breakpoint
CREATE INDEX "saved_search_matches_age" ON "saved_search_matches" USING btree ("matched_at");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_searches_once" ON "saved_searches" USING btree ("user_id","filter_key");--> statement-breakpoint
CREATE INDEX "saved_searches_filter" ON "saved_searches" USING btree ("filter_key");--> statement-breakpoint
CREATE INDEX "sent_reminders_age" ON "sent_reminders" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "auction_search_status_published" ON "auction_search" USING btree ("status",coalesce("published_at", "created_at"),"auction_id");--> statement-breakpoint
ALTER TABLE "watches" ADD CONSTRAINT "watches_wish_positive" CHECK ("watches"."wish_minor" > 0);--> statement-breakpoint
-- Written by hand. A lot is published when it is made active, or becomes active from a draft. Then it waits to be compared
-- with the saved searches. A lot that is reopened or resumed is not new.
CREATE OR REPLACE FUNCTION "keep_auction_search"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  published timestamptz;
BEGIN
  IF new.removed_at IS NOT NULL THEN
    DELETE FROM auction_search WHERE auction_id = new.id;
    RETURN null;
  END IF;
  IF new.status = 'active' AND tg_op = 'INSERT' THEN
    published := new.created_at;
  ELSIF new.status = 'active' AND old.status = 'draft' THEN
    published := date_trunc('milliseconds', clock_timestamp());
  END IF;
  IF published IS NOT NULL THEN
    INSERT INTO published_lots (auction_id, published_at) VALUES (new.id, published)
    ON CONFLICT (auction_id) DO UPDATE SET published_at = excluded.published_at;
  END IF;
  INSERT INTO auction_search (auction_id, status, currency, has_reserve, has_buy_it_now, created_at, ends_at,
    starting_price_minor, resting_price_minor, title, text, categories, condition, region, published_at)
  VALUES (new.id, new.status, new.currency, new.reserve_minor IS NOT NULL, new.buy_it_now_minor IS NOT NULL,
    new.created_at, new.ends_at, new.starting_price_minor,
    CASE WHEN new.status <> 'active' THEN new.price_minor END, lower(new.title),
    -- Separated by a character that nobody types, so that no word is found across two of them. A lot without a report
    -- has the same text as before.
    lower(concat_ws(chr(31), new.title, coalesce(new.location, ''), new.description, category_words(new.categories),
      report_words(new.condition_report))),
    new.categories, new.condition, new.region, published)
  ON CONFLICT (auction_id) DO UPDATE SET
    status = excluded.status, currency = excluded.currency, has_reserve = excluded.has_reserve,
    has_buy_it_now = excluded.has_buy_it_now, ends_at = excluded.ends_at,
    starting_price_minor = excluded.starting_price_minor, resting_price_minor = excluded.resting_price_minor,
    title = excluded.title, text = excluded.text, categories = excluded.categories, condition = excluded.condition,
    region = excluded.region, is_filed = false,
    published_at = coalesce(excluded.published_at, auction_search.published_at);
  RETURN null;
END $$;--> statement-breakpoint
-- What happened to a lot is noted for the people who watch it. A bid that moves no end changes none of this, and finding
-- that out takes no call of the function. Of soft close only the first extension of a scheduled end is noted.
CREATE FUNCTION "note_lot_news"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF new.removed_at IS NOT NULL OR new.status NOT IN ('active', 'paused') THEN
    RETURN null;
  END IF;
  INSERT INTO lot_news (auction_id, kind, at)
  SELECT new.id, kind, clock_timestamp() FROM unnest(array_remove(ARRAY[
    CASE WHEN old.status = 'active' AND new.status = 'paused' THEN 'paused' END,
    CASE WHEN old.status = 'paused' AND new.status = 'active' THEN 'resumed' END,
    CASE WHEN old.extended_from IS NULL AND new.extended_from IS NOT NULL THEN 'extended' END,
    CASE WHEN new.price_minor < old.price_minor AND old.status <> 'draft' THEN 'lowered' END,
    CASE WHEN old.status <> 'draft' AND (old.content_version <> new.content_version OR old.title <> new.title
      OR old.description <> new.description OR old.condition <> new.condition OR old.addenda <> new.addenda
      OR old.condition_report IS DISTINCT FROM new.condition_report) THEN 'changed' END
  ], null)) AS kinds(kind)
  WHERE EXISTS (SELECT FROM watches WHERE auction_id = new.id);
  RETURN null;
END $$;--> statement-breakpoint
CREATE TRIGGER "lot_news_noted" AFTER UPDATE ON "auctions" FOR EACH ROW WHEN (
  old.status <> new.status OR old.content_version <> new.content_version OR new.price_minor < old.price_minor
  OR (old.extended_from IS NULL AND new.extended_from IS NOT NULL)
  OR old.title <> new.title OR old.description <> new.description OR old.condition <> new.condition
  OR old.addenda <> new.addenda OR old.condition_report IS DISTINCT FROM new.condition_report
) EXECUTE FUNCTION "note_lot_news"();--> statement-breakpoint
-- A lot that starts is told to those who watched it before, and to those who watch the lot that it is a copy of.
CREATE FUNCTION "note_started_lot"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO lot_news (auction_id, kind, at)
  SELECT new.id, 'started', clock_timestamp()
  WHERE EXISTS (SELECT FROM watches WHERE auction_id = new.id) OR EXISTS (
    SELECT FROM relistings r JOIN watches w ON w.auction_id = r.relisted_from WHERE r.auction_id = new.id
  );
  RETURN null;
END $$;--> statement-breakpoint
CREATE TRIGGER "started_lot_made" AFTER INSERT ON "auctions" FOR EACH ROW WHEN (new.status = 'active')
  EXECUTE FUNCTION "note_started_lot"();--> statement-breakpoint
CREATE TRIGGER "started_lot_noted" AFTER UPDATE ON "auctions" FOR EACH ROW
  WHEN (old.status = 'draft' AND new.status = 'active') EXECUTE FUNCTION "note_started_lot"();
