-- contract auctions.auctions_soft_close: the new check is wider, a cap may be shorter than its window
ALTER TABLE "auctions" DROP CONSTRAINT "auctions_soft_close";--> statement-breakpoint
ALTER TABLE "commands" ADD COLUMN "content_version" integer;--> statement-breakpoint
ALTER TABLE "auctions" ADD CONSTRAINT "auctions_soft_close" CHECK (("auctions"."soft_close_seconds" is null) = ("auctions"."soft_close_cap_minutes" is null));--> statement-breakpoint
CREATE OR REPLACE VIEW "public"."stored_outcomes" AS (
  select c.user_id, c.command_id, coalesce(c.fingerprint, concat_ws(' ', 'PlaceBid', c.auction_id, bid.amount_minor))
      as fingerprint,
    c.created_at, c.outcome, c.auction_id, bid.version, bid.number, bid.amount_minor, bid.price_minor, bid.bid_count,
    bid.leader_id, c.ends_at, c.increment_minor, c.content_version
  from commands c left join lateral (
    select e.version, (e.events->0->>'number')::int as number, (e.events->0->>'amountMinor')::bigint as amount_minor,
      (e.events->-1->>'amountMinor')::bigint as price_minor, (e.events->-1->>'number')::int as bid_count,
      (e.events->-1->'bidder'->>'id')::uuid as leader_id
    from auction_events e where c.outcome is null and e.auction_id = c.auction_id and e.revision = c.revision offset 0
  ) bid on true
);