// The copies that were made of a lot that was not sold: who relisted it, when and why. All of it is in the first entry of the
// copy's own log.
import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { listedAgainAs } from "../../engine/reads/relisted.ts";
import type { Database } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctionEvents } from "../../platform/database/schema/log.ts";
import { relistings } from "../../platform/database/schema/relistings.ts";

/** The log of the copies. */
const copies = alias(auctionEvents, "copies");

/** The first entries of the logs of all copies of this lot. */
const isCopyOf = (id: string): SQL | undefined =>
  and(
    eq(copies.revision, 1),
    inArray(
      copies.auctionId,
      sql`(
    select ${relistings.auctionId} from ${relistings} where ${relistings.relistedFrom} = ${id})`,
    ),
  );

export interface Copy {
  readonly id: string;
  readonly at: number;
  readonly by: { readonly id: string; readonly username: string };
  readonly reason: string | null;
}

/** Oldest first. */
export const copiesOf = async ({ db }: Database, id: string): Promise<Copy[]> =>
  await db
    .select({
      id: copies.auctionId,
      at: copies.at,
      by: { id: users.id, username: users.username },
      reason: sql<string | null>`${copies.events}::jsonb -> 0 ->> 'staffReason'`,
    })
    .from(copies)
    .innerJoin(users, eq(users.id, copies.actorId))
    .where(isCopyOf(id))
    .orderBy(asc(copies.at), asc(copies.auctionId));

/** Resolves to the public auction as which the lot was listed again; null without one. */
export const listedAgain = async ({ db }: Database, id: string): Promise<string | null> => {
  const [row] = await db.select({ id: listedAgainAs(sql`lot.id`) }).from(sql`(select ${id}::uuid as id) lot`);
  return row?.id ?? null;
};
