// The live contract: commands with their data and answers, events with their data. Both carriers (Socket.IO and plain
// WebSocket) speak exactly this. Types of events are the publisher's; schemas of commands guard every frame.
import * as z from "zod/mini";
import {
  type Auction,
  type AuctionOutcome,
  type AuctionStatus,
  amountSchema,
  type Bid,
  idSchema,
  type MaxBid,
} from "./auction.ts";
import type { ErrorBody } from "./errors.ts";
import { type Currency, currencies } from "./money.ts";
import type { AdminUser, BuyItNowAnswer, PurchaseStatus, Settlement, SettlementStatus } from "./rest.ts";
import type { Role } from "./users.ts";

/** A client-made UUID. Sending it again is safe and returns the first outcome. */
export const commandIdSchema = z.guid();

const nothing = z.strictObject({});
export const commandSchemas = {
  "auction:watch": z.strictObject({ auctionId: idSchema, sinceVersion: z.optional(z.int().check(z.nonnegative())) }),
  "auction:unwatch": z.strictObject({ auctionId: idSchema }),
  "auctions:watch": nothing,
  "auctions:unwatch": nothing,
  "admin:watch": nothing,
  "admin:unwatch": nothing,
  "bid:place": z.strictObject({ auctionId: idSchema, amount: amountSchema, commandId: commandIdSchema }),
  "maxbid:set": z.strictObject({
    auctionId: idSchema,
    maxAmount: amountSchema,
    currency: z.enum(currencies),
    commandId: commandIdSchema,
  }),
  "maxbid:cancel": z.strictObject({ maxBidId: idSchema, commandId: commandIdSchema }),
  "buy-it-now": z.strictObject({ auctionId: idSchema, commandId: commandIdSchema }),
  "clock:sync": z.strictObject({ t0: z.number() }),
} as const;

export type CommandName = keyof typeof commandSchemas;
export type CommandData<C extends CommandName> = z.infer<(typeof commandSchemas)[C]>;

/** An event as plain WebSocket pushes it and as a replayed gap lists it. */
export type PushFrame = { [E in EventName]: { type: E; data: Events[E] } }[EventName];

export interface CommandResults {
  "auction:watch": { auction: Auction; viewers: number; serverTime: string; events?: PushFrame[] };
  "auction:unwatch": Record<never, never>;
  "auctions:watch": Record<never, never>;
  "auctions:unwatch": Record<never, never>;
  "admin:watch": Record<never, never>;
  "admin:unwatch": Record<never, never>;
  "bid:place": { bid: { _id: string; amount: number; timestamp: string }; auction: AuctionOutcome };
  "maxbid:set": { maxBid: MaxBid; auction: AuctionOutcome };
  "maxbid:cancel": Record<never, never>;
  "buy-it-now": BuyItNowAnswer;
  "clock:sync": { t0: number; serverTime: string };
}

export type Answer<C extends CommandName> = ({ ok: true } & CommandResults[C]) | { ok: false; error: ErrorBody };

type Person = { username: string };

/** `fromVersion` to `version` (both included) is what the event covers; live merging can make that more than one. */
export interface PriceEvent {
  auctionId: string;
  version: number;
  fromVersion: number;
  currentPrice: number;
  minimumBid: number;
  bidCount: number;
  currency: Currency;
  leader: Person | null;
  reserveMet: boolean;
  /** Newest first, at most 20. */
  bids: Bid[];
  serverTime: string;
}

export interface Events {
  // to an auction's watchers; the listing feed gets auction:price without `bids`
  "auction:price": PriceEvent | Omit<PriceEvent, "bids">;
  "auction:countdown": {
    auctionId: string;
    version: number;
    status: AuctionStatus;
    endTime: string;
    serverTime: string;
  };
  "auction:paused": {
    auctionId: string;
    version: number;
    reason: "buy-it-now" | "admin";
    pausedUntil: string | null;
    serverTime: string;
  };
  "auction:resumed": { auctionId: string; version: number; endTime: string; serverTime: string };
  "auction:ended": {
    auctionId: string;
    version: number;
    status: AuctionStatus;
    finalPrice: number;
    winner: Person | null;
    reserveMet: boolean;
    serverTime: string;
  };
  "auction:updated": { auctionId: string; version: number; auction: Auction };
  /** It is gone: nobody finds it any more. To its watchers, the listing and admins. */
  "auction:removed": { auctionId: string; version: number };
  "auction:viewers": { auctionId: string; count: number };
  "auction:resync": { auctionId: string };
  // to the listing feed
  "auction:created": { auction: Auction };
  "auction:status": { auctionId: string; version: number; status: AuctionStatus };
  // to one user's own connections
  /** Who leads and which of the new bids are the user's own: what the public event may not say. */
  "auction:mine": { auctionId: string; version: number; isLeading: boolean; bidIds: string[] };
  "bid:outbid": { auctionId: string; title: string; currentPrice: number; minimumBid: number };
  "maxbid:changed": { maxBid: MaxBid };
  "maxbid:removed": { _id: string };
  "auction:won": { auctionId: string; title: string; finalPrice: number; dueAt: string };
  /** To the winner: what is due was opened, paid, waived, forfeited, or is void. */
  "win:changed": { auctionId: string; status: SettlementStatus; dueAt: string };
  /** To the buyer. */
  "purchase:changed": { auctionId: string; status: PurchaseStatus; deadline: string };
  "balance:changed": { balance: number };
  "user:changed": { role: Role; isEmailVerified: boolean };
  "session:ended": { reason: string };
  // to administrators' feed, beside drafts and everything of the listing
  /** A user's role, verification, balance or profile moved, or somebody registered. */
  "user:updated": { user: AdminUser };
  /** A settlement or purchase was opened, closed, or needs attention. */
  "settlement:changed": { settlement: Settlement };
}
export type EventName = keyof Events;

/** A plain WebSocket request. `authenticate` may only be the first frame. */
export const plainRequestSchema = z.strictObject({
  id: z.union([z.number(), z.string().check(z.maxLength(64))]),
  type: z.string().check(z.maxLength(40)),
  data: z.optional(z.unknown()),
});
export const authenticateSchema = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(4096)) });

/** A larger frame closes its connection. */
export const MAX_FRAME_BYTES = 16 * 1024;
/** A merged price event names its newest bids, never more than this. */
export const MAX_BIDS_IN_EVENT = 20;
