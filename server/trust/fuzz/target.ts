// The type of a server under fuzzing with the users who send the calls. None of their commands may be accepted, so
// `everything` reads all that could change, and every change is a finding.
import type { Database } from "../../src/platform/database/database.ts";
import type { Person } from "../../test/support/e2e-people.ts";

export interface FuzzTarget {
  /** http://… */
  readonly address: string;
  readonly query: Database["query"];
  /** Verified, but without any money, so that no bid of theirs is ever accepted. */
  readonly poor: Person;
  readonly admin: Person;
  readonly auctionId: string;
}

export interface Fuzzed {
  /** The answer or other result in one word, for the tally. */
  readonly outcome: string;
  readonly finding: string | null;
}

/** A text of everything that a command could change; it stays the same as long as nothing changed. */
export const everything = async ({ query }: Pick<FuzzTarget, "query">): Promise<string> => {
  const sums = await Promise.all(
    [
      "users",
      "ledger_entries",
      "admin_actions",
      "verification_tokens",
      "outbox",
      "purchases",
      "top_ups",
      "auctions",
      "auction_events",
      "bids",
      "max_bids",
      "settlements",
      "public_holidays",
      "payments",
      "second_chances",
      "receipts",
    ].map(async (table) => {
      const [row] = await query<{ sum: string }>(
        `select md5(coalesce(string_agg(t::text, chr(10) order by t::text), '')) || ' ' || count(*) as sum from ${table} t`,
      );
      return `${table} ${row?.sum}`;
    }),
  );
  return sums.join("\n");
};
