// Reads users for administrators: the search with its pages, and the ledger behind a balance.
import type { Ledger } from "@jara/shared/rest/users";
import { SEARCH_TOTAL_MAX } from "@jara/shared/search-total";
import type { Role } from "@jara/shared/users";
import { count, desc, eq } from "drizzle-orm";
import type { Database, Db } from "../../platform/database/database.ts";
import { type Found, type InOrder, type Page, pageOf, searched } from "../../platform/database/pages.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { ledgerEntries } from "../../platform/database/schema/money.ts";
import { isAnyOf } from "../../platform/database/statements.ts";
import { hasText, hasTextAlongTheWay, textParam } from "../../platform/database/text-indexes.ts";
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
  const ofRole = role ? [role === "admin" ? "u.role = 'admin'" : "u.role = 'user'"] : [];
  const along = { from: "users u", id: "u.id", keys: ["u.created_at"], order: "desc", params: [] } as const;
  const text = q?.trim();
  const { ids, total } = await (text
    ? searched(
        database,
        {
          ...along,
          key: "u.created_at",
          isKeyCostly: false,
          where: [...ofRole, hasText("u.search_text", "$1", text)].join(" and "),
          params: [textParam(text)],
        },
        page,
        () => {
          const where = [...ofRole, hasTextAlongTheWay("u.search_text", "$1", text)].join(" and ");
          return pageOf(database, { ...along, where, params: [text] }, page);
        },
        searchTotalMax,
      )
    : everybody(database, { ...along, where: ofRole.join("") || "true" }, page));
  if (ids.length === 0) return { users: [], total };
  const found = await selectAccounts(database.db)
    .where(isAnyOf(users.id, ids))
    .orderBy(desc(users.createdAt), desc(users.id));
  return { users: found, total };
};

const everybody = async (database: Database, along: InOrder, page: Page): Promise<Found> => {
  const [count] = await database.query<{ total: number }>(
    `select count(*)::int as total from ${along.from} where ${along.where}`,
  );
  const total = count?.total ?? 0;
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
  const [counted] = await db.select({ total: count() }).from(ledgerEntries).where(ofUser);
  const rows = await selectEntries(db)
    .where(ofUser)
    .orderBy(desc(ledgerEntries.createdAt), desc(ledgerEntries.id))
    .limit(limit)
    .offset((page - 1) * limit);
  return { entries: rows.map(toEntry), total: counted?.total ?? 0 };
};

const toEntry = (row: EntryRow): Entry => ({
  _id: row.id,
  amount: row.amountMinor / 100,
  balance: row.balanceMinor / 100,
  cause: row.cause,
  actor: row.actorId === null ? null : { _id: row.actorId, username: row.actorName ?? "" },
  auctionId: row.auctionId,
  reference: row.reference,
  createdAt: new Date(row.createdAt).toISOString(),
});
