// Runs all checks of a history against the database. Every promise is checked, also after another one was broken.
import type { Check } from "./check.ts";
import { answers } from "./checks/answers.ts";
import { ceilings, eligible, leaders, open } from "./checks/bidding.ts";
import { acknowledged, invoked, refused } from "./checks/commands.ts";
import { content } from "./checks/content-versions.ts";
import { deposits } from "./checks/deposits.ts";
import { eventsMatchLog } from "./checks/events-match-log.ts";
import { increments } from "./checks/increments.ts";
import { interest } from "./checks/interest.ts";
import { closing, ledger, pauses, purchases } from "./checks/life.ts";
import { gapFree, prices, replay } from "./checks/log.ts";
import { notified } from "./checks/notified.ts";
import { owners } from "./checks/owners.ts";
import { payments } from "./checks/payments.ts";
import { proceeds } from "./checks/proceeds.ts";
import { receipts } from "./checks/receipts.ts";
import { justified } from "./checks/refusals.ts";
import { reserved } from "./checks/reserved.ts";
import { rules } from "./checks/rules.ts";
import { saleOrder } from "./checks/sale-order.ts";
import { secondChances } from "./checks/second-chances.ts";
import { softClose } from "./checks/soft-close.ts";
import { dates, order } from "./checks/time.ts";
import { totals } from "./checks/totals.ts";
import { voids } from "./checks/voids.ts";
import { arrived, contiguous, growing } from "./checks/watchers.ts";
import { withdrawals } from "./checks/withdrawals.ts";
import { evidenceOf, type Violation } from "./evidence.ts";
import type { History } from "./history.ts";
import type { Stored } from "./stored.ts";

export const checks: readonly Check[] = [
  acknowledged,
  refused,
  justified,
  invoked,
  gapFree,
  prices,
  replay,
  leaders,
  ceilings,
  open,
  eligible,
  softClose,
  content,
  voids,
  interest,
  closing,
  pauses,
  purchases,
  saleOrder,
  rules,
  increments,
  ledger,
  reserved,
  deposits,
  totals,
  payments,
  proceeds,
  receipts,
  secondChances,
  withdrawals,
  order,
  dates,
  answers,
  growing,
  contiguous,
  arrived,
  eventsMatchLog,
  owners,
  notified,
];

export interface Promised {
  readonly promise: string;
  readonly says: string;
  /** How many things were checked. */
  readonly tried: number;
  readonly violations: readonly Violation[];
}

export interface CheckedHistory {
  readonly promises: readonly Promised[];
  readonly tried: number;
  readonly violations: readonly Violation[];
}

/** `history` as of two seconds after the last command; `stored` read at the same time. */
export const checkHistory = (history: History, stored: Stored): CheckedHistory => {
  const evidence = evidenceOf(history, stored);
  const promises = checks.map(({ promise, says, run }) => ({ promise, says, ...run(evidence) }));
  return {
    promises,
    tried: promises.reduce((sum, { tried }) => sum + tried, 0),
    violations: promises.flatMap(({ violations }) => violations),
  };
};

/** A violation in one line. */
export const findingOf = ({ promise, auctionId, what }: Violation): string =>
  auctionId === null ? `${promise}: ${what}` : `${promise}: auction ${auctionId}: ${what}`;
