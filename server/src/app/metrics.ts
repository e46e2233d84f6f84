// All metrics, in one registry for each server. Events are reported to observers; current values (queue, sockets,
// rooms) are read only when the metrics are printed. No label may name a user or an auction.
import { collectDefaultMetrics, Registry } from "prom-client";
import { type CommitObserver, observeCommits, observeEngine } from "../engine/engine-metrics.ts";
import type { EngineObserver } from "../engine/ports.ts";
import { type LogObserver, observeLog } from "../features/public-log/metrics.ts";
import { observeFanout } from "../live/fanout-metrics.ts";
import { type GaugeSources, registerGauges } from "../live/gauges.ts";
import type { FanoutObserver } from "../live/publisher.ts";
import { type CleanupObserver, observeCleanup } from "../platform/observe/cleanup-metrics.ts";
import { type DatabaseObserver, observeStatements } from "../platform/observe/database-metrics.ts";
import { type HttpObserver, observeHttp } from "../platform/observe/http-metrics.ts";
import { type ReplicaSources, showReplica } from "../platform/observe/replica-metrics.ts";
import { observeSocketCommands, type SocketObserver } from "../platform/observe/socket-metrics.ts";
import { showVersions, type VersionSources } from "../platform/observe/version-metrics.ts";

export interface Metrics {
  readonly engine: EngineObserver;
  readonly commits: CommitObserver;
  readonly fanout: FanoutObserver;
  readonly database: DatabaseObserver;
  readonly socket: SocketObserver;
  readonly http: HttpObserver;
  readonly cleanup: CleanupObserver;
  readonly publicLog: LogObserver;
  /** Call once all measured parts exist. */
  watch(sources: GaugeSources & VersionSources & ReplicaSources): void;
  /** The Prometheus text, and its content type. */
  print(): Promise<{ type: string; text: string }>;
}

/**
 * The metrics of the process itself (memory, processor, event loop, garbage collection). They are registered once,
 * however many servers the process holds.
 */
let ofTheProcess: Registry | null = null;
const processMetrics = (): Registry => {
  if (!ofTheProcess) {
    ofTheProcess = new Registry();
    collectDefaultMetrics({ register: ofTheProcess });
  }
  return ofTheProcess;
};

export const createMetrics = (): Metrics => {
  const registry = new Registry();
  const own = processMetrics();
  let refresh: () => Promise<void> = async () => {};
  return {
    engine: observeEngine(registry),
    commits: observeCommits(registry),
    fanout: observeFanout(registry),
    database: observeStatements(registry),
    socket: observeSocketCommands(registry),
    http: observeHttp(registry),
    cleanup: observeCleanup(registry),
    publicLog: observeLog(registry),
    watch: (sources) => {
      showReplica(registry, sources);
      const refreshes = [registerGauges(registry, sources), showVersions(registry, sources)];
      refresh = async () => void (await Promise.all(refreshes.map((one) => one())));
    },
    print: async () => {
      await refresh();
      return { type: registry.contentType, text: `${await own.metrics()}\n${await registry.metrics()}` };
    },
  };
};
