// Latencies in microseconds up to a minute and a half; what took longer counts as that.
import { build, type Histogram } from "hdr-histogram-js";

const LONGEST_US = 90_000_000;

/** Milliseconds. */
export interface LatencySummary {
  readonly count: number;
  readonly mean: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
  /** Percentile and latency, for a plot of the whole distribution. */
  readonly curve: readonly (readonly [number, number])[];
}

export class Latencies {
  readonly #all: Histogram;
  /** Since `takeInterval`. */
  readonly #interval: Histogram;

  constructor() {
    const options = { lowestDiscernibleValue: 1, highestTrackableValue: LONGEST_US, useWebAssembly: false } as const;
    this.#all = build({ ...options, numberOfSignificantValueDigits: 3 });
    this.#interval = build({ ...options, numberOfSignificantValueDigits: 2 });
  }

  /** A latency below zero (two clocks' grain) counts as none. */
  record(ms: number, count = 1): void {
    const us = Math.min(LONGEST_US, Math.max(0, Math.round(ms * 1000)));
    this.#all.recordValueWithCount(us, count);
    this.#interval.recordValueWithCount(us, count);
  }

  get count(): number {
    return this.#all.totalCount;
  }

  /** Milliseconds; null where nothing was recorded. */
  percentile(percent: number): number | null {
    return this.count === 0 ? null : msOf(this.#all, percent);
  }

  /** Median and 99th percentile of what came since the last call (ms); null where nothing did. */
  takeInterval(): { p50: number; p99: number } | null {
    if (this.#interval.totalCount === 0) return null;
    const taken = { p50: msOf(this.#interval, 50), p99: msOf(this.#interval, 99) };
    this.#interval.reset();
    return taken;
  }

  /** Null where nothing was recorded. */
  summary(): LatencySummary | null {
    if (this.count === 0) return null;
    return {
      count: this.count,
      mean: this.#all.mean / 1000,
      p50: msOf(this.#all, 50),
      p90: msOf(this.#all, 90),
      p99: msOf(this.#all, 99),
      p999: msOf(this.#all, 99.9),
      max: this.#all.maxValue / 1000,
      curve: curvePercentiles(this.count).map((percent) => [percent, msOf(this.#all, percent)] as const),
    };
  }
}

/** The library answers with the top of a bucket, which can lie above the largest value. */
const msOf = (histogram: Histogram, percent: number): number =>
  Math.min(histogram.getValueAtPercentile(percent), histogram.maxValue) / 1000;

/** Steps that get finer towards the top, as far as the count can tell apart. */
const curvePercentiles = (count: number): number[] => {
  const percentiles: number[] = [];
  for (let nines = 0; 10 ** nines <= count && nines <= 5; nines += 0.05) percentiles.push(100 * (1 - 10 ** -nines));
  return percentiles;
};
