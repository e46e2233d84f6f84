// Seeds bidders who can afford every bid of the bench, and auctions that outlast it. Each auction has a description and
// pictures of ordinary size, because every bid rewrites its auction's row.
import { randomUUID } from "node:crypto";
import type { Database } from "../../src/platform/database/database.ts";
import { INCREMENT_MINOR, STARTING_PRICE_MINOR } from "./contender.ts";

const BALANCE_MINOR = 1_000_000_000_000;

export const seedBidders = async (database: Database, count: number): Promise<string[]> => {
  const rows = await database.query<{ id: string }>(
    `insert into users (id, username, email, email_verified_at, balance_minor, created_at)
     select gen_random_uuid(), 'bidder' || n, 'bidder' || n || '@bench.invalid', clock_timestamp(), $2::text::bigint,
       clock_timestamp()
     from generate_series(1, $1::text::int) n returning id`,
    [count, BALANCE_MINOR],
  );
  return rows.map((row) => row.id);
};

export const seedSeller = async (database: Database): Promise<string> => {
  const [row] = await database.query<{ id: string }>(
    `insert into users (id, username, email, role, email_verified_at, created_at)
     values (gen_random_uuid(), 'seller', 'seller@bench.invalid', 'admin', clock_timestamp(), clock_timestamp())
     returning id`,
  );
  if (!row) throw new Error("no seller");
  return row.id;
};

export const seedAuctions = async (database: Database, sellerId: string, count: number): Promise<string[]> => {
  const rows = await database.query<{ id: string }>(
    `insert into auctions (id, seller_id, title, description, categories, condition, location, media, currency,
       starting_price_minor, increment_minor, status, price_minor, starts_at, ends_at, version, revision, created_at,
       updated_at)
     select gen_random_uuid(), $2::text::uuid, 'Standing fan, 18 inches', $3, '{electronics}', 'good', 'Lagos',
       $4::text::jsonb, 'NGN', $5::text::bigint, $6::text::bigint, 'active', $5::text::bigint, at,
       at + interval '1 day', 1, 1, at, at
     from generate_series(1, $1::text::int), date_trunc('milliseconds', clock_timestamp()) at returning id`,
    [count, sellerId, description, JSON.stringify(media), STARTING_PRICE_MINOR, INCREMENT_MINOR],
  );
  return rows.map((row) => row.id);
};

/**
 * Seeds the last auction by id, with a bid. Without it, one contender's auction might be the last in every index, where
 * inserts are faster: a tenth of a bid's cost.
 */
export const seedLastAuction = async (database: Database): Promise<void> => {
  await database.query(
    `with id as (select 'ffffffff-ffff-4fff-bfff-ffffffffffff'::uuid as last, clock_timestamp() as at),
     bid as (
       insert into bids (auction_id, number, bidder_id, amount_minor, kind, created_at) select last, 1, last, 1, 'manual', at from id
     )
     insert into auction_events (auction_id, revision, version, events, at) select last, 1, 1, '[]', at from id`,
  );
};

const description = "Three speeds, hardly used, with its box and receipt. ".repeat(6);
const media = ["front", "side", "back"].map((side) => ({
  url: `/media/${randomUUID()}-${side}.jpg`,
  type: "image",
  filename: `${side}.jpg`,
}));
