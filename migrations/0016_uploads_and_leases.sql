CREATE TABLE "job_leases" (
	"job" text PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"name" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"touched_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"removing_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "uploads_unused" ON "uploads" USING btree ("touched_at") WHERE "uploads"."used_at" is null;--> statement-breakpoint
-- In the statement that writes the auction, by whichever way: what an auction has named once is never an orphan.
CREATE FUNCTION "note_used_uploads"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE uploads u SET used_at = new.updated_at
  FROM (
    SELECT name FROM uploads WHERE used_at IS NULL AND name IN (
      SELECT substr(item->>'url', 8) FROM jsonb_array_elements(new.media) item WHERE item->>'url' LIKE '/media/%'
    ) ORDER BY name FOR UPDATE
  ) used
  WHERE u.name = used.name;
  RETURN null;
END $$;--> statement-breakpoint
CREATE TRIGGER "uploads_used_first" AFTER INSERT ON "auctions" FOR EACH ROW
  WHEN (new.media::text ~ '/media/[0-9a-f]{32}[.]') EXECUTE FUNCTION "note_used_uploads"();--> statement-breakpoint
-- Bids do not name the column, so they do not even look at it.
CREATE TRIGGER "uploads_used_later" AFTER UPDATE OF "media" ON "auctions" FOR EACH ROW
  WHEN (old.media IS DISTINCT FROM new.media) EXECUTE FUNCTION "note_used_uploads"();
