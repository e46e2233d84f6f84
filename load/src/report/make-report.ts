// Builds the report from the measurements and judges it.
import { about } from "../bounds.ts";
import type { Crowd } from "../crowd.ts";
import type { Measurements } from "../measure/measurements.ts";
import type { Options } from "../options.ts";
import { judge } from "../thresholds.ts";
import type { Completeness } from "../verify.ts";
import type { Report } from "./report.ts";

export interface Found
  extends Pick<
    Report,
    "url" | "startedAt" | "offeredMs" | "isStoppedEarly" | "promises" | "storm" | "tester" | "moments" | "server"
  > {
  readonly options: Options;
  readonly measured: Measurements;
  readonly crowd: Pick<Crowd, "deliveries" | "lines">;
  readonly complete: Completeness;
}

export const reportOf = ({ options, measured, crowd, complete, ...found }: Found): Report => {
  const { scenario, transport, bidders, watchers, rate, time, auctions } = options;
  const total = measured.total;
  const seconds = found.offeredMs / 1000;
  const acceptedPerSecond = total.accepted / seconds;
  const answer = measured.answers.summary();
  const watcher = measured.watchers.summary();
  const { views, missingBids } = complete;
  const lost = views - complete.complete + missingBids;
  const verdicts = judge(options.limits, {
    p99AnswerMs: answer?.p99 ?? null,
    p99WatcherMs: watcher?.p99 ?? null,
    acceptedPerSecond,
    lost,
    unknown: total.unknown,
    catchUpMs: found.storm?.allAfterMs ?? null,
  });
  return {
    report: "jara load 1",
    scenario,
    about: about[scenario],
    transport,
    asked: { bidders, watchers, rate, time, auctions },
    commands: {
      ...total,
      refusedByCode: Object.fromEntries([...measured.refusedByCode].sort(([, a], [, b]) => b - a)),
      byTransport: measured.byTransport,
      resent: measured.timesResent,
      offeredPerSecond: total.offered / seconds,
      acceptedPerSecond,
    },
    latency: { answer, watcher, lateness: measured.lateness.summary() },
    deliveries: {
      ...crowd.deliveries,
      events: measured.delivered,
      perSecond: measured.delivered / seconds,
      merged: measured.merged,
      mergedChanges: measured.mergedChanges,
      views,
      complete: complete.complete,
      missingBids,
      lost,
    },
    connections: { ...crowd.lines, refusals: Object.fromEntries(crowd.lines.refusals) },
    verdicts,
    isPassed: verdicts.every(({ isKept }) => isKept) && found.promises.every(({ isKept }) => isKept),
    ...found,
  };
};
