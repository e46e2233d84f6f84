// The statements behind `pnpm load:field`: each makes or hides one part of the load-test data. Names mark what was made
// here: accounts that nobody can sign in to, at a domain without mail, and auctions by such a seller.
import { randomUUID } from "node:crypto";
import type { Database } from "../../platform/database/database.ts";

/**
 * A reserved domain where nobody has an address (RFC 2606). Together with no password and no Google account, it marks
 * the accounts that were made here.
 */
const ADDRESS = "@load.invalid";
const isMadeHere = `u.email like '%${ADDRESS}' and u.password_hash is null and u.google_id is null`;

/** NGN 10,000,000,000.00, the highest amount that a request accepts. It covers 20% of any price. */
const BALANCE_MINOR = 1_000_000_000_000;
const STARTING_PRICE_MINOR = 100_000;
const INCREMENT_MINOR = 10_000;
export const LASTS_HOURS = 24;

export interface MadeAccount extends Record<string, unknown> {
  readonly id: string;
  readonly username: string;
  readonly tokenVersion: number;
}

const bidders = `
  with clock as (select date_trunc('milliseconds', clock_timestamp()) as at),
  made as (
    insert into users (id, username, email, email_verified_at, balance_minor, wants_outbid_mail, created_at)
    select gen_random_uuid(), 'load ' || $1::text || ' bidder ' || n, 'load-' || $1::text || '-' || n || '${ADDRESS}',
      clock.at, $3::text::bigint, false, clock.at
    from generate_series(1, $2::text::int) n, clock
    returning id, username, token_version
  ),
  credited as (
    insert into ledger_entries (id, user_id, amount_minor, balance_after_minor, cause, created_at)
    select gen_random_uuid(), made.id, $3::text::bigint, $3::text::bigint, 'load test', clock.at from made, clock
  )
  select id, username, token_version as "tokenVersion" from made`;

/** Makes verified bidders who can afford any bid. `name` distinguishes one data set from another. */
export const makeBidders = (database: Database, name: string, count: number): Promise<MadeAccount[]> =>
  database.query<MadeAccount>(bidders, [name, count, BALANCE_MINOR]);

const seller = `
  with clock as (select date_trunc('milliseconds', clock_timestamp()) as at),
  made as (
    insert into users (id, username, email, role, email_verified_at, wants_outbid_mail, created_at)
    select $1::text::uuid, 'load ' || $2::text || ' seller', 'load-' || $2::text || '${ADDRESS}', 'admin', at, false, at
    from clock
    returning id, username, token_version
  ),
  recorded as (
    insert into admin_actions (id, actor_id, action, user_id, details, at)
    select $3::text::uuid, null, 'role', made.id, json_build_object('to', 'admin', 'by', 'load:field'), clock.at
    from made, clock
  )
  select id, username, token_version as "tokenVersion" from made`;

/**
 * Makes the seller, because only administrators sell. Nobody has the account's password, and a token for it is made
 * only on request.
 */
export const makeSeller = async (database: Database, name: string): Promise<MadeAccount> => {
  const [made] = await database.query<MadeAccount>(seller, [randomUUID(), name, randomUUID()]);
  if (!made) throw new Error("the seller was not made");
  return made;
};

const description =
  "Made by the load tester, to be bid on by its bidders alone. It is not for sale, and no bid on it is meant. ".repeat(
    3,
  );

/** Each auction gets the first entry of its log, like an auction made on the site. */
const auctions = `
  with clock as (select date_trunc('milliseconds', clock_timestamp()) as at),
  lots as (
    select gen_random_uuid() as id, 'Load test of ' || $1::text || ', lot ' || n as title, n from generate_series(1, $2::text::int) n
  ),
  made as (
    insert into auctions (id, seller_id, title, description, categories, condition, location, media, currency,
      starting_price_minor, increment_minor, status, price_minor, starts_at, ends_at, version, revision, created_at,
      updated_at)
    select lots.id, $3::text::uuid, lots.title, $5::text, '{general}', 'good', null, '[]'::jsonb, 'NGN', $6::text::bigint,
      $7::text::bigint, 'active', $6::text::bigint, clock.at, clock.at + $8::text::int * interval '1 hour', 1, 1, clock.at,
      clock.at
    from lots, clock
    returning id, title, starts_at, ends_at
  ),
  logged as (
    insert into auction_events (auction_id, revision, version, events, actor_id, at)
    select made.id, 1, 1, json_build_array(json_build_object('type', 'AuctionCreated', 'auctionId', made.id,
        'seller', json_build_object('id', $3::text, 'username', $4::text),
        'lot', json_build_object('title', made.title, 'description', $5::text, 'categories', json_build_array('general'),
          'condition', 'good', 'location', null, 'media', json_build_array()),
        'currency', 'NGN', 'startingPriceMinor', $6::text::bigint, 'incrementMinor', $7::text::bigint,
        'reserveMinor', null, 'buyItNowMinor', null, 'status', 'active',
        'startsAt', (extract(epoch from made.starts_at) * 1000)::bigint,
        'endsAt', (extract(epoch from made.ends_at) * 1000)::bigint)), $3::text::uuid, clock.at
    from made, clock
  )
  select made.id from made join lots on lots.id = made.id order by lots.n`;

/** Makes auctions without pictures that are open for a day, and returns their ids. */
export const makeAuctions = async (
  database: Database,
  name: string,
  seller: MadeAccount,
  count: number,
): Promise<string[]> => {
  const rows = await database.query<{ id: string }>(auctions, [
    name,
    count,
    seller.id,
    seller.username,
    description,
    STARTING_PRICE_MINOR,
    INCREMENT_MINOR,
    LASTS_HOURS,
  ]);
  return rows.map(({ id }) => id);
};

/**
 * Hides the load-test data. Auctions are removed as if an administrator deleted them (the log keeps them and their
 * bids, and the fence informs every node). What their winners owe becomes void, accounts are suspended, and their
 * sessions become void. It must never delete anything from the ledger or the log.
 */
const removal = `
  with clock as (select date_trunc('milliseconds', clock_timestamp()) as at),
  people as (select u.id from users u where ${isMadeHere}),
  lots as (
    select a.id from auctions a where a.seller_id in (select id from people) and a.removed_at is null
    order by a.id for no key update
  ),
  taken as (
    update auctions a set status = 'cancelled', winner_id = null, paused_at = null, paused_until = null,
      pause_reason = null, is_end_set = false, removed_at = clock.at, updated_at = clock.at,
      version = a.version + 1, revision = a.revision + 1
    from lots, clock where a.id = lots.id
    returning a.id, a.version, a.revision
  ),
  logged as (
    insert into auction_events (auction_id, revision, version, events, actor_id, at)
    select taken.id, taken.revision, taken.version, '[{"type":"AuctionRemoved"}]'::json, null, clock.at from taken, clock
  ),
  waived as (
    update settlements s set status = 'void', closed_at = clock.at from taken, clock
    where s.auction_id = taken.id and s.status = 'open'
  ),
  suspended as (
    update users u set banned_at = clock.at, token_version = u.token_version + 1, revision = u.revision + 1
    from people, clock where u.id = people.id and u.banned_at is null
    returning u.id
  ),
  recorded as (
    insert into admin_actions (id, actor_id, action, user_id, details, at)
    select gen_random_uuid(), null, 'ban', suspended.id, json_build_object('by', 'load:field'), clock.at from suspended, clock
  )
  select (select count(*)::int from taken) as auctions, (select count(*)::int from suspended) as accounts`;

/** Hides all load-test data in the database. */
export const removeFields = async (database: Database): Promise<{ auctions: number; accounts: number }> => {
  const [row] = await database.query<{ auctions: number; accounts: number }>(removal);
  return row ?? { auctions: 0, accounts: 0 };
};
