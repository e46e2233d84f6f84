// Checks what must hold in any database of ours, for example after a restore: every balance is the sum of its ledger,
// and the log of each auction replays to the auction that is stored.
import { isDeepStrictEqual } from "node:util";
import { asc, gt } from "drizzle-orm";
import { areKnown } from "../../auction/evolve.ts";
import { namesOf } from "../../engine/commit/commit-names.ts";
import { createEngineStore } from "../../engine/commit/engine-store.ts";
import { logOf, replayLog } from "../../engine/reads/replay-log.ts";
import type { Database } from "../../platform/database/database.ts";
import { DatabaseClock } from "../../platform/database/database-clock.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { ledgerEntries } from "../../platform/database/schema/money.ts";

export interface CheckedRecords {
  readonly accounts: number;
  readonly auctions: number;
  /** Auctions that are older than the log, so that nothing can be compared. */
  readonly unlogged: number;
  /** A sentence for each thing that is wrong; at most 20 of each kind. */
  readonly problems: readonly string[];
}

const entry = namesOf(ledgerEntries);
const user = namesOf(users);

const SHOWN = 20;
const READ_AT_ONCE = 200;
const ACCOUNTS_AT_ONCE = 5_000;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

export const checkRecords = async (database: Database): Promise<CheckedRecords> => {
  const accounts = await database.db.$count(users);
  const history = await checkHistories(database);
  return {
    accounts,
    ...history,
    problems: [...(await checkLedgers(database)), ...history.problems],
  };
};

interface WrongLedger extends Record<string, unknown> {
  readonly id: string;
  readonly balance: number;
  readonly sum: number;
}

/**
 * The accounts whose balance is not the sum of their ledger. Reads a part of the accounts at a time. It is text,
 * because a dump of the built-in database is checked over a bare connection.
 */
export const wrongLedgers = async ({ query }: Pick<Database, "query">): Promise<WrongLedger[]> => {
  const wrong: WrongLedger[] = [];
  for (let last = FIRST_ID; ; ) {
    const rows = await query<WrongLedger>(
      `select u.${user.id} as id, u.${user.balanceMinor}::float8 as balance, (
         select coalesce(sum(l.${entry.amountMinor}), 0)::float8 from ${entry.table} l
         where l.${entry.userId} = u.${user.id}
       ) as sum
       from ${user.table} u where u.${user.id} > $1::text::uuid order by u.${user.id} limit ${ACCOUNTS_AT_ONCE}`,
      [last],
    );
    wrong.push(...rows.filter(({ balance, sum }) => balance !== sum));
    if (rows.length < ACCOUNTS_AT_ONCE) return wrong;
    last = rows.at(-1)?.id ?? last;
  }
};

const checkLedgers = async (database: Database): Promise<string[]> =>
  (await wrongLedgers(database))
    .slice(0, SHOWN)
    .map(({ id, balance, sum }) => `account ${id}: the balance is ${balance} kobo, its ledger's sum ${sum}`);

const checkHistories = async (database: Database): Promise<Omit<CheckedRecords, "accounts">> => {
  const store = createEngineStore(database, new DatabaseClock());
  const problems: string[] = [];
  let [checked, unlogged] = [0, 0];
  for (let last = FIRST_ID; ; ) {
    const rows = await database.db
      .select({ id: auctions.id })
      .from(auctions)
      .where(gt(auctions.id, last))
      .orderBy(asc(auctions.id))
      .limit(READ_AT_ONCE);
    for (const stored of await store.loadAuctions(rows.map(({ id }) => id))) {
      checked++;
      const log = await logOf(database, stored.id);
      if (!areKnown(log)) {
        problems.push(`auction ${stored.id}: a newer version of the program wrote to its log`);
        continue;
      }
      const replayed = replayLog(log);
      if (!replayed) unlogged++;
      else if (log.some(({ revision }, n) => revision !== n + 1))
        problems.push(`auction ${stored.id}: its log has a gap`);
      else if (!isDeepStrictEqual(replayed.state, stored)) {
        problems.push(`auction ${stored.id}: its log does not replay to what is stored`);
      }
    }
    if (rows.length < READ_AT_ONCE) return { auctions: checked, unlogged, problems: problems.slice(0, SHOWN) };
    last = rows.at(-1)?.id ?? last;
  }
};
