// Usernames that are older than the rule for new ones, or were made without it: finds unchecked ones, stores verdicts, and
// lists the usernames that the rule would refuse.
import type { UsernameProblem } from "@jara/shared/rest/users";
import { and, count, desc, eq, isNull, not, sql } from "drizzle-orm";
import type { Database, Db } from "../../../platform/database/database.ts";
import type { Page } from "../../../platform/database/pages.ts";
import { usernameSkeletons, users } from "../../../platform/database/schema/accounts.ts";
import { hasValue } from "../../../platform/database/statement-text.ts";
import { isAnyOf } from "../../../platform/database/statements.ts";
import { takesOf } from "../../../platform/jobs/guard-rows.ts";

export interface CheckedUsername {
  readonly id: string;
  readonly verdict: "ok" | Exclude<UsernameProblem, "confusable">;
  readonly skeletons: readonly string[];
}

/** The oldest account first. */
export const uncheckedUsernames = ({ db }: Database, atMost: number) =>
  db
    .select({ id: users.id, username: users.username, role: users.role })
    .from(users)
    .where(and(isNull(users.usernameVerdict), takesOf("usernames")(users.id)))
    .orderBy(users.createdAt, users.id)
    .limit(atMost);

/**
 * Stores verdicts and skeletons. An account whose skeleton is taken becomes "confusable" and keeps its name. Several
 * nodes may run this at once, because each account is stored by one of them. Returns how many this call stored.
 */
export const keepVerdicts = ({ transaction }: Database, checked: readonly CheckedUsername[]): Promise<number> =>
  transaction(async (tx) => {
    const ids = checked.map(({ id }) => id);
    const free = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(isAnyOf(users.id, ids), isNull(users.usernameVerdict)))
      .orderBy(users.id)
      .for("no key update", { skipLocked: true });
    const held = new Set(free.map(({ id }) => id));
    const stored = checked.filter(({ id }) => held.has(id));
    const owned = await reserveFor(tx, stored);
    const verdictOf = ({ id, verdict, skeletons }: CheckedUsername) =>
      verdict === "ok" && (owned.get(id) ?? 0) < skeletons.length ? "confusable" : verdict;
    for (const verdict of new Set(stored.map(verdictOf))) {
      const ofVerdict = stored.filter((one) => verdictOf(one) === verdict).map(({ id }) => id);
      await tx.update(users).set({ usernameVerdict: verdict }).where(isAnyOf(users.id, ofVerdict));
    }
    return stored.length;
  });

/** Gives each skeleton that nobody has to the first account. Returns how many each account has then, by its id. */
const reserveFor = async (tx: Db, stored: readonly CheckedUsername[]): Promise<Map<string, number>> => {
  const { userId, skeleton } = usernameSkeletons;
  const owners = new Map<string, string>();
  for (const { id, skeletons } of stored) {
    for (const one of skeletons) if (!owners.has(one)) owners.set(one, id);
  }
  // In one order, so that two of these never wait for each other.
  const wanted = [...owners].map(([one, id]) => ({ skeleton: one, userId: id }));
  wanted.sort((a, b) => (a.skeleton < b.skeleton ? -1 : 1));
  if (wanted.length > 0) await tx.insert(usernameSkeletons).values(wanted).onConflictDoNothing();
  const ids = stored.map(({ id }) => id);
  const rows = await tx
    .select({ userId, count: count(skeleton) })
    .from(usernameSkeletons)
    .where(isAnyOf(userId, ids))
    .groupBy(userId);
  return new Map(rows.flatMap((row) => (row.userId === null ? [] : [[row.userId, row.count]])));
};

/** Accounts whose usernames the rule would refuse today, the newest first. */
export const refusedUsernames = async ({ db }: Database, { page, limit }: Page) => {
  const isRefused = not(hasValue(users.usernameVerdict, "ok"));
  const total = await db.$count(users, isRefused);
  const found = await db
    .select({
      id: users.id,
      username: users.username,
      email: users.email,
      reason: sql<UsernameProblem>`${users.usernameVerdict}`,
      createdAt: users.createdAt,
    })
    .from(users)
    .where(isRefused)
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit)
    .offset((page - 1) * limit);
  return { users: found, total };
};

/** The usernames that have these skeletons, by skeleton. */
export const usernamesBySkeleton = async (
  { db }: Database,
  skeletons: readonly string[],
): Promise<Map<string, { userId: string; username: string }>> => {
  const rows = await db
    .select({ skeleton: usernameSkeletons.skeleton, userId: users.id, username: users.username })
    .from(usernameSkeletons)
    .innerJoin(users, eq(users.id, usernameSkeletons.userId))
    .where(isAnyOf(usernameSkeletons.skeleton, skeletons));
  return new Map(rows.map(({ skeleton, ...owner }) => [skeleton, owner]));
};
