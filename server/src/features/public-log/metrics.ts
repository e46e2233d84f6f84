// Metrics of the public log.
import { Counter, Gauge, type Registry } from "prom-client";
import { endOfLagosDay } from "../../platform/lib/lagos-time.ts";
import type { LogHead } from "./heads.ts";
import type { StoredVerdict } from "./verdicts/stored-verdicts.ts";

export interface LogObserver {
  /** Call when leaves were added. `behindMs`: the age of their oldest change; null if they are of older changes. */
  grown(leaves: number, behindMs: number | null): void;
  failed(): void;
  /** Call when the head was read or written. */
  seen(head: Pick<LogHead, "size" | "stoppedAt">): void;
  /** Call with the newest verdict. */
  judged(newest: Pick<StoredVerdict, "date" | "result">): void;
}

export const observeLog = (registry: Registry): LogObserver => {
  const leaves = new Counter({
    name: "jara_log_leaves_total",
    help: "Leaves that this server added to the public log.",
    registers: [registry],
  });
  const failures = new Counter({
    name: "jara_log_failures_total",
    help: "Batches of the public log that failed; each is tried again.",
    registers: [registry],
  });
  const behind = new Gauge({
    name: "jara_log_seconds_behind",
    help: "How old the oldest change of the last batch was when this server had logged it. Should be below 2.",
    registers: [registry],
  });
  const size = new Gauge({
    name: "jara_log_size",
    help: "The number of leaves of the public log, as this server last read it.",
    registers: [registry],
  });
  const stopped = new Gauge({
    name: "jara_log_stopped",
    help: "1: the public log is stopped, because the database does not continue what was published.",
    registers: [registry],
  });
  const judgedUntil = new Gauge({
    name: "jara_log_verdict_until_seconds",
    help: "The end of the day of the newest nightly verdict, in seconds since 1970; 0 before the first. Older than 34 hours: a verdict did not come.",
    registers: [registry],
  });
  const notGood = new Gauge({
    name: "jara_log_verdict_not_good",
    help: "1: the newest nightly verdict found something that does not hold, or could not check everything.",
    registers: [registry],
  });
  return {
    judged: ({ date, result }) => {
      judgedUntil.set(endOfLagosDay(date) / 1000);
      notGood.set(result === "good" ? 0 : 1);
    },
    grown: (count, behindMs) => {
      leaves.inc(count);
      if (behindMs !== null) behind.set(Math.max(0, behindMs) / 1000);
    },
    failed: () => failures.inc(),
    seen: (head) => {
      size.set(head.size);
      stopped.set(head.stoppedAt === null ? 0 : 1);
    },
  };
};
