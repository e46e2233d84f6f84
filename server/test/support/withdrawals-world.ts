// Makes people with bank accounts and balances, asks for withdrawals, and reads what the tests of withdrawals compare
// in the database.
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { type Requested, requestWithdrawal } from "../../src/features/withdrawals/request-withdrawal.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { seedUsers, type UserGiven } from "./seed.ts";

export const RATE = 1_500;
export const TERMS = { nairaForDollar: RATE } as const;
/** ₦1,000. */
export const AMOUNT = 100_000;

export interface Holder {
  readonly id: string;
  readonly account: string;
}

/** Somebody with ₦5,000 and a bank account that can be used. */
export const holder = async (database: Database, given: UserGiven = {}): Promise<Holder> => {
  const { ada } = await seedUsers(database, { ada: { balanceMinor: 500_000, ...given } });
  return { id: ada.id, account: await bankAccount(database, ada.id) };
};

export const bankAccount = async (database: Database, userId: string, change = ""): Promise<string> => {
  const id = randomUUID();
  await database.query(
    `insert into bank_accounts (id, user_id, bank_code, bank_name, account_number, account_name, is_sandbox, created_at,
       usable_at)
     values ($1::text::uuid, $2::text::uuid, '057', 'Zenith Bank', lpad(floor(random() * 1e10)::bigint::text, 10, '0'),
       'OKAFOR ADA', false, clock_now() - interval '2 days', clock_now() - interval '1 day')`,
    [id, userId],
  );
  if (change) await database.query(`update bank_accounts set ${change} where id = $1::text::uuid`, [id]);
  return id;
};

export const ask = (
  database: Database,
  person: Holder,
  change: Partial<Parameters<typeof requestWithdrawal>[1]> = {},
): Promise<Requested> =>
  requestWithdrawal(database, {
    userId: person.id,
    commandId: randomUUID(),
    amountMinor: AMOUNT,
    bankAccountId: person.account,
    isSandbox: false,
    terms: TERMS,
    hasLimit: true,
    ...change,
  });

/** The id of a withdrawal that was asked for. */
export const asked = async (...args: Parameters<typeof ask>): Promise<string> => {
  const requested = await ask(...args);
  if (!("id" in requested)) throw new Error(`not asked for: ${requested.is}`);
  return requested.id;
};

export const balanceOf = async (database: Database, { id }: { readonly id: string }): Promise<number> => {
  const [row] = await database.query<{ balance: number }>(
    "select balance_minor::float8 as balance from users where id = $1::text::uuid",
    [id],
  );
  return row?.balance ?? Number.NaN;
};

export const statusOf = async (database: Database, id: string): Promise<string | undefined> => {
  const [row] = await database.query<{ status: string }>("select status from withdrawals where id = $1::text::uuid", [
    id,
  ]);
  return row?.status;
};

export const entriesOf = (database: Database, { id }: { readonly id: string }) =>
  database.query<{ cause: string; amount: number; after: number; reference: string }>(
    `select cause, amount_minor::float8 as amount, balance_after_minor::float8 as after, reference from ledger_entries
     where user_id = $1::text::uuid and cause <> 'test' order by created_at, reference`,
    [id],
  );

export const mailsOf = async (database: Database, { id }: { readonly id: string }): Promise<string[]> => {
  const rows = await database.query<{ kind: string }>(
    // The built-in database's clock has milliseconds, and two mails can have the same. Each statement has a number of its
    // own, which grows.
    "select kind from outbox where user_id = $1::text::uuid order by created_at, xmin::text::bigint, kind",
    [id],
  );
  return rows.map(({ kind }) => kind);
};

/**
 * Expects each balance to be the sum of its ledger, and all withdrawn money to be in a withdrawal that is open or paid.
 */
export const expectSums = async (database: Database): Promise<void> => {
  const wrong = await database.query(
    `select u.username, u.balance_minor::float8 as balance, sum(l.amount_minor)::float8 as ledger,
       (select coalesce(sum(amount_minor), 0)::float8 from withdrawals w
        where w.user_id = u.id and w.status in ('requested', 'approved', 'sent', 'paid')) as away
     from users u join ledger_entries l on l.user_id = u.id group by u.id
     having u.balance_minor <> sum(l.amount_minor)
       or coalesce(sum(l.amount_minor) filter (where l.cause in ('withdrawal', 'withdrawal-return')), 0) <> - (
         select coalesce(sum(amount_minor), 0) from withdrawals w
         where w.user_id = u.id and w.status in ('requested', 'approved', 'sent', 'paid'))`,
  );
  expect(wrong).toEqual([]);
};

/** A maximum binds 20% of it. */
export const setMaximum = async (
  { query }: Database,
  userId: string,
  auctionId: string,
  amountMinor: number,
): Promise<void> => {
  await query(
    `insert into max_bids (id, auction_id, user_id, amount_minor, reached_revision, created_at, updated_at)
     values (gen_random_uuid(), $2::text::uuid, $1::text::uuid, $3::text::bigint, 1, clock_now(), clock_now())`,
    [userId, auctionId, String(amountMinor)],
  );
};
