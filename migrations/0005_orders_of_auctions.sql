CREATE INDEX "auctions_counted" ON "auctions" USING btree ("status") WHERE "auctions"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "auctions_created" ON "auctions" USING btree ("created_at","id") WHERE "auctions"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "auctions_ends" ON "auctions" USING btree ("ends_at","id") WHERE "auctions"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "auctions_starting_price" ON "auctions" USING btree ("starting_price_minor","id") WHERE "auctions"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "auctions_title" ON "auctions" USING btree (lower("title"),"id") WHERE "auctions"."removed_at" is null;