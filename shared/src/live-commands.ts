// The live contract: commands with their data and answers, events with their data. Both transports (Socket.IO and plain
// WebSocket) use exactly this. Schemas of commands validate every frame; types of answers and events come from their
// schemas in live-answers.ts and live-events.ts. Browsers may import only types from here.
import * as z from "zod/mini";
import { amountSchema, commandIdSchema, contentVersionSchema, idSchema } from "./auction.ts";
import type { ErrorBody } from "./errors.ts";
import type { answerShapes } from "./live-answers.ts";
import type { eventSchemas, priceSchema } from "./live-events.ts";
import { currencies } from "./money.ts";
import { bidAmount, maxAmount } from "./rest/bids.ts";
import { opaque } from "./text/kinds.ts";

const nothing = z.strictObject({});
/** For readers who pay for their data: fewer price events, each without its bids. */
const compact = z.optional(z.boolean());
/** True: the answer to the accepted command carries a bid receipt. Without it, a repeated command gets an equal answer. */
const receipt = z.optional(z.boolean());
export const commandSchemas = {
  "auction:watch": z.strictObject({
    auctionId: idSchema,
    sinceVersion: z.optional(z.int().check(z.nonnegative())),
    compact,
  }),
  "auction:unwatch": z.strictObject({ auctionId: idSchema }),
  "auctions:watch": z.strictObject({ compact }),
  "auctions:unwatch": nothing,
  "admin:watch": nothing,
  "admin:unwatch": nothing,
  "sale:watch": z.strictObject({ saleId: idSchema }),
  "sale:unwatch": z.strictObject({ saleId: idSchema }),
  "bid:place": z.strictObject({
    auctionId: idSchema,
    amount: bidAmount,
    commandId: commandIdSchema,
    contentVersion: z.optional(contentVersionSchema),
    receipt,
  }),
  "maxbid:set": z.strictObject({
    auctionId: idSchema,
    maxAmount,
    currency: z.enum(currencies),
    commandId: commandIdSchema,
    contentVersion: z.optional(contentVersionSchema),
    receipt,
  }),
  "maxbid:cancel": z.strictObject({ maxBidId: idSchema, commandId: commandIdSchema, receipt }),
  "maxbid:confirm": z.strictObject({
    maxBidId: idSchema,
    contentVersion: contentVersionSchema,
    commandId: commandIdSchema,
    receipt,
  }),
  "bid:withdraw": z.strictObject({ auctionId: idSchema, commandId: commandIdSchema, receipt }),
  "buy-it-now": z.strictObject({
    auctionId: idSchema,
    commandId: commandIdSchema,
    price: z.optional(amountSchema),
    receipt,
  }),
  "clock:sync": z.strictObject({ t0: z.number() }),
} as const;

export type CommandName = keyof typeof commandSchemas;
export type CommandData<C extends CommandName> = z.infer<(typeof commandSchemas)[C]>;

export type Events = { [E in EventName]: z.infer<(typeof eventSchemas)[E]> };
export type EventName = keyof typeof eventSchemas;
export type PriceEvent = z.infer<typeof priceSchema>;
/** An event as the plain WebSocket pushes it and as a replayed gap lists it. */
export type PushFrame = { [E in EventName]: { type: E; data: Events[E] } }[EventName];

type Fields<S extends z.core.$ZodShape> = keyof S extends never ? Record<never, never> : z.infer<z.ZodMiniObject<S>>;
/** The fields of the answer to an accepted command beside `ok`. */
export type CommandResults = {
  [C in Exclude<CommandName, "auction:watch">]: Fields<(typeof answerShapes)[C]>;
} & {
  "auction:watch": Omit<Fields<(typeof answerShapes)["auction:watch"]>, "events"> & { events?: PushFrame[] };
};

export type Answer<C extends CommandName> = ({ ok: true } & CommandResults[C]) | { ok: false; error: ErrorBody };

/** A plain WebSocket request. `authenticate` may only be the first frame. */
export const plainRequestSchema = z.strictObject({
  id: z.union([z.number(), opaque(64)]),
  type: opaque(40),
  data: z.optional(z.unknown()),
});
export const authenticateSchema = z.strictObject({ token: opaque(4096).check(z.minLength(1)) });
