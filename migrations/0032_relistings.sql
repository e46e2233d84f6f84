CREATE TABLE "relistings" (
	"auction_id" uuid PRIMARY KEY NOT NULL,
	"relisted_from" uuid NOT NULL
);
--> statement-breakpoint
CREATE INDEX "relistings_from" ON "relistings" USING btree ("relisted_from");--> statement-breakpoint
CREATE INDEX "sale_lots_by_number" ON "sale_lots" USING btree ("lot_number");