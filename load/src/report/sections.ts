// The content of the report, in the same order and words for the terminal's table and the page: rows under headings.
import type { LatencySummary } from "../measure/latencies.ts";
import type { Report } from "./report.ts";
import { cores, count, megabytes, ms, rate, share } from "./words.ts";

export interface Section {
  readonly heading: string;
  /** The column titles; empty if each row is a word and its figure. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly note?: string;
}

const latencyRow = (what: string, latency: LatencySummary | null): string[] =>
  latency === null
    ? [what, "0", "–", "–", "–", "–", "–"]
    : [what, count(latency.count), ...[latency.p50, latency.p90, latency.p99, latency.p999, latency.max].map(ms)];

export const sectionsOf = (report: Report): Section[] => {
  const { commands, latency, deliveries, connections, storm, server, tester } = report;
  const refused = Object.entries(commands.refusedByCode).map(([code, times]) => [`  ${code}`, count(times)]);
  const tallies = Object.entries(commands.byTransport).filter(([, { offered }]) => offered > 0);
  const sections: Section[] = [
    {
      heading: "Commands",
      columns: [],
      rows: [
        ["offered", `${count(commands.offered)}  (${rate(commands.offeredPerSecond)})`],
        ["accepted", `${count(commands.accepted)}  (${rate(commands.acceptedPerSecond)})`],
        ["refused", count(commands.refused)],
        ...refused,
        ["outcome unknown", count(commands.unknown)],
        ["sent again with the same id", count(commands.resent)],
        ...(tallies.length > 1
          ? tallies.map(([transport, tally]) => [
              `over ${transport}`,
              `${count(tally.offered)} offered, ${count(tally.accepted)} accepted`,
            ])
          : []),
      ],
    },
    {
      heading: "Latency",
      columns: ["from when a command was due", "count", "p50", "p90", "p99", "p99.9", "max"],
      rows: [
        latencyRow("to its answer", latency.answer),
        latencyRow("to each watcher", latency.watcher),
        latencyRow("until the tester sent it", latency.lateness),
      ],
      note: "Each change counts once for each watcher. A watcher gets a hot auction's newest state at most every 50 ms.",
    },
    {
      heading: "Deliveries",
      columns: [],
      rows: [
        ["events to watchers", `${count(deliveries.events)}  (${rate(deliveries.perSecond)})`],
        ["of them merged", `${count(deliveries.merged)}, for ${count(deliveries.mergedChanges)} changes`],
        [
          "watchers at the last version",
          `${count(deliveries.complete)} of ${count(deliveries.views)}  (${share(deliveries.complete, deliveries.views)})`,
        ],
        ["accepted bids missing", count(deliveries.missingBids)],
        ["gaps seen", count(deliveries.gaps)],
        ["resyncs", count(deliveries.resyncs)],
        ["caught up by replay, by snapshot", `${count(deliveries.replays)}, ${count(deliveries.snapshots)}`],
        ["events that came twice or out of order", count(deliveries.repeats)],
      ],
    },
    {
      heading: "Connections",
      columns: [],
      rows: [
        ["opened", count(connections.opened)],
        ["lost, except by the storm", count(connections.lost)],
        ["made again", count(connections.reconnected)],
        ...Object.entries(connections.refusals).map(([why, times]) => [`  tries refused: ${why}`, count(times)]),
      ],
    },
  ];
  if (storm) {
    sections.push({
      heading: "Storm",
      columns: ["", "count", "p50", "p90", "p99", "p99.9", "max"],
      rows: [latencyRow("lost until caught up", storm.caughtUp)],
      note: `${count(storm.connections)} connections were lost at once; ${
        storm.missing === 0
          ? `all were back and caught up after ${ms(storm.allAfterMs)}`
          : `${count(storm.missing)} did not come back in time`
      }.`,
    });
  }
  sections.push({
    heading: "Machines",
    columns: ["", "CPU", "event loop p99", "memory, most"],
    rows: [
      server
        ? ["server", cores(server.cpu), ms(server.eventLoopP99Ms), megabytes(server.memoryBytesMost)]
        : ["server (its /metrics cannot be read from here)", "–", "–", "–"],
      ["load tester", cores(tester.cpu), ms(tester.eventLoopP99Ms), megabytes(tester.memoryBytes)],
    ],
    ...(tester.isBottleneck && {
      note: "The load tester itself was busy or late, so latencies and rates are partly its own and not the server's.",
    }),
  });
  sections.push({
    heading: "Promises and limits",
    columns: [],
    rows: [
      ...report.promises.map(({ promise, isKept, detail }) => [promise, `${isKept ? "kept" : "BROKEN"}: ${detail}`]),
      ...report.verdicts.map(({ what, limit, measured, isKept }) => [
        `${what}, ${limit}`,
        `${isKept ? "kept" : "NOT KEPT"}: ${measured}`,
      ]),
    ],
  });
  return sections;
};
