// The answers to every live command as strict schemas: the fields beside `ok`, and the possible refusal codes. They are
// the only source of the answers' types, of the checks in the tests, and of the API's document. Loaded by the server
// and its tests; browsers may import only types.
import * as z from "zod/mini";
import type { ErrorBody, ErrorCode } from "./errors.ts";
import { eventSchemas } from "./live-events.ts";
import { saleStateShape } from "./live-sales.ts";
import {
  auctionShape,
  bidReceiptShape,
  boughtShape,
  fieldChangeShape,
  maxBidShape,
  outcomeShape,
  says,
  status,
  time,
} from "./live-shapes.ts";
import { buyItNowReasons } from "./rest/buy-it-now.ts";

/** The events that a replayed gap may hold: for each change, the events that its watchers got. */
export const replayedEvents = [
  "auction:price",
  "auction:paused",
  "auction:resumed",
  "auction:ended",
  "auction:updated",
  "auction:extended",
] as const;
const replayed = <E extends (typeof replayedEvents)[number]>(type: E) =>
  z.strictObject({ type: z.literal(type), data: eventSchemas[type] });
export const replayedFrame = z.union([
  replayed("auction:price"),
  replayed("auction:paused"),
  replayed("auction:resumed"),
  replayed("auction:ended"),
  replayed("auction:updated"),
  replayed("auction:extended"),
]);

const outcome = says(outcomeShape, "The auction after it, for the caller.");
const serverTime = says(time, "The database's clock.");
const receipt = says(z.optional(bidReceiptShape), "The site's signature for the command; absent if it gives none.");

/** The fields beside `ok: true`. */
export const answerShapes = {
  "auction:watch": {
    auction: says(auctionShape, "The whole auction: what is not newer than its `version` is in it."),
    viewers: says(
      z.int().check(z.nonnegative()),
      "People who watch it: each user once, and the visitors of one address once.",
    ),
    serverTime,
    events: says(
      z.optional(z.array(replayedFrame)),
      "Only with `sinceVersion`, and where the gap can be replayed: what was missed, in order.",
    ),
  },
  "auction:unwatch": {},
  "auctions:watch": {},
  "auctions:unwatch": {},
  "admin:watch": {},
  "admin:unwatch": {},
  "sale:watch": { sale: says(saleStateShape, "As it is now."), serverTime },
  "sale:unwatch": {},
  "bid:place": {
    bid: says(
      z.strictObject({
        _id: says(z.string(), "The bid's id."),
        amount: says(z.number(), "In the auction's currency."),
        timestamp: says(time, "When it was committed, by the database's clock."),
      }),
      "As it was recorded.",
    ),
    auction: outcome,
    receipt,
  },
  "maxbid:set": { maxBid: says(maxBidShape, "As it stands now."), auction: outcome, receipt },
  "maxbid:cancel": { receipt },
  "maxbid:confirm": { maxBid: says(maxBidShape, "As it stands now."), auction: outcome, receipt },
  "bid:withdraw": { auction: outcome, receipt },
  "buy-it-now": {
    auction: says(boughtShape, "What was bought."),
    paymentInstructions: says(
      z.strictObject({
        deadline: says(time, "Unpaid by then, the lot's penalty is taken from the balance."),
        whatsapp: says(z.string(), "A number to write to."),
        email: says(z.string(), "An address to write to."),
      }),
      "How to pay.",
    ),
    receipt,
  },
  "clock:sync": { t0: says(z.number(), "As it was sent."), serverTime },
} as const satisfies Record<string, Record<string, z.ZodMiniType>>;

/** Any command may be refused with these codes. */
const always = ["INVALID", "RATE_LIMITED", "UNAVAILABLE", "INTERNAL"] as const;
const users = [...always, "UNAUTHENTICATED", "FORBIDDEN", "NOT_FOUND", "COMMAND_ID_REUSED"] as const;
const bidders = [
  ...users,
  "EMAIL_NOT_VERIFIED",
  "TERMS_NOT_ACCEPTED",
  "OWN_AUCTION",
  "AUCTION_NOT_ACTIVE",
  "AUCTION_PAUSED",
  "AUCTION_ENDED",
  "CONFLICT_OF_INTEREST",
  "LOT_CHANGED",
] as const;
/** The balance is checked for new amounts, and not again when a maximum is confirmed. */
const bindingMoney = [...bidders, "INSUFFICIENT_BALANCE"] as const;

export const refusalCodes = {
  "auction:watch": [...always, "NOT_FOUND"],
  "auction:unwatch": always,
  "auctions:watch": always,
  "auctions:unwatch": always,
  "admin:watch": [...always, "UNAUTHENTICATED", "FORBIDDEN"],
  "admin:unwatch": always,
  "sale:watch": [...always, "NOT_FOUND"],
  "sale:unwatch": always,
  "bid:place": [...bindingMoney, "BID_TOO_LOW"],
  "maxbid:set": [...bindingMoney, "WRONG_CURRENCY", "MAX_BID_TOO_LOW"],
  "maxbid:cancel": [...users, "AUCTION_NOT_ACTIVE", "AUCTION_PAUSED", "AUCTION_ENDED"],
  "maxbid:confirm": bidders,
  "bid:withdraw": [...users, "AUCTION_NOT_ACTIVE", "AUCTION_ENDED"],
  "buy-it-now": [
    ...users,
    "CONFLICT_OF_INTEREST",
    "BUY_IT_NOW_OPEN",
    "LOT_CHANGED",
    "EMAIL_NOT_VERIFIED",
    "TERMS_NOT_ACCEPTED",
    "OWN_AUCTION",
    "INSUFFICIENT_BALANCE",
    "AUCTION_PAUSED",
    "AUCTION_ENDED",
    "BUY_IT_NOW_UNAVAILABLE",
  ],
  "clock:sync": always,
} as const satisfies Record<keyof typeof answerShapes, readonly ErrorCode[]>;

/** Details that only some codes have. */
export const errorDetails = {
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

/** The whole answer to a command. */
export const answerSchema = (command: keyof typeof answerShapes) =>
  z.union([
    z.strictObject({ ok: z.literal(true), ...answerShapes[command] }),
    z.strictObject({ ok: z.literal(false), error: errorSchema<ErrorCode>(refusalCodes[command]) }),
  ]);
