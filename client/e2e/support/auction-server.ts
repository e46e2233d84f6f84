// The built server as its own process, on a free port, with data of its own. It can be killed and started again on the
// same port and data.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { NODE_FLAGS } from "../../../server/node-flags.mjs";
import { freePort } from "../../../server/src/platform/lib/free-port.ts";
import { createFreshDatabase, type FreshDatabase } from "./fresh-database.ts";
import { projectRoot } from "./project-root.ts";

/** Names the database with the demo market; `demo-data.ts` sets it. */
export const DEMO_DATA = "TEST_DEMO_DATA";

/** The seed of the key that signs the site's log and its bid receipts. */
export const LOG_KEY = "5c".repeat(32);

const START_MS = 90_000;
const POLL_MS = 50;
/** An answer tells a time of some milliseconds ago. */
const CLOCK_SLACK_MS = 500;

interface Listing {
  readonly auctions: readonly { readonly serverTime: string }[];
}

export class AuctionServer {
  readonly url: string;
  readonly #port: number;
  readonly #dataDir = mkdtempSync(path.join(tmpdir(), "jara-browser-"));
  readonly #database: FreshDatabase;
  #environment: Record<string, string>;
  #process: ChildProcess | null = null;
  #output = "";
  #aheadMs = 0;

  private constructor(port: number, database: FreshDatabase, environment: Record<string, string>) {
    this.#port = port;
    this.#environment = environment;
    // A name, because no browser makes passkeys for an IP address.
    this.url = `http://localhost:${port}`;
    this.#database = database;
  }

  /** `environment` comes on top of what every test's server has. */
  static async open(environment: Record<string, string> = {}): Promise<AuctionServer> {
    const database = await createFreshDatabase(process.env[DEMO_DATA]);
    const server = new AuctionServer(await freePort(), database, environment);
    await server.start();
    return server;
  }

  /** Resolves once the server answers. Rejects with the server's output if it stops instead. */
  async start(): Promise<void> {
    const started = spawn(process.execPath, [...NODE_FLAGS, "server/dist/main.js"], {
      cwd: projectRoot,
      env: {
        PATH: process.env.PATH,
        PORT: String(this.#port),
        HOST: "127.0.0.1",
        PUBLIC_URL: this.url,
        DATA_DIR: this.#dataDir,
        LOG_KEY,
        SEED: "demo",
        RATE_LIMITS: "off",
        // The workers keep the demo's administrator logged in for longer than a proof is fresh.
        STEP_UP_MINUTES: "600",
        DATABASE_URL: this.#database.url,
        ...this.#environment,
      },
    });
    this.#process = started;
    for (const stream of [started.stdout, started.stderr]) stream.on("data", (text) => (this.#output += String(text)));
    const deadline = performance.now() + START_MS;
    while (!(await this.#answers())) {
      if (started.exitCode !== null || performance.now() > deadline) {
        throw new Error(`The server did not start:\n${this.#output}`);
      }
      await wait(POLL_MS);
    }
  }

  /** Lets every open payment be overdue; the server then forfeits them. It is the one way to let days pass. */
  letPaymentsBeOverdue(): Promise<void> {
    return this.changeRows("update settlements set due_at = now() - interval '1 second' where status = 'open'");
  }

  /**
   * Moves the clock of the server's database by `ms`, so that no test waits for an end, and resolves when the server
   * follows it. Pages hear of what happens then; their own clocks follow when they connect anew. Only for a server of the
   * test's own (`testWithOwnServer`), because other tests take their times from this machine's clock.
   */
  async shiftClock(ms: number): Promise<void> {
    this.#aheadMs += Math.round(ms);
    await this.#database.run(
      `create or replace function clock_now() returns timestamptz language sql volatile parallel safe
       as 'select clock_timestamp() + interval ''${this.#aheadMs} milliseconds'''`,
    );
    while ((await this.#now()) < Date.now() + this.#aheadMs - CLOCK_SLACK_MS) await wait(POLL_MS);
  }

  /** The server's time, as pages get it. */
  async #now(): Promise<number> {
    const answer = (await (await fetch(`${this.url}/api/auctions?limit=1`)).json()) as Listing;
    return Date.parse(answer.auctions[0]?.serverTime ?? "");
  }

  /** Stops the server, runs the statement like somebody with access to the database, and starts the server again. */
  async changeRows(statement: string): Promise<void> {
    await this.#stop("SIGTERM");
    await this.#database.run(statement);
    await this.start();
  }

  /** Starts it again with other settings, as an operator does. */
  async restartWith(environment: Record<string, string>): Promise<void> {
    this.#environment = { ...this.#environment, ...environment };
    await this.#stop("SIGTERM");
    await this.start();
  }

  /** As a crash would: nothing is drained or closed. */
  kill(): Promise<void> {
    return this.#stop("SIGKILL");
  }

  async close(): Promise<void> {
    await this.stop();
    await this.#database.drop();
  }

  /** Ends the server, and keeps its database. */
  async stop(): Promise<FreshDatabase> {
    await this.#stop("SIGTERM");
    rmSync(this.#dataDir, { recursive: true, force: true });
    return this.#database;
  }

  async #stop(signal: NodeJS.Signals): Promise<void> {
    const stopping = this.#process;
    this.#process = null;
    if (!stopping || stopping.exitCode !== null) return;
    const exited = once(stopping, "exit");
    stopping.kill(signal);
    await exited;
  }

  async #answers(): Promise<boolean> {
    const answer = await fetch(`${this.url}/health/live`).catch(() => null);
    return answer?.ok ?? false;
  }
}
