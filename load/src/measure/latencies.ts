// Collects latencies in a histogram, and gives their count, percentiles and curve. The resolution is a microsecond; a
// latency above 90 s is recorded as 90 s.
import { build, type Histogram } from "hdr-histogram-js";

const LONGEST_US = 90_000_000;

/** In milliseconds. */
export interface LatencySummary {
  readonly count: number;
  readonly mean: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
  /** Pairs of percentile and latency, for a plot of the whole distribution. */
  readonly curve: readonly (readonly [number, number])[];
}

export class Latencies {
  readonly #all: Histogram;
  /** Values since the last `takeInterval`. */
  readonly #interval: Histogram;

  constructor() {
    const options = { lowestDiscernibleValue: 1, highestTrackableValue: LONGEST_US, useWebAssembly: false } as const;
    this.#all = build({ ...options, numberOfSignificantValueDigits: 3 });
    this.#interval = build({ ...options, numberOfSignificantValueDigits: 2 });
  }

  /** Records a latency below zero (the resolution of two clocks) as zero. */
  record(ms: number, count = 1): void {
    const us = Math.min(LONGEST_US, Math.max(0, Math.round(ms * 1000)));
    this.#all.recordValueWithCount(us, count);
    this.#interval.recordValueWithCount(us, count);
  }

  get count(): number {
    return this.#all.totalCount;
  }

  /** Milliseconds; null if nothing was recorded. */
  percentile(percent: number): number | null {
    return this.count === 0 ? null : msOf(this.#all, percent);
  }

  /** Median and 99th percentile of the values since the last call (ms); null if there were none. */
  takeInterval(): { p50: number; p99: number } | null {
    if (this.#interval.totalCount === 0) return null;
    const taken = { p50: msOf(this.#interval, 50), p99: msOf(this.#interval, 99) };
    this.#interval.reset();
    return taken;
  }

  /** Null if nothing was recorded. */
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

/** The library returns the upper bound of a bucket, which can be above the largest value. */
const msOf = (histogram: Histogram, percent: number): number =>
  Math.min(histogram.getValueAtPercentile(percent), histogram.maxValue) / 1000;

/** Steps that become finer towards the top, as far as the number of values can distinguish them. */
const curvePercentiles = (count: number): number[] => {
  const percentiles: number[] = [];
  for (let nines = 0; 10 ** nines <= count && nines <= 5; nines += 0.05) percentiles.push(100 * (1 - 10 ** -nines));
  return percentiles;
};
