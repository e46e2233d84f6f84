// Calibrates what it costs to deliver one event to one of many sockets of a room, and what it costs to make
// one for one person: a bare broadcast of a price of usual size.
import { setTimeout as sleep } from "node:timers/promises";
import { meter } from "../processor.ts";
import { startBroadcast } from "../scale/audience.ts";
import { Crowd } from "../scale/crowd.ts";
import type { Costs } from "./costs.ts";

const WATCHERS = 1_000;
const EVERY_MS = 51;
const WARM_UP_MS = 3_000;

/** A price event with one bid, as watchers get it. */
const price = {
  ...{ auctionId: "5b0f3a52-6a4e-4c55-9d0c-0d3b7a1f2c11", version: 1234, fromVersion: 1234, currentPrice: 123_456 },
  ...{
    minimumBid: 123_556,
    bidCount: 1233,
    leader: "b****r",
    reserveMet: true,
    serverTime: "2026-01-01T00:00:00.000Z",
  },
  bids: [{ _id: "5b0f3a52-6a4e-4c55-9d0c-0d3b7a1f2c11-1233", amount: 123_456, bidder: "b****r", kind: "manual" }],
};

type DeliveryCosts = Pick<Costs, "deliveryNode" | "deliveryClient" | "eventNode">;

export const calibrateDeliveries = async (ms: number): Promise<DeliveryCosts> => {
  const server = await startBroadcast();
  const crowd = new Crowd();
  try {
    let arrived = 0;
    for (const socket of await crowd.open(server.url, Array(WATCHERS).fill(undefined))) {
      socket.onEvent = () => {
        arrived += 1;
      };
    }
    const measure = async (isForEach: boolean): Promise<{ node: number; client: number }> => {
      server.order({ send: { name: "auction:price", data: price, frames: 1, everyMs: EVERY_MS, isForEach } });
      await sleep(WARM_UP_MS);
      arrived = 0;
      const spent = meter({ node: server.pid, client: process.pid });
      await sleep(ms);
      const { node, client } = spent.read();
      server.order({ stop: true });
      return { node: node.us / arrived, client: client.us / arrived };
    };
    const toRoom = await measure(false);
    const toEach = await measure(true);
    return { deliveryNode: toRoom.node, deliveryClient: toRoom.client, eventNode: toEach.node - toRoom.node };
  } finally {
    crowd.close();
    await server.stop();
  }
};
