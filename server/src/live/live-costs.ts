// Charges live commands, and replays, to their senders (time-budget.ts).
import { isLiveCommand, liveCommands } from "@jara/shared/calls/live-list";
import type { CommandName } from "@jara/shared/live-commands";
import type { Payer, TimeBudget } from "../platform/limits/time-budget.ts";
import type { Connection } from "./rooms.ts";

/** For measurements. Null for what is no command, such as `authenticate`. */
export const costOfCommand = (name: string): number | null =>
  isLiveCommand(name) ? (liveCommands[name].cost?.ms ?? 0) : null;
/** The cost that a replay adds: reading and encoding each change, unless another caller's can be used, and sending it. */
const MADE_CHANGE_MS = 0.02;
const SENT_KIB_MS = 0.004;

/** Bids, maxima and Buy It Now. */
export const isUrgent = (name: unknown): boolean =>
  isLiveCommand(name) && liveCommands[name].cost?.bulkhead === "commands";

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
    const { cost } = liveCommands[name];
    return cost ? budget.take({ ...payerOf(connection), isUrgent: isUrgent(name) }, cost.ms) : 0;
  },
  addReplay: (connection, { bytes, madeOf }) =>
    budget.add(payerOf(connection), madeOf * MADE_CHANGE_MS + (bytes / 1_024) * SENT_KIB_MS),
});
