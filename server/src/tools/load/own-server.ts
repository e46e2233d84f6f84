// Runs a server for one load test: a database of its own with load participants in it, and the built server as a child
// process. It prints the server's address on stdout as one line of JSON, runs until its input ends, and then removes
// everything that it made.
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import postgres from "postgres";
import { NODE_FLAGS } from "../../../node-flags.mjs";
import { projectRoot } from "../../config.ts";
import { openDatabase } from "../../platform/database/database.ts";
import { freePort } from "../../platform/lib/free-port.ts";
import { endOf, isAnswering } from "../child-process.ts";
import { makeParticipants } from "./make-participants.ts";

const STARTS_WITHIN_MS = 90_000;
const STOPS_WITHIN_MS = 15_000;

const { values } = parseArgs({
  options: {
    bidders: { type: "string", default: "500" },
    auctions: { type: "string", default: "1000" },
    // An empty folder, or one with a database that has its tables already. It is removed at the end.
    "data-dir": { type: "string" },
  },
});
const sizes = { bidders: Number(values.bidders), auctions: Number(values.auctions), hasSeller: true };

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const folder = values["data-dir"] ?? mkdtempSync(path.join(tmpdir(), "jara-load-"));
const jwtSecret = randomBytes(32).toString("hex");
const ended = once(process.stdin.resume(), "close");
// Ctrl-C is meant for the load tester, which ends our input when it is done.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.stdin.destroy());

/** With a PostgreSQL address, makes a database of its own in it. Otherwise uses the built-in one in a folder. */
const makeDatabase = async (): Promise<{ environment: Record<string, string>; drop: () => Promise<void> }> => {
  const server = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL;
  if (!server) return { environment: { DATA_DIR: folder }, drop: async () => {} };
  const name = `jara_load_${randomBytes(6).toString("hex")}`;
  const onServer = async (statement: string): Promise<void> => {
    const sql = postgres(server, { max: 1, onnotice: () => {} });
    await sql.unsafe(statement).finally(() => sql.end({ timeout: 5 }));
  };
  await onServer(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    environment: { DATABASE_URL: url.href, DATA_DIR: folder },
    drop: () => onServer(`drop database if exists ${name} with (force)`),
  };
};

const newest = (where: string): number =>
  Math.max(
    0,
    ...readdirSync(where, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(path.join(entry.parentPath, entry.name)).mtimeMs),
  );

/**
 * Runs the build if it is newer than every source file, otherwise the source, because the measurement must be of the
 * current code.
 */
const program = (): { what: string; args: string[] } => {
  const built = path.join(projectRoot, "server/dist/main.js");
  const sources = ["server/src", "shared/src"].map((name) => path.join(projectRoot, name));
  const isFresh =
    existsSync(built) && sources.every((where) => !existsSync(where) || newest(where) < statSync(built).mtimeMs);
  return isFresh
    ? {
        what: "the built server",
        args: [...NODE_FLAGS, built],
      }
    : {
        what: "the server from its source (`pnpm build` is older, or was never run)",
        args: ["--import", "tsx", path.join(projectRoot, "server/src/main.ts")],
      };
};

const start = async (args: readonly string[], environment: Record<string, string>) => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, args, {
    cwd: projectRoot,
    // Inherit nothing, because a setting of the caller must not influence the measurement.
    env: {
      PATH: process.env.PATH ?? "",
      HOST: "127.0.0.1",
      PORT: String(port),
      PUBLIC_URL: url,
      JWT_SECRET: jwtSecret,
      SEED: "none",
      RATE_LIMITS: "off",
      // A run may last longer than the seller's proof.
      STEP_UP_MINUTES: "0",
      LOG_LEVEL: "error",
      ...environment,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  process.once("exit", () => child.kill("SIGKILL"));
  return { url, child };
};

const run = async (): Promise<void> => {
  const { environment, drop } = await makeDatabase();
  let child: ChildProcess | undefined;
  try {
    const { what, args } = program();
    const kind = environment.DATABASE_URL ? "PostgreSQL, in a database of its own" : "the built-in database";
    say(`Making ${sizes.bidders} bidders and ${sizes.auctions} auctions; starting ${what} on ${kind} …`);
    const where = environment.DATABASE_URL ? { url: environment.DATABASE_URL } : { folder };
    const database = await openDatabase(where, path.join(projectRoot, "migrations"));
    const participants = await makeParticipants(database, jwtSecret, sizes).finally(() => database.close());
    const participantsFile = path.join(folder, "participants.json");
    writeFileSync(participantsFile, JSON.stringify(participants), { mode: 0o600 });
    const running = await start(args, environment);
    child = running.child;
    for (
      const until = Date.now() + STARTS_WITHIN_MS;
      !(await isAnswering(`${running.url}/health/ready`));
      await sleep(50)
    ) {
      if (process.stdin.destroyed) return;
      if (child.exitCode !== null || Date.now() > until) throw new Error("The server did not start.");
    }
    say(JSON.stringify({ url: running.url, participantsFile }));
    await ended;
  } finally {
    if (child) await endOf(child, "SIGTERM", STOPS_WITHIN_MS);
    await drop();
    rmSync(folder, { recursive: true, force: true });
  }
};

run().then(
  () => process.exit(0),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  },
);
