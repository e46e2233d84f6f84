// Makes histograms of latencies in microseconds.
import { build, type Histogram } from "hdr-histogram-js";

export type Latencies = Histogram;
export const newLatencies = (): Latencies => build({ lowestDiscernibleValue: 1, highestTrackableValue: 60_000_000 });
export const recordMs = (latencies: Latencies, ms: number): void => latencies.recordValue(Math.round(ms * 1000));
