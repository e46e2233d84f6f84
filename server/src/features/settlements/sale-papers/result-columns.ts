// The columns of a sale's results. The CSV file has all that have a name; the pages have those that have a width.
import { asMinor, type Currency, currencies, formatMoney, toMajor, toMinor } from "@jara/shared/money";
import type { Settlement } from "@jara/shared/rest/settlements";
import { csvLine } from "../../../platform/http/csv.ts";
import { personName } from "../../../platform/lib/made-out-to.ts";
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

/** Empty for a lot that nobody has. */
const ofSold =
  (read: (sold: Settlement) => string | number) =>
  ({ sold }: ResultLot): string | number =>
    sold ? read(sold) : "";
const nameOf = ({ buyer }: Settlement): string => personName({ ...buyer, username: "" });
/** A win has no fee, and a purchase no premium. */
const premiumOrFee = ({ premium = 0, fee }: Settlement): number => toMajor(toMinor(premium) + toMinor(fee));
/** The deposit and all payments. */
const paidInAll = ({ deposit, paid }: Settlement): number => toMajor(asMinor(toMinor(deposit) + toMinor(paid)));
const buyerWords = (buyer: Settlement["buyer"]): string =>
  buyer.phone ? `${personName(buyer)}, ${buyer.phone}` : personName(buyer);
const outcomeWords = ({ outcome, highBid }: ResultLot): string =>
  highBid ? `${outcome}, high bid ${formatMoney(highBid.amount, highBid.currency)}` : outcome;
const amount = (head: string, width: number): Column => ({ head, width, align: "right" });

const columns: readonly ResultColumn[] = [
  { name: "lot", of: ({ lot }) => lot, printed: { head: "Lot", width: 26 } },
  { name: "title", of: ({ title }) => title, printed: { head: "Title", width: 68, lines: 3 } },
  { name: "outcome", of: ({ outcome }) => outcome },
  { name: null, of: outcomeWords, printed: { head: "Outcome", width: 74, lines: 4 } },
  { name: "currency", of: ({ sold, highBid }) => sold?.auction.currency ?? highBid?.currency ?? "" },
  { name: "hammer price", of: ofSold(({ price }) => price), printed: amount("Hammer price", 73) },
  { name: "buyer's premium", of: ofSold(({ premium = 0 }) => premium) },
  { name: null, of: ofSold(premiumOrFee), printed: amount("Premium, fee", 62) },
  { name: "VAT on the premium", of: ofSold(({ vat = 0 }) => vat), printed: amount("VAT", 54) },
  { name: "fee", of: ofSold(({ fee }) => fee) },
  { name: "total", of: ofSold(({ total }) => total), printed: amount("Total", 73) },
  { name: null, of: ofSold(({ deposit }) => deposit), printed: amount("Deposit", 66) },
  { name: null, of: ofSold(paidInAll), printed: amount("Paid in all", 73) },
  { name: null, of: ofSold(({ remaining }) => remaining), printed: amount("Owed", 73) },
  { name: "buyer", of: ofSold(({ buyer }) => buyer.username) },
  { name: null, of: ofSold(({ buyer }) => buyerWords(buyer)), printed: { head: "Buyer", width: 72, lines: 3 } },
  { name: "name", of: ofSold(nameOf) },
  { name: "phone", of: ofSold(({ buyer }) => buyer.phone ?? "") },
  { name: "e-mail", of: ofSold(({ buyer }) => buyer.email) },
  { name: "paid", of: ofSold(({ status }) => (status === "paid" ? "yes" : "no")) },
  { name: "remaining", of: ofSold(({ remaining }) => remaining) },
  { name: "reference", of: ofSold(({ reference }) => reference) },
  { name: "paid in all", of: ofSold(paidInAll) },
  { name: "high bid", of: ({ highBid }) => highBid?.amount ?? "" },
  { name: "deposit", of: ofSold(({ deposit }) => deposit) },
  { name: "seller code", of: ({ seller }) => seller?.code ?? "" },
  { name: "seller", of: ({ seller }) => seller?.name ?? "", printed: { head: "Seller", width: 47.89, lines: 2 } },
];

const inFile = columns.filter(({ name }) => name !== null);
export const resultHeads: readonly string[] = inFile.map(({ name }) => name ?? "");
/** The lines of the file: the lots, and a line of sums for each currency in which lots were sold. */
export const resultLines = (lots: readonly ResultLot[]): string[] => [
  ...lots.map((lot) => csvLine(inFile.map((column) => column.of(lot)))),
  ...currencies.flatMap((currency) => {
    const own = soldIn(lots, currency);
    if (own.length === 0) return [];
    return csvLine(inFile.map((column) => sumCell(column, own, currency)));
  }),
];

export const soldIn = (lots: readonly ResultLot[], currency: Currency): ResultLot[] =>
  lots.filter(({ sold }) => sold?.auction.currency === currency);

const sumCell = (column: ResultColumn, lots: readonly ResultLot[], currency: Currency): string | number => {
  if (column.name === "title") return "Sum";
  if (column.name === "currency") return currency;
  const amounts = lots.map((lot) => column.of(lot)).filter((value) => typeof value === "number");
  return amounts.length === 0 ? "" : sumOf(amounts);
};

const sumOf = (amounts: readonly number[]): number =>
  toMajor(asMinor(amounts.reduce((sum, value) => sum + toMinor(value), 0)));

const onPages = columns.filter(({ printed }) => printed !== undefined);
export const printedColumns: readonly Column[] = onPages.flatMap(({ printed }) => printed ?? []);
export const printedTexts = (lot: ResultLot): string[] =>
  onPages.map((column) => textOf(column.of(lot), lot.sold?.auction.currency ?? "NGN"));

/** The row of sums below lots in one currency. */
export const printedSums = (lots: readonly ResultLot[], currency: Currency): string[] =>
  onPages.map((column) => {
    const cell = sumCell(column, lots, currency);
    return typeof cell === "number" ? formatMoney(cell, currency) : cell;
  });

const textOf = (value: string | number, currency: Currency): string =>
  typeof value === "number" ? formatMoney(value, currency) : printable(value, "");
