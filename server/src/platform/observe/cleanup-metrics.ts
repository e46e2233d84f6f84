// Metrics of the removal of data that nobody needs any more.
import { Counter, type Registry } from "prom-client";
import { BOUNDS_IN_SECONDS } from "./histogram-bounds.ts";
import { createDistribution } from "./tally.ts";

export type Removable = "commands" | "uploads" | "imports";

export interface CleanupObserver {
  removed(what: Removable, count: number, ms: number): void;
  failed(job: string): void;
}

export const observeCleanup = (registry: Registry): CleanupObserver => {
  const removed = new Counter({
    name: "jara_cleanup_removed_total",
    help: "Commands older than 48 hours, uploads in no auction after 24 hours and imports older than 30 days that this server removed.",
    labelNames: ["what"],
    registers: [registry],
  });
  for (const what of ["commands", "uploads", "imports"]) removed.inc({ what }, 0);
  const failures = new Counter({
    name: "jara_cleanup_failures_total",
    help: "Runs of a cleanup that failed; each is tried again.",
    labelNames: ["job"],
    registers: [registry],
  });
  for (const job of ["expire-commands", "remove-orphans", "remove-imports"]) failures.inc({ job }, 0);
  const seconds = createDistribution(
    { registry, name: "jara_cleanup_seconds", help: "How long one portion of a cleanup took." },
    BOUNDS_IN_SECONDS,
  );
  return {
    removed: (what, count, ms) => {
      removed.inc({ what }, count);
      seconds(ms / 1000);
    },
    failed: (job) => failures.inc({ job }),
  };
};
