// The timers of a run: every second they take a row for the plots and ask for /metrics, and four times a second they
// renew the progress line.
import type { Crowd } from "./crowd.ts";
import type { Measurements } from "./measure/measurements.ts";
import { Series } from "./measure/series.ts";
import { readServerMetrics, type ServerSample } from "./measure/server-metrics.ts";
import type { TesterWatch } from "./measure/tester.ts";
import type { Progress } from "./progress.ts";
import type { Report } from "./report/report.ts";

const MOMENT_EVERY_MS = 1_000;
const LIVE_EVERY_MS = 250;

export interface RunWatch {
  /** Resolves with the collected data. */
  stop(): Promise<Pick<Report, "moments" | "server">>;
}

export const watchRun = (deps: {
  crowd: Crowd;
  measured: Measurements;
  tester: TesterWatch;
  progress: Progress;
  url: string;
}): RunWatch => {
  const { crowd, measured, tester, progress, url } = deps;
  const startedAt = performance.now();
  const series = new Series(measured, startedAt);
  const samples: ServerSample[] = [];
  const watchersUp = (): number => crowd.watchers.reduce((up, { line }) => up + Number(line.isUp), 0);

  let reading: Promise<void> | null = null;
  const readMetrics = (): Promise<void> => {
    reading ??= readServerMetrics(url, process.env.METRICS_TOKEN).then((sample) => {
      if (sample) samples.push(sample);
      reading = null;
    });
    return reading;
  };
  const takeMoment = (): void => {
    const now = performance.now();
    measured.settle(now);
    for (const bidder of crowd.bidders) bidder.look(now);
    series.take(now, { watchersUp: watchersUp(), testerCpu: tester.takeCpu(), server: samples.at(-1) ?? null });
  };
  void readMetrics();
  const moments = setInterval(() => {
    takeMoment();
    // A server without metrics is not asked again.
    if (samples.length > 0) void readMetrics();
  }, MOMENT_EVERY_MS);
  const live = setInterval(() => progress.live(liveLine()), LIVE_EVERY_MS);

  const liveLine = (): string => {
    const { offered, accepted, refused } = measured.total;
    const [p50, p99] = [50, 99].map((percent) => msWords(measured.answers.percentile(percent)));
    const perSecond = Math.round(series.moments.at(-1)?.deliveries ?? 0);
    return [
      `${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
      `offered ${words(offered)}`,
      `accepted ${words(accepted)}`,
      `refused ${words(refused)}`,
      `p50 ${p50}`,
      `p99 ${p99}`,
      `watchers ${words(watchersUp())}/${words(crowd.watchers.length)}`,
      `${words(perSecond)} deliveries/s`,
    ].join("  ");
  };

  return {
    stop: async () => {
      clearInterval(moments);
      clearInterval(live);
      await readMetrics();
      measured.settle(performance.now(), true);
      takeMoment();
      return { moments: series.moments, server: serverOf(samples) };
    },
  };
};

const words = (count: number): string => count.toLocaleString("en");
const msWords = (ms: number | null): string => (ms === null ? "–" : `${ms.toFixed(1)} ms`);

/** Values that a server collects between two requests are valid from the second answer on. */
const serverOf = (samples: readonly ServerSample[]): Report["server"] => {
  const [first] = samples;
  const last = samples.at(-1);
  if (!first || !last) return null;
  const most = (pick: (sample: ServerSample) => number | null, among = samples): number | null =>
    among.reduce<number | null>((highest, sample) => {
      const value = pick(sample);
      return value === null ? highest : Math.max(highest ?? 0, value);
    }, null);
  const seconds = (last.readAt - first.readAt) / 1000;
  const hasCpu = first.cpuSeconds !== null && last.cpuSeconds !== null && seconds > 0;
  const eventLoopS = most(({ eventLoopP99Seconds }) => eventLoopP99Seconds, samples.slice(1));
  return {
    memoryBytesFirst: first.memoryBytes,
    memoryBytesMost: most(({ memoryBytes }) => memoryBytes),
    cpu: hasCpu ? ((last.cpuSeconds ?? 0) - (first.cpuSeconds ?? 0)) / seconds : null,
    eventLoopP99Ms: eventLoopS === null ? null : eventLoopS * 1000,
  };
};
