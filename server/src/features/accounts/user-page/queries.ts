// Reads what the staff's page about one user shows, ends the user's sessions, and writes notes. Every list is read page
// by page.

import { randomUUID } from "node:crypto";
import { toMajor } from "@jara/shared/money";
import type { DeviceSession } from "@jara/shared/rest/sessions";
import type { UserActions, UserBids, UserNotes, UserPage } from "@jara/shared/rest/user-page";
import { and, count, desc, eq, isNull, max, not, or, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { bidId, toIso } from "../../../auction/view/to-public.ts";
import { isDisclosed } from "../../../engine/reads/disclosed-actions.ts";
import type { Database } from "../../../platform/database/database.ts";
import { lockPeople, mayStill } from "../../../platform/database/lock-people.ts";
import { type Page, rowsBefore } from "../../../platform/database/pages.ts";
import { recordAction } from "../../../platform/database/record-action.ts";
import { adminActions, users } from "../../../platform/database/schema/accounts.ts";
import { auctions } from "../../../platform/database/schema/auctions.ts";
import { bids } from "../../../platform/database/schema/bids.ts";
import { sessions } from "../../../platform/database/schema/sessions.ts";
import { userNotes } from "../../../platform/database/schema/suspensions.ts";
import { clockNow } from "../../../platform/database/statement-text.ts";
import { increased, isAnyOf } from "../../../platform/database/statements.ts";
import type { Account } from "../account.ts";
import { lockForStaff } from "../account-changes.ts";
import { endSessions, sessionsOf } from "../sessions/queries.ts";

type Listed<T> = Promise<{ rows: T[]; total: number }>;

const numberOf = async ({ db }: Database, table: PgTable, where: SQL | undefined): Promise<number> => {
  const [row] = await db.select({ total: count() }).from(table).where(where);
  return row?.total ?? 0;
};

export const factsOf = async ({ db }: Database, account: Account): Promise<UserPage["facts"]> => {
  const [row] = await db
    .select({ lastSeenAt: max(sessions.lastSeenAt) })
    .from(sessions)
    .where(eq(sessions.userId, account.id));
  return {
    hasPassword: account.passwordHash !== null,
    usesGoogle: account.googleId !== null,
    lastSeenAt: row?.lastSeenAt ? toIso(new Date(row.lastSeenAt).getTime()) : null,
  };
};

/** The auctions of `exceptIds` are left out. */
export const bidsOf = async (
  database: Database,
  userId: string,
  exceptIds: readonly string[],
  page: Page,
): Listed<UserBids["bids"][number]> => {
  const isElsewhere = exceptIds.length === 0 ? undefined : not(isAnyOf(bids.auctionId, exceptIds));
  const where = and(eq(bids.bidderId, userId), isElsewhere);
  const { db } = database;
  const onPage = db
    .select()
    .from(bids)
    .where(where)
    .orderBy(desc(bids.createdAt))
    .limit(page.limit)
    .offset(rowsBefore(page))
    .as("on_page");
  const [total, rows] = await Promise.all([
    numberOf(database, bids, where),
    db
      .select({
        number: onPage.number,
        amountMinor: onPage.amountMinor,
        kind: onPage.kind,
        createdAt: onPage.createdAt,
        voidReason: onPage.voidReason,
        auctionId: auctions.id,
        title: auctions.title,
        status: auctions.status,
        currency: auctions.currency,
        priceMinor: auctions.priceMinor,
        endsAt: auctions.endsAt,
        leaderId: auctions.leaderId,
      })
      .from(onPage)
      .innerJoin(auctions, eq(auctions.id, onPage.auctionId))
      .orderBy(desc(onPage.createdAt), onPage.auctionId, desc(onPage.number)),
  ]);
  return {
    total,
    rows: rows.map((row) => ({
      _id: bidId(row.auctionId, row.number),
      amount: toMajor(row.amountMinor),
      isAutoBid: row.kind === "auto",
      timestamp: toIso(row.createdAt),
      voidReason: row.voidReason,
      auction: {
        _id: row.auctionId,
        title: row.title,
        status: row.status,
        currency: row.currency,
        currentPrice: toMajor(row.priceMinor),
        endTime: toIso(row.endsAt),
        isLeading: row.leaderId === userId,
      },
    })),
  };
};

/** The account's open sessions. None of them counts as the reader's own. */
export const openSessionsOf = (database: Database, userId: string): Promise<DeviceSession[]> =>
  sessionsOf(database, userId, "");

/** Ends all sessions of the account, and records who did it. False: the actor may not do this. */
export const endSessionsOf = ({ transaction }: Database, actorId: string, userId: string): Promise<boolean> =>
  transaction(async (tx) => {
    const { isAllowed, user } = await lockForStaff(tx, actorId, userId);
    if (!isAllowed || !user) return isAllowed;
    // A log-in that is under way with the old version makes no valid session either.
    await tx
      .update(users)
      .set({ tokenVersion: increased(users.tokenVersion) })
      .where(eq(users.id, userId));
    await endSessions(tx, "administrator", userId);
    await recordAction(tx, { actorId, action: "logged out everywhere", userId, details: {} });
    return true;
  });

export const notesOf = async (database: Database, userId: string, page: Page): Listed<UserNotes["notes"][number]> => {
  const where = eq(userNotes.userId, userId);
  const [total, rows] = await Promise.all([
    numberOf(database, userNotes, where),
    selectNotes(database)
      .where(where)
      .orderBy(desc(userNotes.createdAt), desc(userNotes.id))
      .limit(page.limit)
      .offset(rowsBefore(page)),
  ]);
  return { total, rows: rows.map(toNote) };
};

const selectNotes = ({ db }: Database) =>
  db
    .select({
      id: userNotes.id,
      text: userNotes.text,
      authorId: userNotes.authorId,
      authorName: users.username,
      createdAt: userNotes.createdAt,
    })
    .from(userNotes)
    .innerJoin(users, eq(users.id, userNotes.authorId));

const toNote = (row: Awaited<ReturnType<typeof selectNotes>>[number]): UserNotes["notes"][number] => ({
  _id: row.id,
  text: row.text,
  createdAt: toIso(row.createdAt),
  author: { _id: row.authorId, username: row.authorName },
});

/** Null: the actor may not do this. */
export const writeNote = async (
  database: Database,
  actorId: string,
  userId: string,
  text: string,
): Promise<UserNotes["notes"][number] | null> => {
  const id = randomUUID();
  const isWritten = await database.transaction(async (tx) => {
    const people = await lockPeople(tx, [actorId]);
    if (!mayStill(people.get(actorId), "users:suspend")) return false;
    await tx.insert(userNotes).values({ id, userId, authorId: actorId, text, createdAt: clockNow });
    return true;
  });
  if (!isWritten) return null;
  const [row] = await selectNotes(database).where(eq(userNotes.id, id));
  return row ? toNote(row) : null;
};

/**
 * The actions taken on the account, newest first, without those that concern the auctions of `exceptIds`, and without the
 * voids of hidden maxima on open lots.
 */
export const actionsOn = async (
  database: Database,
  userId: string,
  exceptIds: readonly string[],
  page: Page,
): Listed<UserActions["actions"][number]> => {
  const { auctionId } = adminActions;
  const isElsewhere = exceptIds.length === 0 ? undefined : or(isNull(auctionId), not(isAnyOf(auctionId, exceptIds)));
  const where = and(eq(adminActions.userId, userId), isElsewhere, isDisclosed);
  const [total, rows] = await Promise.all([
    numberOf(database, adminActions, where),
    database.db
      .select({
        id: adminActions.id,
        action: adminActions.action,
        actorId: adminActions.actorId,
        at: adminActions.at,
        actorName: users.username,
        auctionId,
        details: adminActions.details,
      })
      .from(adminActions)
      .leftJoin(users, eq(users.id, adminActions.actorId))
      .where(where)
      .orderBy(desc(adminActions.at), desc(adminActions.id))
      .limit(page.limit)
      .offset(rowsBefore(page)),
  ]);
  return {
    total,
    rows: rows.map((row) => ({
      _id: row.id,
      action: row.action,
      auctionId: row.auctionId,
      at: toIso(row.at),
      actor: row.actorId === null ? null : { _id: row.actorId, username: row.actorName ?? "" },
      details: row.details as Record<string, unknown>,
    })),
  };
};
