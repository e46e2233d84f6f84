// Reads the audit log of the whole site. Nothing here writes it: each action is recorded by the statement that carries it
// out, and a trigger of the database refuses to change or remove a row.
import type { AuditEntry, AuditLogFilter } from "@jara/shared/rest/audit-log";
import { and, count, desc, eq, gte, isNull, lt, not, or, type SQL, sql } from "drizzle-orm";
import { alias, type PgColumn } from "drizzle-orm/pg-core";
import { toIso } from "../../auction/view/to-public.ts";
import { isDisclosed } from "../../engine/reads/disclosed-actions.ts";
import type { Database } from "../../platform/database/database.ts";
import { type Page, rowsBefore } from "../../platform/database/pages.ts";
import { adminActions, users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { isAnyOf } from "../../platform/database/statements.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import { endOfLagosDay, startOfLagosDay } from "../../platform/lib/lagos-time.ts";

const { id, at, action, actorId, userId, auctionId } = adminActions;
const actor = alias(users, "actor");
const subject = alias(users, "subject");

export interface AuditScope extends AuditLogFilter {
  /** The auctions in which the reader has an interest. Their entries are left out. */
  readonly interests: readonly string[];
}

/** A username or an id. An unknown username finds nothing. */
const isPerson = (column: PgColumn, given: string): SQL =>
  isUuid(given)
    ? eq(column, given)
    : eq(column, sql`(select ${users.id} from ${users} where lower(${users.username}) = lower(${given}::text))`);

const isIn = ({ actor: by, subject: to, interests, ...filter }: AuditScope): SQL | undefined => {
  const [byName, toName] = [by?.trim(), to?.trim()];
  return and(
    byName ? isPerson(actorId, byName) : undefined,
    toName ? (isUuid(toName) ? or(eq(userId, toName), eq(auctionId, toName)) : isPerson(userId, toName)) : undefined,
    filter.action ? eq(action, filter.action) : undefined,
    filter.from ? gte(at, startOfLagosDay(filter.from)) : undefined,
    filter.to ? lt(at, endOfLagosDay(filter.to)) : undefined,
    interests.length === 0 ? undefined : or(isNull(auctionId), not(isAnyOf(auctionId, interests))),
    isDisclosed,
  );
};

const selectEntries = ({ db }: Database, where: SQL | undefined) =>
  db
    .select({
      id,
      at,
      action,
      actorId,
      userId,
      auctionId,
      details: adminActions.details,
      via: adminActions.via,
      device: adminActions.device,
      network: adminActions.network,
      actorName: actor.username,
      subjectName: subject.username,
      title: auctions.title,
    })
    .from(adminActions)
    .leftJoin(actor, eq(actor.id, actorId))
    .leftJoin(subject, eq(subject.id, userId))
    .leftJoin(auctions, eq(auctions.id, auctionId))
    .where(where)
    .orderBy(desc(at), desc(id));

const toEntry = (row: Awaited<ReturnType<typeof selectEntries>>[number]): AuditEntry => ({
  _id: row.id,
  at: toIso(row.at),
  action: row.action,
  via: row.via,
  device: row.device,
  network: row.network,
  actor: row.actorId === null ? null : { _id: row.actorId, username: row.actorName ?? "" },
  subject: row.userId === null ? null : { _id: row.userId, username: row.subjectName ?? "" },
  auction: row.auctionId === null ? null : { _id: row.auctionId, title: row.title },
  details: row.details as Record<string, unknown>,
});

/** One page, newest first. */
export const pageOfLog = async (
  database: Database,
  scope: AuditScope,
  page: Page,
): Promise<{ entries: AuditEntry[]; total: number }> => {
  const where = isIn(scope);
  const [[counted], rows] = await Promise.all([
    database.db.select({ total: count() }).from(adminActions).where(where),
    selectEntries(database, where).limit(page.limit).offset(rowsBefore(page)),
  ]);
  return { entries: rows.map(toEntry), total: counted?.total ?? 0 };
};

/** All entries, newest first, `atOnce` in each part. Entries that are written during the read are not among them. */
export async function* logInParts(database: Database, scope: AuditScope, atOnce: number): AsyncGenerator<AuditEntry[]> {
  const where = isIn(scope);
  for (let older: SQL | undefined; ; ) {
    const rows = await selectEntries(database, and(where, older)).limit(atOnce);
    yield rows.map(toEntry);
    const last = rows.at(-1);
    if (!last || rows.length < atOnce) return;
    older = sql`(${at}, ${id}) < (${sql.param(last.at, at)}::timestamptz, ${last.id}::uuid)`;
  }
}

/**
 * The names of the actions in the log. Reads one row of the index for each name, however long the log is. It is SQL,
 * because Drizzle's builder has no `recursive`.
 */
export const actionNames = async ({ db }: Database): Promise<string[]> => {
  const rows = await db.execute<{ action: string }>(sql`
    with recursive names as (
      (select ${action} as action from ${adminActions} order by ${action} limit 1)
      union all
      select (select ${action} from ${adminActions} where ${action} > names.action order by ${action} limit 1)
      from names where names.action is not null
    )
    select action from names where action is not null order by action`);
  return rows.map((row) => row.action);
};
