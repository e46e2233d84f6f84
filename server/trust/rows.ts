// Lists all rows of docs/trust.md that take longer than a test may, in the order in which they run.
import type { Row } from "./row.ts";
import { answerTimes } from "./rows/answer-times.ts";
import { builtInKills } from "./rows/built-in-kills.ts";
import { concurrentAdmins } from "./rows/concurrent-admins.ts";
import { deletionsRow } from "./rows/deletions.ts";
import { failoverRow } from "./rows/failover.ts";
import { faultRows } from "./rows/faults.ts";
import { floodsRow } from "./rows/floods.ts";
import { fuzzRow } from "./rows/fuzz.ts";
import { moneyRaceRows } from "./rows/money-races.ts";
import { plantedInTests } from "./rows/planted-in-tests.ts";
import { raceRows } from "./rows/races.ts";
import { restoreRow } from "./rows/restore.ts";
import { transactionsRow } from "./rows/transactions.ts";
import { unreadRow } from "./rows/unread.ts";
import { upgradeRow } from "./rows/upgrade.ts";

export const rows: readonly Row[] = [
  ...faultRows,
  failoverRow,
  restoreRow,
  upgradeRow,
  builtInKills,
  ...raceRows,
  ...moneyRaceRows,
  concurrentAdmins,
  transactionsRow,
  deletionsRow,
  fuzzRow,
  floodsRow,
  unreadRow,
  answerTimes,
  plantedInTests,
];
