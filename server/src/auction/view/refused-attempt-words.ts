// The words about a refused command of a bidder, for staff: what was tried and why it was refused.
import { type ErrorCode, refusal } from "@jara/shared/errors";
import { type Currency, formatMoney, toMajor } from "@jara/shared/money";

export interface RefusedCommand {
  readonly kind: "bid" | "maximum" | "buy-it-now" | "withdrawal";
  readonly amountMinor: number | null;
  readonly code: string;
  readonly minimumMinor: number | null;
  readonly lateMs: number | null;
  readonly repeats: number;
}

/** "Refused bid of ₦31,000.00: too late by 0.147 s." */
export const refusedSentence = (attempt: RefusedCommand, currency: Currency): string => {
  const { kind, amountMinor, repeats } = attempt;
  const money = (minor: number) => formatMoney(toMajor(minor), currency);
  const what = {
    bid: `bid${amountMinor === null ? "" : ` of ${money(amountMinor)}`}`,
    maximum: "maximum",
    "buy-it-now": "Buy It Now",
    withdrawal: "withdrawal of bids",
  }[kind];
  const more = repeats === 0 ? "" : ` ${repeats === 1 ? "One more" : `${repeats} more`} like it followed.`;
  return `Refused ${what}: ${reasonOf(attempt, money)}.${more}`;
};

const words: Partial<Record<ErrorCode, string>> = {
  AUCTION_PAUSED: "the auction was paused",
  AUCTION_NOT_ACTIVE: "the auction was not open",
  INSUFFICIENT_BALANCE: "the balance was too low",
  MAX_BID_TOO_LOW: "it was not above the price",
  LOT_CHANGED: "the lot had changed since the bidder read it",
  OWN_AUCTION: "it was the bidder's own lot",
  CONFLICT_OF_INTEREST: "staff do not bid",
  EMAIL_NOT_VERIFIED: "the e-mail address was not verified",
  BUY_IT_NOW_UNAVAILABLE: "Buy It Now was not available",
  BUY_IT_NOW_OPEN: "another purchase was not paid yet",
  FORBIDDEN: "the bidder was not allowed to",
  TERMS_NOT_ACCEPTED: "the bidder had not accepted the terms of the sale",
  BIDDER_NOT_APPROVED: "the bidder did not qualify, or the amount was above the bidder's limit",
  RATE_LIMITED: "too many commands came at once",
};

const reasonOf = ({ code, lateMs, minimumMinor }: RefusedCommand, money: (minor: number) => string): string => {
  if (code === "AUCTION_ENDED")
    return lateMs === null ? "the auction had ended" : `too late by ${(lateMs / 1000).toFixed(3)} s`;
  if (code === "BID_TOO_LOW")
    return `too low${minimumMinor === null ? "" : `, at least ${money(minimumMinor)} was needed`}`;
  return words[code as ErrorCode] ?? refusal(code as ErrorCode).message.replace(/\.$/, "");
};
