// The words of the takings. One thing has one name in all their tables.
import { addAmounts } from "@jara/shared/money";
import type { PaymentMethod, SettlementPayment } from "@jara/shared/rest/settlements";
import type { OtherMoney, Taking, Takings } from "@jara/shared/rest/takings";

export const PAID_TOO_MUCH = "Paid too much, to balances";

export const otherWords = ({ kind, method, isSurplus, outNgn, bookedBy, lot }: OtherMoney): string => {
  if (kind === "refund") return "Refund in cash";
  if (kind === "withdrawal") return lot ? "Refund transferred" : "Withdrawal paid out";
  if (kind === "reversal") return "Payment reversed";
  if (isSurplus) return PAID_TOO_MUCH;
  if (outNgn > 0) return "Paid out of a balance";
  return method === "online" && !bookedBy ? "Money added" : "For a balance";
};

type Moved = Pick<Takings, "received" | "outgoing">;

/** A sum of each column, in the order of its columns. */
export type Sums = readonly number[];
export interface MethodRow {
  readonly method: PaymentMethod;
  readonly amounts: Sums;
  /** The part of the first column that was for lots in dollars. */
  readonly dollars?: number;
}

const sumsOf = (rows: readonly MethodRow[]): Sums =>
  (rows[0]?.amounts ?? []).map((_, column) => addAmounts(...rows.map(({ amounts }) => amounts[column] ?? 0)));

/** Payments from balances move money inside the site, so that nothing came to the till or the bank. */
const fromOutside = ({ received }: Moved) => received.filter(({ method }) => method !== "balance");

export const RECEIVED = "Received";
export const receivedColumns = ["For lots", PAID_TOO_MUCH, "For balances", RECEIVED] as const;

/** Says for what money came, by method and in all. The last column is the sum of the others. */
export const receivedOf = (takings: Moved): { rows: readonly MethodRow[]; all: Sums } => {
  const rows = fromOutside(takings).map(({ method, ngn, inCurrency, surplusNgn = 0, addedNgn = 0, totalNgn = 0 }) => ({
    method,
    amounts: [ngn, surplusNgn, addedNgn, totalNgn],
    dollars: inCurrency.USD,
  }));
  return { rows, all: sumsOf(rows) };
};

export const movedColumns = [RECEIVED, "Reversed", "Refunded", "Paid out", "Net"] as const;

/** The money that came to the till and the bank, and left them, by method and in all: the last column is what is left. */
export const movedOf = (takings: Moved): { rows: readonly MethodRow[]; all: Sums } => {
  const rows = fromOutside(takings).map(({ method, totalNgn = 0 }) => {
    const out = takings.outgoing?.find((one) => one.method === method);
    const { reversedNgn = 0, refundedNgn = 0, paidOutNgn = 0 } = out ?? {};
    const paidOut = addAmounts(paidOutNgn, -refundedNgn);
    const net = addAmounts(totalNgn, -reversedNgn, -refundedNgn, -paidOut);
    return { method, amounts: [totalNgn, reversedNgn, refundedNgn, paidOut, net] };
  });
  return { rows, all: sumsOf(rows) };
};

const aboutMoved: readonly string[] = [
  "Came to till and bank, also for balances and what was reversed since",
  "Booked payments taken back",
  "In cash, and transfers the bank paid",
  "Withdrawals, and other money from balances",
  "What is left of these days in till and bank",
];

/** The sums of all methods with what they mean. */
export const moneyOf = (takings: Moved): { title: string; ngn: number; about: string }[] => {
  const { all } = movedOf(takings);
  return movedColumns.map((title, n) => ({ title, ngn: all[n] ?? 0, about: aboutMoved[n] ?? "" }));
};

type Line = readonly [name: string, ngn: number];
const paidOutWords: Partial<Record<PaymentMethod, string>> = {
  online: "Withdrawals paid out",
  transfer: "Paid out by bank transfer",
  cash: "Paid out in cash",
  outside: "Paid out in another way",
};

/** The money of the period that came to balances, and that left them. */
export const balancesOf = ({ balances, ...takings }: Pick<Takings, "balances" | "received" | "outgoing">) => {
  const [received, moved] = [receivedOf(takings), movedOf(takings)];
  const [, tooMuch = 0, added = 0] = received.all;
  const [, , refunded = 0] = moved.all;
  const forLots = takings.received.find(({ method }) => method === "balance")?.ngn ?? 0;
  const came: Line[] = [
    ["Money for balances", added],
    [PAID_TOO_MUCH, tooMuch],
    ["Deposits returned", balances.depositsReturned],
    ["Payments returned to balances", balances.refunds],
    ["Penalties returned", balances.penaltiesReturned],
  ];
  const left: Line[] = [
    ["Deposits taken", balances.depositsTaken],
    ["Paid for lots from balances", forLots],
    ["Penalties kept", balances.penaltiesKept],
    ["Taken back by reversals", balances.takenBack],
    ["Refunded in cash and by transfer", refunded],
    ...moved.rows.map(({ method, amounts }): Line => [paidOutWords[method] ?? method, amounts[3] ?? 0]),
  ];
  return { came, left };
};

type Payment = SettlementPayment | Taking;

const wholeIdOf = (payment: Payment): string => ("paymentId" in payment && payment.paymentId) || payment._id;

/** Groups the parts of one payment, which stand beside each other. Keeps the order. */
export const byOnePayment = <P extends Payment>(payments: readonly P[]): [P, ...P[]][] => {
  const all: [P, ...P[]][] = [];
  for (const payment of payments) {
    const last = all.at(-1);
    if (last && wholeIdOf(last[0]) === wholeIdOf(payment)) last.push(payment);
    else all.push([payment]);
  }
  return all;
};

/** The rows of one reversal or refund for several lots, which stand beside each other and name one movement at the bank. */
export const byOneMovement = (rows: readonly OtherMoney[]): [OtherMoney, ...OtherMoney[]][] => {
  const all: [OtherMoney, ...OtherMoney[]][] = [];
  const keyOf = ({ kind, at, user, method, reference }: OtherMoney) =>
    [kind, at, user._id, method, reference ?? ""].join(" ");
  for (const row of rows) {
    const last = all.at(-1);
    if (last && row.kind === "reversal" && row.method !== "balance" && keyOf(last[0]) === keyOf(row)) last.push(row);
    else all.push([row]);
  }
  return all;
};

/** An online payment of several lots gives each part the payment's reference with a number: "JP-1/2". */
export const referenceOf = ({ method, reference }: Payment, isOfMany: boolean): string | null =>
  isOfMany && method === "online" ? (reference?.replace(/\/\d+$/, "") ?? null) : reference;
