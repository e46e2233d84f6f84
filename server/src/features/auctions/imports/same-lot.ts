// Compares an imported row with the lot that it names, and says how they differ, so that a table that was exported and not
// changed is found unchanged, and that nobody updates a draft without seeing how.

import { type Auction, conditionLabels, type Media } from "@jara/shared/auction";
import type { ConditionReport } from "@jara/shared/condition-fields";
import { type ImportColumnName, importColumns } from "@jara/shared/import-columns";
import { detailNames, estimateNames } from "@jara/shared/lot-fields";
import { formatMoney } from "@jara/shared/money";
import { formatLagosTime } from "@jara/shared/time";
import { writeReport } from "@jara/shared/written-report";
import type { RowProblem } from "../../../platform/database/schema/imports.ts";
import { cut } from "./cut.ts";
import type { LotBody } from "./read-row.ts";

/** An address as a cell of the table can have it: the signs that part two addresses are written in another way. */
export const writtenAddress = (url: string): string => url.replace(/[;|\n]/g, encodeURIComponent);

/** A field of the lot and of the row, in words. Equal words are no difference. */
type Compared = readonly [column: ImportColumnName, before: string, after: string];

/**
 * `media`: what the row names. An empty cell for a time, for pictures or for a rule of the house says nothing about it.
 * The reserve is compared only if the viewer may see it.
 */
export const differencesOf = (lot: Auction, body: LotBody, media: readonly Media[]): RowProblem[] =>
  [
    ...textsOf(lot, body),
    ...amountsOf(lot, body),
    ...rulesOf(lot, body),
    ...timesOf(lot, body),
    ...picturesOf(lot, media),
  ]
    .filter(([, before, after]) => before !== after)
    .map(([column, before, after]) => ({
      column: importColumns[column].name,
      message: column === "pictures" ? "The row names other pictures." : changeWords(before, after),
    }));

const SHOWN_CHARS = 80;
const BEFORE_CHARS = 20;

/** Shortens long texts to the part that differs. */
const changeWords = (before: string, after: string): string => {
  let first = 0;
  while (first < before.length && before[first] === after[first]) first++;
  const from = first < SHOWN_CHARS - BEFORE_CHARS ? 0 : first - BEFORE_CHARS;
  const shown = (words: string) =>
    words === "" ? "nothing" : `“${from > 0 ? "…" : ""}${cut(words.slice(from), SHOWN_CHARS)}”`;
  return `${shown(before)} becomes ${shown(after)}.`;
};

const textsOf = (lot: Auction, body: LotBody): Compared[] => {
  const written = (report: object | null | undefined): string => writeReport((report ?? {}) as ConditionReport);
  const codes = (of: readonly string[] = []): string => [...of].sort().join(", ");
  return [
    ["title", lot.title, body.title],
    ["description", lot.description, body.description],
    ["condition", conditionLabels[lot.condition], conditionLabels[body.condition ?? "good"]],
    ["location", lot.location ?? "", body.location ?? ""],
    ...detailNames.map((name): Compared => [name, lot[name] ?? "", body[name] ?? ""]),
    ["conditionReport", written(lot.conditionReport), written(body.conditionReport)],
    ["categories", codes(lot.categories), codes(body.categories)],
  ];
};

const amountsOf = (lot: Auction, body: LotBody): Compared[] => {
  const { currency = "NGN" } = body;
  const before = (amount: number | null | undefined) => (amount == null ? "" : formatMoney(amount, lot.currency));
  const after = (amount: number | null | undefined) => (amount == null ? "" : formatMoney(amount, currency));
  const amounts = ["startingPrice", "buyItNowPrice", ...estimateNames] as const;
  return [
    ["currency", lot.currency, currency],
    ...amounts.map((name): Compared => [name, before(lot[name]), after(body[name])]),
    ...(lot.reservePrice === undefined
      ? []
      : ([["reservePrice", before(lot.reservePrice), after(body.reservePrice)]] as const)),
  ];
};

const rulesOf = (lot: Auction, { incrementTable, bidIncrement, softClose }: LotBody): Compared[] => {
  const table = "a table that rises with the price";
  const one = (amount: number | undefined) => formatMoney(amount ?? lot.bidIncrement, lot.currency);
  const closes = (given: typeof lot.softClose) =>
    given ? `${given.windowSeconds} seconds, at most ${given.capMinutes} minutes` : "off";
  const saysIncrement = incrementTable !== undefined || bidIncrement !== undefined;
  return [
    ...(saysIncrement
      ? ([
          ["bidIncrement", lot.incrementSteps ? table : one(undefined), incrementTable ? table : one(bidIncrement)],
        ] as const)
      : []),
    ...(softClose === undefined ? [] : ([["softCloseWindow", closes(lot.softClose), closes(softClose)]] as const)),
  ];
};

const timesOf = (lot: Auction, body: LotBody): Compared[] =>
  (["startTime", "endTime"] as const).flatMap((name): Compared[] => {
    const [before, after = null] = [lot[name], body[name]];
    if (after === null || (before !== null && Date.parse(before) === Date.parse(after))) return [];
    return [[name, before === null ? "" : inWords(before, after), inWords(after, before)]];
  });

/** The words leave out years and seconds; where only these differ, both times are in full. */
const inWords = (time: string, other: string | null): string =>
  other !== null && formatLagosTime(time) === formatLagosTime(other)
    ? new Date(time).toISOString()
    : formatLagosTime(time);

const picturesOf = (lot: Auction, media: readonly Media[]): Compared[] => {
  const addresses = (items: readonly Media[]): string => items.map(({ url }) => writtenAddress(url)).join("\n");
  return media.length === 0 ? [] : [["pictures", addresses(lot.media), addresses(media)]];
};
