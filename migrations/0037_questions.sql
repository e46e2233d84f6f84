CREATE TABLE "lot_questions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"auction_id" uuid NOT NULL,
	"asker_id" uuid,
	"text" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"slot" smallint,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	"answered_by" uuid,
	"edited_at" timestamp (3) with time zone,
	"hidden_at" timestamp (3) with time zone,
	"hidden_by" uuid,
	"hide_reason" text,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "lot_questions_length" CHECK (char_length("lot_questions"."text") between 1 and 500),
	CONSTRAINT "lot_questions_answer_length" CHECK (char_length("lot_questions"."answer") between 1 and 1000),
	CONSTRAINT "lot_questions_answered" CHECK (("lot_questions"."answer" is null) = ("lot_questions"."answered_at" is null)),
	CONSTRAINT "lot_questions_hidden_because" CHECK (("lot_questions"."hide_reason" is null) = ("lot_questions"."hidden_at" is null)),
	CONSTRAINT "lot_questions_slot" CHECK ("lot_questions"."slot" is null or ("lot_questions"."slot" between 1 and 3 and "lot_questions"."answer" is null and "lot_questions"."hidden_at" is null))
);
--> statement-breakpoint
ALTER TABLE "auctions" ADD COLUMN "addenda" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "auctions" ADD COLUMN "condition_report" jsonb;--> statement-breakpoint
ALTER TABLE "lot_questions" ADD CONSTRAINT "lot_questions_asker_id_users_id_fk" FOREIGN KEY ("asker_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_questions" ADD CONSTRAINT "lot_questions_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_questions" ADD CONSTRAINT "lot_questions_hidden_by_users_id_fk" FOREIGN KEY ("hidden_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "lot_questions_waiting_of_person" ON "lot_questions" USING btree ("asker_id","auction_id","slot");--> statement-breakpoint
CREATE INDEX "lot_questions_lot" ON "lot_questions" USING btree ("auction_id","asked_at");--> statement-breakpoint
CREATE INDEX "lot_questions_asker" ON "lot_questions" USING btree ("asker_id","asked_at");--> statement-breakpoint
CREATE INDEX "lot_questions_waiting" ON "lot_questions" USING btree ("auction_id") WHERE "lot_questions"."answered_at" is null and "lot_questions"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "lot_questions_answered" ON "lot_questions" USING btree ("answered_at") WHERE "lot_questions"."answered_at" is not null and "lot_questions"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "lot_questions_hidden" ON "lot_questions" USING btree ("hidden_at") WHERE "lot_questions"."hidden_at" is not null;--> statement-breakpoint
CREATE INDEX "auctions_report_year" ON "auctions" USING btree ((("condition_report" ->> 'year')::int)) WHERE status = 'active' and removed_at is null and condition_report is not null;--> statement-breakpoint
CREATE INDEX "auctions_report_mileage" ON "auctions" USING btree ((("condition_report" ->> 'mileageKm')::int)) WHERE status = 'active' and removed_at is null and condition_report is not null;--> statement-breakpoint
CREATE INDEX "auctions_report_storage" ON "auctions" USING btree ((("condition_report" ->> 'storageGb')::int)) WHERE status = 'active' and removed_at is null and condition_report is not null;--> statement-breakpoint
-- Written by hand: the words and numbers of a condition report are searched like the lot's other words, so that a
-- search for a VIN finds its car.
CREATE FUNCTION "report_words"(report jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT string_agg(value, ' ' ORDER BY key) FROM jsonb_each_text(report)
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
    -- Separated by a character that nobody types, so that no word is found across two of them. A lot without a report
    -- has the same text as before.
    lower(concat_ws(chr(31), new.title, coalesce(new.location, ''), new.description, category_words(new.categories),
      report_words(new.condition_report))),
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
  OR old.condition_report IS DISTINCT FROM new.condition_report
) EXECUTE FUNCTION "keep_auction_search"();
