// The bench section `log`: how far the public log and the readers of the log are behind while bids come at a steady
// rate, and how long bids wait for their answers while the nightly check runs beside them.
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { readHead } from "../../src/features/public-log/heads.ts";
import { readKeys } from "../../src/features/public-log/keys.ts";
import { verdictName } from "../../src/features/public-log/signers.ts";
import { createRunCheck } from "../../src/features/public-log/verdicts/run-check.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { type BenchDatabase, openBuiltIn, openPostgresOfOwn } from "../databases.ts";
import { seedAuctions, seedBidders, seedSeller } from "../engine/seed.ts";
import type { BenchOptions } from "../options.ts";
import { openLog } from "./open-log.ts";
import { openReaders } from "./readers-behind.ts";
import { openSteadyBids } from "./steady-bids.ts";

const AUCTIONS = 1_000;
const BIDDERS = 2_000;
const RATES = [1_000, 5_000] as const;
const DAY_MS = 24 * 60 * 60_000;

export const logSection = async ({ quick }: BenchOptions): Promise<void> => {
  console.log(
    "The public log: how old the oldest change of a batch is once it is logged, and a bid once it is answered",
  );
  for (const bench of [await openPostgresOfOwn(), await openBuiltIn()]) {
    if (!bench) continue;
    try {
      await measure(bench, quick ? 3_000 : 20_000);
    } finally {
      await bench.discard();
    }
  }
};

const measure = async ({ name, database, url }: BenchDatabase, ms: number): Promise<void> => {
  const sellerId = await seedSeller(database);
  const participants = {
    bidderIds: await seedBidders(database, BIDDERS),
    auctionIds: await seedAuctions(database, sellerId, AUCTIONS),
  };
  const behind: number[] = [];
  let leaves = 0;
  const publicLog = await openLog(database, (count, behindMs) => {
    leaves += count;
    if (behindMs !== null) behind.push(behindMs);
  });
  const readers = openReaders(database);
  const bids = await openSteadyBids(database, participants, () => database.wake("log"));
  const round = async (rate: number, beside = ""): Promise<void> => {
    behind.length = 0;
    readers.behind.length = 0;
    leaves = 0;
    const startedAt = performance.now();
    const { placed, waits } = await bids.run(rate, ms);
    const tookS = (performance.now() - startedAt) / 1000;
    const readersBehind = spread(readers.behind);
    await sleep(1_000);
    if (leaves === 0) throw new Error("Nothing was logged, so nothing was measured.");
    console.log(
      `  ${name.padEnd(21)}${Math.round(placed / tookS)} bids/s${beside}: ${leaves} leaves of ${placed} bids; ` +
        `behind ${spread(behind)}, readers ${readersBehind}; a bid's answer ${spread(waits)}`,
    );
  };
  for (const rate of RATES) {
    await sleep(2_000);
    await round(rate);
  }
  const ended = new AbortController();
  const check = checkUntil(ended.signal, database, url);
  await round(RATES[0], " beside the nightly check");
  ended.abort();
  console.log(`    (${await check} checks of the day were done meanwhile)`);
  await bids.close();
  await readers.stop();
  await publicLog.stop();
};

const spread = (ms: number[]): string => {
  ms.sort((a, b) => a - b);
  const at = (share: number): string => `${Math.round(ms[Math.floor((ms.length - 1) * share)] ?? 0)}`;
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)} ms`;
};

/** Checks the day again and again, and returns how often. */
const checkUntil = async (signal: AbortSignal, database: Database, url: string): Promise<number> => {
  const head = await readHead(database);
  if (!head) throw new Error("The log has no head.");
  const { keys, verdictKeys } = await readKeys(database);
  const day = { from: Date.now() - DAY_MS, until: Date.now() };
  const task = { name: verdictName(head.origin), keys: [...keys, ...verdictKeys].map(({ vkey }) => vkey), ...day };
  const runCheck = createRunCheck(url);
  for (let done = 0; ; done++) {
    const { answer, problem } = await runCheck(task, signal);
    if (signal.aborted) return done;
    if (typeof answer === "string") throw new Error(`The check failed: ${problem}`);
  }
};
