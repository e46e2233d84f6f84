// Calibrates the bare transport: an echo of bids. It is also the measure of how fast the machine is at that moment.
import { randomUUID } from "node:crypto";
import { STARTING_PRICE_MINOR } from "../engine/contender.ts";
import { startEcho } from "../live/processes.ts";
import { Crowd } from "../scale/crowd.ts";
import { bidPipelined } from "../scale/pipelined.ts";
import { meter } from "./processor.ts";

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

/** The costs on a machine that is so much slower than when they were measured. Waiting for the disk stays. */
export const slowedBy = <C extends object>(costs: C, factor: number): C => {
  const isWork = (name: string): boolean =>
    !(name.endsWith("Ms") || name === "helpersShare" || name === "engineBefore");
  const entries = Object.entries(costs).map(([name, value]) => [name, isWork(name) ? value * factor : value]);
  return Object.fromEntries(entries) as C;
};
