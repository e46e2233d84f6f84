// Runs the history checker of the load and trust runs on the money of a played auction's log, and returns the faults that
// it finds. The checker computes on its own how much is owed after voids and reversals.
import { booksOf } from "../../../load/src/history/books.ts";
import { secondChances } from "../../../load/src/history/checks/second-chances.ts";
import { totals } from "../../../load/src/history/checks/totals.ts";
import type { Evidence } from "../../../load/src/history/evidence.ts";
import { followed, type LogRow } from "../../../load/src/history/log.ts";
import type { Stored } from "../../../load/src/history/stored.ts";
import type { PlayedAuction } from "./play-auction.ts";

/** The findings that need no rows of a database: those about offers, and about amounts after voids and reversals. */
const known =
  /without the defaulters|that nobody forfeited|leaves out|lowers a second chance|due again, which is|(keeps|lowers) the deposit of|leaves a deposit|above the lower price|never came|takes refunds|refunds \d| reverses |of a refund|SaleRefunded| asks /;

export const wrongByChecker = ({ log, steps: played }: PlayedAuction): readonly string[] => {
  const rows = log.map((change) => ({ ...change, version: null })) as unknown as readonly LogRow[];
  const steps = followed(rows);
  const opened = played.flatMap(({ before, after, at }) => {
    const { settlement } = after;
    return settlement && settlement.id !== before.settlement?.id
      ? [{ ...lastOf(played, settlement.id), winnerId: settlement.winner.id, createdAt: at }]
      : [];
  });
  const stored = {
    settlements: new Map([["lot", opened]]),
    offers: new Map(),
    invoicePayments: [],
  } as unknown as Stored;
  const books = booksOf({ id: "lot", steps }, stored, 0);
  const auctions = new Map([["lot", { id: "lot", steps, books }]]);
  const evidence = { auctions, stored, history: { clock: null } } as unknown as Evidence;
  const found = [secondChances, totals].flatMap((check) => check.run(evidence).violations);
  const said = [...books.looked.map(({ wrong }) => wrong ?? ""), ...found.map(({ what }) => what)];
  return said.filter((what) => known.test(what));
};

/** The settlement as the last state that has it. */
const lastOf = (steps: PlayedAuction["steps"], id: string) =>
  steps.findLast(({ after }) => after.settlement?.id === id)?.after.settlement;
