// The queries of refused attempts: they are written in parts, read by lot and person, and removed after 90 days.
import { and, asc, desc, eq, gt, inArray, or, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import { evictAfter } from "../../../platform/database/evict.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import { auctions } from "../../../platform/database/schema/auctions.ts";
import { refusedAttempts } from "../../../platform/database/schema/refused-attempts.ts";
import { excluded } from "../../../platform/database/statements.ts";

type Row = typeof refusedAttempts.$inferSelect;
export interface Attempt extends Readonly<Omit<Row, "lateMs" | "repeats">> {
  repeats: number;
}

/** How long they are kept. Days. */
export const KEPT_DAYS = 90;

/**
 * Writes the attempts, each once, except those on lots that do not exist. An attempt after the lot's end has the time
 * by which it was late. If an attempt is stored already, the larger number of repeats counts.
 */
export const writeAttempts = async ({ db }: Database, attempts: readonly Attempt[]): Promise<void> => {
  if (attempts.length === 0) return;
  // A command that was sent again counts as one attempt.
  const once = new Map(attempts.map((attempt) => [`${attempt.userId} ${attempt.commandId}`, attempt]));
  const rows = [...once.values()].map((attempt) => ({ ...attempt, at: new Date(attempt.at).toISOString() }));
  const given = sql`json_to_recordset(${JSON.stringify(rows)}::json) as g(
    id uuid, "auctionId" uuid, "userId" uuid, "commandId" text, kind text, "amountMinor" bigint, code text,
    "minimumMinor" bigint, repeats int, at timestamptz)`;
  const { userId, commandId, repeats } = refusedAttempts;
  await db
    .insert(refusedAttempts)
    .select((builder) =>
      builder
        .select({
          id: sql<string>`g.id`.as("id"),
          auctionId: sql<string>`g."auctionId"`.as("auction_id"),
          userId: sql<string>`g."userId"`.as("user_id"),
          commandId: sql<string>`g."commandId"`.as("command_id"),
          kind: sql<Row["kind"]>`g.kind`.as("kind"),
          amountMinor: sql<Row["amountMinor"]>`g."amountMinor"`.as("amount_minor"),
          code: sql<string>`g.code`.as("code"),
          minimumMinor: sql<Row["minimumMinor"]>`g."minimumMinor"`.as("minimum_minor"),
          lateMs: sql<number | null>`case when g.at >= ${auctions.endsAt}
            then least(extract(epoch from g.at - ${auctions.endsAt}) * 1000, 2147483647)::int end`.as("late_ms"),
          repeats: sql<number>`g.repeats`.as("repeats"),
          at: sql<number>`g.at`.as("at"),
        })
        .from(given)
        .innerJoin(auctions, eq(auctions.id, sql`g."auctionId"`)),
    )
    .onConflictDoUpdate({
      target: [userId, commandId],
      set: { repeats: sql`greatest(${repeats}, ${excluded(repeats)})` },
    });
};

export interface NamedAttempt extends Row {
  readonly username: string | null;
}

/** By their ids, in no order. */
export const attemptsById = async ({ db }: Database, ids: readonly string[]): Promise<NamedAttempt[]> => {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ attempt: refusedAttempts, username: users.username })
    .from(refusedAttempts)
    .leftJoin(users, eq(users.id, refusedAttempts.userId))
    .where(inArray(refusedAttempts.id, [...ids]));
  return rows.map(({ attempt, username }) => ({ ...attempt, username }));
};

export const countAttempts = async ({ db }: Database, auctionId: string): Promise<number> =>
  await db.$count(refusedAttempts, eq(refusedAttempts.auctionId, auctionId));

interface AttemptRange {
  readonly auctionId: string;
  /** Undefined: of everybody. */
  readonly userId?: string | undefined;
  /** Only those after this one. */
  readonly after?: Pick<NamedAttempt, "at" | "id"> | undefined;
  readonly limit: number;
  /** Oldest first unless it says otherwise. */
  readonly order?: "oldest" | "newest";
}

export const attemptsOn = async (
  { db }: Database,
  { auctionId, userId, after, limit, order = "oldest" }: AttemptRange,
): Promise<NamedAttempt[]> => {
  const { at, id } = refusedAttempts;
  const rows = await db
    .select({ attempt: refusedAttempts, username: users.username })
    .from(refusedAttempts)
    .leftJoin(users, eq(users.id, refusedAttempts.userId))
    .where(
      and(
        eq(refusedAttempts.auctionId, auctionId),
        userId === undefined ? undefined : eq(refusedAttempts.userId, userId),
        after && or(gt(at, after.at), and(eq(at, after.at), gt(id, after.id))),
      ),
    )
    .orderBy(...(order === "oldest" ? [asc(at), asc(id)] : [desc(at), desc(id)]))
    .limit(limit);
  return rows.map(({ attempt, username }) => ({ ...attempt, username }));
};

export const evictAttempts = evictAfter(
  [refusedAttempts.id],
  refusedAttempts.at,
  sql`${KEPT_DAYS}::int * interval '1 day'`,
);
