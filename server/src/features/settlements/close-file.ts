// The columns of the file of all closes of days.
import { type DayClose, isTakenBack, type TillMethod } from "@jara/shared/rest/day-closes";
import { csvLine } from "../../platform/http/csv.ts";
import { sortableLagosTime } from "../../platform/lib/lagos-time.ts";

type Column = readonly [head: string, of: (close: DayClose) => string | number];

const time = (at: string | null): string => (at === null ? "" : sortableLagosTime(Date.parse(at)));

const movesOf = (method: TillMethod): readonly Column[] => [
  [`${method} in`, ({ till }) => till.find((line) => line.method === method)?.inNgn ?? 0],
  [`${method} out`, ({ till }) => till.find((line) => line.method === method)?.outNgn ?? 0],
];

/** Empty: the close was made before the till had an opening, or the bank's statement was not compared. */
const columns: readonly Column[] = [
  ["day", ({ date }) => date],
  ["from (Lagos)", ({ from }) => time(from)],
  ["until (Lagos)", ({ until }) => time(until)],
  ["status", (close) => (isTakenBack(close) ? "taken back" : close.status)],
  ["opening", ({ openingCash }) => openingCash ?? ""],
  ...movesOf("cash"),
  ["till must have", ({ expectedCash }) => expectedCash],
  ["counted", ({ countedCash }) => countedCash],
  ["difference", ({ cashDifference }) => cashDifference],
  ["taken out", ({ bankedCash }) => bankedCash],
  ...movesOf("transfer"),
  ["bank statement", ({ countedTransfer }) => countedTransfer ?? ""],
  ["bank difference", ({ transferDifference }) => transferDifference ?? ""],
  ...movesOf("online"),
  ...movesOf("outside"),
  ["closed by", ({ closedBy }) => closedBy.username],
  ["closed (Lagos)", ({ closedAt }) => time(closedAt)],
  ["decided by", ({ decidedBy }) => decidedBy?.username ?? ""],
  ["decided (Lagos)", ({ decidedAt }) => time(decidedAt)],
  ["note", ({ note }) => note ?? ""],
  ["reason", ({ reason }) => reason ?? ""],
];

export const closeHeads: readonly string[] = columns.map(([head]) => head);
export const closeLine = (close: DayClose): string => csvLine(columns.map(([, of]) => of(close)));
