-- The position of a transaction in the log: its number, raised by what a restored database needs so that new rows come
-- after the old ones (log-position.ts).
CREATE FUNCTION "log_position"("transaction" xid8) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS 'SELECT $1::text::bigint + 0';--> statement-breakpoint
ALTER TABLE "auction_events" ADD COLUMN "written_by" bigint;--> statement-breakpoint
ALTER TABLE "auction_events" ALTER COLUMN "written_by" SET DEFAULT log_position(pg_current_xact_id());--> statement-breakpoint
CREATE INDEX "auction_events_written_by" ON "auction_events" USING btree ("written_by") WHERE "auction_events"."written_by" is not null;--> statement-breakpoint
CREATE TABLE "log_cursors" (
	"reader" text PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL
);--> statement-breakpoint
INSERT INTO "log_cursors" ("reader", "position") VALUES ('bid-notices', 0), ('late-outbids', 0);
