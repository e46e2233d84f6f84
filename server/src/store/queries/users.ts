// Reading users for administrators: the search with its pages, and the ledger behind a balance.
import type { Ledger } from "@jara/shared/rest";
import type { Role } from "@jara/shared/users";
import type { Database, Param } from "../database.ts";
import { isUuid } from "../engine-store.ts";
import { type Account, type AccountRow, accountColumns } from "../users.ts";

export interface UserFilter {
  /** Looked for in username, e-mail address and full name, in any case. */
  readonly q?: string | undefined;
  readonly role?: Role | undefined;
}
interface Page {
  readonly page: number;
  readonly limit: number;
}

/** Newest first. `total` counts all that fit. */
export const searchUsers = async (
  database: Database,
  { q, role }: UserFilter,
  { page, limit }: Page,
): Promise<{ users: Account[]; total: number }> => {
  const params: Param[] = [];
  const conditions = ["true"];
  const text = q?.trim();
  if (text) {
    params.push(`%${text.replace(/[\\%_]/g, "\\$&")}%`);
    // In a subquery it is lowered once: statements are planned for any parameter, which would lower it for each row.
    conditions.push(`u.search_text like (select lower($${params.length}::text))`);
  }
  // As a constant, so that the index of the few admins is seen to fit.
  if (role) conditions.push(role === "admin" ? "u.role = 'admin'" : "u.role = 'user'");
  const where = conditions.join(" and ");
  // A text is looked for in all rows: once, for the number and the page together.
  const rows = await database.query<AccountRow & { total: number }>(
    `with hits as ${text ? "materialized" : "not materialized"} (
       select u.id, u.created_at from users u where ${where}
     ),
     page as (
       select id from hits order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit}
     )
     select count.total, ${accountColumns}
     from (select count(*)::int as total from hits) as count left join (page join users u on u.id = page.id) on true
     order by u.created_at desc, u.id desc`,
    params,
  );
  const users = rows.flatMap(({ total: _, ...account }) => (account.id === null ? [] : [account as AccountRow]));
  return { users, total: rows[0]?.total ?? 0 };
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
