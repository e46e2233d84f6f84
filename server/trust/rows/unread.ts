// Opens as many connections of one address as it may have, over each way of the live API. All ask for catch-ups and read
// nothing, while others bid. What waits for them must stay within the bound for all connections together, by the
// server's own count and by the memory that it and the kernel take, and every bid must be accepted.
import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { RawSocket } from "../../bench/scale/raw-socket.ts";
import { scrape, sumOf } from "../../test/support/e2e-metrics.ts";
import { makePerson, openAuction } from "../../test/support/e2e-people.ts";
import { JWT_SECRET, type TestServer } from "../../test/support/e2e-server.ts";
import { at, openBidders } from "../floods/bidders.ts";
import type { Row } from "../row.ts";
import { onlyNodeOf } from "../site/only-node.ts";
import { openSite } from "../site/site.ts";

const CONNECTIONS = { whole: 12_000, quick: 600 } as const;
const BIDS = 120;
const ASKS = 20;
const BIDDERS = 6;
const LASTS_MS = 20_000;
const CALM_MS = 4_000;
const MIB = 1024 * 1024;
/** One and a half times the bound for all together, 48 MiB, and what one event-loop tick may add. */
const UNREAD_AT_MOST = 76 * MIB;
/** More than the same connections take while they are idle. */
const MEMORY_AT_MOST = 200 * MIB;
/**
 * The server's heap, enough for the connections and the bound. With a larger one V8 keeps garbage for longer, so that
 * the process grows by what nothing holds.
 */
const HEAP_MIB = 420;

export const unreadRow: Row = {
  name: "unread",
  what: "What waits for 12,000 connections of one address that ask for catch-ups over every way of the live API and read nothing, and the bids of others meanwhile",
  run: async ({ quick, say }) => {
    const count = quick ? CONNECTIONS.quick : CONNECTIONS.whole;
    const site = await openSite({
      nodes: 1,
      environmentOf: () => ({ JWT_SECRET, RATE_LIMITS: "on", NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}` }),
    });
    const findings: string[] = [];
    try {
      const { node, server } = onlyNodeOf(site);
      const auctionId = await lotWithBids(server);
      const bidders = await openBidders(server, "bidder", BIDDERS);
      const asking = { address: server.address, from: "127.77.0.1", auctionId, sinceVersion: BIDS - 98, asks: ASKS };
      const child = fork(
        fileURLToPath(new URL("../unread/non-readers-process.ts", import.meta.url)),
        [String(count), JSON.stringify(asking)],
        { execArgv: ["--import", "tsx"] },
      );
      try {
        await Promise.race([once(child, "message"), once(child, "exit")]);
        if (child.exitCode !== null) throw new Error("the connections could not be opened");
        const calm = await bidders.bidFor(CALM_MS, findings);
        const idle = await memoryOf(server);
        child.send("ask");
        const most = { unread: 0, memory: idle };
        let isOver = false;
        const looking = (async () => {
          for (; !isOver; await sleep(250)) {
            const [unread, memory] = [await unreadOf(server), await memoryOf(server)];
            most.unread = Math.max(most.unread, unread);
            if (sum(memory) > sum(most.memory)) most.memory = memory;
          }
        })();
        const waits = await bidders.bidFor(LASTS_MS, findings);
        isOver = true;
        await looking;
        const added = sum(most.memory) - sum(idle);
        const samples = await scrape(server);
        const closed = ["shed", "cut_off"].map((why) => sumOf(samples, `jara_slow_readers_${why}_total`));
        const notes = [
          `${count} connections: idle ${inMib(idle.process)} MiB of the process and ${inMib(idle.kernel)} of the kernel; at most ` +
            `${inMib(most.memory.process)} and ${inMib(most.memory.kernel)}, that is ${inMib(added)} more; by the server's own count ${inMib(most.unread)} unread`,
          `closed because all together had too much unread ${closed[0]}, because one had ${closed[1]}`,
          `bids: calm p50 ${ms(calm, 0.5)}, p99 ${ms(calm, 0.99)}; meanwhile p50 ${ms(waits, 0.5)}, p99 ${ms(waits, 0.99)} ms`,
        ];
        for (const note of notes) say(note);
        if (most.unread === 0) findings.push("nothing was unread");
        if (most.unread > UNREAD_AT_MOST) findings.push(`${inMib(most.unread)} MiB were unread`);
        if (added > MEMORY_AT_MOST) findings.push(`the memory grew by ${inMib(added)} MiB`);
        if (node.died() !== null) findings.push(`the server ended: ${node.died()}\n${node.complaints()}`);
        bidders.close();
        return { tried: count + waits.length, bad: findings.length, findings, notes };
      } finally {
        child.kill("SIGKILL");
      }
    } finally {
      await site.close();
    }
  },
};

const lotWithBids = async (server: Pick<TestServer, "address" | "query" | "api">): Promise<string> => {
  const { _id: auctionId } = await openAuction(server, await makePerson(server, "unread-seller", { role: "admin" }));
  const sockets = await Promise.all(
    // One user may place a hundred bids at once.
    ["ada", "bola"].map(async (name) => RawSocket.open(server.address, (await makePerson(server, name)).token)),
  );
  for (let n = 0; n < BIDS; n += 1) {
    const data = { auctionId, amount: 1_100 + 100 * n, commandId: crypto.randomUUID() };
    const answer = await sockets[n % 2]?.request("bid:place", data);
    if (!answer?.ok) throw new Error(`a bid was answered ${answer?.error.code}`);
  }
  for (const socket of sockets) socket.terminate();
  return auctionId;
};

interface Memory {
  readonly process: number;
  /** The sum over all TCP connections of this machine, the other end's buffers included; 0 where /proc does not tell. */
  readonly kernel: number;
}
const sum = ({ process, kernel }: Memory): number => process + kernel;
const inMib = (bytes: number): number => Math.round(bytes / MIB);
const ms = (sorted: readonly number[], part: number): number => Math.round(at(sorted, part) * 10) / 10;

const unreadOf = async (server: Pick<TestServer, "api">): Promise<number> =>
  sumOf(await scrape(server), "jara_unread_bytes");
const memoryOf = async (server: Pick<TestServer, "api">): Promise<Memory> => ({
  process: sumOf(await scrape(server), "process_resident_memory_bytes"),
  kernel: kernelBytes(),
});

const SOCKETS = "/proc/net/sockstat";
const PAGE = 4_096;
const kernelBytes = (): number =>
  existsSync(SOCKETS) ? PAGE * Number(/^TCP: .* mem (\d+)/m.exec(readFileSync(SOCKETS, "utf8"))?.[1] ?? 0) : 0;
