// Tries the built program on each version of Node that it must run on: it starts on its built-in PostgreSQL, somebody
// registers, logs in and bids by REST and by a socket, and it stops. Prints a line for each version; one that this machine
// neither has nor can get from the registry is left out. `node --import tsx server/test/long/node-versions.ts [VERSION…]`
import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { io } from "socket.io-client";
import { Api, OWN_PASSWORD, type Session } from "../../../client/e2e/support/api.ts";
import { NODE_FLAGS } from "../../node-flags.mjs";
import { projectRoot } from "../../src/config.ts";
import { freePort } from "../../src/platform/lib/free-port.ts";
import { endOf, isAnswering } from "../../src/tools/child-process.ts";

const VERSIONS = ["20.19", "22", "24"];
const START_MS = 120_000;
const STOP_MS = 30_000;
const ANSWER_MS = 15_000;
/** For a run in which no version could be tried. */
const NOT_TRIED = 3;

/** The path of Node's program in this version: the one that runs this file, or the registry's. */
const programOf = (version: string): string | null => {
  if (process.version.startsWith(`v${version}.`)) return process.execPath;
  const args = ["--yes", "--package", `node@${version}`, "node", "--print", "process.execPath"];
  const { status, stdout } = spawnSync("npx", args, { encoding: "utf8", cwd: tmpdir() });
  return status === 0 ? stdout.trim() : null;
};

const must = (isSo: boolean, problem: string): void => {
  if (!isSo) throw new Error(problem);
};

/** Registers two people who bid on a lot of their own, the first by REST, the second by Socket.IO. */
const bid = async (url: string): Promise<void> => {
  const api = new Api(url);
  const { _id: auctionId } = await api.createAuction({ title: "A lot for one version of Node" });
  const first = await api.member("first");
  const { token } = await api.call<Session>("POST", "/api/auth/login", null, {
    email: (await api.member("second")).user.email,
    password: OWN_PASSWORD,
  });
  const { auction } = await api.bid(first, auctionId, 10_500);
  must(auction.isLeading, "the bid by REST does not lead");

  const socket = io(url, { transports: ["websocket"], auth: { token } });
  try {
    const price = new Promise((resolve) => socket.once("auction:price", resolve));
    const send = (command: string, data: object) => socket.timeout(ANSWER_MS).emitWithAck(command, data);
    const watched = await send("auction:watch", { auctionId });
    must(watched.ok && watched.auction.currentPrice === 10_500, `watching answers ${JSON.stringify(watched)}`);
    const placed = await send("bid:place", { auctionId, amount: 11_000, commandId: randomUUID() });
    must(placed.ok && placed.auction.isLeading, `the bid by the socket answers ${JSON.stringify(placed)}`);
    const published = await Promise.race([price, sleep(ANSWER_MS, null, { ref: false })]);
    must(JSON.stringify(published)?.includes("11000"), `the price that is published is ${JSON.stringify(published)}`);
  } finally {
    socket.disconnect();
  }
  // Sharp draws it with a font of a package.
  const picture = await fetch(`${url}/og/auction/${auctionId}.jpg`);
  must(picture.headers.get("content-type") === "image/jpeg", `the lot's preview answers ${picture.status}`);
};

/** Returns the version that was tried. */
const tryOn = async (node: string): Promise<string> => {
  const folder = mkdtempSync(path.join(tmpdir(), "jara-node-"));
  const url = `http://127.0.0.1:${await freePort()}`;
  const server = spawn(node, [...NODE_FLAGS, "--trace-deprecation", "server/dist/main.js"], {
    cwd: projectRoot,
    env: {
      PATH: process.env.PATH,
      HOST: "127.0.0.1",
      PORT: new URL(url).port,
      PUBLIC_URL: url,
      DATA_DIR: path.join(folder, "data"),
      RATE_LIMITS: "off",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [server.stdout, server.stderr]) stream.on("data", (text) => (output += text));
  const ended = once(server, "close");
  try {
    for (const until = Date.now() + START_MS; !(await isAnswering(`${url}/health/ready`)); await sleep(100)) {
      must(server.exitCode === null && Date.now() < until, "the server does not start");
    }
    await bid(url);
    server.kill("SIGTERM");
    const late = setTimeout(() => server.kill("SIGKILL"), STOP_MS);
    const [code, signal] = await ended;
    clearTimeout(late);
    must(code === 0, `the server ends with ${code ?? signal}`);
    must(!/Warning:/.test(output), "Node warns");
    return spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim();
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${output}`);
  } finally {
    await endOf(server, "SIGKILL", 0);
    rmSync(folder, { recursive: true, force: true });
  }
};

const { status: built } = spawnSync(process.execPath, ["scripts/build.mjs"], { cwd: projectRoot, stdio: "inherit" });
must(built === 0, "The build failed.");
const asked = process.argv.slice(2);
let tried = 0;
let failed = 0;
for (const version of asked.length > 0 ? asked : VERSIONS) {
  const node = programOf(version);
  if (!node) {
    console.log(`Left out: Node ${version}, which is neither here nor in the registry.`);
    continue;
  }
  tried += 1;
  try {
    console.log(`Node ${await tryOn(node)}: starts, registers, bids by REST and by a socket, stops.`);
  } catch (error) {
    failed += 1;
    console.log(`Node ${version}: ${(error as Error).message}`);
  }
}
process.exitCode = failed > 0 ? 1 : tried === 0 ? NOT_TRIED : 0;
