DROP INDEX "auction_search_starting_price";--> statement-breakpoint
DROP INDEX "auction_search_resting_price";--> statement-breakpoint
CREATE INDEX "auction_search_starting_price" ON "auction_search" USING btree ("currency","starting_price_minor","auction_id","status");--> statement-breakpoint
CREATE INDEX "auction_search_resting_price" ON "auction_search" USING btree ("currency","resting_price_minor","auction_id","status") WHERE "auction_search"."status" <> 'active';