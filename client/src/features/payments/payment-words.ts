// The words and figures of a payment that depend on more than one field.

import { shareOfMinor, toBasisPoints } from "@jara/shared/basis-points";
import { formatMoney, toMajor, toMinor } from "@jara/shared/money";
import { percentsOf, remainingPercent } from "@jara/shared/payment-rules";
import type { Win } from "@jara/shared/rest/settlements";

const DAY_MS = 24 * 3_600_000;
const QUARTER_HOUR_MS = 15 * 60_000;

/** True on the last day of a win, and in the last quarter of an hour of a purchase. */
export const isUrgent = ({ kind, dueAt }: Pick<Win, "kind" | "dueAt">, nowMs: number): boolean =>
  Date.parse(dueAt) - nowMs <= (kind === "win" ? DAY_MS : QUARTER_HOUR_MS);

/** True when a bank transfer, which can take a day, may arrive after the deadline. */
export const isTransferRisky = ({ dueAt }: Pick<Win, "dueAt">, nowMs: number): boolean =>
  Date.parse(dueAt) - nowMs <= DAY_MS;

/** "Remaining 80% to pay" where that is what it is: a win with its whole deposit and no payment. */
export const remainingLabel = ({ kind, price, deposit, paid, ...win }: Win): string => {
  const rules = percentsOf(win);
  const whole = shareOfMinor(toMinor(price), toBasisPoints(rules.depositPercent));
  const isWhole = kind === "win" && !win.premium && paid === 0 && toMinor(deposit) === whole;
  return isWhole ? `Remaining ${remainingPercent(rules)}% to pay` : "Remaining to pay";
};

export const priceLabel = ({ kind }: Pick<Win, "kind">): string =>
  kind === "win" ? "Winning bid" : "Buy It Now price";

/** Says which penalty the user pays if the lot stays unpaid. */
export const penaltyWords = ({ kind, penalty, deposit, auction, ...win }: Win): string => {
  const of = `${percentsOf(win).forfeitPercent}% of the ${kind === "win" ? "winning bid" : "price"}`;
  const kept = formatMoney(penalty, auction.currency);
  return deposit >= penalty
    ? `If you do not pay by then, we keep ${of} (${kept}) of your deposit, and the rest goes back to your balance.`
    : `If you do not pay by then, we take ${of} (${kept})${deposit > 0 ? ": your deposit, and the rest" : ""} from your balance.`;
};

/** Says in naira which part of the deposit was kept, and which part was returned. */
export const forfeitWords = ({ depositNgn, penaltyNgn, penalty, auction }: Win): string => {
  if (penaltyNgn === null) return `${formatMoney(penalty, auction.currency)} was kept.`;
  const differenceMinor = toMinor(depositNgn) - toMinor(penaltyNgn);
  const difference = formatMoney(toMajor(Math.abs(differenceMinor)), "NGN");
  const kept = formatMoney(penaltyNgn, "NGN");
  if (differenceMinor > 0) return `${kept} was kept from your deposit. ${difference} came back to your balance.`;
  if (differenceMinor === 0) return `${kept}, your deposit, was kept.`;
  return depositNgn === 0
    ? `${kept} was taken from your balance.`
    : `${kept} was kept: your deposit, and ${difference} from your balance.`;
};
