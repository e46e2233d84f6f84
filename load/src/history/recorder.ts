// The observer that records the history of a run for the checker: every command, its outcome and what each watcher
// receives. It judges nothing and changes nothing. It is built for 100,000s of entries, so data shared by many watchers
// are kept once.
import { randomUUID } from "node:crypto";
import type { Invocation, Observer, Outcome } from "../observer.ts";
import type { Call, ClockReading, Held, History, Seen } from "./history.ts";

export interface Recorder extends Required<Observer> {
  /**
   * Records a command that is sent without a `Bidder`, for example by an administrator over REST. Call it when the
   * command is sent, and report the outcome with `settled`. Returns the invocation; send its `commandId` as the
   * Idempotency-Key.
   */
  call(asked: Called): Invocation;
  held(held: Held): void;
  clock(reading: ClockReading): void;
  rules(rules: Rules): void;
  /** Excludes changes of the auctions before now, because others made them. */
  begin(): void;
  /** Everything up to now; calls without an outcome are unknown. */
  history(): History;
}

/** The rules of the site that its settings decide. */
export type Rules = Pick<History, "staffMayBid" | "reservesMoney" | "maxUnpaidWins">;

type Called = Invocation extends infer I
  ? I extends Invocation
    ? Omit<I, "commandId" | "bidder" | "transport" | "dueAt"> & Partial<Pick<I, "commandId" | "transport">>
    : never
  : never;

interface Kept {
  invocation: Invocation;
  invokedAt: number;
  sends: number;
  settledAt: number | null;
  outcome: Outcome;
  furtherAnswers: Outcome[];
}

const unknown: Outcome = { kind: "unknown" };

export const createRecorder = (): Recorder => {
  const calls = new Map<string, Kept>();
  const watching = new Map<number, { seen: Seen[]; versions: Map<string, number> }>();
  const held: Held[] = [];
  let clock: ClockReading | null = null;
  let rules: Rules = {};
  let beganAt: number | null = null;

  /** If two people use the same id, each has a command of their own. */
  const keyOf = ({ userId, commandId }: Invocation): string => `${userId} ${commandId}`;
  const of = (watcher: number) => {
    const known = watching.get(watcher) ?? { seen: [], versions: new Map<string, number>() };
    watching.set(watcher, known);
    return known;
  };
  const invoked = (invocation: Invocation, at: number): void => {
    // The same command through another connection.
    const known = calls.get(keyOf(invocation));
    if (known) {
      known.sends += 1;
      return;
    }
    calls.set(keyOf(invocation), {
      invocation,
      invokedAt: at,
      sends: 1,
      settledAt: null,
      outcome: unknown,
      furtherAnswers: [],
    });
  };

  return {
    invoked,
    call: (asked) => {
      const invocation = { commandId: randomUUID(), bidder: -1, transport: "rest", ...asked, dueAt: performance.now() };
      invoked(invocation as Invocation, invocation.dueAt);
      return invocation as Invocation;
    },
    resent: (invocation) => {
      const call = calls.get(keyOf(invocation));
      if (call) call.sends += 1;
    },
    settled: (invocation, outcome, at) => {
      const call = calls.get(keyOf(invocation));
      if (!call || outcome.kind === "unknown") return;
      if (call.settledAt !== null) call.furtherAnswers.push(outcome);
      else {
        call.settledAt = at;
        call.outcome = outcome;
      }
    },
    connected: (watcher, userId, at) => void of(watcher).seen.push({ kind: "connected", userId, at }),
    received: (watcher, type, data, at) => void of(watcher).seen.push({ kind: "event", type, data, at }),
    notFound: (watcher, auctionId, at) => void of(watcher).seen.push({ kind: "not found", auctionId, at }),
    shown: (watcher, auctionId, shown, askedAt, at) => {
      const { seen, versions } = of(watcher);
      seen.push({ kind: "shown", auctionId, shown, askedAt, at });
      versions.set(auctionId, Math.max(versions.get(auctionId) ?? 0, shown.auction.version));
    },
    sighted: ({ watcher, auctionId, version }) => void of(watcher).versions.set(auctionId, version),
    held: (one) => void held.push(one),
    clock: (reading) => {
      clock = reading;
    },
    rules: (given) => {
      rules = given;
    },
    begin: () => {
      beganAt = performance.now();
    },
    history: () => ({
      calls: [...calls.values()].map((call): Call => ({ ...call, furtherAnswers: [...call.furtherAnswers] })),
      watching: [...watching].map(([watcher, { seen, versions }]) => ({
        watcher,
        seen: [...seen],
        versions: new Map(versions),
      })),
      held: [...held],
      clock,
      takesDeposits: true,
      ...rules,
      since: beganAt === null || !clock ? null : beganAt + clock.offsetMs - clock.errorMs,
    }),
  };
};
