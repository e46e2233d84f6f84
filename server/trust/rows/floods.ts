// Floods a server whose rate limits are on, in every known way, while other users bid. Every bid of theirs must be
// accepted, in order. For one user's flood their waiting time is only reported; for visitors' packets it has a limit.
import { setTimeout as sleep } from "node:timers/promises";
import { makePerson } from "../../test/support/e2e-people.ts";
import { JWT_SECRET } from "../../test/support/e2e-server.ts";
import { at, openBidders, spread } from "../floods/bidders.ts";
import { startFlood } from "../floods/flood-process.ts";
import { floodWithPackets } from "../floods/packet-floods.ts";
import type { Row } from "../row.ts";
import { onlyNodeOf } from "../site/only-node.ts";
import { openSite } from "../site/site.ts";

const floods = {
  frames: "frames on 50 connections over both transports",
  calls: "REST calls, 50 at a time",
  "log-ins": "log-ins, 50 at a time",
  slow: "2,000 connections that send a head or a body letter by letter, or nothing",
} as const;
const BIDDERS = 6;
/** The time until the flood is under way. */
const RISING_MS = 1_500;

export const floodsRow: Row = {
  name: "floods",
  what: "Bids of others while one user floods the server with frames, calls, log-ins or slow connections, and visitors with packets of every kind",
  run: async (context) => {
    const { quick, say } = context;
    const lastsMs = quick ? 4_000 : 20_000;
    const site = await openSite({ nodes: 1, environmentOf: () => ({ JWT_SECRET, RATE_LIMITS: "on" }) });
    const findings: string[] = [];
    const notes: string[] = [];
    let tried = 0;
    try {
      const { node, server } = onlyNodeOf(site);
      const { address } = server;
      const bidders = await openBidders(server, "bidder", BIDDERS);
      const flooding = await makePerson(server, "flooder");
      const measure = async (): Promise<number[]> => {
        const waits = await bidders.bidFor(lastsMs, findings);
        tried += waits.length;
        return waits;
      };
      await measure();
      const packets = await floodWithPackets(address, bidders, context);
      tried += packets.tried;
      findings.push(...packets.findings);
      notes.push(...packets.notes);
      const calm = await measure();
      notes.push(`calm: ${spread(calm)}`);
      for (const [kind, what] of Object.entries(floods)) {
        const flood = startFlood("flooder", {
          FLOOD_KIND: kind,
          FLOOD_ADDRESS: address,
          FLOOD_TOKEN: flooding.token,
          FLOOD_AUCTION: bidders.auctionId,
        });
        await sleep(RISING_MS);
        const waits = await measure();
        const { sent, limited, cutOff } = await flood.stop();
        const ratio = (at(waits, 0.99) / at(calm, 0.99)).toFixed(1);
        const counted = `${sent.toLocaleString("en")} sent, ${limited.toLocaleString("en")} answered RATE_LIMITED, ${cutOff.toLocaleString("en")} connections closed`;
        notes.push(`${what}: ${spread(waits)}, the 99th percentile ${ratio} times that of calm; ${counted}`);
        say(notes.at(-1) ?? "");
        if (sent === 0) findings.push(`there was no flood of ${what}`);
      }
      const died = node.died();
      if (died !== null) findings.push(`the server ended: ${died}\n${node.complaints()}`);
      bidders.close();
    } finally {
      await site.close();
    }
    return { tried, bad: findings.length, findings, notes };
  },
};
