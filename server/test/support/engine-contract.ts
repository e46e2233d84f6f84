// What the engine promises, whatever database is under it: one suite, run on PGlite and on PostgreSQL.

import { buying, purchases } from "./engine-contract/buy-it-now.ts";
import { commits, logs } from "./engine-contract/commits.ts";
import { crowds } from "./engine-contract/crowds.ts";
import { edits } from "./engine-contract/edits.ts";
import { constraints, facts } from "./engine-contract/facts.ts";
import { holds } from "./engine-contract/holds.ts";
import { interests } from "./engine-contract/interest.ts";
import { clocks, closing, pausing } from "./engine-contract/life.ts";
import { contents } from "./engine-contract/lot-changes.ts";
import { mailsOf } from "./engine-contract/mails.ts";
import { onePurchase } from "./engine-contract/one-purchase.ts";
import { faults, repeats } from "./engine-contract/repeats.ts";
import { softCloses } from "./engine-contract/soft-close.ts";
import { startsAnew, winsUndone } from "./engine-contract/starts-anew.ts";
import { voids, voidsAfterTheEnd, withdrawals } from "./engine-contract/voids.ts";
import type { TestDatabase } from "./with-database.ts";

export const engineContract = (test: TestDatabase): void => {
  commits(test);
  logs(test);
  crowds(test);
  repeats(test);
  faults(test);
  closing(test);
  clocks(test);
  pausing(test);
  edits(test);
  buying(test);
  purchases(test);
  mailsOf(test);
  softCloses(test);
  contents(test);
  startsAnew(test);
  winsUndone(test);
  voids(test);
  voidsAfterTheEnd(test);
  withdrawals(test);
  interests(test);
  holds(test);
  onePurchase(test);
  facts(test);
  constraints(test);
};
