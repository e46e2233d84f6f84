// `pnpm bench profile`: measures which functions a bid's processor time goes to, in the engine beside the bare
// statement, and in a server beside a bare echo. Profilers slow down what they watch, so compare the figures only with
// each other.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { NODE_FLAGS } from "../../node-flags.mjs";
import { freePort } from "../../src/platform/lib/free-port.ts";
import { withBuiltProgram } from "../build-program.ts";
import { buildSite } from "../live/build-site.ts";
import type { Lot } from "../live/participants.ts";
import { type Running, startEcho, startServer } from "../live/processes.ts";
import type { BenchOptions } from "../options.ts";
import { onOwnPostgres } from "../own-postgres.ts";
import { SOCKETS, WINDOW } from "../scale/answered.ts";
import { Crowd } from "../scale/crowd.ts";
import { bidPipelined } from "../scale/pipelined.ts";
import { startThrowawayPostgres } from "../throwaway-postgres.ts";
import type { Order } from "./contender-program.ts";
import { type Profiled, printProfiles } from "./report.ts";
import { watchDatabase, watchNode } from "./watch.ts";

const WARM_UP_MS = 5_000;

export const profileSection = async ({ quick }: BenchOptions): Promise<void> => {
  const ms = quick ? 2_000 : 8_000;
  await withBuiltProgram("bench/profile/contender-program.ts", async (program) => {
    for (const [auctions, title] of [
      [1_000, "1,000 auctions"],
      [1, "One hot auction"],
    ] as const) {
      const engine = await profileContender(program, { auctions, contender: "engine" }, ms);
      const bare = await profileContender(program, { auctions, contender: "bare statement" }, ms);
      if (!engine || !bare) return console.log("Left out: PostgreSQL's server programs are not installed.\n");
      printProfiles(`${title}: the engine beside the bare statement`, [engine, bare]);
    }
  });
  buildSite();
  const port = await freePort();
  const echo = await startEcho([`--inspect=127.0.0.1:${port}`]);
  try {
    const server = await profileServer(ms);
    printProfiles("Bids over Socket.IO beside a bare echo", [server, await profileEcho(echo, port, ms)]);
  } finally {
    await echo.stop();
  }
};

const profileContender = async (program: string, order: Omit<Order, "url">, ms: number): Promise<Profiled | null> => {
  const own = await startThrowawayPostgres();
  if (!own) return null;
  const port = await freePort();
  const argument = JSON.stringify({ ...order, url: own.url } satisfies Order);
  const execArgv = [...NODE_FLAGS, `--inspect=127.0.0.1:${port}`];
  const child = fork(program, [argument], { execArgv, stdio: ["ignore", "inherit", "ignore", "ipc"] });
  try {
    await answerOf(child);
    const endOf = [await watchNode(child.pid ?? 0, port), await watchDatabase(own.pid())] as const;
    child.send(ms);
    const bids = Number(await answerOf(child));
    const [node, database] = [await endOf[0](), await endOf[1]()];
    const ended = once(child, "exit");
    child.send("end");
    await ended;
    return { name: order.contender, bids, ms, node, database };
  } finally {
    child.kill();
    await own.stop();
  }
};

const answerOf = async (child: ChildProcess): Promise<unknown> => {
  const gone = once(child, "exit").then(([code]) => Promise.reject(new Error(`the contender ended with ${code}`)));
  const [message] = await Promise.race([once(child, "message"), gone]);
  return message;
};

/** Each bidder has an auction, so no bid is overtaken. */
const profileServer = (ms: number): Promise<Profiled> =>
  onOwnPostgres(async ({ participants, databasePid }) => {
    const port = await freePort();
    const server = await startServer(participants.environment, "build", [`--inspect=127.0.0.1:${port}`]);
    const crowd = new Crowd();
    try {
      const bid = await bidderAt(crowd, server, participants.tokens, participants.ordinary);
      await bid(WARM_UP_MS);
      const endOf = [await watchNode(server.pid, port), await watchDatabase(databasePid)] as const;
      const bids = await bid(ms);
      return { name: "server", bids, ms, node: await endOf[0](), database: await endOf[1]() };
    } finally {
      crowd.close();
      await server.stop();
    }
  });

const profileEcho = async (echo: Running, port: number, ms: number): Promise<Profiled> => {
  const tokens = Array<undefined>(SOCKETS).fill(undefined);
  const crowd = new Crowd();
  try {
    const bid = await bidderAt(crowd, echo, tokens, [{ id: "00000000-0000-4000-8000-000000000000", priceMinor: 0 }]);
    await bid(WARM_UP_MS);
    const endOfNode = await watchNode(echo.pid, port);
    const bids = await bid(ms);
    return { name: "bare echo", bids, ms, node: await endOfNode(), database: null };
  } finally {
    crowd.close();
  }
};

/** Resolves to a function that bids for so many milliseconds and tells how many bids were answered. */
const bidderAt = async (
  crowd: Crowd,
  { url }: Running,
  tokens: readonly (string | undefined)[],
  lots: readonly Lot[],
): Promise<(ms: number) => Promise<number>> => {
  const sockets = await crowd.open(url, tokens.slice(0, SOCKETS));
  const parties = sockets.map((socket, i) => ({ socket, lots: [lots[i % lots.length] as Lot] }));
  return async (ms) => {
    const { accepted, refused } = await bidPipelined(parties, WINDOW, ms);
    return accepted + refused;
  };
};
