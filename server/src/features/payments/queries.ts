// Top-ups in the database; each write is one statement. Only `creditTopUp` credits money, and only once a reference,
// however many callers report the payment at once.
import { randomUUID } from "node:crypto";
import type { Database } from "../../platform/database/database.ts";

/**
 * A user who started this many payments within an hour without paying may not start another, because they are probably
 * not going to pay.
 */
const UNPAID_ALLOWED_AN_HOUR = 20;
/** A payer's page polls every few seconds. The payment service is asked no more often than this about one payment. */
const CHECK_AT_MOST_EVERY = "interval '3 seconds'";
/** The sweep waits this long, because the payer's own page and the webhook usually come first. */
const SWEEP_AFTER = "interval '2 minutes'";
/** A payment that is still not made after this time counts as failed. */
const GIVEN_UP_AFTER = "interval '24 hours'";

export interface TopUp {
  readonly reference: string;
  readonly userId: string;
  readonly amountMinor: number;
  readonly status: "pending" | "paid" | "failed";
  readonly isSandbox: boolean;
  /** Null until the payment service has given it. */
  readonly authorizationUrl: string | null;
  /** Epoch ms. */
  readonly createdAt: number;
  /** The owner's current balance. */
  readonly balanceMinor: number;
}
type TopUpRow = TopUp & Record<string, unknown>;

const select = `
  select t.reference, t.user_id as "userId", t.amount_minor::float8 as "amountMinor", t.status,
    t.is_sandbox as "isSandbox", t.authorization_url as "authorizationUrl",
    (extract(epoch from t.created_at) * 1000)::float8 as "createdAt", u.balance_minor::float8 as "balanceMinor"
  from top_ups t join users u on u.id = t.user_id`;

export const findTopUp = async (database: Database, reference: string): Promise<TopUp | null> => {
  const [row] = await database.query<TopUpRow>(`${select} where t.reference = $1`, [reference]);
  return row ?? null;
};

/** The newest top-ups, at most `limit`. */
export const topUpsOfUser = (database: Database, userId: string, limit: number): Promise<TopUp[]> =>
  database.query<TopUpRow>(
    `${select} where t.user_id = $1::text::uuid order by t.created_at desc, t.reference limit $2::text::int`,
    [userId, limit],
  );

export interface NewTopUp {
  readonly reference: string;
  readonly userId: string;
  readonly amountMinor: number;
  readonly isSandbox: boolean;
  readonly hasLimit: boolean;
}

/** Returns the row, newly made or already present. Null where the owner is banned or has too many unpaid top-ups. */
export const makeTopUp = async (database: Database, topUp: NewTopUp): Promise<TopUp | null> => {
  await database.query(
    `insert into top_ups (reference, user_id, amount_minor, is_sandbox, created_at)
     select $1, u.id, $3::text::bigint, $4::text::boolean, clock_timestamp()
     from users u
     where u.id = $2::text::uuid and u.banned_at is null and ($5::text::boolean is false or
       (select count(*) from top_ups t where t.user_id = u.id and t.status <> 'paid'
          and t.created_at > clock_timestamp() - interval '1 hour') < ${UNPAID_ALLOWED_AN_HOUR})
     on conflict (reference) do nothing`,
    [topUp.reference, topUp.userId, topUp.amountMinor, topUp.isSandbox, topUp.hasLimit],
  );
  return findTopUp(database, topUp.reference);
};

/** Records that the payment service accepted the payment. A top-up that had failed at this step is open again. */
export const openTopUp = async (database: Database, reference: string, authorizationUrl: string): Promise<void> => {
  await database.query(
    `update top_ups set authorization_url = $2, status = 'pending', closed_at = null
     where reference = $1 and status <> 'paid' and authorization_url is null`,
    [reference, authorizationUrl],
  );
};

/** Records that the payment service did not accept the payment, so that it cannot be paid anywhere. */
export const failUnopenedTopUp = async (database: Database, reference: string): Promise<void> => {
  await database.query(
    `update top_ups set status = 'failed', closed_at = clock_timestamp()
     where reference = $1 and status = 'pending' and authorization_url is null`,
    [reference],
  );
};

export const failTopUp = async (database: Database, reference: string): Promise<void> => {
  await database.query(
    "update top_ups set status = 'failed', closed_at = clock_timestamp() where reference = $1 and status = 'pending'",
    [reference],
  );
};

/**
 * Changes row, ledger and balance together or not at all. Null where the reference is unknown, was credited before, or
 * has another amount. A failed top-up is credited too, because the money was paid.
 */
export const creditTopUp = async (
  database: Database,
  payment: { readonly reference: string; readonly amountMinor: number; readonly isSandbox: boolean },
): Promise<{ userId: string; balanceMinor: number } | null> => {
  const [row] = await database.query<{ userId: string; balanceMinor: number }>(
    `with paid as (
       update top_ups set status = 'paid', closed_at = clock_timestamp()
       where reference = $1 and status <> 'paid' and amount_minor = $2::text::bigint and is_sandbox = $3::text::boolean
       returning reference, user_id, amount_minor
     ),
     credited as (
       update users u set balance_minor = u.balance_minor + paid.amount_minor, revision = u.revision + 1
       from paid where u.id = paid.user_id
       returning u.id, u.balance_minor
     ),
     entered as (
       insert into ledger_entries (id, user_id, amount_minor, balance_after_minor, cause, reference, actor_id, created_at)
       select $4::text::uuid, credited.id, paid.amount_minor, credited.balance_minor, 'top-up', paid.reference,
         credited.id, clock_timestamp()
       from paid join credited on credited.id = paid.user_id
     )
     select id as "userId", balance_minor::float8 as "balanceMinor" from credited`,
    [payment.reference, payment.amountMinor, payment.isSandbox, randomUUID()],
  );
  return row ?? null;
};

/**
 * Returns whether the payment service may be asked about this payment now. If so, no other caller may ask for a while.
 */
export const claimCheck = async (
  database: Database,
  reference: string,
  userId: string,
  isSandbox: boolean,
): Promise<boolean> => {
  const rows = await database.query(
    `update top_ups set checked_at = clock_timestamp()
     where reference = $1 and user_id = $2::text::uuid and is_sandbox = $3::text::boolean and status = 'pending'
       and authorization_url is not null
       and (checked_at is null or checked_at < clock_timestamp() - ${CHECK_AT_MOST_EVERY})
     returning reference`,
    [reference, userId, isSandbox],
  );
  return rows.length > 0;
};

/**
 * Claims up to `limit` payments that were not checked for an eighth of their age (at least 2 minutes). An unpaid one is
 * thereby checked about thirty times instead of seven hundred. `isOld`: this is the last check.
 */
export const claimDueChecks = (
  database: Database,
  isSandbox: boolean,
  limit: number,
): Promise<{ reference: string; isOld: boolean }[]> =>
  database.query<{ reference: string; isOld: boolean }>(
    `with due as (
       select t.reference from top_ups t
       where t.status = 'pending' and t.created_at < clock_timestamp() - ${SWEEP_AFTER}
         -- one of the other kind (the setting changed) is only given up
         and (t.is_sandbox = $1::text::boolean or t.created_at < clock_timestamp() - ${GIVEN_UP_AFTER})
         and (t.checked_at is null
           or t.checked_at < clock_timestamp() - greatest(${SWEEP_AFTER}, (clock_timestamp() - t.created_at) / 8)
           or t.checked_at < t.created_at + ${GIVEN_UP_AFTER} and t.created_at < clock_timestamp() - ${GIVEN_UP_AFTER})
       order by t.created_at limit $2::text::int
       for update skip locked
     )
     update top_ups t set checked_at = clock_timestamp() from due where t.reference = due.reference
     returning t.reference, t.created_at < clock_timestamp() - ${GIVEN_UP_AFTER} as "isOld"`,
    [isSandbox, limit],
  );
