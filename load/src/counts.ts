// Makes the counters of a run, all at zero: connections opened, lost and refused, and gaps and replays of watchers.
import type { LineCounts } from "./transports/line.ts";
import type { DeliveryCounts } from "./watcher.ts";

export const newCounts = (): { readonly lines: LineCounts; readonly deliveries: DeliveryCounts } => ({
  lines: { opened: 0, lost: 0, reconnected: 0, refusals: new Map() },
  deliveries: { gaps: 0, resyncs: 0, repeats: 0, replays: 0, snapshots: 0 },
});
