// Reads a person's inbox, and marks what they have read. A notification that no longer holds counts as read, without a
// write.

import type { Notification } from "@jara/shared/rest/notifications";
import { and, count, desc, eq, isNotNull, isNull, lte, notInArray, or, type SQL, sql } from "drizzle-orm";
import { biddingEnded } from "../../engine/reads/bidding-ended.ts";
import { isThisPublicLot } from "../../engine/reads/public-lots.ts";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { type Page, rowsBefore } from "../../platform/database/pages.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { notifications } from "../../platform/database/schema/notifications.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { isAnyOf } from "../../platform/database/statements.ts";
import { wants } from "../../platform/notifications/choices.ts";
import {
  followsLot,
  type Subject,
  stillHolds,
  tellsChange,
  tellsEnd,
} from "../../platform/notifications/current-state.ts";
import { currentStateColumns, currentStateOf, timeOfState } from "./read-current-states.ts";
import { wordsOf } from "./words.ts";

const n = notifications;
const asOf = sql<number>`(extract(epoch from ${clockNow}) * 1000)::float8`;

const subject: Subject = {
  about: sql`${n.about}`,
  userId: sql`${n.userId}`,
  auctionId: sql`${n.auctionId}`,
  data: sql`${n.data}`,
};
const holds = stillHolds(subject);
/** The time of the state that the words describe, as epoch ms. */
const shownAt = timeOfState(subject, n.at, holds);
/** These ask for a payment, and vanish once it is made. */
const vanishes = sql`${n.about} in ('deadline-extended', 'payment-reversed')`;
const isOfStaff = sql`exists (select from ${users} where ${users.id} = ${n.userId} and ${users.role} <> 'user')`;

/**
 * True for notifications that the person sees: of kinds that they want on the screen, and those for staff only while
 * the person is of the staff.
 */
const isShown = and(
  wants("onScreen", sql`${n.userId}`, sql`${n.kind}`),
  sql`(${n.kind} <> 'staff' or ${isOfStaff})`,
  sql`(not ${vanishes} or ${holds})`,
);
const isUnread = and(isNull(n.readAt), holds);

/**
 * True except for a notification that no longer holds, if another one says how its lot stands for the person: one about
 * the lot's end, or a later one.
 */
const isNewestOfLot = ({ db }: Database, userId: string): SQL => {
  const past = sql<boolean>`(${followsLot(subject.about)} and not ${holds})`;
  // A row about something before the end may be written, and dated, after it, and an end may be undone.
  const isAboutEnd = sql`(${tellsEnd(subject.about)} and ${n.at} >= ${biddingEnded})`;
  const order = sql`${isAboutEnd} is true desc, ${n.at} desc, ${n.id} desc`;
  const place = sql<number>`row_number() over (partition by ${n.auctionId} order by ${order})`.as("place");
  const byLot = db
    .select({ id: n.id, past: past.as("past"), place })
    .from(n)
    .leftJoin(auctions, eq(auctions.id, n.auctionId))
    .where(and(eq(n.userId, userId), isNotNull(n.auctionId), or(isAboutEnd, tellsChange(subject.about), past), isShown))
    .as("by_lot");
  return notInArray(n.id, db.select({ id: byLot.id }).from(byLot).where(sql`${byLot.past} and ${byLot.place} > 1`));
};

export const selectInbox = (db: Db) =>
  db
    .select({
      id: n.id,
      userId: n.userId,
      kind: n.kind,
      about: n.about,
      auctionId: n.auctionId,
      data: n.data,
      count: n.count,
      at: shownAt.mapWith(n.at),
      readAt: n.readAt,
      holds: sql<boolean>`${holds}`,
      ...currentStateColumns(subject),
    })
    .from(n)
    .leftJoin(auctions, isThisPublicLot(n.auctionId))
    .$dynamic();
export type InboxRow = Awaited<ReturnType<typeof selectInbox>>[number];

/** The notification as its owner sees it. */
export const toNotification = (row: InboxRow): Notification => ({
  _id: row.id,
  kind: row.kind,
  auctionId: row.auctionId,
  ...wordsOf(row, currentStateOf(row)),
  count: row.count,
  at: new Date(row.at).toISOString(),
  isRead: row.readAt !== null || !row.holds,
});

export interface Counts {
  readonly total: number;
  readonly unread: number;
  /** Epoch ms by the database's clock. */
  readonly asOf: number;
}

const countsOf = async (database: Database, userId: string, unreadOnly: boolean): Promise<Counts> => {
  const unreadOnes = sql<number>`(count(*) filter (where ${isUnread}))::int`;
  const [row] = await database.db
    .select({ all: count(), unread: unreadOnes, asOf })
    .from(n)
    .where(and(eq(n.userId, userId), isShown, unreadOnly ? undefined : isNewestOfLot(database, userId)));
  const { all = 0, unread = 0, asOf: at = 0 } = row ?? {};
  return { total: unreadOnly ? unread : all, unread, asOf: at };
};

/** The newest first. */
export const inboxPage = async (
  database: Database,
  userId: string,
  { unreadOnly, ...page }: Page & { readonly unreadOnly: boolean },
): Promise<{ readonly rows: InboxRow[]; readonly counts: Counts }> => {
  const [counts, rows] = await Promise.all([
    countsOf(database, userId, unreadOnly),
    selectInbox(database.db)
      .where(and(eq(n.userId, userId), isShown, unreadOnly ? isUnread : isNewestOfLot(database, userId)))
      .orderBy(desc(shownAt), desc(n.id))
      .limit(page.limit)
      .offset(rowsBefore(page)),
  ]);
  return { rows, counts };
};

export interface UnreadOf {
  readonly userId: string;
  readonly unread: number;
  readonly asOf: number;
}

/** The numbers of unread notifications of these people, those without any included. */
export const unreadOf = async ({ db }: Database, userIds: readonly string[]): Promise<UnreadOf[]> => {
  const unread = db
    .select({ n: sql<number>`count(*)::int` })
    .from(n)
    .where(and(eq(n.userId, sql`person.id`), isUnread, isShown));
  return await db
    .select({ userId: sql<string>`person.id`, asOf, unread: sql<number>`${unread}` })
    .from(sql`unnest(${arrayLiteral(userIds)}::text::uuid[]) as person (id)`);
};

/** Returns the notifications that came to these people's inboxes in the last `seconds`, the oldest first. */
export const cameWithin = async ({ db }: Database, userIds: readonly string[], seconds: number): Promise<InboxRow[]> =>
  await selectInbox(db)
    .where(and(isAnyOf(n.userId, userIds), sql`${n.at} > ${ago(seconds)}`, isShown))
    .orderBy(n.at, n.id);

/** The people to whom something came by mail, or who read something, in the last `seconds`. */
export const changedWithin = async ({ db }: Database, seconds: number, which: "mailed" | "all"): Promise<string[]> => {
  const came = and(
    sql`${n.at} > ${ago(seconds)}`,
    // Leave out outbids and moved ends, because the node that writes these publishes them itself.
    which === "mailed" ? sql`${n.kind} not in ('outbid', 'extended')` : undefined,
  );
  const rows = await db
    .selectDistinct({ userId: n.userId })
    .from(n)
    .where(which === "mailed" ? came : or(came, sql`${n.readAt} > ${ago(seconds)}`));
  return rows.map(({ userId }) => userId);
};

const ago = (seconds: number): SQL => sql`${clockNow} - ${seconds}::float8 * interval '1 second'`;

export type WhichRead = { readonly ids: readonly string[] } | { readonly upTo: number | null };

/** A transaction may hold a row for a moment, because it merges a newer event into it. */
const TRIES = 5;
const TRY_AGAIN_MS = 50;

/**
 * Marks notifications of the person as read. It skips rows that another statement locks and tries these again, because
 * two statements that wait for several rows could deadlock.
 */
export const markRead = async ({ db }: Database, userId: string, which: WhichRead): Promise<string[]> => {
  const chosen = "ids" in which ? isAnyOf(n.id, which.ids) : which.upTo === null ? undefined : lte(n.at, which.upTo);
  const asked = and(eq(n.userId, userId), isNull(n.readAt), chosen);
  const read: string[] = [];
  for (let i = 0; i < TRIES; i++) {
    const free = db.$with("free").as(db.select({ id: n.id }).from(n).where(asked).for("update", { skipLocked: true }));
    const rows = await db
      .with(free)
      .update(n)
      .set({ readAt: clockNow })
      .from(free)
      .where(eq(n.id, free.id))
      .returning({ id: n.id, left: sql<number>`(select count(*)::int from ${n} where ${asked})` });
    read.push(...rows.map(({ id }) => id));
    // The count in this result is from before the update.
    const left = rows[0] ? rows[0].left - rows.length : await countOf(db, asked);
    if (left <= 0) break;
    await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
  }
  return read;
};

const countOf = async (db: Db, where: SQL | undefined): Promise<number> => await db.$count(n, where);
