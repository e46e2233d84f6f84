// Fills an empty PostgreSQL with a market of any size, for studying plans and for measuring. It must never run in
// production.
import { hash } from "@node-rs/argon2";
import postgres from "postgres";
import { skeletonsOf } from "../../features/accounts/usernames/username-skeletons.ts";
import { foldAuctionCounts } from "../../features/auctions/auction-counts.ts";
import { dropTextIndexes, makeTextIndexes } from "../../platform/database/text-indexes.ts";
import { openTyped, type Param } from "../../platform/database/typed-statements.ts";
import type { Sizes } from "./expressions.ts";
import { adminsOf, username } from "./expressions.ts";
import { stepsOf } from "./statements.ts";

export const LARGE_PASSWORD = "large1234";

export interface LargeAccounts {
  /** This administrator sells a third of all lots. */
  readonly admin: { readonly id: string; readonly email: string };
  /** This user placed two of a hundred bids. */
  readonly bidder: { readonly id: string; readonly email: string };
}

/** The tables must exist and be empty. */
export const makeLargeMarket = async (
  url: string,
  sizes: Sizes,
  say: (line: string) => void,
): Promise<LargeAccounts> => {
  const passwordHash = await hash(LARGE_PASSWORD);
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
  try {
    const timed = async (what: string, work: () => Promise<unknown>): Promise<void> => {
      const from = performance.now();
      await work();
      say(`  ${what} (${((performance.now() - from) / 1000).toFixed(1)} s)`);
    };
    const send = (text: string, params: readonly Param[]) => sql.unsafe(text, [...params]);
    const db = openTyped(
      send,
      (text, params) => send(text, params).values(),
      () => {},
    );
    await dropTextIndexes(sql);
    for (const { what, sql: statement } of stepsOf(sizes, passwordHash)) await timed(what, () => sql.unsafe(statement));
    // As the server does over time.
    await timed("texts filed", () => sql.unsafe("update auction_search set is_filed = true where status <> 'active'"));
    await timed("numbers folded", () => foldAuctionCounts({ db }));
    await sql.unsafe("vacuum full auction_search");
    await timed("usernames checked", () => fileUsernames(sql));
    await timed("indexes of texts", () => makeTextIndexes(sql));
    await timed("statistics", () => sql.unsafe("vacuum analyze"));
    const numbers = [1, adminsOf(sizes) + 1];
    const found = await sql.unsafe<{ id: string; email: string }[]>(
      `select u.id, u.email from (values ${numbers.map((n) => `(${n})`).join(", ")}) as v(n)
       join users u on u.username = ${username("v.n")} order by v.n`,
    );
    const [admin, bidder] = found;
    if (!admin || !bidder) throw new Error("the accounts were not made");
    return { admin, bidder };
  } finally {
    await sql.end({ timeout: 5 });
  }
};

const FILED_AT_ONCE = 10_000;

/** As a server does before it answers for the first time, in small steps that would take minutes. */
const fileUsernames = async (sql: postgres.Sql): Promise<void> => {
  const users = await sql.unsafe<{ id: string; username: string }[]>("select id, username from users");
  for (let from = 0; from < users.length; from += FILED_AT_ONCE) {
    const some = users.slice(from, from + FILED_AT_ONCE);
    const rows = some.flatMap(({ id, username }) => skeletonsOf(username).map((skeleton) => ({ skeleton, id })));
    await sql.unsafe(
      `insert into username_skeletons (skeleton, user_id)
       select skeleton, id from json_to_recordset($1::text::json) as t (skeleton text, id uuid) on conflict do nothing`,
      [JSON.stringify(rows)],
    );
  }
  await sql.unsafe("update users set username_verdict = 'ok'");
};
