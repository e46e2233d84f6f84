// `pnpm bench calls`: what each call of the catalogue costs the server's thread, which answers bids too, in a large
// market. Calls are asked one at a time, and the kernel says how long the thread worked for each.
import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { projectRoot } from "../../src/config.ts";
import { costOfCommand } from "../../src/live/live-costs.ts";
import { type Asker, openAsker } from "../../trust/calls/ask.ts";
import { catalogueOf, type Documents, type HttpCall, type LiveCall } from "../../trust/calls/catalogue.ts";
import { DEAR } from "../../trust/calls/market.ts";
import { openStage } from "../../trust/calls/stage.ts";
import type { BenchOptions } from "../options.ts";
import { meter } from "../processor.ts";

const LARGE = { auctions: 200_000, users: 100_000, bids: 1_000_000 };
const MIDDLING = { auctions: 20_000, users: 10_000, bids: 100_000 };
/** Asks until statements are planned, pages are in memory and code is compiled. */
const WARM_UP = 5;
/** A call that takes longer than this in total is repeated less often than the others. */
const LONG_ENOUGH_MS = 5_000;
const ANSWERED_WITHIN_MS = 30_000;
/** Until the work that a call leaves behind is done. */
const REST_MS = 2;

interface Cost {
  readonly call: HttpCall | LiveCall;
  readonly answer: string;
  /** Milliseconds of the thread, and until the answer. */
  readonly thread: readonly number[];
  readonly wait: readonly number[];
}

export const callsSection = async ({ quick, rounds }: BenchOptions): Promise<void> => {
  const checkout = path.resolve(process.env.JARA_BENCH_CHECKOUT ?? projectRoot);
  const asks = rounds ?? (quick ? 10 : 40);
  const large = quick ? MIDDLING : LARGE;
  const { makeLargeMarket } = (await import(
    path.join(checkout, "server/src/tools/large/make-large-market.ts")
  )) as typeof import("../../src/tools/large/make-large-market.ts");
  // On the other output, so that the table can be kept alone.
  const say = (line: string): void => console.error(`  ${line}`);
  const stage = await openStage({
    checkout,
    sizes: { ...DEAR, people: 2 },
    hasLimits: false,
    say,
    fill: (url) => makeLargeMarket(url, large, say),
  });
  const asker = openAsker(stage.server.address);
  try {
    const [values] = stage.values;
    if (!values) throw new Error("a market without people");
    const costs: Cost[] = [];
    const thread = meter({ server: stage.node.pid() });
    await untilIdle(() => thread.read().server.firstUs, say);
    for (const call of catalogueOf(stage.documents, values).calls) {
      if (!("token" in call) || ("isUnread" in call && call.isUnread)) continue;
      const cost = { call, answer: "", thread: [] as number[], wait: [] as number[] };
      for (let n = 0, spent = 0; n < WARM_UP + asks && (n < WARM_UP + 3 || spent < LONG_ENOUGH_MS); n++) {
        thread.read();
        const from = performance.now();
        cost.answer = await answerTo(asker, call);
        const waited = performance.now() - from;
        spent += waited;
        await sleep(REST_MS);
        const { firstUs } = thread.read().server;
        if (n < WARM_UP) continue;
        cost.thread.push(firstUs / 1000);
        cost.wait.push(waited);
      }
      costs.push(cost);
    }
    print(costs, large.auctions, await declaredOf(checkout, stage.documents));
  } finally {
    asker.close();
    await stage.close();
  }
};

const LOOK_EVERY_MS = 1_000;
/** An idle thread works at most so long in a second. */
const IDLE_US = 50_000;
const IDLE_TIMES = 5;

/** A server that has just started on a large market first catches up: search texts, the public log. */
const untilIdle = async (workedUs: () => number, say: (line: string) => void): Promise<void> => {
  const from = performance.now();
  workedUs();
  for (let idle = 0; idle < IDLE_TIMES; ) {
    await sleep(LOOK_EVERY_MS);
    idle = workedUs() < IDLE_US ? idle + 1 : 0;
  }
  say(`the server is idle after ${Math.round((performance.now() - from) / 1000)} s`);
};

/** A call that fails does not end the measurement of the others. */
const answerTo = async (asker: Asker, call: HttpCall | LiveCall): Promise<string> => {
  const late = sleep(ANSWERED_WITHIN_MS, "not answered", { ref: false });
  return await Promise.race([asker.ask(call), late]).catch((error: unknown) => `failed: ${error}`);
};

const part = (all: readonly number[], share: number): number =>
  all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * share))] ?? 0;

/**
 * The milliseconds that the checkout's server charges for a call; null if it charges none. Those of live commands are
 * known of this checkout alone.
 */
const declaredOf = async (
  checkout: string,
  { access }: Documents,
): Promise<(call: HttpCall | LiveCall) => number | null> => {
  const file = path.join(checkout, "server/src/app/request-costs.ts");
  const { costOfRoute }: Partial<typeof import("../../src/app/request-costs.ts")> = existsSync(file)
    ? await import(file)
    : {};
  const isOwn = checkout === path.resolve(projectRoot);
  return (call) => {
    if (call.over !== "http") return isOwn ? costOfCommand(call.command) : null;
    const route = call.name.replace(/\?.*/, "");
    const [method = "", url = ""] = route.split(" ");
    return route in access ? (costOfRoute?.({ method, url }).ms ?? null) : null;
  };
};

/** A measured median of more than this many times the declared cost is marked. */
const TOO_DEAR = 2;

const print = (
  costs: readonly Cost[],
  auctions: number,
  declaredOfCall: (call: HttpCall | LiveCall) => number | null,
): void => {
  console.log(`What a call costs the server's thread, in a market of ${auctions.toLocaleString("en")} lots, the dearest first
| call | answer | thread ms, p50 | p99 | answered after ms, p50 | declared ms |
|---|---|---:|---:|---:|---:|`);
  for (const { call, answer, thread, wait } of costs.toSorted((a, b) => part(b.thread, 0.5) - part(a.thread, 0.5))) {
    const median = part(thread, 0.5);
    const figures = [median, part(thread, 0.99), part(wait, 0.5)].map((ms) => ms.toFixed(2));
    const declared = declaredOfCall(call);
    const words = declared === null ? "–" : median > declared * TOO_DEAR ? `**${declared}**` : String(declared);
    console.log(`| ${call.name} | ${answer.slice(0, 40)} | ${figures.join(" | ")} | ${words} |`);
  }
  console.log("");
};
