// The one place where everything passes that a run does and sees: what was asked of the server, what came of it, what
// watchers were told. What measures is an observer; the history that a checker is given is another beside it.
import type { AuctionStatus, VoidReason } from "@jara/shared/auction";
import type { ErrorBody } from "@jara/shared/errors";
import type { Currency } from "@jara/shared/money";
import type { UpdateAuctionBody } from "@jara/shared/rest/auctions";
import type { Answer, EventName } from "@jara/shared/socket";

export const carriers = ["socket.io", "websocket"] as const;
export type Carrier = (typeof carriers)[number];

/** What can be asked of an auction. Amounts are major units of its currency. */
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
  /** An administrator's, over REST alone, as are the next three. */
  | { readonly command: "auction:status"; readonly status: AuctionStatus }
  | { readonly command: "auction:edit"; readonly edit: UpdateAuctionBody }
  | { readonly command: "auction:void"; readonly bidderId: string; readonly reason: VoidReason }
  | { readonly command: "auction:remove" };

/** What a socket carries. */
export type SocketAsked = Exclude<Asked, { readonly command: `auction:${string}` }>;
export type SocketCommand = SocketAsked["command"];
export type BiddingCommand = "bid:place" | "maxbid:set";

interface Asking {
  /** Over REST the Idempotency-Key. */
  readonly commandId: string;
  /** Which of the field's bidders; -1: none of them. */
  readonly bidder: number;
  readonly userId: string;
  readonly carrier: Carrier | "rest";
  readonly auctionId: string;
  /** When the plan wanted it sent, whether or not anybody was able to. */
  readonly dueAt: number;
}

/** One command as it was meant: resending it is the same invocation. Times are this process's `performance.now()`. */
export type Invocation = Asking & Asked;
/** One that a `Bidder` sends. */
export type SocketInvocation = Asking & SocketAsked;

export type Accepted =
  | Extract<Answer<SocketCommand>, { ok: true }>
  /** Over REST: what is said of the auction beside it is not looked at. */
  | { readonly ok: true };

export type Outcome =
  | { readonly kind: "accepted"; readonly answer: Accepted }
  | { readonly kind: "refused"; readonly error: ErrorBody }
  /** It may or may not have been done: no answer came, however often it was sent. */
  | { readonly kind: "unknown" };

/** What a watcher was shown when it asked: the answer to `auction:watch`. */
export type Shown = Extract<Answer<"auction:watch">, { ok: true }>;

export interface Sighting {
  readonly watcher: number;
  readonly auctionId: string;
  /** The first and last version this brought the watcher; none is left out between them. */
  readonly fromVersion: number;
  readonly version: number;
  /** A snapshot or replay after a gap, not an event. */
  readonly isCatchUp: boolean;
}

export interface Observer {
  invoked?(invocation: Invocation, at: number): void;
  /** The same invocation again, as its outcome was not known. */
  resent?(invocation: Invocation, at: number): void;
  settled?(invocation: Invocation, outcome: Outcome, at: number): void;
  /** Every event that reaches a watcher, as it came. Many watchers share one `data`: it must not be changed. */
  received?(watcher: number, type: EventName, data: unknown, at: number): void;
  /** A watcher has a connection, its first or the next one. `userId`: as whom; null as a visitor. */
  connected?(watcher: number, userId: string | null, at: number): void;
  /** A watcher asked for an auction, at `askedAt`, and was shown it. */
  shown?(watcher: number, auctionId: string, shown: Shown, askedAt: number, at: number): void;
  /** A watcher asked for an auction and was told that there is none. */
  notFound?(watcher: number, auctionId: string, at: number): void;
  /** A watcher's view of an auction moved on. */
  sighted?(sighting: Sighting, at: number): void;
}

/** Tells all of them, in order. */
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
