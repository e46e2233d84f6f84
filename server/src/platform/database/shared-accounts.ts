// Finds other accounts that have a person's verified phone, bank account or device. It warns staff, and decides nothing:
// families share phones and devices.
import type { SharedWith } from "@jara/shared/rest/who-may-bid";
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "./database.ts";
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
const other = { id: users.id, username: users.username, isBanned: sql<boolean>`${users.bannedAt} is not null` };

interface Row {
  readonly of: string;
  readonly detail: string;
  readonly other: { readonly id: string; readonly username: string; readonly isBanned: boolean };
}

const phones = ({ db }: Database, ids: readonly string[]): Promise<Row[]> =>
  db
    .select({
      of: verifiedPhones.userId,
      detail: sql<string>`left(${verifiedPhones.number}, 7) || '…' || right(${verifiedPhones.number}, 4)`,
      other,
    })
    .from(verifiedPhones)
    .innerJoin(
      theirPhone,
      and(eq(theirPhone.number, verifiedPhones.number), ne(theirPhone.userId, verifiedPhones.userId)),
    )
    .innerJoin(users, eq(users.id, theirPhone.userId))
    .where(isAnyOf(verifiedPhones.userId, ids));

/** A removed account counts too, but not one of a deleted person, whose number is hidden. */
const accounts = ({ db }: Database, ids: readonly string[]): Promise<Row[]> =>
  db
    .selectDistinct({
      of: bankAccounts.userId,
      detail: sql<string>`${bankAccounts.bankName} || ' …' || right(${bankAccounts.accountNumber}, 4)`,
      other,
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
    .where(isAnyOf(bankAccounts.userId, ids));

/** The same browser, by its words for itself, in the same network, if few people have it. */
const devices = async ({ db }: Database, ids: readonly string[]): Promise<Row[]> => {
  const rows = await db
    .selectDistinct({
      of: sessions.userId,
      detail: sql<string>`${sessions.device} || ', ' || ${sessions.network}`,
      other,
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
    .where(and(isAnyOf(sessions.userId, ids), ne(sessions.userAgent, ""), ne(sessions.network, "unknown")));
  const people = new Map<string, number>();
  for (const { of, detail } of rows) people.set(`${of} ${detail}`, (people.get(`${of} ${detail}`) ?? 0) + 1);
  return rows.filter(({ of, detail }) => (people.get(`${of} ${detail}`) ?? 0) <= SAME_BROWSER_MOST);
};

export const sharesOf = async (
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SharedWith[]>> => {
  const found = new Map<string, SharedWith[]>();
  if (ids.length === 0) return found;
  const read = { phone: phones, "bank account": accounts, device: devices } as const;
  const kinds = Object.keys(read) as (keyof typeof read)[];
  const rows = await Promise.all(kinds.map((what) => read[what](database, ids)));
  for (const [n, what] of kinds.entries()) {
    const shown = new Map<string, number>();
    for (const { of, detail, other } of rows[n] ?? []) {
      const { id, ...user } = other;
      const number = (shown.get(of) ?? 0) + 1;
      if (number > SHOWN) continue;
      shown.set(of, number);
      found.set(of, [...(found.get(of) ?? []), { what, detail, user: { _id: id, ...user } }]);
    }
  }
  return found;
};
