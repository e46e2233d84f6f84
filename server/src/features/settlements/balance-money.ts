// Reads the money that came or went for balances, without a payment for a lot: edits by staff that say how it came or was
// paid out, top-ups, and online payments of which nothing was due any more. The sums of the takings, their list and their
// file use the same rows.
import type { PaymentMethod } from "@jara/shared/rest/settlements";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { ledgerEntries } from "../../platform/database/schema/money.ts";
import { payments } from "../../platform/database/schema/settlements.ts";
import { aliased, constant, hasValue } from "../../platform/database/statement-text.ts";

export interface BalanceMoneyRow {
  readonly id: string;
  /** Epoch ms. */
  readonly at: number;
  readonly userId: string;
  readonly username: string;
  readonly email: string;
  readonly method: PaymentMethod;
  /** True if a member of the staff entered it. */
  readonly isEdit: boolean;
  /** NGN kobo; below zero: paid out. */
  readonly minor: number;
  readonly reference: string | null;
  readonly note: string | null;
  readonly actorId: string | null;
  readonly actorName: string | null;
}

const e = ledgerEntries;
const editor = aliased(users, "editor");

/** `ofScope`: which entries of the ledger count. */
export const balanceMoney = (ofScope: SQL | undefined): SQL => sql`
  select ${e.id} as id, (extract(epoch from ${e.createdAt}) * 1000)::float8 as at, ${e.userId} as "userId",
    ${users.username} as username, ${users.email} as email, coalesce(${e.method}, 'online') as method,
    ${e.method} is not null as "isEdit", ${e.amountMinor}::float8 as minor,
    coalesce(${e.bankReference}, ${e.reference}) as reference, ${e.note} as note, ${e.actorId} as "actorId",
    ${editor.username} as "actorName", ${e.createdAt} as created_at
  from ${e} join ${users} on ${users.id} = ${e.userId} left join ${editor.table} on ${editor.id} = ${e.actorId}
  where ${ofScope ?? sql`true`} and (${e.method} is not null or ${e.cause} = 'top-up'
    or (${e.cause} = 'payment-surplus' and ${e.reference} is not null and not exists (
      select from ${payments} where ${payments.reference} = ${e.reference} and ${hasValue(payments.method, "online")})))`;

/** The rows oldest first, a part at a time. */
export async function* balanceMoneyInParts(
  { db }: Database,
  ofScope: SQL | undefined,
  atOnce: number,
): AsyncGenerator<readonly BalanceMoneyRow[]> {
  for (let last: string | null = null; ; ) {
    const isAfter: SQL =
      last === null
        ? sql`true`
        : sql`(created_at, id) > (select ${l.createdAt}, ${l.id} from ${l.table} where ${l.id} = ${last}::uuid)`;
    // SQL, because it selects from a statement that is SQL.
    const rows: BalanceMoneyRow[] = [
      ...(await db.execute<BalanceMoneyRow & Record<string, unknown>>(sql`
        select * from (${balanceMoney(ofScope)}) m where ${isAfter} order by created_at, id limit ${constant(atOnce)}`)),
    ];
    yield rows;
    if (rows.length < atOnce) return;
    last = rows.at(-1)?.id ?? null;
  }
}
const l = aliased(ledgerEntries, "last_entry");
