// What is fuzzed, and who does it: none of whose commands could be accepted, so that whatever changes is a finding.
import type { Database } from "../../src/platform/database/database.ts";
import type { Person } from "../../test/support/e2e-people.ts";

export interface FuzzTarget {
  /** http://… */
  readonly address: string;
  readonly query: Database["query"];
  /** Verified, without a naira: no bid of theirs is ever taken. */
  readonly poor: Person;
  readonly admin: Person;
  readonly auctionId: string;
}

export interface Fuzzed {
  /** What was answered or done instead, in a word: for the tally. */
  readonly outcome: string;
  readonly finding: string | null;
}

/** All that a command could change, in one text that is the same as long as nothing did. */
export const everything = async ({ query }: Pick<FuzzTarget, "query">): Promise<string> => {
  const sums = await Promise.all(
    [
      ...["users", "ledger_entries", "admin_actions", "verification_tokens", "outbox", "purchases", "top_ups"],
      ...["auctions", "auction_events", "bids", "max_bids", "settlements", "public_holidays"],
    ].map(async (table) => {
      const [row] = await query<{ sum: string }>(
        `select md5(coalesce(string_agg(t::text, chr(10) order by t::text), '')) || ' ' || count(*) as sum from ${table} t`,
      );
      return `${table} ${row?.sum}`;
    }),
  );
  return sums.join("\n");
};
