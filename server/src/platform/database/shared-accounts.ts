// Finds other accounts that have a person's verified phone, bank account, name of a bank account or device. It warns staff, and decides nothing:
// families share phones and devices.
import type { SharedWith } from "@jara/shared/rest/who-may-bid";
import { and, eq, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { alias, type PgColumn, union } from "drizzle-orm/pg-core";
import type { Database, Db } from "./database.ts";
import { users } from "./schema/accounts.ts";
import { bankAccounts } from "./schema/money.ts";
import { sessions } from "./schema/sessions.ts";
import { verifiedPhones } from "./schema/who-may-bid.ts";
import { isAnyOf } from "./statements.ts";

/** Staff see at most this many accounts of each kind for a person. */
const SHOWN = 10;
/** A browser that more people of one network have says nothing: most phones tell little of themselves. */
const SAME_BROWSER_MOST = 5;

const theirPhone = alias(verifiedPhones, "their_phone");
const theirAccount = alias(bankAccounts, "their_account");
const theirSession = alias(sessions, "their_session");
const other = {
  id: sql<string>`${users.id}`.as("other_id"),
  username: users.username,
  isBanned: sql<boolean>`${users.bannedAt} is not null`.as("is_banned"),
};

/** Of whom the accounts are. */
type IsOf = (userId: PgColumn) => SQL;

const phones = (db: Db, isOf: IsOf) =>
  db
    .selectDistinct({
      of: sql<string>`${verifiedPhones.userId}`.as("of_id"),
      detail: sql<string>`left(${verifiedPhones.number}, 7) || '…' || right(${verifiedPhones.number}, 4)`.as("detail"),
      ...other,
    })
    .from(verifiedPhones)
    .innerJoin(
      theirPhone,
      and(eq(theirPhone.number, verifiedPhones.number), ne(theirPhone.userId, verifiedPhones.userId)),
    )
    .innerJoin(users, eq(users.id, theirPhone.userId))
    .where(isOf(verifiedPhones.userId));

/** A removed account counts too, but not one of a deleted person, whose number is hidden. */
const accounts = (db: Db, isOf: IsOf) =>
  db
    .selectDistinct({
      of: sql<string>`${bankAccounts.userId}`.as("of_id"),
      detail: sql<string>`${bankAccounts.bankName} || ' …' || right(${bankAccounts.accountNumber}, 4)`.as("detail"),
      ...other,
    })
    .from(bankAccounts)
    .innerJoin(
      theirAccount,
      and(
        eq(theirAccount.bankCode, bankAccounts.bankCode),
        eq(theirAccount.accountNumber, bankAccounts.accountNumber),
        ne(theirAccount.userId, bankAccounts.userId),
      ),
    )
    .innerJoin(users, and(eq(users.id, theirAccount.userId), isNull(users.deletedAt)))
    .where(isOf(bankAccounts.userId));

/** The same name on another bank account. A common name is no sign of anything, so it pairs nobody. */
const accountNames = (db: Db, isOf: IsOf) =>
  db
    .selectDistinct({ of: bankAccounts.userId, detail: bankAccounts.accountName, ...other })
    .from(bankAccounts)
    .innerJoin(
      theirAccount,
      and(
        sql`lower(${theirAccount.accountName}) = lower(${bankAccounts.accountName})`,
        or(
          ne(theirAccount.bankCode, bankAccounts.bankCode),
          ne(theirAccount.accountNumber, bankAccounts.accountNumber),
        ),
        ne(theirAccount.userId, bankAccounts.userId),
      ),
    )
    .innerJoin(users, and(eq(users.id, theirAccount.userId), isNull(users.deletedAt)))
    .where(isOf(bankAccounts.userId));

/** Selects `of_id` and `other_id`: each pair of people, once, who have one verified phone or bank account. */
export const selectSharing = (db: Db, isOf: IsOf) => {
  const [byPhone, byAccount] = [phones(db, isOf).as("by_phone"), accounts(db, isOf).as("by_account")];
  return union(
    db.select({ of: byPhone.of, other: byPhone.id }).from(byPhone),
    db.select({ of: byAccount.of, other: byAccount.id }).from(byAccount),
  );
};

/** The same browser, by its words for itself, in the same network, if few people have it. */
const devices = async (db: Db, isOf: IsOf) => {
  const rows = await db
    .selectDistinct({
      of: sessions.userId,
      detail: sql<string>`${sessions.device} || ', ' || ${sessions.network}`,
      ...other,
    })
    .from(sessions)
    .innerJoin(
      theirSession,
      and(
        eq(theirSession.userAgent, sessions.userAgent),
        eq(theirSession.network, sessions.network),
        ne(theirSession.userId, sessions.userId),
      ),
    )
    .innerJoin(users, eq(users.id, theirSession.userId))
    .where(and(isOf(sessions.userId), ne(sessions.userAgent, ""), ne(sessions.network, "unknown")));
  const people = new Map<string, number>();
  for (const { of, detail } of rows) people.set(`${of} ${detail}`, (people.get(`${of} ${detail}`) ?? 0) + 1);
  return rows.filter(({ of, detail }) => (people.get(`${of} ${detail}`) ?? 0) <= SAME_BROWSER_MOST);
};

export const sharesOf = async (
  { db }: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SharedWith[]>> => {
  const found = new Map<string, SharedWith[]>();
  if (ids.length === 0) return found;
  const read = { phone: phones, "bank account": accounts, "account name": accountNames, device: devices } as const;
  const kinds = Object.keys(read) as (keyof typeof read)[];
  const rows = await Promise.all(kinds.map((what) => read[what](db, (userId) => isAnyOf(userId, ids))));
  for (const [n, what] of kinds.entries()) {
    const shown = new Map<string, number>();
    for (const { of, detail, id, ...user } of rows[n] ?? []) {
      const number = (shown.get(of) ?? 0) + 1;
      if (number > SHOWN) continue;
      shown.set(of, number);
      found.set(of, [...(found.get(of) ?? []), { what, detail, user: { _id: id, ...user } }]);
    }
  }
  return found;
};
