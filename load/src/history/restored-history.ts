// Cuts a history to what a restored database must know: everything before the moment that it was restored to, and everything
// since the servers run on it. The rest is lost. Pure.
import type { Call, History, Seen } from "./history.ts";

export interface Restoring {
  /** The moment that the database was restored to: epoch ms of the database. */
  readonly to: number;
  /** The servers were given the restored database then: the history's own time. */
  readonly resumedAt: number;
}

/**
 * Leaves out commands that were sent and answered in between, so that the checker objects to each that is done all the
 * same. A command that was sent before the moment and answered after it may be done or not. Throws if the history has no
 * reading of the clock, because nothing could be said about the moment.
 */
export const restoredHistory = (history: History, { to, resumedAt }: Restoring): History => {
  if (!history.clock) throw new Error("the history has no reading of the clock");
  const { offsetMs, errorMs } = history.clock;
  const moment = to - offsetMs;
  const isSurelyBefore = (at: number): boolean => at < moment - errorMs;
  const isSurelyAfter = (at: number): boolean => at > moment + errorMs;
  const isResumed = (at: number): boolean => at >= resumedAt;

  const remaining = (call: Call): Call | null => {
    const { invokedAt, settledAt } = call;
    if (settledAt === null || isResumed(settledAt) || isSurelyBefore(settledAt)) return call;
    if (isSurelyAfter(invokedAt)) return null;
    return { ...call, settledAt: null, outcome: { kind: "unknown" }, furtherAnswers: [] };
  };
  const isKept = ({ at }: Seen): boolean => isSurelyBefore(at) || isResumed(at);
  return {
    ...history,
    calls: history.calls.flatMap((call) => remaining(call) ?? []),
    watching: history.watching.map((one) => ({ ...one, seen: one.seen.filter(isKept) })),
  };
};

export interface Lost {
  /** Commands that were answered as done and are lost. */
  readonly commands: number;
  /** The time from the moment that the database was restored to until everything was lost (ms). */
  readonly ms: number;
}

/** `lostAt`: when the database was lost, in the history's own time. */
export const lostOf = (history: History, to: number, lostAt: number): Lost => {
  const moment = to - (history.clock?.offsetMs ?? 0);
  const isLost = ({ outcome, settledAt }: Call): boolean =>
    outcome.kind === "accepted" && settledAt !== null && settledAt > moment && settledAt <= lostAt;
  return { commands: history.calls.filter(isLost).length, ms: Math.max(0, lostAt - moment) };
};
