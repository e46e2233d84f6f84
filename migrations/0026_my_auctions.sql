DROP INDEX "bids_bidder";--> statement-breakpoint
CREATE INDEX "bids_bidder" ON "bids" USING btree ("bidder_id","created_at","auction_id");