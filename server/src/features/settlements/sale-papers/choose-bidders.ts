// Chooses, sorts and sums the bidders of a sale for a list, and writes their lines in a file.
import { asMinor, currencies, type ExchangeRates, toMajor, toMinor } from "@jara/shared/money";
import { inNairaMinor } from "@jara/shared/naira";
import { phoneDigits, phoneOrText } from "@jara/shared/phone-search";
import type { SaleBidder, SaleBidderOrder, SaleBidderState, SaleBidders } from "@jara/shared/rest/sale-bidders";
import { csvLine } from "../../../platform/http/csv.ts";
import { fullName, personName } from "../../../platform/lib/made-out-to.ts";

interface Choice {
  readonly q?: string | undefined;
  readonly state?: SaleBidderState | undefined;
  readonly sortBy?: SaleBidderOrder | undefined;
  readonly sortOrder?: "asc" | "desc" | undefined;
}

const isIn: Record<SaleBidderState, (bidder: SaleBidder) => boolean> = {
  leading: ({ bids }) => (bids?.leads ?? 0) > 0,
  won: ({ won }) => won > 0,
  owing: ({ sums }) => sums.some(({ owed }) => owed > 0),
  waiting: ({ approval }) => approval?.status === "waiting",
};

/** Four digits or fewer are a buyer's number. */
const isFound = ({ user, number }: SaleBidder, typed: string): boolean => {
  if (/^\d{1,4}$/.test(typed)) return number === Number(typed);
  const text = [user.username, user.firstName, user.lastName, user.email, phoneDigits(user.phone)]
    .join(" ")
    .toLowerCase();
  return phoneOrText(typed)
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
};

/**
 * Returns the chosen bidders. Unless an order is chosen, numbers and names ascend, and lots and amounts descend. By number,
 * people without one come last.
 */
export const chosenBidders = (
  bidders: readonly SaleBidder[],
  { q = "", state, sortBy = "number", sortOrder = sortBy === "number" || sortBy === "name" ? "asc" : "desc" }: Choice,
  rates: ExchangeRates,
): SaleBidder[] => {
  const naira = ({ sums }: SaleBidder, of: "hammer" | "owed"): number =>
    sums.reduce((sum, one) => sum + inNairaMinor(toMinor(one[of]), one.currency, rates), 0);
  const by: Record<SaleBidderOrder, (one: SaleBidder, other: SaleBidder) => number> = {
    number: (one, other) => (one.number ?? 0) - (other.number ?? 0),
    name: (one, other) => personName(one.user).localeCompare(personName(other.user), "en"),
    won: (one, other) => one.won - other.won,
    hammer: (one, other) => naira(one, "hammer") - naira(other, "hammer"),
    owed: (one, other) => naira(one, "owed") - naira(other, "owed"),
  };
  const turn = sortOrder === "asc" ? 1 : -1;
  const isLast = ({ number }: SaleBidder): number => (sortBy === "number" && number === null ? 1 : 0);
  return bidders
    .filter((one) => (state === undefined || isIn[state](one)) && (q.trim() === "" || isFound(one, q.trim())))
    .sort(
      (one, other) =>
        isLast(one) - isLast(other) ||
        turn * by[sortBy](one, other) ||
        (one.number ?? 0) - (other.number ?? 0) ||
        one.user.username.localeCompare(other.user.username, "en"),
    );
};

export const sumOfBidders = (bidders: readonly SaleBidder[]): SaleBidders["sum"] => {
  const count = (of: "won" | "handedOver" | "refunded"): number => bidders.reduce((sum, one) => sum + one[of], 0);
  const all = bidders.flatMap(({ sums }) => sums);
  return {
    won: count("won"),
    handedOver: count("handedOver"),
    refunded: count("refunded"),
    sums: currencies.flatMap((currency) => {
      const own = all.filter((sum) => sum.currency === currency);
      const sumOf = (of: "hammer" | "total" | "paid" | "owed"): number =>
        toMajor(asMinor(own.reduce((sum, one) => sum + toMinor(one[of]), 0)));
      const [hammer, total, paid, owed] = [sumOf("hammer"), sumOf("total"), sumOf("paid"), sumOf("owed")];
      return own.length === 0 ? [] : [{ currency, hammer, total, paid, owed }];
    }),
  };
};

export const bidderHeads: readonly string[] = [
  "buyer number",
  "username",
  "name",
  "phone",
  "e-mail",
  "approval",
  "limit (NGN)",
  "lots with bids",
  "lots led",
  "currency",
  "hammer total",
  "total",
  "owed",
  "lots won",
  "invoices",
  "paid in all",
  "lots handed over",
  "lots refunded",
];

/** A line for each currency in which the person won something, or one line. */
export const bidderLines = (bidders: readonly SaleBidder[]): string[] =>
  bidders.flatMap(({ user, number, approval, bids, won, handedOver, refunded, sums, invoices }) =>
    (sums.length > 0 ? sums : [null]).map((sum) =>
      csvLine([
        written(number),
        user.username,
        fullName(user),
        user.phone ?? "",
        user.email,
        approval?.status ?? "",
        approval?.limit ?? "",
        written(bids?.lots),
        written(bids?.leads),
        sum?.currency ?? "",
        sum?.hammer ?? "",
        sum?.total ?? "",
        sum?.owed ?? "",
        written(won),
        invoices.map(({ number }) => number).join(" "),
        sum?.paid ?? "",
        written(handedOver),
        written(refunded),
      ]),
    ),
  );

/** A count, which has no decimals. */
const written = (count: number | null | undefined): string => (count == null ? "" : String(count));
