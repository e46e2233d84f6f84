// The promises of the history checker that the database alone can show. These are left out: promises about the commands
// as clients sent them, or about the frames that watchers got; whether a person was allowed to bid at that moment,
// because the database has only today's accounts; promises that depend on settings of the server; and notifications,
// which are deleted after a while.
import type { Check } from "../history/check.ts";
import { ceilings, leaders, open } from "../history/checks/bidding.ts";
import { content } from "../history/checks/content-versions.ts";
import { deposits } from "../history/checks/deposits.ts";
import { increments } from "../history/checks/increments.ts";
import { closing, ledger, pauses, purchases } from "../history/checks/life.ts";
import { gapFree, prices, replay } from "../history/checks/log.ts";
import { payments } from "../history/checks/payments.ts";
import { receipts } from "../history/checks/receipts.ts";
import { rules } from "../history/checks/rules.ts";
import { saleOrder } from "../history/checks/sale-order.ts";
import { secondChances } from "../history/checks/second-chances.ts";
import { softClose } from "../history/checks/soft-close.ts";
import { voids } from "../history/checks/voids.ts";
import { withdrawals } from "../history/checks/withdrawals.ts";

export const judged: readonly Check[] = [
  gapFree,
  prices,
  replay,
  leaders,
  ceilings,
  open,
  softClose,
  content,
  voids,
  closing,
  pauses,
  purchases,
  saleOrder,
  rules,
  increments,
  ledger,
  deposits,
  payments,
  receipts,
  secondChances,
  withdrawals,
];

/** Whether the public log says the same of a lot as the database. */
export const LOG_AGREES = "log-agrees";

export const allPromises: readonly string[] = [...judged.map(({ promise }) => promise), LOG_AGREES];
