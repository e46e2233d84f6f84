// The reads of a complaint: who tried something on a lot, and which mails one of them got about it.
import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctionEvents } from "../../platform/database/schema/log.ts";
import { outbox } from "../../platform/database/schema/mail.ts";
import { refusedAttempts } from "../../platform/database/schema/refused-attempts.ts";
import { constant } from "../../platform/database/statement-text.ts";

/** More people are not listed. */
const MOST_PEOPLE = 1_000;
const MOST_MAILS = 500;

export interface Trier {
  readonly id: string;
  readonly username: string;
  readonly accepted: number;
  readonly refused: number;
}

/** People who changed the lot or were refused, the most active first. `withHidden`: hidden changes count too. */
export const peopleWhoTried = async ({ db }: Database, auctionId: string, withHidden: boolean): Promise<Trier[]> =>
  await db.execute<{ id: string; username: string; accepted: number; refused: number }>(sql`
    select u.id::text as id, u.username, sum(accepted)::int as accepted, sum(refused)::int as refused from (
      select ${auctionEvents.actorId} as user_id, count(*) as accepted, 0 as refused from ${auctionEvents}
      where ${auctionEvents.auctionId} = ${auctionId} and ${auctionEvents.actorId} is not null
        ${withHidden ? sql`` : sql`and ${auctionEvents.version} is not null`}
      group by 1
      union all
      select ${refusedAttempts.userId}, 0, count(*) from ${refusedAttempts}
      where ${refusedAttempts.auctionId} = ${auctionId} group by 1
    ) tried join ${users} u on u.id = tried.user_id
    group by u.id, u.username order by sum(accepted) + sum(refused) desc, u.username limit ${constant(MOST_PEOPLE)}`);

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

export const mailsAbout = async (
  { db }: Database,
  { auctionId, userId }: { readonly auctionId: string; readonly userId: string },
) =>
  await db
    .select({ kind: outbox.kind, createdAt: outbox.createdAt, sentAt: outbox.sentAt, failedAt: outbox.failedAt })
    .from(outbox)
    .where(and(eq(outbox.userId, userId), eq(outbox.auctionId, auctionId)))
    .orderBy(asc(outbox.createdAt))
    .limit(MOST_MAILS);
