// Judges a run's figures by the limits from the command line. The limit of lost deliveries always applies. The promises
// of the product are checked elsewhere (verify.ts).

export interface Limits {
  readonly maxP99AnswerMs: number | null;
  readonly maxP99WatcherMs: number | null;
  readonly minAcceptedPerSecond: number | null;
  readonly maxLost: number;
  readonly maxUnknown: number | null;
  readonly maxCatchUpMs: number | null;
}

export interface Measured {
  /** Null: nothing was measured. */
  readonly p99AnswerMs: number | null;
  readonly p99WatcherMs: number | null;
  readonly acceptedPerSecond: number;
  readonly lost: number;
  readonly unknown: number;
  readonly catchUpMs: number | null;
}

export interface Verdict {
  readonly what: string;
  readonly limit: string;
  readonly measured: string;
  readonly isKept: boolean;
}

const ms = (value: number | null): string => (value === null ? "nothing measured" : `${value.toFixed(1)} ms`);

/** One verdict for each given limit. A limit without a measured value counts as not kept. */
export const judge = (limits: Limits, measured: Measured): Verdict[] => {
  const verdicts: Verdict[] = [];
  const atMost = (what: string, limit: number | null, value: number | null, say: (value: number | null) => string) => {
    if (limit === null) return;
    const isKept = value !== null && value <= limit;
    verdicts.push({ what, limit: `at most ${say(limit)}`, measured: say(value), isKept });
  };
  const count = (value: number | null): string => String(value);
  atMost("bid to answer, 99th percentile", limits.maxP99AnswerMs, measured.p99AnswerMs, ms);
  atMost("bid to watcher, 99th percentile", limits.maxP99WatcherMs, measured.p99WatcherMs, ms);
  if (limits.minAcceptedPerSecond !== null) {
    verdicts.push({
      what: "accepted a second",
      limit: `at least ${limits.minAcceptedPerSecond}`,
      measured: measured.acceptedPerSecond.toFixed(1),
      isKept: measured.acceptedPerSecond >= limits.minAcceptedPerSecond,
    });
  }
  atMost("deliveries and bids lost", limits.maxLost, measured.lost, count);
  atMost("commands with unknown outcome", limits.maxUnknown, measured.unknown, count);
  atMost("time until all had caught up", limits.maxCatchUpMs, measured.catchUpMs, ms);
  return verdicts;
};
