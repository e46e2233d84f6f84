// Sends ten thousand invalid frames, calls and bytes to a server that runs as in production, and checks what remains of
// them afterwards.
import { setTimeout as sleep } from "node:timers/promises";
import { makePerson, openAuction } from "../../test/support/e2e-people.ts";
import { JWT_SECRET } from "../../test/support/e2e-server.ts";
import { fuzz } from "../fuzz/fuzz.ts";
import { newSeed } from "../round/random.ts";
import type { Row } from "../row.ts";
import { onlyNodeOf } from "../site/only-node.ts";
import { openSite } from "../site/site.ts";

const MEGABYTE = 1024 * 1024;
/**
 * The most that memory may grow, because the process keeps buffers for later. A leak of one kilobyte per try would add
 * 10 MB.
 */
const GROWN_AT_MOST_MB = 150;
const QUIET_WITHIN_MS = 60_000;

const meters = ["jara_sockets", "jara_watchers", "jara_rooms", "jara_queue_commands"] as const;

export const fuzzRow: Row = {
  name: "fuzz",
  what: "Bad frames on both transports, bad REST calls, and bytes that are neither HTTP nor WebSocket, drawn from a seed",
  run: async ({ quick, say }) => {
    const site = await openSite({ nodes: 1, environmentOf: () => ({ JWT_SECRET }) });
    try {
      const { node, server } = onlyNodeOf(site);
      const { address } = server;
      const admin = await makePerson(server, "admin", { role: "admin" });
      const poor = await makePerson(server, "poor", { balance: 0 });
      const { _id: auctionId } = await openAuction(server, admin);
      const target = { ...server, poor, admin, auctionId };
      // Run a first batch, so that everything created at first use exists before the memory is read.
      const seed = newSeed();
      await fuzz(target, { tries: 500, seed: seed + 1, say: () => {} });
      await sleep(2_000);
      const before = await read(address);
      const result = await fuzz(target, { tries: quick ? 1_000 : 10_000, seed, say });
      const findings = [...result.findings];
      const until = performance.now() + QUIET_WITHIN_MS;
      let after = await read(address);
      const isQuiet = (): boolean =>
        meters.every((name) => after[name] === 0) && after.memory - before.memory < GROWN_AT_MOST_MB * MEGABYTE;
      while (!isQuiet() && performance.now() < until) {
        await sleep(1_000);
        after = await read(address);
      }
      for (const name of meters) if (after[name] !== 0) findings.push(`${name} is still ${after[name]}`);
      const grown = Math.round((after.memory - before.memory) / MEGABYTE);
      if (grown >= GROWN_AT_MOST_MB) findings.push(`the process holds ${grown} MB more than before`);
      const died = node.died();
      if (died !== null) findings.push(`the server ended: ${died}\n${node.complaints()}`);
      const notes = [
        ...(result.notes ?? []),
        `memory after: ${Math.round(after.memory / MEGABYTE)} MB, ${grown} MB more than before`,
      ];
      return { tried: result.tried, bad: findings.length, findings, notes };
    } finally {
      await site.close();
    }
  },
};

const read = async (address: string): Promise<Record<(typeof meters)[number] | "memory", number>> => {
  const text = await (await fetch(`${address}/metrics`)).text();
  const sum = (name: string): number => {
    const values = [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, "gm"))];
    if (values.length === 0) throw new Error(`the server has no metric ${name}`);
    return values.reduce((all, [, value]) => all + Number(value), 0);
  };
  return {
    memory: sum("process_resident_memory_bytes"),
    jara_sockets: sum("jara_sockets"),
    jara_watchers: sum("jara_watchers"),
    jara_rooms: sum("jara_rooms"),
    jara_queue_commands: sum("jara_queue_commands"),
  };
};
