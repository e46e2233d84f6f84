// Writes a new auction: its row, the first entry of its log, and its command's outcome, in one statement. The statement
// writes nothing unless the author is an admin and the command is new.
import type { AuctionCreated } from "../../auction/events.ts";
import { create } from "../../auction/evolve.ts";
import type { AuctionState } from "../../auction/state.ts";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database } from "../../platform/database/database.ts";

const moment = (n: number): string => `'epoch'::timestamptz + $${n}::text::bigint * interval '1 millisecond'`;

const statement = `
with clock as (select date_trunc('milliseconds', clock_timestamp()) as at),
author as (
  select u.id from users u where u.id = $2::text::uuid and u.role = 'admin' and u.banned_at is null
    and not exists (select from commands c where c.user_id = u.id and c.command_id = $20)
),
auction as (
  insert into auctions (id, seller_id, title, description, categories, condition, location, media, currency,
    starting_price_minor, increment_minor, reserve_minor, buy_it_now_minor, status, price_minor, starts_at, ends_at,
    soft_close_seconds, soft_close_cap_minutes, version, revision, created_at, updated_at)
  select $1::text::uuid, author.id, $3, $4, $5::text::text[], $6, $7, $8::text::jsonb, $9, $10::text::bigint,
    $11::text::bigint, $12::text::bigint, $13::text::bigint, $14, $10::text::bigint,
    case when $15::text is null then clock.at else ${moment(15)} end,
    case when $16::text is null then clock.at + $17::text::bigint * interval '1 millisecond' else ${moment(16)} end,
    $21::text::int, $22::text::int, 1, 1, clock.at, clock.at
  from author cross join clock
  returning id, starts_at, ends_at
),
logged as (
  insert into auction_events (auction_id, revision, version, events, actor_id, at)
  select id, 1, 1, jsonb_build_array($18::text::jsonb || jsonb_build_object(
    'startsAt', (extract(epoch from starts_at) * 1000)::bigint,
    'endsAt', (extract(epoch from ends_at) * 1000)::bigint)), $2::text::uuid, clock.at
  from auction cross join clock
),
recorded as (
  insert into commands (user_id, command_id, fingerprint, outcome, created_at)
  select $2::text::uuid, $20, $19, jsonb_build_object('ok', true,
    'data', jsonb_build_object('of', 'CreateAuction', 'auctionId', id)), clock.at
  from auction cross join clock
)
select (extract(epoch from clock.at) * 1000)::float8 as at, (extract(epoch from starts_at) * 1000)::float8 as "startsAt",
  (extract(epoch from ends_at) * 1000)::float8 as "endsAt"
from auction cross join clock`;

const UNIQUE_VIOLATION = "23505";

export interface NewAuction extends Omit<AuctionCreated, "type" | "startsAt" | "endsAt"> {
  /** Null: the database's current time. */
  readonly startsAt: number | null;
  /** Null: `durationMs` after the database's current time. */
  readonly endsAt: number | null;
  readonly durationMs: number;
}

/** The auction as stored. Null where the author is not (or no longer) an admin, or the command is not new. */
export const createAuction = async (
  database: Database,
  auction: NewAuction,
  command: { commandId: string; fingerprint: string },
): Promise<AuctionState | null> => {
  const { startsAt, endsAt, durationMs, ...fields } = auction;
  const event = { type: "AuctionCreated" as const, ...fields };
  const { lot } = auction;
  const writing = database.query<{ at: number; startsAt: number; endsAt: number }>(statement, [
    auction.auctionId,
    auction.seller.id,
    lot.title,
    lot.description,
    arrayLiteral(lot.categories),
    lot.condition,
    lot.location,
    JSON.stringify(lot.media),
    auction.currency,
    auction.startingPriceMinor,
    auction.incrementMinor,
    auction.reserveMinor,
    auction.buyItNowMinor,
    auction.status,
    startsAt,
    endsAt,
    durationMs,
    JSON.stringify(event),
    command.fingerprint,
    command.commandId,
    auction.softClose?.windowSeconds ?? null,
    auction.softClose?.capMinutes ?? null,
  ]);
  const [row] = await writing.catch((error: { code?: string }) => {
    // The same command was recorded between this statement's start and its insert, so nothing was written.
    if (error.code === UNIQUE_VIOLATION) return [];
    throw error;
  });
  return row ? create({ ...event, startsAt: row.startsAt, endsAt: row.endsAt }, row.at) : null;
};
