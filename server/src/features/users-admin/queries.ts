// Reads users for staff: the search with its pages, and the ledger behind a balance.

import type { Role } from "@jara/shared/permissions";
import { phoneOrText } from "@jara/shared/phone-search";
import type { Ledger } from "@jara/shared/rest/users";
import { lotNumberText } from "@jara/shared/sale-order";
import { and, count, desc, eq, isNull, not, or, type SQL, sql } from "drizzle-orm";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import {
  type Found,
  HITS_SORTED_MAX,
  type ListShape,
  offsetOf,
  type Page,
  pagesOf,
  searchesOf,
} from "../../platform/database/pages.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { ledgerEntries } from "../../platform/database/schema/money.ts";
import { saleLots } from "../../platform/database/schema/sales.ts";
import { hasValue } from "../../platform/database/statement-text.ts";
import { isAnyOfPlaceholder, prepared, preparedFor } from "../../platform/database/statements.ts";
import {
  hasWords,
  hasWordsAlongTheWay,
  kindsOf,
  type TextKind,
  userText,
  wordValues,
} from "../../platform/database/text-indexes.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import { type Account, selectAccounts } from "../accounts/account.ts";

export interface UserFilter {
  /** Words in any order, parts of username, e-mail address, full name and phone number. */
  readonly q?: string | undefined;
  readonly role?: Role | undefined;
}

interface UserShape extends ListShape {
  readonly role: Role | undefined;
  /** The kind of each searched word; none without a search. */
  readonly kinds: readonly TextKind[];
}

const newest = { from: users, id: users.id };
// Write the role as a constant, so that the planner sees that the index of the few admins fits.
const isOfRole = (role: Role | undefined): SQL | undefined => role && hasValue(users.role, role);

const pageOf = pagesOf(({ role, kinds }: UserShape) => ({
  ...newest,
  keys: [users.createdAt],
  where: and(isOfRole(role), hasWordsAlongTheWay(userText, kinds)),
}));

const searched = searchesOf(({ role, kinds }: UserShape) => ({
  ...newest,
  key: users.createdAt,
  isKeyCostly: false,
  where: and(isOfRole(role), hasWords(userText, kinds)),
}));

const numberOfRole = preparedFor((db, { role }: Pick<UserShape, "role">) =>
  db.select({ total: count() }).from(users).where(isOfRole(role)).prepare("number of users"),
);

const byIds = prepared((db) =>
  selectAccounts(db)
    .where(isAnyOfPlaceholder(users.id, "ids"))
    .orderBy(desc(users.createdAt), desc(users.id))
    .prepare("users of a page"),
);

/** Newest first. `total` counts all matching users. */
export const searchUsers = async (
  database: Database,
  { q, role }: UserFilter,
  page: Page,
  sortedMax = HITS_SORTED_MAX,
): Promise<{ users: Account[]; total: number }> => {
  const text = phoneOrText(q?.trim() ?? "");
  const { ids, total } = await (text
    ? textHits(database, text, role, page, sortedMax)
    : everybody(database, { role, kinds: [], order: "desc" }, page));
  if (ids.length === 0) return { users: [], total };
  return { users: await byIds(database).execute({ ids: arrayLiteral(ids) }), total };
};

const textHits = async (
  database: Database,
  text: string,
  role: Role | undefined,
  page: Page,
  sortedMax: number,
): Promise<Found> => {
  const values = wordValues(text);
  const shape: UserShape = { role, kinds: kindsOf(text), order: "desc" };
  const walk = (total?: number) => pageOf(database, shape, values, page, total);
  return await searched(database, shape, values, page, walk, sortedMax);
};

const everybody = async (database: Database, shape: UserShape, page: Page): Promise<Found> => {
  const [row] = await numberOfRole(database, { role: shape.role }).execute();
  const total = row?.total ?? 0;
  return { ids: await pageOf(database, shape, {}, page, total), total };
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
      title: auctions.title,
      lotNumber: saleLots.lotNumber,
      suffix: saleLots.suffix,
      reference: ledgerEntries.reference,
      note: ledgerEntries.note,
      method: ledgerEntries.method,
      bankReference: ledgerEntries.bankReference,
      createdAt: ledgerEntries.createdAt,
    })
    .from(ledgerEntries)
    .leftJoin(users, eq(users.id, ledgerEntries.actorId))
    .leftJoin(auctions, eq(auctions.id, ledgerEntries.auctionId))
    .leftJoin(saleLots, eq(saleLots.auctionId, ledgerEntries.auctionId));

const isOfUser = and(
  eq(ledgerEntries.userId, sql.placeholder("userId")),
  or(isNull(ledgerEntries.auctionId), not(isAnyOfPlaceholder(ledgerEntries.auctionId, "exceptIds"))),
);
const numberOfEntries = prepared((db) =>
  db.select({ total: count() }).from(ledgerEntries).where(isOfUser).prepare("number of ledger entries"),
);
const pageOfEntries = preparedFor((db, page: Page) =>
  selectEntries(db)
    .where(isOfUser)
    .orderBy(desc(ledgerEntries.createdAt), desc(ledgerEntries.id))
    .limit(page.limit)
    .offset(offsetOf(page))
    .prepare("ledger entries"),
);

/** Newest first. Entries about the auctions of `exceptIds` are left out. */
export const ledgerOf = async (
  database: Database,
  userId: string,
  exceptIds: readonly string[],
  page: Page,
): Promise<{ entries: Entry[]; total: number }> => {
  if (!isUuid(userId)) return { entries: [], total: 0 };
  const values = { userId, exceptIds: arrayLiteral(exceptIds) };
  const [count] = await numberOfEntries(database).execute(values);
  const rows = await pageOfEntries(database, page).execute(values);
  return { entries: rows.map(toEntry), total: count?.total ?? 0 };
};

const toEntry = (row: EntryRow): Entry => ({
  _id: row.id,
  amount: row.amountMinor / 100,
  balance: row.balanceMinor / 100,
  cause: row.cause,
  actor: row.actorId === null ? null : { _id: row.actorId, username: row.actorName ?? "" },
  auctionId: row.auctionId,
  title: row.title,
  lot: row.lotNumber === null ? null : lotNumberText({ lotNumber: row.lotNumber, suffix: row.suffix ?? "" }),
  reference: row.reference,
  note: row.note,
  ...(row.method !== null && { method: row.method }),
  ...(row.bankReference !== null && { bankReference: row.bankReference }),
  createdAt: new Date(row.createdAt).toISOString(),
});
