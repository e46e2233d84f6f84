// The interface through which a run reports everything it does and sees: the commands, their outcomes and what watchers
// receive. The measurement is one observer; the recorder of the history for the checker is another.
import type { AuctionStatus, VoidReason } from "@jara/shared/auction";
import type { ErrorBody } from "@jara/shared/errors";
import type { Answer, EventName } from "@jara/shared/live-commands";
import type { Currency } from "@jara/shared/money";
import type { UpdateAuctionBody } from "@jara/shared/rest/auctions";

export const transports = ["socket.io", "websocket"] as const;
export type Transport = (typeof transports)[number];

/** The commands on an auction. Amounts are major units of its currency. */
export type Asked =
  | { readonly command: "bid:place"; readonly amount: number; readonly contentVersion?: number }
  | {
      readonly command: "maxbid:set";
      readonly amount: number;
      readonly currency: Currency;
      readonly contentVersion?: number;
    }
  | { readonly command: "maxbid:cancel"; readonly maxBidId: string }
  | { readonly command: "maxbid:confirm"; readonly maxBidId: string; readonly contentVersion: number }
  | { readonly command: "bid:withdraw" }
  | { readonly command: "buy-it-now" }
  /** Administrators' commands, over REST only, as are the next three. */
  | { readonly command: "auction:status"; readonly status: AuctionStatus }
  | { readonly command: "auction:edit"; readonly edit: UpdateAuctionBody }
  | { readonly command: "auction:void"; readonly bidderId: string; readonly reason: VoidReason }
  | { readonly command: "auction:remove" }
  | MoneyAsked;

/** About a settlement or a purchase, or an offer to a runner-up; over REST only. */
export type MoneyAsked =
  /** By the person who owes. */
  | { readonly command: "payment:balance"; readonly settlementId: string }
  | { readonly command: "offer:answer"; readonly offerId: string; readonly answer: "accept" | "decline" }
  /** Administrators' commands, as are the next ones. */
  | {
      readonly command: "payment:book";
      readonly settlementId: string;
      readonly method: "transfer" | "cash";
      readonly paid: number;
    }
  | { readonly command: "payment:close"; readonly settlementId: string; readonly as: "paid" | "waived" }
  | { readonly command: "payment:extend"; readonly settlementId: string; readonly until: string }
  /** `payments`: the ids of those that are taken back alone. */
  | { readonly command: "payment:reverse"; readonly settlementId: string; readonly payments?: readonly string[] }
  | { readonly command: "payment:refund"; readonly settlementId: string; readonly to: "balance" | "transfer" }
  | { readonly command: "offer:make"; readonly settlementId: string };

/** The commands that a socket carries. */
export type SocketAsked = Exclude<Asked, { readonly command: `auction:${string}` } | MoneyAsked>;
export type SocketCommand = SocketAsked["command"];
export type BiddingCommand = "bid:place" | "maxbid:set";

interface Asking {
  /** Sent as the Idempotency-Key over REST. */
  readonly commandId: string;
  /** The index of the bidder among the load participants; -1: none of them. */
  readonly bidder: number;
  readonly userId: string;
  readonly transport: Transport | "rest";
  readonly auctionId: string;
  /** When the plan wanted it sent, whether or not that was possible. */
  readonly dueAt: number;
}

/** One intended command; sending it again is the same invocation. Times are this process's `performance.now()`. */
export type Invocation = Asking & Asked;
/** A command that a `Bidder` sends. */
export type SocketInvocation = Asking & SocketAsked;

export type Accepted =
  | Extract<Answer<SocketCommand>, { ok: true }>
  /** Over REST: what the answer says of the auction is not checked. */
  | { readonly ok: true };

export type Outcome =
  | { readonly kind: "accepted"; readonly answer: Accepted }
  | { readonly kind: "refused"; readonly error: ErrorBody }
  /** It may or may not have been applied: no answer came, however often it was sent. */
  | { readonly kind: "unknown" };

/** The state that a watcher was shown when it asked: the answer to `auction:watch`. */
export type Shown = Extract<Answer<"auction:watch">, { ok: true }>;

export interface Sighting {
  readonly watcher: number;
  readonly auctionId: string;
  /** The first and last version that this brought the watcher; none is left out between them. */
  readonly fromVersion: number;
  readonly version: number;
  /** A snapshot or replay after a gap, not an event. */
  readonly isCatchUp: boolean;
}

export interface Observer {
  invoked?(invocation: Invocation, at: number): void;
  /** The same invocation was sent again, because its outcome was unknown. */
  resent?(invocation: Invocation, at: number): void;
  settled?(invocation: Invocation, outcome: Outcome, at: number): void;
  /** Every event that reaches a watcher, as it came. Many watchers share one `data`: it must not be changed. */
  received?(watcher: number, type: EventName, data: unknown, at: number): void;
  /** A watcher has a connection, its first or a later one. `userId`: the signed-in user, or null for a visitor. */
  connected?(watcher: number, userId: string | null, at: number): void;
  /** A watcher asked for an auction, at `askedAt`, and was shown it. */
  shown?(watcher: number, auctionId: string, shown: Shown, askedAt: number, at: number): void;
  /** A watcher asked for an auction and was told that there is none. */
  notFound?(watcher: number, auctionId: string, at: number): void;
  /** A watcher's view of an auction moved on. */
  sighted?(sighting: Sighting, at: number): void;
}

/** Notifies all observers, in order. */
export const observers = (all: readonly Observer[]): Required<Observer> => ({
  invoked: (...args) => {
    for (const one of all) one.invoked?.(...args);
  },
  resent: (...args) => {
    for (const one of all) one.resent?.(...args);
  },
  settled: (...args) => {
    for (const one of all) one.settled?.(...args);
  },
  received: (...args) => {
    for (const one of all) one.received?.(...args);
  },
  connected: (...args) => {
    for (const one of all) one.connected?.(...args);
  },
  shown: (...args) => {
    for (const one of all) one.shown?.(...args);
  },
  notFound: (...args) => {
    for (const one of all) one.notFound?.(...args);
  },
  sighted: (...args) => {
    for (const one of all) one.sighted?.(...args);
  },
});
