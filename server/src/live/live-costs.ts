// The costs of the live commands, in milliseconds of the thread that answers bids, and who pays (time-budget.ts).
// Measured on two cores with a busy server; each is the least that the command costs.
import type { CommandName } from "@jara/shared/live-commands";
import type { Payer, TimeBudget } from "../platform/limits/time-budget.ts";
import type { Connection } from "./rooms.ts";

/** Watching an auction or a sale. */
export const WATCH_MS = 0.3;
/** Leaving is free, because a client that may not leave would go on being sent events. Its packets are counted. */
const COSTS_MS: Readonly<Record<CommandName, number>> = {
  "auction:watch": WATCH_MS,
  "auction:unwatch": 0,
  "auctions:watch": 0.05,
  "auctions:unwatch": 0,
  "sale:watch": WATCH_MS,
  "sale:unwatch": 0,
  "admin:watch": 1,
  "admin:unwatch": 0,
  "clock:sync": 0.05,
  "bid:place": 0.5,
  "maxbid:set": 0.5,
  "maxbid:cancel": 0.5,
  "maxbid:confirm": 0.5,
  "bid:withdraw": 2,
  "buy-it-now": 1,
};
/** For measurements. Null for what is no command, such as `authenticate`. */
export const costOfCommand = (name: string): number | null =>
  Object.hasOwn(COSTS_MS, name) ? COSTS_MS[name as CommandName] : null;
/** The cost that a replay adds: reading and encoding each change, unless another caller's can be used, and sending it. */
const MADE_CHANGE_MS = 0.02;
const SENT_KIB_MS = 0.004;

/** Bids, maxima and Buy It Now. */
export const isUrgent = (name: unknown): boolean =>
  typeof name === "string" && /^(bid:|maxbid:|buy-it-now$)/.test(name);

type Who = Pick<Connection, "address" | "user">;
const payerOf = ({ address, user }: Who): Payer => ({ address, userId: user?.id ?? null });

export interface LiveCosts {
  /** Charges a command before anything is done. Returns 0, or how long to wait (ms). */
  take(connection: Who, name: CommandName): number;
  /** Charges what a replay cost. */
  addReplay(connection: Who, replay: { readonly bytes: number; readonly madeOf: number }): void;
}

export const createLiveCosts = (budget: TimeBudget): LiveCosts => ({
  take(connection, name) {
    const costMs = COSTS_MS[name];
    return costMs === 0 ? 0 : budget.take({ ...payerOf(connection), isUrgent: isUrgent(name) }, costMs);
  },
  addReplay: (connection, { bytes, madeOf }) =>
    budget.add(payerOf(connection), madeOf * MADE_CHANGE_MS + (bytes / 1_024) * SENT_KIB_MS),
});
