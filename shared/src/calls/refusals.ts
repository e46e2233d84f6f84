// The body of a refusal over both APIs, and the codes with which live commands may be refused.
import * as z from "zod/mini";
import { requirementNames } from "../bidding-requirements.ts";
import type { ErrorBody, ErrorCode } from "../errors.ts";
import { fieldChangeShape, says, status } from "../live-shapes.ts";
import { buyItNowReasons } from "../rest/buy-it-now.ts";

/** Any command may be refused with these codes. */
export const always = ["INVALID", "RATE_LIMITED", "UNAVAILABLE", "INTERNAL"] as const;
/** A user's command. */
export const users = [...always, "UNAUTHENTICATED", "FORBIDDEN", "NOT_FOUND", "COMMAND_ID_REUSED"] as const;
/** A bidder's command. The balance is checked for new amounts, and not again when a maximum is confirmed. */
export const bidders = [
  ...users,
  "EMAIL_NOT_VERIFIED",
  "TERMS_NOT_ACCEPTED",
  "BIDDER_NOT_APPROVED",
  "OWN_AUCTION",
  "AUCTION_NOT_ACTIVE",
  "AUCTION_PAUSED",
  "AUCTION_ENDED",
  "CONFLICT_OF_INTEREST",
  "LOT_CHANGED",
] as const;

/** Details that only some codes have. */
const errorDetails = {
  issues: says(
    z.exactOptional(
      z.array(
        z.strictObject({
          path: says(z.string(), "Where it stands in what was sent."),
          message: says(z.string(), "Why it does not fit."),
        }),
      ),
    ),
    "`INVALID`: the inputs that did not fit.",
  ),
  minimumBid: says(z.exactOptional(z.number()), "`BID_TOO_LOW`: the lowest bid that would be accepted now."),
  currentPrice: says(z.exactOptional(z.number()), "`MAX_BID_TOO_LOW`: what a maximum must exceed."),
  required: says(z.exactOptional(z.number()), "`INSUFFICIENT_BALANCE`: what is needed, NGN."),
  balance: says(z.exactOptional(z.number()), "`INSUFFICIENT_BALANCE`: what is available, NGN."),
  status: says(z.exactOptional(status), "`AUCTION_NOT_ACTIVE`: the status that the auction has."),
  reason: says(z.exactOptional(z.enum(buyItNowReasons)), "`BUY_IT_NOW_UNAVAILABLE`: the first reason that applies."),
  saleId: says(z.exactOptional(z.string()), "`TERMS_NOT_ACCEPTED`: the sale whose terms must be accepted first."),
  missing: says(
    z.exactOptional(z.array(z.enum(requirementNames))),
    "`BIDDER_NOT_APPROVED`: what the bidder lacks. Empty: the amount is above `limit`.",
  ),
  limit: says(z.exactOptional(z.number()), "`BIDDER_NOT_APPROVED`: the most that the bidder may bid here, NGN."),
  contentVersion: says(z.exactOptional(z.int()), "`LOT_CHANGED`: the lot's content version now."),
  changes: says(
    z.exactOptional(z.array(fieldChangeShape)),
    "`LOT_CHANGED`: the fields that changed since the version that was named.",
  ),
  retryAfterMs: says(z.exactOptional(z.number()), "How long to wait before sending it again, milliseconds."),
};

/** A refusal with one of the codes. */
export const errorSchema = <C extends ErrorCode>(codes: readonly C[]) =>
  z.strictObject({
    code: says(z.enum(codes), "What programs go by."),
    message: says(z.string(), "A sentence for people."),
    ...errorDetails,
  }) satisfies z.ZodMiniType<ErrorBody>;
