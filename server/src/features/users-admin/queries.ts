// Reads users for administrators: the search with its pages, and the ledger behind a balance.
import type { Ledger } from "@jara/shared/rest/users";
import { SEARCH_TOTAL_MAX } from "@jara/shared/search-total";
import type { Role } from "@jara/shared/users";
import { and } from "drizzle-orm";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database } from "../../platform/database/database.ts";
import { type Found, type InOrder, type Page, pageOf, searched } from "../../platform/database/pages.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { hasValue } from "../../platform/database/statement-text.ts";
import { hasText, hasTextAlongTheWay } from "../../platform/database/text-indexes.ts";
import { isUuid } from "../../platform/database/values.ts";
import { type Account, type AccountRow, accountColumns } from "../accounts/account.ts";

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
  const found = await database.query<AccountRow>(
    `select ${accountColumns} from users u where u.id = any($1::text::uuid[]) order by u.created_at desc, u.id desc`,
    [arrayLiteral(ids)],
  );
  return { users: found, total };
};

const everybody = async (database: Database, along: InOrder, page: Page): Promise<Found> => {
  const total = await database.db.$count(users, along.where);
  return { ids: await pageOf(database, along, page, total), total };
};

type Entry = Ledger["entries"][number];
interface EntryRow extends Record<string, unknown> {
  readonly id: string;
  readonly amountMinor: number;
  readonly balanceMinor: number;
  readonly cause: string;
  readonly actorId: string | null;
  readonly actorName: string | null;
  readonly auctionId: string | null;
  readonly reference: string | null;
  readonly createdAt: number;
}

/** Newest first. */
export const ledgerOf = async (
  database: Database,
  userId: string,
  { page, limit }: Page,
): Promise<{ entries: Entry[]; total: number }> => {
  if (!isUuid(userId)) return { entries: [], total: 0 };
  const [count] = await database.query<{ total: number }>(
    "select count(*)::int as total from ledger_entries where user_id = $1::text::uuid",
    [userId],
  );
  const rows = await database.query<EntryRow>(
    `select l.id, l.amount_minor::float8 as "amountMinor", l.balance_after_minor::float8 as "balanceMinor", l.cause,
       l.actor_id as "actorId", a.username as "actorName", l.auction_id as "auctionId", l.reference,
       (extract(epoch from l.created_at) * 1000)::float8 as "createdAt"
     from ledger_entries l left join users a on a.id = l.actor_id
     where l.user_id = $1::text::uuid
     order by l.created_at desc, l.id desc limit ${limit} offset ${(page - 1) * limit}`,
    [userId],
  );
  return { entries: rows.map(toEntry), total: count?.total ?? 0 };
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
