// Reads the data for a complaint: the people who tried something on a lot, and the mails that one of them got about it.
import { and, asc, desc, eq, isNotNull, type SQLWrapper, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { isNoMailOfMaximum } from "../../engine/reads/mails-of-maxima.ts";
import type { Database } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctionEvents } from "../../platform/database/schema/log.ts";
import { outbox } from "../../platform/database/schema/mail.ts";
import { refusedAttempts } from "../../platform/database/schema/refused-attempts.ts";

/** The most people that are listed. */
const MOST_PEOPLE = 1_000;
const MOST_MAILS = 500;

export interface Trier {
  readonly id: string;
  readonly username: string;
  readonly accepted: number;
  readonly refused: number;
}

/** People who changed the lot or were refused, the most active first. `withHidden`: hidden changes count too. */
export const peopleWhoTried = async ({ db }: Database, auctionId: string, withHidden: boolean): Promise<Trier[]> => {
  const by = (person: SQLWrapper, accepted: number) => ({
    userId: sql<string>`${person}`.as("user_id"),
    accepted: sql<number>`${accepted}::int`.as("accepted"),
    refused: sql<number>`${1 - accepted}::int`.as("refused"),
  });
  const { actorId, version } = auctionEvents;
  const isSeen = withHidden ? undefined : isNotNull(version);
  const tried = unionAll(
    db
      .select(by(actorId, 1))
      .from(auctionEvents)
      .where(and(eq(auctionEvents.auctionId, auctionId), isNotNull(actorId), isSeen)),
    db.select(by(refusedAttempts.userId, 0)).from(refusedAttempts).where(eq(refusedAttempts.auctionId, auctionId)),
  ).as("tried");
  const sums = { accepted: sql<number>`sum(${tried.accepted})::int`, refused: sql<number>`sum(${tried.refused})::int` };
  return await db
    .select({ id: users.id, username: users.username, ...sums })
    .from(tried)
    .innerJoin(users, eq(users.id, tried.userId))
    .groupBy(users.id, users.username)
    .orderBy(desc(sql`count(*)`), users.username)
    .limit(MOST_PEOPLE);
};

/** When the lot was last ended, sold or removed, whatever end was planned. Epoch ms; null if it never was. */
export const endOf = async ({ db }: Database, auctionId: string): Promise<number | null> => {
  const [row] = await db
    .select({ at: sql<number | null>`(extract(epoch from max(${auctionEvents.at})) * 1000)::float8` })
    .from(auctionEvents)
    .where(
      and(
        eq(auctionEvents.auctionId, auctionId),
        sql`${auctionEvents.events}::text ~ '"type": ?"(AuctionEnded|AuctionSold|AuctionRemoved)"'`,
      ),
    );
  return row?.at ?? null;
};

/**
 * The mails to one person about one lot. Some kinds also go to people who have only a maximum. While maxima are hidden,
 * these kinds are listed only if the person had a bid that counted then.
 */
export const mailsAbout = async (
  { db }: Database,
  {
    auctionId,
    userId,
    withHidden,
  }: { readonly auctionId: string; readonly userId: string; readonly withHidden: boolean },
) => {
  return await db
    .select({ kind: outbox.kind, createdAt: outbox.createdAt, sentAt: outbox.sentAt, failedAt: outbox.failedAt })
    .from(outbox)
    .where(and(eq(outbox.userId, userId), eq(outbox.auctionId, auctionId), withHidden ? undefined : isNoMailOfMaximum))
    .orderBy(asc(outbox.createdAt))
    .limit(MOST_MAILS);
};
