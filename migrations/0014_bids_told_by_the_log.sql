-- A server of the version before goes on working, but of a bid that a newer one accepted it does not know the answer: sent
-- again to it, such a bid is not done twice, but answered COMMAND_ID_REUSED.
ALTER TABLE "commands" ALTER COLUMN "fingerprint" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "commands" ALTER COLUMN "outcome" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "commands" ADD COLUMN "auction_id" uuid;--> statement-breakpoint
ALTER TABLE "commands" ADD COLUMN "revision" integer;--> statement-breakpoint
ALTER TABLE "commands" ADD COLUMN "ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "commands" ADD COLUMN "increment_minor" bigint;--> statement-breakpoint
-- Not valid: every row that is there has both texts, and reading them all would hold up bids for as long.
ALTER TABLE "commands" ADD CONSTRAINT "commands_outcome_known" CHECK (num_nonnulls("commands"."fingerprint", "commands"."outcome") = 2
        or num_nonnulls("commands"."auction_id", "commands"."revision", "commands"."ends_at", "commands"."increment_minor") = 4) NOT VALID;--> statement-breakpoint
CREATE VIEW "public"."command_outcomes" AS (
  select c.user_id, c.command_id, coalesce(c.fingerprint, bid.fingerprint) as fingerprint,
    coalesce(c.outcome, bid.outcome) as outcome, c.created_at
  from commands c left join lateral (
    select concat_ws(' ', 'PlaceBid', c.auction_id, e.events->0->>'amountMinor') as fingerprint,
      json_build_array(
        c.auction_id || '-' || (e.events->0->>'number'), (e.events->0->>'amountMinor')::numeric / 100, e.version,
        (e.events->-1->>'amountMinor')::numeric / 100,
        ((e.events->-1->>'amountMinor')::numeric + c.increment_minor) / 100,
        e.events->-1->'number', to_char(c.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'active',
        e.events->-1->'bidder'->>'id' = c.user_id::text
      )::text as outcome
    from auction_events e where e.auction_id = c.auction_id and e.revision = c.revision offset 0
  ) bid on true
);