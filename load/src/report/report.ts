// The report: everything a run found, as data. The table and the page are made only from this, and --json writes it.

import type { LatencySummary } from "../measure/latencies.ts";
import type { Tally } from "../measure/measurements.ts";
import type { Moment } from "../measure/series.ts";
import type { TesterLoad } from "../measure/tester.ts";
import type { Transport } from "../observer.ts";
import type { StormResult } from "../storm.ts";
import type { Verdict } from "../thresholds.ts";
import type { Promised } from "../verify.ts";
import type { DeliveryCounts } from "../watcher.ts";

export interface Report {
  readonly report: "jara load 1";
  readonly scenario: string;
  readonly about: string;
  readonly transport: string;
  readonly url: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** True if stopped early with Ctrl-C. */
  readonly isStoppedEarly: boolean;
  readonly asked: { bidders: number; watchers: number; rate: number; time: number; auctions: number };
  /** How long commands were due. */
  readonly offeredMs: number;
  /** accepted + refused + unknown = offered, in total and on each transport. */
  readonly commands: Tally & {
    readonly refusedByCode: Readonly<Record<string, number>>;
    readonly byTransport: Readonly<Record<Transport, Tally>>;
    /** How often a command was sent again with its own id. */
    readonly resent: number;
    readonly offeredPerSecond: number;
    readonly acceptedPerSecond: number;
  };
  /** Milliseconds from when a command was due; null: nothing measured. */
  readonly latency: {
    readonly answer: LatencySummary | null;
    readonly watcher: LatencySummary | null;
    /** How late the tester itself sent; the other two include it. */
    readonly lateness: LatencySummary | null;
  };
  readonly deliveries: DeliveryCounts & {
    readonly events: number;
    readonly perSecond: number;
    /** Price events that covered more than one change, and how many changes they covered. */
    readonly merged: number;
    readonly mergedChanges: number;
    /** Pairs of a watcher and an auction, and how many ended at the auction's last version. */
    readonly views: number;
    readonly complete: number;
    readonly missingBids: number;
    /** The sum of views that are not complete and missing bids. */
    readonly lost: number;
  };
  readonly connections: {
    readonly opened: number;
    readonly lost: number;
    readonly reconnected: number;
    readonly refusals: Readonly<Record<string, number>>;
  };
  readonly storm: StormResult | null;
  /** Null: the server publishes nothing at /metrics, or not to this client. */
  readonly server: {
    readonly memoryBytesFirst: number | null;
    readonly memoryBytesMost: number | null;
    /** Share of one core, on average. */
    readonly cpu: number | null;
    /** As the server measures it; a few milliseconds come from its timer. */
    readonly eventLoopP99Ms: number | null;
  } | null;
  readonly tester: TesterLoad;
  readonly promises: readonly Promised[];
  readonly verdicts: readonly Verdict[];
  /** True if every promise and limit was kept. */
  readonly isPassed: boolean;
  readonly moments: readonly Moment[];
}
