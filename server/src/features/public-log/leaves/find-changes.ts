// Finds changes that are not in the public log yet. Commits write nothing for it: the log of the auctions is searched by
// time, and now and then every auction's version is compared with what was logged.

import { and, eq, type SQLWrapper, sql } from "drizzle-orm";
import type { LoggedEvent } from "../../../auction/view/history.ts";
import { arrayLiteral } from "../../../platform/database/arrays.ts";
import type { Database, Db } from "../../../platform/database/database.ts";
import { auctions } from "../../../platform/database/schema/auctions.ts";
import { auctionEvents } from "../../../platform/database/schema/log.ts";
import { logLots } from "../../../platform/database/schema/public-log.ts";
import { prepared } from "../../../platform/database/statements.ts";
import { takesOf } from "../../../platform/jobs/guard-rows.ts";
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

/** A lot whose entries cannot be made waits as a whole, so that its versions stay in order. */
const takes = takesOf("public-log");

export const LOTS_IN_SWEEP = 5_000;

/** How far a lot is in a log. The limit makes every plan look up each lot by its key. */
const markOf = (db: Db, auctionId: SQLWrapper) =>
  db
    .select({
      logged: sql<number | null>`${logLots.version}`.as("logged"),
      isPublic: logLots.isPublic,
      reserveMinor: logLots.reserveMinor,
      reserveSalt: logLots.reserveSalt,
      sellerCommitment: logLots.sellerCommitment,
    })
    .from(logLots)
    .where(and(eq(logLots.log, sql.placeholder("log")), sql`${logLots.auctionId} = ${auctionId}`))
    .limit(1)
    .as("mark");

/**
 * The times are in the text, because plans are made without the parameters' values, and without the time the planner
 * would read the whole table. A row may become visible later than a newer one, if its commit takes long.
 */
const changedWithin = (seconds: number) =>
  prepared((db) => {
    const { auctionId, version, at } = auctionEvents;
    const changed = db
      .select({ auctionId, newest: sql<number>`max(${version})`.as("newest") })
      .from(auctionEvents)
      .where(sql`${at} > now() - ${sql.raw(`interval '${seconds} seconds'`)}`)
      .groupBy(auctionId)
      .as("changed");
    const mark = markOf(db, changed.auctionId);
    const logged = sql`coalesce(${mark.logged}, 0)`;
    return db
      .select({ auctionId: changed.auctionId, changes: sql<number>`${changed.newest} - ${logged}` })
      .from(changed)
      .leftJoinLateral(mark, sql`true`)
      .where(and(sql`${changed.newest} > ${logged}`, takes(changed.auctionId)))
      .prepare(`lots changed within ${seconds} s`);
  });

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

const everyLot = prepared((db) => {
  const { id, version, createdAt } = auctions;
  const logged = sql`coalesce(${logLots.version}, 0)`;
  return db
    .select({ auctionId: id, changes: sql<number>`${version} - ${logged}` })
    .from(auctions)
    .leftJoin(logLots, and(eq(logLots.log, sql.placeholder("log")), eq(logLots.auctionId, id)))
    .where(and(sql`${version} > ${logged}`, takes(id)))
    .orderBy(createdAt)
    .limit(LOTS_IN_SWEEP)
    .prepare("lots behind the public log");
});

export type Search = "latest" | "recent" | "later" | "wide" | "every lot";
const searches = { latest, recent, later, wide, "every lot": everyLot } satisfies Record<Search, unknown>;

export const lotsBehind = (database: Pick<Database, "db">, log: number, search: Search): Promise<LotBehind[]> =>
  searches[search](database).execute({ log });

const rowsOfLots = prepared((db) => {
  const asked = { id: sql`asked.id` };
  const mark = markOf(db, asked.id);
  const { auctionId, version, revision, events, actorId, at } = auctionEvents;
  const change = db
    .select({
      version: sql<number>`${version}`.as("version"),
      revision,
      events,
      at,
      isByClock: sql<boolean>`${actorId} is null`.as("is_by_clock"),
    })
    .from(auctionEvents)
    .where(sql`${auctionId} = ${asked.id} and ${version} > coalesce(${mark.logged}, 0)`)
    .orderBy(version)
    .limit(sql.placeholder("atMost"))
    .as("change");
  return db
    .select({
      auctionId: sql<string>`${asked.id}`,
      version: change.version,
      revision: change.revision,
      events: change.events,
      at: change.at,
      isByClock: change.isByClock,
      mark: {
        logged: mark.logged,
        isPublic: mark.isPublic,
        reserveMinor: mark.reserveMinor,
        reserveSalt: mark.reserveSalt,
        sellerCommitment: mark.sellerCommitment,
      },
    })
    .from(sql`unnest(${sql.placeholder("ids")}::uuid[]) as asked (id)`)
    .leftJoinLateral(mark, sql`true`)
    .crossJoinLateral(change)
    .prepare("changes that are not in the public log");
});

interface Mark {
  readonly logged: number | null;
  readonly isPublic: boolean | null;
  readonly reserveMinor: number | null;
  readonly reserveSalt: Uint8Array | null;
  readonly sellerCommitment: string | null;
}

/** The first changes of each of these lots that are not logged, at most so many. Lots without any are left out. */
export const unloggedOf = async (
  database: Pick<Database, "db">,
  log: number,
  auctionIds: ReadonlySet<string>,
  atMost: number,
): Promise<UnloggedLot[]> => {
  const lots = new Map<string, { auctionId: string; logged: LotMark | null; rows: UnloggedRow[] }>();
  const ids = arrayLiteral([...auctionIds]);
  for (const { auctionId, mark, ...row } of await rowsOfLots(database).execute({ log, ids, atMost })) {
    const known = lots.get(auctionId) ?? { auctionId, logged: loggedIn(auctionId, mark), rows: [] };
    known.rows.push({ ...row, events: row.events as readonly LoggedEvent[] });
    lots.set(auctionId, known);
  }
  for (const { rows } of lots.values()) rows.sort((a, b) => a.version - b.version);
  return [...lots.values()];
};

const loggedIn = (auctionId: string, mark: Mark | null): LotMark | null => {
  if (!mark || mark.logged === null) return null;
  const { logged, isPublic, reserveMinor, reserveSalt, sellerCommitment } = mark;
  const reserve =
    reserveMinor === null || reserveSalt === null
      ? null
      : { amountMinor: reserveMinor, salt: Buffer.from(reserveSalt) };
  const seller = sellerCommitment === null ? null : { commitment: sellerCommitment, made: null };
  return { auctionId, version: logged, isPublic: isPublic === true, reserve, seller };
};
