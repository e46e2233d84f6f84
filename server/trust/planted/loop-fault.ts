// The fault of loops over rows, which no history shows: a loop stops at a bad row. The test that gives each loop one bad
// row among a hundred must find it.
import type { Patch } from "./plant.ts";

export const GUARDED = "platform/jobs/guard-rows.ts";

export const stopsAtBadRow: readonly Patch[] = [
  {
    file: GUARDED,
    within: "guardRows",
    text: "if (!isOfRow(error)) throw error; const results: T[] = [];",
    by: "throw error; const results: T[] = [];",
  },
  {
    file: GUARDED,
    within: "guardRows",
    text: "if (!isOfRow(error)) throw error; await recordFailure",
    by: "throw error; await recordFailure",
  },
];
