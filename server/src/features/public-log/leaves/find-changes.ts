// Finds changes that are not in the public log yet. Commits write nothing for it: the log of the auctions is searched by
// time, and now and then every auction's version is compared with what was logged.

import type { LoggedEvent } from "../../../auction/view/history.ts";
import { arrayLiteral } from "../../../platform/database/arrays.ts";
import type { Database } from "../../../platform/database/database.ts";
import { auctions } from "../../../platform/database/schema/auctions.ts";
import { auctionEvents } from "../../../platform/database/schema/log.ts";
import { logLots } from "../../../platform/database/schema/public-log.ts";
import { namesOf } from "../../../platform/database/statement-text.ts";
import type { LotMark } from "../append.ts";

export interface LotBehind {
  readonly auctionId: string;
  /** How many versions are not logged. */
  readonly changes: number;
}

export interface UnloggedRow {
  readonly version: number;
  readonly revision: number;
  readonly events: readonly LoggedEvent[];
  /** No person caused it. */
  readonly isByClock: boolean;
  /** Epoch ms. */
  readonly at: number;
}

export interface UnloggedLot {
  readonly auctionId: string;
  /** The part of it that is logged; null if nothing is. */
  readonly logged: LotMark | null;
  /** In the order of their versions. */
  readonly rows: readonly UnloggedRow[];
}

export const LOTS_IN_SWEEP = 5_000;

const event = namesOf(auctionEvents);
const lot = namesOf(logLots);
const auction = namesOf(auctions);

/**
 * The times are in the text, because plans are made without the parameters' values, and without the time the planner
 * would read the whole table. A row may become visible later than a newer one, if its commit takes long.
 */
const changedWithin = (seconds: number): string => `
  select r.auction_id as "auctionId", r.version - coalesce(l.version, 0) as changes
  from (
    select ${event.auctionId} as auction_id, max(${event.version}) as version
    from ${event.table} where ${event.at} > now() - interval '${seconds} seconds' group by 1
  ) r left join lateral (
    select ${lot.version} as version from ${lot.table}
    where ${lot.log} = $1::text::int and ${lot.auctionId} = r.auction_id offset 0
  ) l on true
  where r.version > coalesce(l.version, 0)`;

/**
 * The search that runs after nearly every commit. It looks back only a short time, because each row that it reads again
 * costs the database time under load.
 */
const latest = changedWithin(0.5);
const recent = changedWithin(2);
/** The search after a slow batch. */
const later = changedWithin(10);
/** The search that looks back longer than any statement may take. */
const wide = changedWithin(60);

const everyLot = `
  select a.${auction.id} as "auctionId", a.${auction.version} - coalesce(l.${lot.version}, 0) as changes
  from ${auction.table} a left join ${lot.table} l on l.${lot.log} = $1::text::int and l.${lot.auctionId} = a.${auction.id}
  where a.${auction.version} > coalesce(l.${lot.version}, 0) order by a.${auction.createdAt} limit ${LOTS_IN_SWEEP}`;

export type Search = "latest" | "recent" | "later" | "wide" | "every lot";
const searches: Readonly<Record<Search, string>> = { latest, recent, later, wide, "every lot": everyLot };

export const lotsBehind = ({ query }: Pick<Database, "query">, log: number, search: Search): Promise<LotBehind[]> =>
  query<LotBehind & Record<string, unknown>>(searches[search], [log]);

/** `lateral` and `offset 0` make every plan look up each lot by its key. */
const rowsOfLots = `
  select b.auction_id as "auctionId", l.*, e.*
  from unnest($2::text::uuid[]) b(auction_id) left join lateral (
    select ${lot.version} as logged, ${lot.isPublic} as "isPublic", ${lot.reserveMinor} as "reserveMinor",
      encode(${lot.reserveSalt}, 'hex') as "reserveSalt"
    from ${lot.table} where ${lot.log} = $1::text::int and ${lot.auctionId} = b.auction_id offset 0
  ) l on true cross join lateral (
    select ${event.version} as version, ${event.revision} as revision, ${event.events} as events,
      ${event.actorId} is null as "isByClock", (extract(epoch from ${event.at}) * 1000)::float8 as at
    from ${event.table} where ${event.auctionId} = b.auction_id and ${event.version} > coalesce(l.logged, 0)
    order by ${event.version} limit $3::text::int
  ) e`;

interface Row extends Record<string, unknown>, UnloggedRow {
  readonly auctionId: string;
  readonly logged: number | null;
  readonly isPublic: boolean;
  readonly reserveMinor: number | null;
  readonly reserveSalt: string | null;
}

/** The first changes of each of these lots that are not logged, at most so many. Lots without any are left out. */
export const unloggedOf = async (
  { query }: Pick<Database, "query">,
  log: number,
  auctionIds: ReadonlySet<string>,
  atMost: number,
): Promise<UnloggedLot[]> => {
  const lots = new Map<string, { auctionId: string; logged: LotMark | null; rows: UnloggedRow[] }>();
  for (const row of await query<Row>(rowsOfLots, [log, arrayLiteral([...auctionIds]), atMost])) {
    const { auctionId, version, revision, events, isByClock, at } = row;
    const known = lots.get(auctionId) ?? { auctionId, logged: loggedIn(row), rows: [] };
    known.rows.push({ version, revision, events, isByClock, at });
    lots.set(auctionId, known);
  }
  for (const { rows } of lots.values()) rows.sort((a, b) => a.version - b.version);
  return [...lots.values()];
};

const loggedIn = ({ auctionId, logged, isPublic, reserveMinor, reserveSalt }: Row): LotMark | null => {
  if (logged === null) return null;
  const reserve =
    reserveMinor === null || reserveSalt === null
      ? null
      : { amountMinor: reserveMinor, salt: Buffer.from(reserveSalt, "hex") };
  return { auctionId, version: logged, isPublic, reserve };
};
