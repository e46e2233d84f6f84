// Tests the load tester's reports about servers that break the contract, and about one that keeps it.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, expect, it } from "vitest";
import type { Invocation, Outcome } from "../src/observer.ts";
import { readOptions } from "../src/options.ts";
import { progressOn } from "../src/progress.ts";
import { type RunDeps, runLoad } from "../src/run.ts";
import { type Faults, type FaultyServer, startFaultyServer } from "./support/faulty-server.ts";

const folder = mkdtempSync(path.join(tmpdir(), "jara-load-test-"));
afterAll(() => rmSync(folder, { recursive: true }));
let server: FaultyServer | undefined;
afterEach(() => server?.close());

const load = async (faults: Faults, flags = "", deps: Partial<RunDeps> = {}) => {
  await server?.close();
  server = await startFaultyServer(faults);
  const participantsFile = path.join(folder, "participants.json");
  const bidders = Array.from({ length: 4 }, (_, id) => ({ id: String(id), token: `a token of some length ${id}` }));
  const participants = {
    jara: "load field 1",
    name: "test",
    madeAt: "now",
    bidders,
    seller: null,
    auctions: [server.auctionId],
  };
  writeFileSync(participantsFile, JSON.stringify(participants), { mode: 0o600 });
  const usual = `hot --transport websocket --bidders 4 --watchers 3 --rate 20 --time 1 --warm-up 0`;
  const options = readOptions(
    `${usual} --url ${server.url} --participants ${participantsFile} ${flags}`.trim().split(" "),
  );
  if (!options?.target) throw new Error("no options");
  // Long enough for a busy machine. A run in which everything arrives does not wait so long.
  const silent = { progress: progressOn({ write: () => true, isTTY: false, columns: 80 }), arrivesWithinMs: 10_000 };
  return await runLoad(options, options.target, { ...silent, stop: new AbortController().signal, ...deps });
};
const broken = ({ promises }: Awaited<ReturnType<typeof load>>) =>
  promises.filter(({ isKept }) => !isKept).map(({ promise }) => promise);

it("finds nothing wrong on a correct server", async () => {
  const report = await load({});
  expect(report.commands).toMatchObject({ offered: 20, accepted: 20, refused: 0, unknown: 0, resent: 0 });
  expect(report.deliveries).toMatchObject({ views: 3, complete: 3, lost: 0, gaps: 0, events: 60 });
  expect(report.latency.answer?.count).toBe(20);
  expect(report.latency.watcher?.count).toBe(60);
  expect([report.isPassed, broken(report)]).toEqual([true, []]);
});

it("reports the last state if it was never delivered", async () => {
  const soon = { arrivesWithinMs: 300 };
  const report = await load({ silentFrom: 18 }, "", soon);
  expect(report.deliveries).toMatchObject({ views: 3, complete: 0, lost: 3, gaps: 0 });
  expect(report.isPassed).toBe(false);
  expect((await load({ silentFrom: 18 }, "--max-lost 3", soon)).isPassed).toBe(true);
});

it("notices a gap, watches again, and has all versions in the end", async () => {
  const report = await load({ silentAt: 7 });
  expect(report.deliveries).toMatchObject({ gaps: 3, snapshots: 3, complete: 3, lost: 0 });
  expect(report.isPassed).toBe(true);
});

it("asks once more if an event came before the answer", async () => {
  // The 19th shows the gap; the answer is of then, and the 20th and last comes before it.
  const report = await load({ silentAt: 18, overtakes: 20 }, "--max-unknown 0");
  expect(report.deliveries).toMatchObject({ gaps: 3, snapshots: 6, complete: 3, lost: 0 });
});

it("reports a bid that was accepted and then lost", async () => {
  const report = await load({ forgets: 20 });
  expect(report.deliveries).toMatchObject({ missingBids: 1, lost: 1 });
  expect(broken(report)).toEqual(["Every accepted command is in its auction"]);
  expect(report.isPassed).toBe(false);
});

it("reports events that differ from the server's own state", async () => {
  const report = await load({ liesOfPrice: true });
  expect(broken(report)).toEqual(["A client that follows the events has the state that the server shows"]);
  expect(report.isPassed).toBe(false);
});

it.each([
  ["an answer that a lost connection swallowed", { cutsAt: 5 }, { lost: 1, reconnected: 1 }],
  ["UNAVAILABLE", { unavailableAt: 5 }, { lost: 0, reconnected: 0 }],
] as const)("sends a command again with its own id after %s", async (_, faults, connections) => {
  const outcomes = new Map<string, Outcome["kind"]>();
  const settled = ({ commandId }: Invocation, { kind }: Outcome) => void outcomes.set(commandId, kind);
  const report = await load(faults, "", { observers: [{ settled }] });
  const { offered, accepted, refused, unknown, resent } = report.commands;
  expect([offered, accepted + refused, unknown]).toEqual([20, 20, 0]);
  // On a slow machine another bid can be under way on the connection that is lost.
  expect(resent).toBeGreaterThanOrEqual(1);
  expect(Math.max(...(server?.commands.values() ?? []))).toBe(2);
  expect(report.connections).toMatchObject(connections);
  expect(outcomes.size).toBe(20);
  expect(broken(report)).toEqual([]);
});

it("reports what it measured until the server was gone", async () => {
  const outcomes: Outcome["kind"][] = [];
  const settled = (_: Invocation, { kind }: Outcome) => void outcomes.push(kind);
  const report = await load({ diesAt: 11 }, "", { settlesWithinMs: 300, observers: [{ settled }] });
  expect(report.commands).toMatchObject({ offered: 20, accepted: 10, refused: 0, unknown: 10 });
  expect(outcomes).toEqual([...Array(10).fill("accepted"), ...Array(10).fill("unknown")]);
  expect(report.deliveries).toMatchObject({ views: 3, complete: 0, lost: 3 });
  expect(broken(report)).toEqual(["The server answers after the run"]);
  expect(report.connections.lost).toBe(7);
  expect(report.isPassed).toBe(false);
});

it("measures latencies from the time when a bid was due, so that a stalled server cannot hide them", async () => {
  const report = await load({ stallsMs: 1500 });
  // The bids of one second, all answered after a second and a half, the first of them having waited for the longest.
  expect(report.latency.answer?.p50).toBeGreaterThan(900);
  expect(report.latency.answer?.max).toBeGreaterThanOrEqual(1490);
});

it("counts refusals by their code, and judges limits by accepted bids", async () => {
  const report = await load({ refuses: "INSUFFICIENT_BALANCE" }, "--min-rate 0.5");
  expect(report.commands).toMatchObject({ accepted: 0, refused: 20, refusedByCode: { INSUFFICIENT_BALANCE: 20 } });
  expect(report.verdicts.map(({ isKept }) => isKept)).toEqual([false, true]);
  expect([broken(report), report.isPassed]).toEqual([[], false]);
});

it("stops early with a report of its measurements", async () => {
  const stopping = new AbortController();
  const invoked = () => stopping.abort();
  const report = await load({}, "--time 60", { stop: stopping.signal, observers: [{ invoked }] });
  expect(report.isStoppedEarly).toBe(true);
  expect(report.commands).toMatchObject({ offered: 1, accepted: 1, unknown: 0 });
});
