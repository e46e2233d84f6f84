// The columns of a sale's results. The CSV file has all that have a name; the pages have those that have a width.
import { type Currency, formatMoney, toMajor, toMinor } from "@jara/shared/money";
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
const amount = (head: string, width: number): Column => ({ head, width, align: "right" });

const columns: readonly ResultColumn[] = [
  { name: "lot", of: ({ lot }) => lot, printed: { head: "Lot", width: 28 } },
  { name: "title", of: ({ title }) => title, printed: { head: "Title", width: 108, lines: 2 } },
  { name: "outcome", of: ({ outcome }) => outcome, printed: { head: "Outcome", width: 64, lines: 2 } },
  { name: "currency", of: ofSold(({ auction }) => auction.currency) },
  { name: "hammer price", of: ofSold(({ price }) => price), printed: amount("Hammer price", 73) },
  { name: "buyer's premium", of: ofSold(({ premium = 0 }) => premium) },
  { name: null, of: ofSold(premiumOrFee), printed: amount("Premium, fee", 62) },
  { name: "VAT on the premium", of: ofSold(({ vat = 0 }) => vat), printed: amount("VAT", 54) },
  { name: "fee", of: ofSold(({ fee }) => fee) },
  { name: "total", of: ofSold(({ total }) => total), printed: amount("Total", 73) },
  { name: "buyer", of: ofSold(({ buyer }) => buyer.username) },
  { name: null, of: ofSold(({ buyer }) => personName(buyer)), printed: { head: "Buyer", width: 72, lines: 2 } },
  { name: "name", of: ofSold(nameOf) },
  { name: "phone", of: ofSold(({ buyer }) => buyer.phone ?? ""), printed: { head: "Phone", width: 78 } },
  { name: "e-mail", of: ofSold(({ buyer }) => buyer.email) },
  {
    name: "paid",
    of: ofSold(({ status }) => (status === "paid" ? "yes" : "no")),
    printed: { head: "Paid", width: 26 },
  },
  { name: "remaining", of: ofSold(({ remaining }) => remaining) },
  { name: "reference", of: ofSold(({ reference }) => reference) },
  { name: "deposit", of: ofSold(({ deposit }) => deposit), printed: amount("Deposit", 66) },
  { name: "seller code", of: ({ seller }) => seller?.code ?? "" },
  { name: "seller", of: ({ seller }) => seller?.name ?? "", printed: { head: "Seller", width: 57.89, lines: 2 } },
];

const inFile = columns.filter(({ name }) => name !== null);
export const resultHeads: readonly string[] = inFile.map(({ name }) => name ?? "");
export const resultLine = (lot: ResultLot): string => csvLine(inFile.map((column) => column.of(lot)));

const onPages = columns.filter(({ printed }) => printed !== undefined);
export const printedColumns: readonly Column[] = onPages.flatMap(({ printed }) => printed ?? []);
export const printedTexts = (lot: ResultLot): string[] =>
  onPages.map((column) => textOf(column.of(lot), lot.sold?.auction.currency ?? "NGN"));

/** The row of sums below lots in one currency. */
export const printedSums = (lots: readonly ResultLot[], currency: Currency): string[] =>
  onPages.map((column, n) => {
    if (n === 1) return "Sum";
    const minor = lots.map((lot) => column.of(lot)).filter((value) => typeof value === "number");
    if (minor.length === 0) return "";
    return formatMoney(toMajor(minor.reduce<number>((sum, value) => sum + toMinor(value), 0)), currency);
  });

const textOf = (value: string | number, currency: Currency): string =>
  typeof value === "number" ? formatMoney(value, currency) : printable(value, "");
