// Tests the report's page and table, made of a report with everything in it, and of one with next to nothing.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, it } from "vitest";
import type { LatencySummary } from "../src/measure/latencies.ts";
import { pageOf } from "../src/report/page.ts";
import type { Report } from "../src/report/report.ts";
import { tableOf } from "../src/report/table.ts";

const latency: LatencySummary = {
  count: 1234,
  mean: 5,
  p50: 3.25,
  p90: 7,
  p99: 12.5,
  p999: 140.4,
  max: 200,
  curve: [
    [0, 1],
    [50, 3.25],
    [99, 12.5],
  ],
};
const tally = { offered: 100, accepted: 90, refused: 9, unknown: 1 };
const none = { offered: 0, accepted: 0, refused: 0, unknown: 0 };
const report: Report = {
  report: "jara load 1",
  scenario: "storm",
  about: "everybody loses the connection at once and comes back",
  transport: "both",
  url: "http://127.0.0.1:3000/</script><script>alert(1)</script>",
  startedAt: "2026-11-21T10:00:00.000Z",
  isStoppedEarly: true,
  asked: { bidders: 10, watchers: 1000, rate: 100, time: 1, auctions: 1 },
  offeredMs: 1000,
  commands: {
    ...tally,
    refusedByCode: { BID_TOO_LOW: 8, AUCTION_ENDED: 1 },
    byTransport: { "socket.io": { ...tally }, websocket: { ...tally } },
    resent: 2,
    offeredPerSecond: 100,
    acceptedPerSecond: 90,
  },
  latency: { answer: latency, watcher: latency, lateness: latency },
  deliveries: {
    events: 5000,
    perSecond: 5000,
    merged: 10,
    mergedChanges: 25,
    views: 1000,
    complete: 999,
    missingBids: 0,
    lost: 1,
    gaps: 1,
    resyncs: 2,
    repeats: 3,
    replays: 4,
    snapshots: 5,
  },
  connections: { opened: 2020, lost: 1, reconnected: 1011, refusals: { UNAVAILABLE: 17 } },
  storm: { connections: 1010, caughtUp: latency, allAfterMs: 2345, missing: 0 },
  server: { memoryBytesFirst: 1e8, memoryBytesMost: 2e8, cpu: 0.5, eventLoopP99Ms: 12 },
  tester: { cpu: 0.95, eventLoopP99Ms: 60, memoryBytes: 1.5e8, isBottleneck: true },
  promises: [{ promise: "It is kept & true", isKept: false, detail: "1 < 2" }],
  verdicts: [{ what: "deliveries and bids lost", limit: "at most 0", measured: "1", isKept: false }],
  isPassed: false,
  moments: [
    {
      at: 1,
      offered: 100,
      accepted: 90,
      refused: 9,
      deliveries: 5000,
      answerP50: 3,
      answerP99: 12,
      watcherP50: null,
      watcherP99: null,
      watchersUp: 1000,
      serverMemoryMb: 100,
      serverCpu: null,
      testerCpu: 0.9,
    },
  ],
};
const bare: Report = {
  ...report,
  commands: { ...report.commands, ...none, refusedByCode: {}, byTransport: { "socket.io": none, websocket: none } },
  latency: { answer: null, watcher: null, lateness: null },
  deliveries: { ...report.deliveries, views: 0, complete: 0, lost: 0 },
  connections: { ...report.connections, refusals: {} },
  storm: null,
  server: null,
  tester: { ...report.tester, isBottleneck: false },
  promises: [],
  verdicts: [],
  isPassed: true,
  moments: [],
};

/** Every element is closed in its turn, scripts and styles left out. */
const unclosed = (html: string): string[] => {
  const text = html.replaceAll(/<(script|style)([^>]*)>[\s\S]*?<\/\1>/g, "<$1$2></$1>");
  const open: string[] = [];
  for (const [, slash, name] of text.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
    if (name === undefined || ["meta", "br"].includes(name)) continue;
    if (!slash) open.push(name);
    else if (open.pop() !== name) return [name];
  }
  return open;
};

it.each([
  ["everything", report],
  ["next to nothing", bare],
])("makes a complete page from %s", (_, given) => {
  const html = pageOf(given);
  expect(html).toMatch(/^<!doctype html>/);
  expect(unclosed(html)).toEqual([]);
  // Nothing is fetched.
  expect(html.replaceAll(/<(script|style)[^>]*>[\s\S]*?<\/\1>/g, "")).not.toMatch(/\b(src|href)=/);
  const [, json = ""] = /<script type="application\/json" id="report">([\s\S]*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(json)).toEqual(given);
});

it("escapes text", () => {
  const html = pageOf(report);
  expect(html).not.toContain("<script>alert");
  expect(html).toContain("&lt;script&gt;alert(1)");
  expect(html).toContain("It is kept &amp; true");
});

it("has a plot for each measured series, and each is one that its script can draw", () => {
  const script = readFileSync(new URL("../src/report/page.js", import.meta.url), "utf8");
  const plots = (html: string) => [...html.matchAll(/data-plot="(\w+)"/g)].map(([, name]) => name);
  for (const name of plots(pageOf(report))) expect(script).toMatch(new RegExp(`^  ${name}: `, "m"));
  expect(plots(pageOf(report))).toContain("memory");
  expect(plots(pageOf(bare))).toEqual(["rate", "answer", "distribution", "cpu"]);
});

it("contains the program that draws the plots", () => {
  const program = createRequire(import.meta.url).resolve("uplot/dist/uPlot.iife.min.js");
  expect(pageOf(bare)).toContain(readFileSync(program, "utf8"));
});

it("shows the same values on the terminal", () => {
  const table = tableOf(report);
  for (const part of [
    "over both transports. 10 bidders, 1,000 watchers, 100/s for 1 s, 1 auction. Stopped early.",
    "BID_TOO_LOW",
    "999 of 1,000  (99.9%)",
    "tries refused: UNAVAILABLE",
    "all were back and caught up after 2,345 ms",
    "50% of a core",
    "The load tester itself was busy",
    "BROKEN: 1 < 2",
    "NOT KEPT: 1",
  ]) {
    expect(table).toContain(part);
  }
  expect(table).toMatch(/to its answer\s+1,234\s+3.3 ms\s+7 ms\s+12.5 ms\s+140 ms\s+200 ms/);
  expect(table.trimEnd().endsWith("Failed.")).toBe(true);
  expect(tableOf(bare)).toContain("server (its /metrics cannot be read from here)");
  expect(tableOf(bare).endsWith("Passed.")).toBe(true);
});
