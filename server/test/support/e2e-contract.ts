// Every event of the live contract as a strict schema: a field too many fails as one too few does. Live test clients
// check each frame they are pushed; `onEachDatabase` fails the test in which one did not fit.
import { auctionSchema, auctionStatuses, bidSchema, maxBidSchema } from "@jara/shared/auction";
import { currencies } from "@jara/shared/money";
import { adminUserSchema, purchaseStatuses, settlementSchema, settlementStatuses } from "@jara/shared/rest";
import { type EventName, MAX_BIDS_IN_EVENT, type PushFrame } from "@jara/shared/socket";
import { roles } from "@jara/shared/users";
import * as z from "zod/mini";

/** ISO 8601, UTC, milliseconds. */
const time = z.iso.datetime({ precision: 3 });
const person = z.strictObject({ username: z.string() });
const status = z.enum(auctionStatuses);
const version = z.int().check(z.positive());
const amount = z.number().check(z.positive());
export const strictAuction = z.strictObject({
  ...auctionSchema.shape,
  endTime: time,
  createdAt: time,
  updatedAt: time,
});
const strictBid = z.strictObject({ ...bidSchema.shape, bidder: person, timestamp: time });
export const strictMaxBid = z.strictObject({
  ...maxBidSchema.shape,
  auction: z.strictObject(maxBidSchema.shape.auction.shape),
});

const compactPrice = {
  auctionId: z.string(),
  version,
  fromVersion: version,
  currentPrice: amount,
  minimumBid: amount,
  bidCount: z.int(),
  currency: z.enum(currencies),
  leader: z.nullable(person),
  reserveMet: z.boolean(),
  serverTime: time,
};
export const priceSchema = z.strictObject({
  ...compactPrice,
  bids: z.array(strictBid).check(z.maxLength(MAX_BIDS_IN_EVENT)),
});
export const compactPriceSchema = z.strictObject(compactPrice);

const schemas: Record<EventName, z.ZodMiniType> = {
  "auction:price": z.union([priceSchema, compactPriceSchema]),
  "auction:countdown": z.strictObject({ auctionId: z.string(), version, status, endTime: time, serverTime: time }),
  "auction:paused": z.strictObject({
    auctionId: z.string(),
    version,
    reason: z.enum(["buy-it-now", "admin"]),
    pausedUntil: z.nullable(time),
    serverTime: time,
  }),
  "auction:resumed": z.strictObject({ auctionId: z.string(), version, endTime: time, serverTime: time }),
  "auction:ended": z.strictObject({
    auctionId: z.string(),
    version,
    status,
    finalPrice: amount,
    winner: z.nullable(person),
    reserveMet: z.boolean(),
    serverTime: time,
  }),
  "auction:updated": z.strictObject({ auctionId: z.string(), version, auction: strictAuction }),
  "auction:removed": z.strictObject({ auctionId: z.string(), version }),
  "auction:viewers": z.strictObject({ auctionId: z.string(), count: z.int().check(z.nonnegative()) }),
  "auction:resync": z.strictObject({ auctionId: z.string() }),
  "auction:created": z.strictObject({ auction: strictAuction }),
  "auction:status": z.strictObject({ auctionId: z.string(), version, status }),
  "auction:mine": z.strictObject({
    auctionId: z.string(),
    version,
    isLeading: z.boolean(),
    bidIds: z.array(z.string()),
  }),
  "bid:outbid": z.strictObject({ auctionId: z.string(), title: z.string(), currentPrice: amount, minimumBid: amount }),
  "maxbid:changed": z.strictObject({ maxBid: strictMaxBid }),
  "maxbid:removed": z.strictObject({ _id: z.string() }),
  "auction:won": z.strictObject({ auctionId: z.string(), title: z.string(), finalPrice: amount, dueAt: time }),
  "win:changed": z.strictObject({ auctionId: z.string(), status: z.enum(settlementStatuses), dueAt: time }),
  "purchase:changed": z.strictObject({ auctionId: z.string(), status: z.enum(purchaseStatuses), deadline: time }),
  "balance:changed": z.strictObject({ balance: z.number() }),
  "user:changed": z.strictObject({ role: z.enum(roles), isEmailVerified: z.boolean() }),
  "session:ended": z.strictObject({ reason: z.string() }),
  "user:updated": z.strictObject({ user: z.strictObject(adminUserSchema.shape) }),
  "settlement:changed": z.strictObject({ settlement: z.strictObject(settlementSchema.shape) }),
};

/** What was pushed and does not fit, since it was last emptied. */
export const violations: string[] = [];

export const checkFrame = (frame: PushFrame): void => {
  const schema = Object.hasOwn(schemas, frame.type) ? schemas[frame.type] : undefined;
  const problem = schema ? schema.safeParse(frame.data).error : "no such event";
  if (problem) violations.push(`${JSON.stringify(frame)}: ${problem}`);
};
