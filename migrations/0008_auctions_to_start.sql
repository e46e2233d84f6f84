DROP INDEX "auctions_status_created";--> statement-breakpoint
CREATE INDEX "auctions_to_start" ON "auctions" USING btree ("starts_at") WHERE "auctions"."status" = 'draft';