ALTER TABLE "auctions" ADD COLUMN "is_upcoming" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sale_lots" ADD COLUMN "suffix" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "auctions_upcoming" ON "auctions" USING btree ("starts_at","id") WHERE "auctions"."is_upcoming";