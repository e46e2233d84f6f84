// The short codes by which the house's tables name sellers. A person gets one from the staff, or with the first offer that
// is sent or entered, and keeps it.
import { and, asc, count, eq, isNotNull, isNull } from "drizzle-orm";
import type { Database, Db } from "./database.ts";
import { type Page, rowsBefore } from "./pages.ts";
import { users } from "./schema/accounts.ts";
import { sellerCodes } from "./schema/sellers.ts";
import { isAnyOf } from "./statements.ts";

/** False if the person has a code. */
export const giveSellerCode = async (tx: Db, userId: string): Promise<boolean> => {
  const given = await tx.insert(sellerCodes).values({ userId }).onConflictDoNothing().returning();
  return given.length > 0;
};

export interface CodedSeller {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly code: string;
}

const coded = (db: Db) =>
  db
    .select({
      id: users.id,
      username: users.username,
      firstName: users.firstName,
      lastName: users.lastName,
      code: sellerCodes.code,
    })
    .from(sellerCodes)
    .innerJoin(users, eq(users.id, sellerCodes.userId));
const toSeller = ({ firstName, lastName, ...row }: Awaited<ReturnType<typeof coded>>[number]): CodedSeller => ({
  ...row,
  name: [firstName, lastName].filter(Boolean).join(" "),
});

/** Resolves to the sellers with these codes who may sell now, by code. */
export const sellersByCode = async (db: Db, codes: readonly string[]): Promise<ReadonlyMap<string, CodedSeller>> => {
  if (codes.length === 0) return new Map();
  const maySell = and(isNull(users.deletedAt), isNull(users.bannedAt), isNotNull(users.emailVerifiedAt));
  const rows = await coded(db).where(and(isAnyOf(sellerCodes.code, [...new Set(codes)]), maySell));
  return new Map(rows.map((row) => [row.code, toSeller(row)]));
};

/** The person must have a code. */
export const codedSeller = async (db: Db, userId: string): Promise<CodedSeller> => {
  const [row] = await coded(db).where(eq(users.id, userId));
  if (!row) throw new Error("the person has no code");
  return toSeller(row);
};

/** Resolves to the codes of these people, by id. */
export const codesOf = async (db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(sellerCodes)
    .where(isAnyOf(sellerCodes.userId, [...new Set(userIds)]));
  return new Map(rows.map(({ userId, code }) => [userId, code]));
};

export const listSellerCodes = async ({ db }: Database, page: Page) => {
  const isThere = isNull(users.deletedAt);
  const [rows, [all]] = await Promise.all([
    coded(db).where(isThere).orderBy(asc(users.username)).limit(page.limit).offset(rowsBefore(page)),
    db.select({ total: count() }).from(sellerCodes).innerJoin(users, eq(users.id, sellerCodes.userId)).where(isThere),
  ]);
  return { sellers: rows.map(toSeller), total: all?.total ?? 0 };
};
