// Writes ledger entries straight into the database, with the balances that follow from them.
import { randomUUID } from "node:crypto";
import type { Database } from "../../src/platform/database/database.ts";

export interface EntryGiven {
  readonly at: string;
  readonly cause: string;
  readonly amountMinor: number;
  readonly auctionId?: string;
  readonly settlementId?: string;
  readonly reference?: string;
  readonly note?: string;
}

/** In this order, beginning at a balance of 0. Returns their ids. The user must have no other entries. */
export const writeEntries = async (
  database: Pick<Database, "query">,
  userId: string,
  entries: readonly EntryGiven[],
): Promise<string[]> => {
  let balance = 0;
  const rows = entries.map((entry) => {
    balance += entry.amountMinor;
    return { ...entry, id: randomUUID(), balance };
  });
  await database.query(
    `with entered as (
       insert into ledger_entries (id, user_id, amount_minor, balance_after_minor, cause, auction_id, settlement_id,
         reference, note, created_at)
       select (e ->> 'id')::uuid, $1::text::uuid, (e ->> 'amountMinor')::bigint, (e ->> 'balance')::bigint, e ->> 'cause',
         (e ->> 'auctionId')::uuid, (e ->> 'settlementId')::uuid, e ->> 'reference', e ->> 'note',
         (e ->> 'at')::timestamptz
       from json_array_elements($2::text::json) e
     )
     update users set balance_minor = $3::text::bigint where id = $1::text::uuid`,
    [userId, JSON.stringify(rows), balance],
  );
  return rows.map(({ id }) => id);
};

/** An account with a balance of 0 and no entry. */
export const emptyLedger = (database: Pick<Database, "query">, userId: string): Promise<unknown> =>
  database.query(
    `with gone as (delete from ledger_entries where user_id = $1::text::uuid)
     update users set balance_minor = 0 where id = $1::text::uuid`,
    [userId],
  );
