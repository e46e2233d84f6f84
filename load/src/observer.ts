// The one place where everything passes that a run does and sees: what was asked of the server, what came of it, what
// watchers were told. What measures is an observer; a checker of histories can be another beside it.
import type { ErrorBody } from "@jara/shared/errors";
import type { Answer, EventName } from "@jara/shared/socket";

export const carriers = ["socket.io", "websocket"] as const;
export type Carrier = (typeof carriers)[number];

export type BiddingCommand = "bid:place" | "maxbid:set";

/** One command as it was meant: resending it is the same invocation. Times are this process's `performance.now()`. */
export interface Invocation {
  readonly command: BiddingCommand;
  readonly commandId: string;
  /** Which of the field's bidders. */
  readonly bidder: number;
  readonly carrier: Carrier;
  readonly auctionId: string;
  /** The bid or the maximum, in major units. */
  readonly amount: number;
  /** When the plan wanted it sent, whether or not anybody was able to. */
  readonly dueAt: number;
}

export type Accepted = Extract<Answer<"bid:place">, { ok: true }> | Extract<Answer<"maxbid:set">, { ok: true }>;

export type Outcome =
  | { readonly kind: "accepted"; readonly answer: Accepted }
  | { readonly kind: "refused"; readonly error: ErrorBody }
  /** It may or may not have been done: no answer came, however often it was sent. */
  | { readonly kind: "unknown" };

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
  sighted: (...args) => {
    for (const one of all) one.sighted?.(...args);
  },
});
