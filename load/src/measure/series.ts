// Collects the figures of a run second by second, for plots over time.
import type { Measurements } from "./measurements.ts";
import type { ServerSample } from "./server-metrics.ts";

/** One row per second; null if there is no value. Rates are of that second, latencies in ms. */
export interface Moment {
  /** Seconds since the first command was due; negative before it. */
  readonly at: number;
  readonly offered: number;
  readonly accepted: number;
  readonly refused: number;
  readonly deliveries: number;
  readonly answerP50: number | null;
  readonly answerP99: number | null;
  readonly watcherP50: number | null;
  readonly watcherP99: number | null;
  readonly watchersUp: number;
  readonly serverMemoryMb: number | null;
  /** Share of one core. */
  readonly serverCpu: number | null;
  readonly testerCpu: number;
}

const LEAST_SECONDS = 0.5;
const LEAST_CPU_MS = 800;

export class Series {
  readonly moments: Moment[] = [];
  readonly #measured: Measurements;
  readonly #startedAt: number;
  #last = { at: 0, offered: 0, accepted: 0, refused: 0, delivered: 0 };
  #lastServer: { readonly at: number; readonly cpuSeconds: number } | null = null;

  constructor(measured: Measurements, startedAt: number) {
    this.#measured = measured;
    this.#startedAt = startedAt;
    this.#last.at = startedAt;
  }

  take(now: number, beside: { watchersUp: number; testerCpu: number; server: ServerSample | null }): void {
    const { offered, accepted, refused } = this.#measured.total;
    const { delivered } = this.#measured;
    const seconds = (now - this.#last.at) / 1000;
    // Skip a last partial second, because its rates would be random.
    if (seconds < LEAST_SECONDS && this.moments.length > 0) return;
    const perSecond = (count: number, before: number): number => (count - before) / seconds;
    const answer = this.#measured.answers.takeInterval();
    const watcher = this.#measured.watchers.takeInterval();
    this.moments.push({
      at: (now - this.#startedAt) / 1000,
      offered: perSecond(offered, this.#last.offered),
      accepted: perSecond(accepted, this.#last.accepted),
      refused: perSecond(refused, this.#last.refused),
      deliveries: perSecond(delivered, this.#last.delivered),
      answerP50: answer?.p50 ?? null,
      answerP99: answer?.p99 ?? null,
      watcherP50: watcher?.p50 ?? null,
      watcherP99: watcher?.p99 ?? null,
      watchersUp: beside.watchersUp,
      serverMemoryMb: beside.server?.memoryBytes == null ? null : beside.server.memoryBytes / 1e6,
      serverCpu: this.#serverCpu(beside.server),
      testerCpu: beside.testerCpu,
    });
    this.#last = { at: now, offered, accepted, refused, delivered };
  }

  #serverCpu(sample: ServerSample | null): number | null {
    const before = this.#lastServer;
    if (sample?.cpuSeconds == null) return null;
    // After a late answer the next one follows soon, and the time between them would be too short for a reliable value.
    if (before && sample.readAt - before.at < LEAST_CPU_MS) return null;
    this.#lastServer = { at: sample.readAt, cpuSeconds: sample.cpuSeconds };
    if (!before) return null;
    // A restarted server counts from zero again.
    return Math.max(0, (sample.cpuSeconds - before.cpuSeconds) / ((sample.readAt - before.at) / 1000));
  }
}
