// Calibrates the bare transport: an echo of bids.
import { randomUUID } from "node:crypto";
import { STARTING_PRICE_MINOR } from "../engine/contender.ts";
import { startEcho } from "../live/processes.ts";
import { meter } from "../processor.ts";
import { Crowd } from "../scale/crowd.ts";
import { bidPipelined } from "../scale/pipelined.ts";

const SOCKETS = 60;
const WINDOW = 8;
const WARM_UP_MS = 3_000;

export interface EchoCosts {
  /** Microseconds of processor time of one frame and its answer. */
  readonly node: number;
  readonly client: number;
}

export const measureEcho = async (ms: number): Promise<EchoCosts> => {
  const echo = await startEcho();
  const crowd = new Crowd();
  try {
    const sockets = await crowd.open(echo.url, Array(SOCKETS).fill(undefined));
    const parties = sockets.map((socket) => ({
      socket,
      lot: { id: randomUUID(), priceMinor: STARTING_PRICE_MINOR },
    }));
    await bidPipelined(parties, WINDOW, WARM_UP_MS);
    const spent = meter({ node: echo.pid, client: process.pid });
    const { accepted } = await bidPipelined(parties, WINDOW, ms);
    const { node, client } = spent.read();
    return { node: node.us / accepted, client: client.us / accepted };
  } finally {
    crowd.close();
    await echo.stop();
  }
};
