// Starts servers as they run in production, each in a process of its own, over one PostgreSQL and one Redis, so that a
// test can kill them and start more.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { migrationsFolder } from "../../src/app/open-database.ts";
import { projectRoot } from "../../src/config.ts";
import { type Database, openDatabase } from "../../src/platform/database/database.ts";
import { freePort } from "../../src/platform/lib/free-port.ts";
import { endOf, isAnswering } from "../../src/tools/child-process.ts";
import { callApi, JWT_SECRET, LOG_SEED, type TestServer } from "./e2e-server.ts";
import { makeDatabase } from "./fresh-database.ts";
import { quickProgram } from "./quick-programs.ts";
import { startThrowawayRedis, type ThrowawayRedis } from "./throwaway-redis.ts";

/** Many modules and a busy machine. */
const START_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 10_000;

export type Node = Pick<TestServer, "address" | "api" | "query"> & {
  /** Without a word: what it was doing stays undone, or unsaid. */
  kill(): Promise<void>;
  /** Null while it runs; else how it ended. */
  ended(): string | null;
  /** Returns everything that it wrote to its error output. */
  complaints(): string;
};

export interface Nodes {
  readonly redis: ThrowawayRedis;
  /** The test's own connection to what they share. */
  readonly database: Database;
  start(): Promise<Node>;
  close(): Promise<void>;
}

export const openNodes = async (): Promise<Nodes> => {
  const place = await makeDatabase();
  const redis = await startThrowawayRedis();
  const folder = mkdtempSync(path.join(tmpdir(), "jara-nodes-"));
  const { databaseUrl } = place;
  if (databaseUrl === null) throw new Error("no PostgreSQL");
  const database = await openDatabase({ url: databaseUrl }, migrationsFolder);
  const children: ChildProcess[] = [];
  return {
    redis,
    database,
    start: async () => {
      const port = await freePort();
      const address = `http://127.0.0.1:${port}`;
      const child = spawn(process.execPath, quickProgram("main"), {
        cwd: projectRoot,
        // Nothing inherited: what the caller's environment says is not what is tested.
        env: {
          PATH: process.env.PATH ?? "",
          HOST: "127.0.0.1",
          PORT: String(port),
          PUBLIC_URL: address,
          DATABASE_URL: databaseUrl,
          REDIS_URL: redis.url,
          DATA_DIR: path.join(folder, String(port)),
          JWT_SECRET,
          LOG_KEY: LOG_SEED.toString("hex"),
          SEED: "none",
          RATE_LIMITS: "off",
          LOG_LEVEL: "error",
        },
        stdio: ["ignore", "ignore", "pipe"],
      });
      children.push(child);
      let complaints = "";
      child.stderr.on("data", (text: Buffer) => {
        complaints += text.toString();
      });
      const ended = () =>
        child.exitCode === null && child.signalCode === null ? null : String(child.exitCode ?? child.signalCode);
      for (
        const until = performance.now() + START_WITHIN_MS;
        !(await isAnswering(`${address}/health/ready`));
        await sleep(50)
      ) {
        if (ended() !== null || performance.now() > until) throw new Error(`a node did not start: ${complaints}`);
      }
      return {
        address,
        api: (method, route, call) => callApi(address, method, route, call),
        query: (text, params) => database.query(text, params),
        kill: () => endOf(child, "SIGKILL", STOP_WITHIN_MS),
        ended,
        complaints: () => complaints,
      };
    },
    async close() {
      await Promise.all(children.map((child) => endOf(child, "SIGTERM", STOP_WITHIN_MS)));
      await redis.stop();
      await database.close();
      await place.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
