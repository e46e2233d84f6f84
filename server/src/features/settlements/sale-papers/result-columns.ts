// The columns of a sale's results. The CSV file has all that have a name; the pages have those that have a width.
import { asMinor, type Currency, currencies, formatMoney, toMajor, toMinor } from "@jara/shared/money";
import type { Settlement } from "@jara/shared/rest/settlements";
import { csvLine } from "../../../platform/http/csv.ts";
import { fullName, personName } from "../../../platform/lib/made-out-to.ts";
import { printable } from "../../../platform/pdf/printable.ts";
import type { Column } from "../../../platform/pdf/table.ts";
import type { ResultLot } from "./results.ts";

interface ResultColumn {
  /** Null: not in the file. */
  readonly name: string | null;
  /** An amount is a number in the lot's currency. */
  readonly of: (lot: ResultLot) => string | number;
  readonly printed?: Column;
}

/** The sale of a lot that somebody has, or whose sale was refunded. */
const boughtOf = ({ sold, refunded }: ResultLot): Settlement | null => sold ?? refunded?.settlement ?? null;
/** Empty for a lot that nobody bought. */
const ofBought =
  (read: (bought: Settlement) => string | number) =>
  (lot: ResultLot): string | number => {
    const bought = boughtOf(lot);
    return bought ? read(bought) : "";
  };
const nameOf = ({ buyer }: Settlement): string => fullName(buyer);
/** A win has no fee, and a purchase no premium. */
const premiumOrFee = ({ premium = 0, fee }: Settlement): number => toMajor(toMinor(premium) + toMinor(fee));
const deposit = (lot: ResultLot): string | number => lot.refunded?.deposit ?? lot.sold?.deposit ?? "";
/** The deposit and all payments, also what was refunded later. */
const paidInAll = ({ sold, refunded }: ResultLot): string | number => {
  if (refunded) return refunded.paid;
  return sold ? toMajor(asMinor(toMinor(sold.deposit) + toMinor(sold.paid))) : "";
};
const paidWords = ({ status }: Settlement): string =>
  status === "refunded" ? "refunded" : status === "paid" ? "yes" : "no";
const numberOf = ({ buyerNumber }: ResultLot): string => buyerNumber?.toString() ?? "";
const buyerWords = (lot: ResultLot): string => {
  const buyer = boughtOf(lot)?.buyer;
  if (!buyer) return "";
  return [`No. ${numberOf(lot)}`, personName(buyer), ...(buyer.phone ? [buyer.phone] : [])].join(", ");
};
const outcomeWords = ({ outcome, highBid, sold, refunded }: ResultLot): string => {
  if (sold) return sold.status === "paid" ? "Paid" : "Sold, not paid";
  if (refunded?.creditNote) return `${outcome}, credit note ${refunded.creditNote}`;
  return highBid ? `${outcome}, high bid ${formatMoney(highBid.amount, highBid.currency)}` : outcome;
};
const amount = (head: string, width: number): Column => ({ head, width, align: "right" });

/** Enough for the longest name, which is not cut. */
const NAME_LINES = 16;

const columns: readonly ResultColumn[] = [
  { name: "lot", of: ({ lot }) => lot, printed: { head: "Lot", width: 26 } },
  { name: "title", of: ({ title }) => title, printed: { head: "Title", width: 68, lines: 3 } },
  { name: "outcome", of: ({ outcome }) => outcome },
  { name: null, of: outcomeWords, printed: { head: "Outcome", width: 74, lines: 4 } },
  { name: "currency", of: (lot) => boughtOf(lot)?.auction.currency ?? lot.highBid?.currency ?? "" },
  { name: "hammer price", of: ofBought(({ price }) => price), printed: amount("Hammer price", 73) },
  { name: "buyer's premium", of: ofBought(({ premium = 0 }) => premium) },
  { name: null, of: ofBought(premiumOrFee), printed: amount("Premium, fee", 62) },
  { name: "VAT on the premium", of: ofBought(({ vat = 0 }) => vat), printed: amount("VAT", 54) },
  { name: "fee", of: ofBought(({ fee }) => fee) },
  { name: "total", of: ofBought(({ total }) => total), printed: amount("Total", 73) },
  { name: null, of: deposit, printed: amount("Deposit", 66) },
  { name: null, of: paidInAll, printed: amount("Paid in all", 73) },
  { name: null, of: ofBought(({ remaining }) => remaining), printed: amount("Owed", 73) },
  { name: "buyer", of: ofBought(({ buyer }) => buyer.username) },
  { name: null, of: buyerWords, printed: { head: "Buyer", width: 72, lines: NAME_LINES } },
  { name: "name", of: ofBought(nameOf) },
  { name: "phone", of: ofBought(({ buyer }) => buyer.phone ?? "") },
  { name: "e-mail", of: ofBought(({ buyer }) => buyer.email) },
  { name: "paid", of: ofBought(paidWords) },
  { name: "remaining", of: ofBought(({ remaining }) => remaining) },
  { name: "reference", of: ofBought(({ reference }) => reference) },
  { name: "paid in all", of: paidInAll },
  { name: "high bid", of: ({ highBid }) => highBid?.amount ?? "" },
  { name: "deposit", of: deposit },
  { name: "seller code", of: ({ seller }) => seller?.code ?? "" },
  {
    name: "seller",
    of: ({ seller }) => seller?.name ?? "",
    printed: { head: "Seller", width: 47.89, lines: NAME_LINES },
  },
  { name: "refunded", of: ({ refunded }) => refunded?.paid ?? "" },
  { name: "credit note", of: ({ refunded }) => refunded?.creditNote ?? "" },
  { name: "buyer number", of: numberOf },
];

const inFile = columns.filter(({ name }) => name !== null);
export const resultHeads: readonly string[] = inFile.map(({ name }) => name ?? "");
/** The lines of the file: the lots, and the sums for each currency in which lots were bought. */
export const resultLines = (lots: readonly ResultLot[]): string[] => [
  ...lots.map((lot) => csvLine(inFile.map((column) => column.of(lot)))),
  ...currencies.flatMap((currency) =>
    sumsIn(lots, currency).map((sums) => csvLine(inFile.map((column) => sumCell(column, sums, currency)))),
  ),
];

interface Sums {
  readonly name: string;
  readonly lots: readonly ResultLot[];
  /** Lots whose amounts are subtracted. */
  readonly less: readonly ResultLot[];
}

/** Returns the sum of all bought lots in the currency; if some were refunded, also theirs, and the sum without them. */
const sumsIn = (all: readonly ResultLot[], currency: Currency): Sums[] => {
  const lots = all.filter((lot) => boughtOf(lot)?.auction.currency === currency);
  const less = lots.filter(({ refunded }) => refunded !== null);
  if (lots.length === 0) return [];
  const sum = { name: "Sum", lots, less: [] };
  return less.length === 0
    ? [sum]
    : [sum, { name: "Refunded", lots: [], less }, { name: "Without refunded lots", lots, less }];
};

const sumCell = (column: ResultColumn, { name, lots, less }: Sums, currency: Currency): string | number => {
  if (column.name === "title") return name;
  if (column.name === "currency") return currency;
  const amounts = (of: readonly ResultLot[]) =>
    of.map((lot) => column.of(lot)).filter((value) => typeof value === "number");
  const [more, fewer] = [amounts(lots), amounts(less)];
  if (more.length + fewer.length === 0) return "";
  return toMajor(asMinor(minorOf(more) - minorOf(fewer)));
};

const minorOf = (amounts: readonly number[]): number => amounts.reduce((sum, value) => sum + toMinor(value), 0);

const onPages = columns.filter(({ printed }) => printed !== undefined);
export const printedColumns: readonly Column[] = onPages.flatMap(({ printed }) => printed ?? []);
export const printedTexts = (lot: ResultLot): string[] =>
  onPages.map((column) => textOf(column.of(lot), boughtOf(lot)?.auction.currency ?? "NGN"));

/** The rows of sums below the lots. */
export const printedSums = (lots: readonly ResultLot[], currency: Currency): string[][] =>
  sumsIn(lots, currency).map((sums) => onPages.map((column) => textOf(sumCell(column, sums, currency), currency)));

const textOf = (value: string | number, currency: Currency): string =>
  typeof value === "number" ? formatMoney(value, currency) : printable(value, "");
