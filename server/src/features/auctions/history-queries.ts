// Reads the log of one auction for staff, newest or oldest first, with the context that its sentences need.
import { and, asc, desc, eq, gt, isNotNull, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { type AuctionEvent, secretTypes } from "../../auction/events.ts";
import type { AuctionState } from "../../auction/state.ts";
import { withTerms } from "../../auction/terms.ts";
import type { LoggedContext, LoggedEvent } from "../../auction/view/history.ts";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { bids } from "../../platform/database/schema/bids.ts";
import { auctionEvents } from "../../platform/database/schema/log.ts";
import { refusedAttempts } from "../../platform/database/schema/refused-attempts.ts";
import type { Step } from "./history-steps.ts";

export interface LogEntry extends Pick<LoggedContext, "terms" | "lastBid" | "actor"> {
  readonly revision: number;
  /** Null for a hidden change. */
  readonly version: number | null;
  readonly events: readonly LoggedEvent[];
  /** Epoch ms. */
  readonly at: number;
}

export interface LogRange {
  /** Include hidden changes. Allowed only for an auction that is over. */
  readonly withHidden: boolean;
  readonly order: "oldest" | "newest";
  readonly limit: number;
  readonly offset?: number;
  /** Only changes after this revision. */
  readonly after?: number;
  /** Only changes that hold an event of one of these types. */
  readonly types?: readonly LoggedEvent["type"][] | undefined;
  /** Only changes that this person made, or that name this person. */
  readonly about?: string | undefined;
  /** Only these revisions. */
  readonly revisions?: readonly number[];
}

const { auctionId, revision, version, events } = auctionEvents;

/** The changes of an auction that the reader may see, of the given types. */
const isListed = (
  id: string,
  { withHidden, types, about, revisions }: Pick<LogRange, "withHidden" | "types" | "about" | "revisions">,
): SQL | undefined =>
  and(
    revisions && sql`${revision} = any(${arrayLiteral(revisions)}::int[])`,
    about === undefined ? undefined : or(eq(auctionEvents.actorId, about), names(about, withHidden)),
    eq(auctionId, id),
    // Hidden changes that concern only the settlement between the winner and administrators reveal no maximum.
    withHidden ? undefined : or(isNotNull(version), sql`position('{"type":"Settlement' in ${events}::text) > 0`),
    types && sql`${events}::text ~ ${`"type": ?"(${types.join("|")})"`}`,
  );

/** The text without the people whom an offer left out, because the offer is not about them. */
const shownText = (text: SQL): SQL => sql`regexp_replace(${text}::text, '"leftOut": ?\\[[^]]*\\]', '', 'g')`;

/** Only events that the reader may see count. Otherwise a change would show that the person has a maximum. */
const names = (userId: string, withHidden: boolean): SQL =>
  withHidden
    ? sql`position(${userId}::text in ${shownText(sql`${events}`)}) > 0`
    : sql`exists (
        select from json_array_elements(${events}) as e(event)
        where position(${userId}::text in ${shownText(sql`e.event`)}) > 0
          and e.event->>'type' <> all (${arrayLiteral(secretTypes)}::text[])
      )`;

export const countLog = (
  { db }: Database,
  id: string,
  range: Pick<LogRange, "withHidden" | "types">,
): Promise<number> => db.$count(auctionEvents, isListed(id, range));

/** A place in the list: the revision of a change, the id of a refused attempt, or the key of a step. Only one is set. */
export type HistoryKey = Record<"revision", number | null> & Record<"attemptId" | "step", string | null>;

interface MixedRange extends Pick<LogRange, "withHidden" | "order" | "limit" | "offset" | "types"> {
  readonly withAttempts: boolean;
  readonly steps: readonly Pick<Step, "key" | "at">[];
}

/** A page of changes, steps and (where they are asked for) refused attempts together, in the order of their times. */
export const mixedKeys = async ({ db }: Database, id: string, range: MixedRange): Promise<HistoryKey[]> => {
  const { order, limit, offset = 0, withAttempts, steps } = range;
  const direction = sql.raw(order === "newest" ? "desc" : "asc");
  const attempts = db
    .select(keyOf({ attemptId: refusedAttempts.id, at: refusedAttempts.at }))
    .from(refusedAttempts)
    .where(eq(refusedAttempts.auctionId, id));
  const entries = unionAll(
    db
      .select(keyOf({ revision, at: auctionEvents.at }))
      .from(auctionEvents)
      .where(isListed(id, range)),
    db
      .select(keyOf({ step: sql`steps.key`, at: sql`to_timestamp(steps.at / 1000)` }))
      .from(
        sql`jsonb_to_recordset(${JSON.stringify(steps.map(({ key, at }) => ({ key, at })))}::text::jsonb) as steps(key text, at float8)`,
      ),
    ...(withAttempts ? [attempts] : []),
  ).as("entries");
  return await db
    .select({ revision: entries.revision, attemptId: entries.attemptId, step: entries.step })
    .from(entries)
    .orderBy(
      sql`${entries.at} ${direction}`,
      sql`${entries.revision} ${direction} nulls last`,
      entries.attemptId,
      entries.step,
    )
    .limit(limit)
    .offset(offset);
};

const keyOf = ({
  revision,
  attemptId,
  step,
  at,
}: Partial<Record<keyof HistoryKey, SQLWrapper>> & { readonly at: SQLWrapper }) => ({
  revision: sql<number | null>`${revision ?? null}::int`.as("revision"),
  attemptId: sql<string | null>`${attemptId ?? null}::text`.as("attempt_id"),
  step: sql<string | null>`${step ?? null}::text`.as("step"),
  at: sql`${at}`.as("at"),
});

export const logOfAuction = async (database: Database, state: AuctionState, range: LogRange): Promise<LogEntry[]> => {
  const { order, limit, offset = 0, after = 0 } = range;
  const entries = await database.db
    .select({
      revision,
      version,
      events: sql<LoggedEvent[]>`${events}`,
      actor: { id: users.id, username: users.username },
      at: auctionEvents.at,
    })
    .from(auctionEvents)
    .leftJoin(users, eq(users.id, auctionEvents.actorId))
    .where(and(isListed(state.id, range), gt(revision, after)))
    .orderBy(order === "newest" ? desc(revision) : asc(revision))
    .limit(limit)
    .offset(offset);
  const firstBids = entries.map(({ events }) => events.find((event) => event.type === "BidPlaced")?.number ?? 0);
  const [bids, edits] = await Promise.all([
    bidsBefore(database, state.id, firstBids),
    editsAfter(database, state.id, Math.min(...entries.map(({ revision }) => revision))),
  ]);
  return entries.map((entry, i) => ({
    ...entry,
    terms: termsAt(state, edits, entry.revision),
    lastBid: bids.get((firstBids[i] ?? 0) - 1) ?? null,
  }));
};

const bidsBefore = async (
  database: Database,
  auctionId: string,
  firstBids: readonly number[],
): Promise<ReadonlyMap<number, NonNullable<LoggedContext["lastBid"]>>> => {
  const numbers = firstBids.map((number) => number - 1).filter((number) => number > 0);
  if (numbers.length === 0) return new Map();
  const rows = await database.db
    .select({
      number: bids.number,
      amountMinor: bids.amountMinor,
      bidder: { id: users.id, username: users.username },
    })
    .from(bids)
    .innerJoin(users, eq(users.id, bids.bidderId))
    .where(and(eq(bids.auctionId, auctionId), sql`${bids.number} = any(${arrayLiteral(numbers)}::int[])`));
  return new Map(rows.map(({ number, ...bid }) => [number, bid]));
};

interface Edit {
  readonly revision: number;
  readonly events: readonly AuctionEvent[];
}

/** Newest first. Hardly any auction has more than a few edits. */
const editsAfter = async ({ db }: Database, id: string, after: number): Promise<Edit[]> => {
  if (!Number.isFinite(after)) return [];
  return await db
    .select({ revision, events: sql<AuctionEvent[]>`${events}` })
    .from(auctionEvents)
    .where(and(eq(auctionId, id), gt(revision, after), sql`position('"AuctionEdited"' in ${events}::text) > 0`))
    .orderBy(desc(revision));
};

/** The terms at an earlier revision: today's terms with every later edit undone. */
const termsAt = (state: AuctionState, edits: readonly Edit[], revision: number): LogEntry["terms"] => {
  let at = state;
  for (const edit of edits) {
    if (edit.revision <= revision) break;
    for (const event of [...edit.events].reverse()) {
      if (event.type === "AuctionEdited") at = withTerms(at, event.before);
    }
  }
  const { currency, reserveMinor, startingPriceMinor } = at;
  return { currency, reserveMinor, startingPriceMinor };
};
