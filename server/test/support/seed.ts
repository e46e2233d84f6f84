// Writes people and auctions straight into the database, for tests of the engine and the store, and moves their
// deadlines.
import { randomUUID } from "node:crypto";
import type { SoftClose } from "@jara/shared/auction";
import { asMinor } from "@jara/shared/money";
import type { AuctionState, Person } from "../../src/auction/state.ts";
import { createAuction } from "../../src/features/auctions/create-auction.ts";
import type { Database } from "../../src/platform/database/database.ts";

export interface UserGiven {
  role?: "user" | "admin";
  isVerified?: boolean;
  isBanned?: boolean;
  balanceMinor?: number;
}

/** A hundred million naira. */
export const RICH = 10_000_000_000;

/** Verified, rich users; usernames begin with the given name and are unique in the database. */
export const seedUsers = async <N extends string>(
  database: Database,
  given: Record<N, UserGiven>,
): Promise<Record<N, Person>> => {
  const people = {} as Record<N, Person>;
  for (const [name, user] of Object.entries<UserGiven>(given)) {
    const { role = "user", isVerified = true, isBanned = false, balanceMinor = RICH } = user;
    const id = randomUUID();
    const username = `${name}-${id.slice(0, 8)}`;
    await database.query(
      `with account as (
         insert into users (id, username, email, role, email_verified_at, banned_at, balance_minor, created_at)
         values ($1::text::uuid, $2, $2 || '@people.test', $3, case when $4::text::boolean then clock_now() end,
           case when $5::text::boolean then clock_now() end, $6::text::bigint, clock_now())
       )
       insert into ledger_entries (id, user_id, amount_minor, balance_after_minor, cause, created_at)
       values (gen_random_uuid(), $1::text::uuid, $6::text::bigint, $6::text::bigint, 'test', clock_now())`,
      [id, username, role, isVerified, isBanned, balanceMinor],
    );
    people[name as N] = { id, username };
  }
  return people;
};

/** Those who are in most tests. */
export const seedPeople = (database: Database) =>
  seedUsers(database, { admin: { role: "admin" }, ada: {}, bola: {}, chidi: {}, dayo: {} });

export interface AuctionGiven {
  currency?: "NGN" | "USD";
  startingPriceMinor?: number;
  incrementMinor?: number;
  incrementTable?: boolean;
  reserveMinor?: number | null;
  buyItNowMinor?: number | null;
  softClose?: SoftClose | null;
  status?: "draft" | "active";
  startsAt?: number | null;
  endsAt?: number | null;
  durationMs?: number;
  media?: AuctionState["lot"]["media"];
  /** Sold for this person, and made by the admin. */
  consignedBy?: Person;
}

/** Starting price 10.00, increment 1.00, no reserve, active for an hour. The seller must be an admin. */
export const seedAuction = async (
  database: Database,
  seller: Person,
  given: AuctionGiven = {},
): Promise<AuctionState> => {
  const { startingPriceMinor = 1000, incrementMinor = 100, reserveMinor = null, buyItNowMinor = null } = given;
  const auctionId = randomUUID();
  const auction = await createAuction(
    database,
    {
      auctionId,
      seller,
      ...(given.consignedBy && { seller: given.consignedBy, isConsigned: true as const, authorId: seller.id }),
      lot: {
        title: `Lot ${auctionId.slice(0, 4)} "with quotes"`,
        description: "Two\nlines, a \\ and {braces}",
        categories: ["general", "home-garden"],
        condition: "good",
        location: null,
        media: given.media ?? [{ url: "/media/1.jpg", type: "image" }],
      },
      currency: given.currency ?? "NGN",
      startingPriceMinor: asMinor(startingPriceMinor),
      incrementMinor: asMinor(incrementMinor),
      reserveMinor: reserveMinor === null ? null : asMinor(reserveMinor),
      buyItNowMinor: buyItNowMinor === null ? null : asMinor(buyItNowMinor),
      softClose: given.softClose ?? null,
      status: given.status ?? "active",
      startsAt: given.startsAt ?? null,
      endsAt: given.endsAt ?? null,
      incrementTable: given.incrementTable ?? false,
      durationMs: given.durationMs ?? 60 * 60 * 1000,
    },
    { commandId: randomUUID(), fingerprint: "test" },
  );
  if (!auction) throw new Error("the seller is no admin");
  return auction;
};

/** The database's clock, whole epoch ms. */
export const databaseNow = async (database: Database): Promise<number> => {
  const [row] = await database.query<{ ms: number }>("select (extract(epoch from clock_now()) * 1000)::float8 as ms");
  return Math.floor(row?.ms ?? Number.NaN);
};

/**
 * Moves an auction's end to `inMs` from now, as if it had been created so: row and log alike. An engine that knows the
 * auction learns of it only by its fence, so it must not write to the auction before the end. Returns the new end.
 */
export const endIn = async (database: Database, auctionId: string, inMs: number): Promise<number> => {
  const [row] = await database.query<{ endsAt: number }>(
    `with moved as (
       update auctions
       set ends_at = date_trunc('milliseconds', clock_now()) + $2::text::int * interval '1 millisecond'
       where id = $1::text::uuid returning id, (extract(epoch from ends_at) * 1000)::bigint as ends_at
     ), logged as (
       update auction_events e set events = jsonb_set(e.events::jsonb, '{0,endsAt}', to_jsonb(moved.ends_at))
       from moved where e.auction_id = moved.id and e.revision = 1
     )
     select ends_at::float8 as "endsAt" from moved`,
    [auctionId, inMs],
  );
  return row?.endsAt ?? Number.NaN;
};

/**
 * Moves the deadline of an auction's unpaid purchase to `inMs` from now, as if it had been bought so: row, purchase and
 * log alike. As with `endIn`, an engine that knows the auction learns of it by its fence. Returns the new deadline.
 */
export const deadlineIn = async (database: Database, auctionId: string, inMs: number): Promise<number> => {
  const [row] = await database.query<{ deadlineAt: number }>(
    `with paused as (
       update auctions
       set paused_until = date_trunc('milliseconds', clock_now()) + $2::text::int * interval '1 millisecond'
       where id = $1::text::uuid and pause_reason = 'buy-it-now'
       returning id, revision, paused_until, (extract(epoch from paused_until) * 1000)::bigint as ms
     ), moved as (
       update purchases p set deadline_at = paused.paused_until
       from paused where p.auction_id = paused.id and p.status = 'pending'
     ), logged as (
       update auction_events e set events = jsonb_set(
         jsonb_set(e.events::jsonb, '{0,deadlineAt}', to_jsonb(paused.ms)), '{1,pausedUntil}', to_jsonb(paused.ms))
       from paused where e.auction_id = paused.id and e.revision = paused.revision
     )
     select ms::float8 as "deadlineAt" from paused`,
    [auctionId, inMs],
  );
  return row?.deadlineAt ?? Number.NaN;
};

/**
 * Moves the time at which an ended auction's open settlement is due to `inMs` from now, as if it had ended so: row and
 * log alike. Nothing may have happened to the auction since its end. The scheduled end moves by a millisecond too, so that
 * an engine that knows the auction learns of it by its fence.
 */
export const dueIn = async (database: Database, auctionId: string, inMs: number): Promise<number> => {
  const [row] = await database.query<{ dueAt: number }>(
    `with moved as (
       update settlements
       set due_at = date_trunc('milliseconds', clock_now()) + $2::text::int * interval '1 millisecond'
       where auction_id = $1::text::uuid and status = 'open'
       returning auction_id, (extract(epoch from due_at) * 1000)::bigint as ms
     ), logged as (
       update auction_events e set events = jsonb_set(e.events::jsonb, '{0,dueAt}', to_jsonb(moved.ms))
       from moved join auctions a on a.id = moved.auction_id
       where e.auction_id = a.id and e.revision = a.revision
     ), nudged as (
       update auctions a set ends_at = a.ends_at - interval '1 millisecond'
       from moved where a.id = moved.auction_id returning a.id, (extract(epoch from a.ends_at) * 1000)::bigint as ms
     ), created as (
       update auction_events e set events = jsonb_set(e.events::jsonb, '{0,endsAt}', to_jsonb(nudged.ms))
       from nudged where e.auction_id = nudged.id and e.revision = 1
     )
     select ms::float8 as "dueAt" from moved`,
    [auctionId, inMs],
  );
  return row?.dueAt ?? Number.NaN;
};
