// The words for an import and its rows.
import { estimateWords } from "@jara/shared/estimates";
import { importColumnNames, importColumns } from "@jara/shared/import-columns";
import { type Currency, formatMoney } from "@jara/shared/money";
import type { Import, ImportRow, ImportVerdict } from "@jara/shared/rest/imports";
import { softCloseWords } from "../../lots/house-rules/differences.ts";

export const verdictWords: Record<ImportVerdict, string> = {
  create: "New lot",
  unchanged: "Already a lot",
  changed: "Differs from its lot",
  refused: "Refused",
};

export const pricesWords = (prices: NonNullable<ImportRow["prices"]>, currency: Currency): string => {
  const { startingPrice, reservePrice } = prices;
  const estimate = estimateWords(prices, currency);
  return [
    `Starting price ${formatMoney(startingPrice, currency)}`,
    ...(reservePrice === null ? [] : [`reserve ${formatMoney(reservePrice, currency)}`]),
    ...(estimate === null ? [] : [`estimate ${estimate}`]),
  ].join(", ");
};

/** The increments and the soft close that the row's lot gets. */
export const rulesWords = (rules: NonNullable<ImportRow["rules"]>): string => {
  const { bidIncrement, isSuggested, currency, softClose, areOfHouse } = rules;
  const increment =
    bidIncrement === null
      ? "the house's increment table"
      : `an increment of ${formatMoney(bidIncrement, currency)}${isSuggested ? ", which fits its starting price," : ""}`;
  const end = softClose ? `a ${softCloseWords(softClose)}` : "no soft close";
  return `Gets ${increment} and ${end}${areOfHouse ? " (the house's defaults)" : ""}.`;
};

export const drafts = (count: number): string => `${count.toLocaleString("en")} ${count === 1 ? "draft" : "drafts"}`;

export const statusWords = ({ status, counts }: Import): string => {
  switch (status) {
    case "checking":
      return counts.pictures > 0
        ? `Taking in pictures: ${counts.picturesDone} of ${counts.pictures}`
        : "Checking the table";
    case "checked":
      return counts.create > 0 ? `${drafts(counts.create)} can be made` : "No new lots";
    case "applying":
      return `Making drafts: ${counts.made + counts.updated} of ${toDo(counts)}`;
    case "applied":
      return `${drafts(counts.made)} made${counts.updated > 0 ? `, ${counts.updated} updated` : ""}`;
    case "cancelled":
      return counts.made > 0 ? `Cancelled after ${drafts(counts.made)}` : "Cancelled";
    case "failed":
      return "Failed";
    default:
      return status satisfies never;
  }
};

/** The rows that are carried out: new lots, and those that somebody chose to update or to make again. */
export const toDo = ({ create, chosen }: Import["counts"]): number => create + chosen;

/** From 0 to 1. */
export const progressOf = ({ status, counts }: Import): number => {
  const [done, all] =
    status === "applying" ? [counts.made + counts.updated, toDo(counts)] : [counts.picturesDone, counts.pictures];
  return all === 0 ? 0 : done / all;
};

const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A table with one lot as an example. */
export const templateOf = (): string =>
  `\ufeff${[
    importColumnNames.map((name) => importColumns[name].name),
    importColumnNames.map((name) => importColumns[name].example),
  ]
    .map((cells) => cells.map(cell).join(","))
    .join("\r\n")}\r\n`;
