// The fan-out's metrics: how long after its commit a change was handed to the sockets, and how many changes were
// merged.
import { Counter, type Registry } from "prom-client";
import { BOUNDS_IN_SECONDS } from "../platform/observe/histogram-bounds.ts";
import { createDistribution } from "../platform/observe/tally.ts";
import type { FanoutObserver } from "./publisher.ts";

export const observeFanout = (registry: Registry): FanoutObserver => {
  const lag = createDistribution(
    {
      registry,
      name: "jara_fanout_lag_seconds",
      help: "From the commit of the oldest change in an event to handing the event to its watchers' sockets.",
    },
    BOUNDS_IN_SECONDS,
  );
  const remoteLag = createDistribution(
    {
      registry,
      name: "jara_fanout_remote_lag_seconds",
      help: "From another node's commit to handing what it changed to this node's sockets.",
    },
    BOUNDS_IN_SECONDS,
  );
  const events = new Counter({
    name: "jara_fanout_events_total",
    help: "Events handed to rooms, by audience.",
    labelNames: ["audience"],
    registers: [registry],
  });
  const merged = new Counter({
    name: "jara_fanout_merged_total",
    help: "Changes that left inside another's event, by audience.",
    labelNames: ["audience"],
    registers: [registry],
  });
  for (const audience of ["watchers", "listing"]) {
    events.inc({ audience }, 0);
    merged.inc({ audience }, 0);
  }
  return {
    sent: (audience, lagMs, changes) => {
      // Two clocks are compared, so a lag may be slightly negative; count it as zero.
      if (audience === "watchers") lag(Math.max(0, lagMs) / 1000);
      events.inc({ audience });
      if (changes > 1) merged.inc({ audience }, changes - 1);
    },
    caughtUp: (lagMs) => remoteLag(Math.max(0, lagMs) / 1000),
  };
};
