// Reads users for administrators: the search with its pages, and the ledger behind a balance.
import type { Ledger } from "@jara/shared/rest/users";
import { SEARCH_TOTAL_MAX } from "@jara/shared/search-total";
import type { Role } from "@jara/shared/users";
import { and, desc, eq } from "drizzle-orm";
import type { Database, Db } from "../../platform/database/database.ts";
import { type Found, type InOrder, type Page, pageOf, searched } from "../../platform/database/pages.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { ledgerEntries } from "../../platform/database/schema/money.ts";
import { hasValue } from "../../platform/database/statement-text.ts";
import { isAnyOf } from "../../platform/database/statements.ts";
import { hasText, hasTextAlongTheWay } from "../../platform/database/text-indexes.ts";
import { isUuid } from "../../platform/database/values.ts";
import { type Account, selectAccounts } from "../accounts/account.ts";

export interface UserFilter {
  /** Searched in username, e-mail address and full name, ignoring case. */
  readonly q?: string | undefined;
  readonly role?: Role | undefined;
}

/** Newest first. `total` counts all matching users. */
export const searchUsers = async (
  database: Database,
  { q, role }: UserFilter,
  page: Page,
  searchTotalMax = SEARCH_TOTAL_MAX,
): Promise<{ users: Account[]; total: number }> => {
  // Write the role as a constant, so that the planner sees that the index of the few admins fits.
  const ofRole = role && hasValue(users.role, role);
  const along = { from: users, id: users.id, keys: [users.createdAt], order: "desc" } as const;
  const text = q?.trim();
  const { ids, total } = await (text
    ? searched(
        database,
        {
          ...along,
          key: users.createdAt,
          isKeyCostly: false,
          where: and(ofRole, hasText(users.searchText, text)),
        },
        page,
        () => pageOf(database, { ...along, where: and(ofRole, hasTextAlongTheWay(users.searchText, text)) }, page),
        searchTotalMax,
      )
    : everybody(database, { ...along, where: ofRole }, page));
  if (ids.length === 0) return { users: [], total };
  const found = await selectAccounts(database.db)
    .where(isAnyOf(users.id, ids))
    .orderBy(desc(users.createdAt), desc(users.id));
  return { users: found, total };
};

const everybody = async (database: Database, along: InOrder, page: Page): Promise<Found> => {
  const total = await database.db.$count(users, along.where);
  return { ids: await pageOf(database, along, page, total), total };
};

type Entry = Ledger["entries"][number];
type EntryRow = Awaited<ReturnType<typeof selectEntries>>[number];

const selectEntries = (db: Db) =>
  db
    .select({
      id: ledgerEntries.id,
      amountMinor: ledgerEntries.amountMinor,
      balanceMinor: ledgerEntries.balanceAfterMinor,
      cause: ledgerEntries.cause,
      actorId: ledgerEntries.actorId,
      actorName: users.username,
      auctionId: ledgerEntries.auctionId,
      reference: ledgerEntries.reference,
      note: ledgerEntries.note,
      createdAt: ledgerEntries.createdAt,
    })
    .from(ledgerEntries)
    .leftJoin(users, eq(users.id, ledgerEntries.actorId));

/** Newest first. */
export const ledgerOf = async (
  { db }: Database,
  userId: string,
  { page, limit }: Page,
): Promise<{ entries: Entry[]; total: number }> => {
  if (!isUuid(userId)) return { entries: [], total: 0 };
  const ofUser = eq(ledgerEntries.userId, userId);
  const total = await db.$count(ledgerEntries, ofUser);
  const rows = await selectEntries(db)
    .where(ofUser)
    .orderBy(desc(ledgerEntries.createdAt), desc(ledgerEntries.id))
    .limit(limit)
    .offset((page - 1) * limit);
  return { entries: rows.map(toEntry), total };
};

const toEntry = (row: EntryRow): Entry => ({
  _id: row.id,
  amount: row.amountMinor / 100,
  balance: row.balanceMinor / 100,
  cause: row.cause,
  actor: row.actorId === null ? null : { _id: row.actorId, username: row.actorName ?? "" },
  auctionId: row.auctionId,
  reference: row.reference,
  note: row.note,
  createdAt: new Date(row.createdAt).toISOString(),
});
