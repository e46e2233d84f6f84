ALTER TABLE "auctions" ADD COLUMN "soft_close_seconds" integer;--> statement-breakpoint
ALTER TABLE "auctions" ADD COLUMN "soft_close_cap_minutes" integer;--> statement-breakpoint
ALTER TABLE "auctions" ADD COLUMN "extended_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "auctions" ADD COLUMN "content_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "auctions" ADD COLUMN "content_changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "auctions" ADD COLUMN "voided_bid_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "auctions" ADD COLUMN "barred_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "auctions" ADD COLUMN "forfeited_purchases" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bids" ADD COLUMN "voided_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "bids" ADD COLUMN "void_reason" text;--> statement-breakpoint
ALTER TABLE "max_bids" ADD COLUMN "content_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "exclusive_buyer_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "purchases_one_open_a_buyer" ON "purchases" USING btree ("exclusive_buyer_id") WHERE "purchases"."status" = 'pending';--> statement-breakpoint
ALTER TABLE "auctions" ADD CONSTRAINT "auctions_soft_close" CHECK (("auctions"."soft_close_seconds" is null) = ("auctions"."soft_close_cap_minutes" is null)
        and ("auctions"."soft_close_seconds" is null or "auctions"."soft_close_cap_minutes" * 60 >= "auctions"."soft_close_seconds"));--> statement-breakpoint
ALTER TABLE "auctions" ADD CONSTRAINT "auctions_extended_later" CHECK ("auctions"."extended_from" is null or "auctions"."extended_from" <= "auctions"."ends_at");--> statement-breakpoint
UPDATE "auctions" a SET "forfeited_purchases" = p.n FROM (
  SELECT "auction_id", count(*)::int AS n FROM "purchases" WHERE "status" = 'forfeited' GROUP BY "auction_id"
) p WHERE p."auction_id" = a."id";
