// Lets one user read the long list of their own bids as often as possible while others bid. Every bid of the others
// must be accepted, and none may wait long.
import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { connect, type LiveClient } from "../../test/support/e2e-live.ts";
import { makePerson, openAuction } from "../../test/support/e2e-people.ts";
import { JWT_SECRET } from "../../test/support/e2e-server.ts";
import type { Row } from "../row.ts";
import { onlyNodeOf } from "../site/only-node.ts";
import { openSite } from "../site/site.ts";

const reader = fileURLToPath(new URL("../floods/reader.ts", import.meta.url));
const LOTS = 500;
const MADE_AT_ONCE = 20;
const BIDDERS = 3;
/** Within the rate limit of one user. */
const BID_EVERY_MS = 70;
/**
 * How many times longer the median bid may take beside the reader than without it. The 99th percentile is not used,
 * because on a machine that does other work it mostly measures that work.
 */
const MOST_TIMES = 3;

export const ownReadsRow: Row = {
  name: "own-reads",
  what: "Bids of others while one user reads their own 500 bids, 20 requests at a time",
  run: async ({ quick, say }) => {
    const lastsMs = quick ? 4_000 : 15_000;
    const site = await openSite({ nodes: 1, environmentOf: () => ({ JWT_SECRET, RATE_LIMITS: "on" }) });
    const findings: string[] = [];
    try {
      const { server } = onlyNodeOf(site);
      const admin = await makePerson(server, "admin", { role: "admin" });
      // Several owners, because their rate limits are not under test.
      const owners = await Promise.all(
        Array.from({ length: 5 }, (_, n) => makePerson(server, `owner-${n}`, { role: "admin" })),
      );
      const reading = await makePerson(server, "reader");
      const description = "A lot with a long description. ".repeat(30);
      for (let made = 0; made < LOTS; made += MADE_AT_ONCE) {
        const startedAt = performance.now();
        await Promise.all(
          Array.from({ length: MADE_AT_ONCE }, async (_, n) => {
            const { _id: auctionId } = await openAuction(server, owners[n % owners.length] ?? admin, { description });
            const body = { auctionId, amount: 1100 };
            const { status } = await server.api("POST", "/api/bids", { token: reading.token, body });
            if (status !== 201) findings.push(`a bid of the reader's was answered ${status}`);
          }),
        );
        // Wait, because one user may place only this many bids.
        await sleep(Math.max(0, MADE_AT_ONCE * 50 - (performance.now() - startedAt)));
      }
      const bidders = await Promise.all(
        Array.from({ length: BIDDERS }, async (_, n): Promise<Bidder> => {
          const { token } = await makePerson(server, `bidder-${n}`);
          const { _id: auctionId } = await openAuction(server, admin);
          return { client: await connect(server, n % 2 === 0 ? "socket.io" : "/ws", { token }), auctionId, placed: 0 };
        }),
      );
      const measure = async (): Promise<number[]> =>
        (await Promise.all(bidders.map((bidder) => bidFor(lastsMs, bidder, findings)))).flat().sort((a, b) => a - b);
      await measure();
      const calm = await measure();
      const child = fork(reader, {
        execArgv: ["--import", "tsx"],
        env: { PATH: process.env.PATH ?? "", READER_ADDRESS: server.address, READER_TOKEN: reading.token },
      });
      let counts = { sent: 0, limited: 0, longest: 0 };
      child.on("message", (message) => {
        counts = message as typeof counts;
      });
      await sleep(2_000);
      const read = await measure();
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await ended;
      for (const { client } of bidders) client.close();
      const notes = [
        `calm: ${spread(calm)}`,
        `beside the reader: ${spread(read)}; ${counts.sent.toLocaleString("en")} reads, ${counts.limited.toLocaleString("en")} answered RATE_LIMITED, the longest answer ${Math.round(counts.longest / 1000)} kB`,
      ];
      for (const note of notes) say(note);
      if (counts.sent === 0) findings.push("nothing was read");
      const times = at(read, 0.5) / at(calm, 0.5);
      if (times > MOST_TIMES) findings.push(`the median rose to ${times.toFixed(1)} times that of calm`);
      return { tried: calm.length + read.length, bad: findings.length, findings, notes };
    } finally {
      await site.close();
    }
  },
};

interface Bidder {
  readonly client: LiveClient;
  readonly auctionId: string;
  placed: number;
}

/** Returns how long each bid waited for its answer, in ms. */
const bidFor = async (ms: number, bidder: Bidder, findings: string[]): Promise<number[]> => {
  const waits: number[] = [];
  for (const until = performance.now() + ms; performance.now() < until; ) {
    const startedAt = performance.now();
    const data = { auctionId: bidder.auctionId, amount: 1100 + 100 * bidder.placed, commandId: randomUUID() };
    const answer = await bidder.client.send("bid:place", data);
    waits.push(performance.now() - startedAt);
    if (answer.ok) bidder.placed += 1;
    else findings.push(`a bid was answered ${answer.error.code}`);
    await sleep(Math.max(0, BID_EVERY_MS - (performance.now() - startedAt)));
  }
  return waits;
};

const at = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
const spread = (sorted: readonly number[]): string =>
  `${sorted.length} bids, answered in ${at(sorted, 0.5).toFixed(1)} ms (median), ${at(sorted, 0.99).toFixed(1)} ms (99th percentile)`;
