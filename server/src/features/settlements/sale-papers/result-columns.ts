// The columns of a sale's results. The CSV file has all that have a name; the pages have those that have a width; the screen
// has the same words and amounts.
import { asMinor, type Currency, currencies, formatMoney, toMajor, toMinor } from "@jara/shared/money";
import type { SaleResult, SaleSum } from "@jara/shared/rest/sale-results";
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
export const received = ({ deposit, paid }: Settlement): number => toMajor(asMinor(toMinor(deposit) + toMinor(paid)));
/** The deposit and all payments, also what was refunded later. */
const paidInAll = ({ sold, refunded }: ResultLot): string | number => refunded?.paid ?? (sold ? received(sold) : "");
/** A part beside the deposit was paid. */
const isPartPaid = ({ status, paid }: Settlement): boolean => status === "open" && paid > 0;
const paidWords = (bought: Settlement): string => {
  if (bought.status === "refunded") return "refunded";
  return bought.status === "paid" ? "yes" : isPartPaid(bought) ? "part" : "no";
};
const sellerName = ({ seller }: ResultLot): string => seller?.name ?? "";
const numberOf = ({ buyerNumber }: ResultLot): string => buyerNumber?.toString() ?? "";
const buyerWords = (lot: ResultLot): string => {
  const buyer = boughtOf(lot)?.buyer;
  if (!buyer) return "";
  return [`No. ${numberOf(lot)}`, personName(buyer), ...(buyer.phone ? [buyer.phone] : [])].join(", ");
};
const soldWords = (sold: Settlement): string => {
  if (sold.status === "paid") return "Paid";
  if (!isPartPaid(sold)) return sold.deposit > 0 ? "Sold, deposit paid" : "Sold, not paid";
  const [paid, total] = [received(sold), sold.total].map((one) => formatMoney(one, sold.auction.currency));
  return `Part paid, ${paid} of ${total}`;
};
const outcomeWords = ({ outcome, highBid, sold, refunded }: ResultLot): string => {
  if (sold) return soldWords(sold);
  if (refunded?.creditNote) return `${outcome}, credit note ${refunded.creditNote}`;
  return highBid ? `${outcome}, high bid ${formatMoney(highBid.amount, highBid.currency)}` : outcome;
};

/** The amounts on the screen, each the same as in its column of the pages. */
const amounts = {
  hammer: ofBought(({ price }) => price),
  premium: ofBought(premiumOrFee),
  vat: ofBought(({ vat = 0 }) => vat),
  total: ofBought(({ total }) => total),
  deposit,
  paid: paidInAll,
  owed: ofBought(({ remaining }) => remaining),
};
const amountsFrom = (read: (of: ResultColumn["of"]) => string | number) => {
  const of = (name: keyof typeof amounts): number => Number(read(amounts[name]));
  return {
    hammer: of("hammer"),
    premium: of("premium"),
    vat: of("vat"),
    total: of("total"),
    deposit: of("deposit"),
    paid: of("paid"),
    owed: of("owed"),
  };
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
  { name: "hammer price", of: amounts.hammer, printed: amount("Hammer price", 73) },
  { name: "buyer's premium", of: ofBought(({ premium = 0 }) => premium) },
  { name: null, of: amounts.premium, printed: amount("Premium, fee", 62) },
  { name: "VAT on the premium", of: amounts.vat, printed: amount("VAT", 54) },
  { name: "fee", of: ofBought(({ fee }) => fee) },
  { name: "total", of: amounts.total, printed: amount("Total", 73) },
  { name: null, of: amounts.deposit, printed: amount("Deposit", 66) },
  { name: null, of: amounts.paid, printed: amount("Paid in all", 73) },
  { name: null, of: amounts.owed, printed: amount("Owed", 73) },
  { name: "buyer", of: ofBought(({ buyer }) => buyer.username) },
  { name: null, of: buyerWords, printed: { head: "Buyer", width: 72, lines: NAME_LINES } },
  { name: "name", of: ofBought(nameOf) },
  { name: "phone", of: ofBought(({ buyer }) => buyer.phone ?? "") },
  { name: "e-mail", of: ofBought(({ buyer }) => buyer.email) },
  { name: "paid", of: ofBought(paidWords) },
  { name: "remaining", of: amounts.owed },
  { name: "reference", of: ofBought(({ reference }) => reference) },
  { name: "paid in all", of: amounts.paid },
  { name: "high bid", of: ({ highBid }) => highBid?.amount ?? "" },
  { name: "deposit", of: amounts.deposit },
  { name: "seller code", of: ({ seller }) => seller?.code ?? "" },
  {
    name: "seller",
    of: sellerName,
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

const sumCell = (column: ResultColumn, sums: Sums, currency: Currency): string | number => {
  if (column.name === "title") return sums.name;
  if (column.name === "currency") return currency;
  return sumOf(column.of, sums);
};

/** Empty for a column without amounts. */
const sumOf = (read: ResultColumn["of"], { lots, less }: Sums): string | number => {
  const [more, fewer] = [lots, less].map((of) => of.map(read).filter((value) => typeof value === "number"));
  if (!more || !fewer) return "";
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

/** A lot as the screen shows it. */
export const resultOnScreen = (lot: ResultLot): SaleResult => {
  const bought = boughtOf(lot);
  return {
    lot: lot.lot,
    auction: { _id: lot.id, title: lot.title },
    outcome: outcomeWords(lot),
    seller: sellerName(lot),
    bought: bought && {
      settlementId: bought._id,
      buyer: bought.buyer,
      number: lot.buyerNumber,
      currency: bought.auction.currency,
      ...amountsFrom((of) => of(lot)),
    },
  };
};

export const sumsOnScreen = (lots: readonly ResultLot[]): SaleSum[] =>
  currencies.flatMap((currency) =>
    sumsIn(lots, currency).map((sums) => ({
      name: sums.name,
      currency,
      ...amountsFrom((of) => sumOf(of, sums)),
    })),
  );
