// One user floods a server that keeps its limits, in each way there is; others bid meanwhile. Every bid of theirs is taken,
// in order; how much longer they wait is noted, nobody is held to it.
import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { connect, type LiveClient } from "../../test/support/e2e-live.ts";
import { makePerson, openAuction } from "../../test/support/e2e-people.ts";
import { JWT_SECRET } from "../../test/support/e2e-server.ts";
import type { Row } from "../row.ts";
import { onlyNodeOf } from "../site/only-node.ts";
import { openSite } from "../site/site.ts";

const flooder = fileURLToPath(new URL("../floods/flooder.ts", import.meta.url));
const floods = {
  frames: "frames on 50 connections over both carriers",
  calls: "REST calls, 50 at a time",
  "log-ins": "log-ins, 50 at a time",
  slow: "2,000 connections that send a head or a body letter by letter, or nothing",
} as const;
const BIDDERS = 3;
/** Within what one user may. */
const BID_EVERY_MS = 70;
/** Until the flood is under way. */
const RISING_MS = 1_500;

interface Told {
  readonly sent: number;
  readonly limited: number;
  readonly cutOff: number;
}

export const floodsRow: Row = {
  name: "floods",
  what: "Bids of others while one user floods the server with frames, calls, log-ins or slow connections",
  run: async ({ quick, say }) => {
    const lastsMs = quick ? 4_000 : 20_000;
    const site = await openSite({ nodes: 1, environmentOf: () => ({ JWT_SECRET, RATE_LIMITS: "on" }) });
    const findings: string[] = [];
    const notes: string[] = [];
    let tried = 0;
    try {
      const { node, server } = onlyNodeOf(site);
      const { address } = server;
      const admin = await makePerson(server, "admin", { role: "admin" });
      const flooding = await makePerson(server, "flooder");
      const lots = await Promise.all(Array.from({ length: BIDDERS }, () => openAuction(server, admin)));
      const bidders = await Promise.all(
        lots.map(async ({ _id }, n): Promise<Bidder> => {
          const { token } = await makePerson(server, `bidder-${n}`);
          const client = await connect(server, n % 2 === 0 ? "socket.io" : "/ws", { token });
          return { client, auctionId: _id, placed: 0, version: 0 };
        }),
      );
      const measure = async (): Promise<number[]> => {
        const waits = await Promise.all(bidders.map((bidder) => bidFor(lastsMs, bidder, findings)));
        tried += waits.flat().length;
        return waits.flat().sort((a, b) => a - b);
      };
      await measure();
      const calm = await measure();
      notes.push(`calm: ${spread(calm)}`);
      for (const [kind, what] of Object.entries(floods)) {
        const flood = startFlood(kind, { address, token: flooding.token, auctionId: lots[0]?._id ?? "" });
        await sleep(RISING_MS);
        const waits = await measure();
        const { sent, limited, cutOff } = await flood.stop();
        const ratio = (at(waits, 0.99) / at(calm, 0.99)).toFixed(1);
        const told = `${sent.toLocaleString("en")} sent, ${limited.toLocaleString("en")} answered RATE_LIMITED, ${cutOff.toLocaleString("en")} connections closed`;
        notes.push(`${what}: ${spread(waits)}, the 99th percentile ${ratio} times that of calm; ${told}`);
        say(notes.at(-1) ?? "");
        if (sent === 0) findings.push(`there was no flood of ${what}`);
      }
      const died = node.died();
      if (died !== null) findings.push(`the server ended: ${died}\n${node.complaints()}`);
      for (const { client } of bidders) client.close();
    } finally {
      await site.close();
    }
    return { tried, bad: findings.length, findings, notes };
  },
};

interface Bidder {
  readonly client: LiveClient;
  readonly auctionId: string;
  placed: number;
  version: number;
}

/** Returns how long each bid waited for its answer, ms. */
const bidFor = async (ms: number, bidder: Bidder, findings: string[]): Promise<number[]> => {
  const waits: number[] = [];
  for (const until = performance.now() + ms; performance.now() < until; ) {
    const startedAt = performance.now();
    const amount = 1100 + 100 * bidder.placed;
    const answer = await bidder.client
      .send("bid:place", { auctionId: bidder.auctionId, amount, commandId: randomUUID() })
      .catch((error: Error) => ({ ok: false as const, error: { code: error.message } }));
    waits.push(performance.now() - startedAt);
    if (!answer.ok) findings.push(`a bid was answered ${answer.error.code}`);
    else {
      bidder.placed += 1;
      if (answer.auction.version <= bidder.version) findings.push("a later bid has an earlier version");
      bidder.version = answer.auction.version;
    }
    await sleep(Math.max(0, BID_EVERY_MS - (performance.now() - startedAt)));
  }
  return waits;
};

const startFlood = (kind: string, whom: { address: string; token: string; auctionId: string }) => {
  const child: ChildProcess = fork(flooder, {
    execArgv: ["--import", "tsx"],
    env: {
      PATH: process.env.PATH ?? "",
      FLOOD_KIND: kind,
      FLOOD_ADDRESS: whom.address,
      FLOOD_TOKEN: whom.token,
      FLOOD_AUCTION: whom.auctionId,
    },
  });
  let told: Told = { sent: 0, limited: 0, cutOff: 0 };
  child.on("message", (message) => {
    told = message as Told;
  });
  return {
    stop: async (): Promise<Told> => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await ended;
      return told;
    },
  };
};

const at = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
const spread = (sorted: readonly number[]): string =>
  `${sorted.length} bids, answered in ${at(sorted, 0.5).toFixed(1)} ms (median), ${at(sorted, 0.99).toFixed(1)} ms (99th percentile)`;
