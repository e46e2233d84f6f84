// Finds and makes what `npm test` and `npm run test:long` need of the machine: a folder for everything that tests write, one PostgreSQL,
// the programs that some tests start, and a sentence for each that is missing.
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import path from "node:path";
import { hasPostgres } from "../server/bench/throwaway-postgres.ts";
import { hasArtillery } from "../server/test/support/artillery.ts";
import { hasPython } from "../server/test/support/python.ts";
import { startTestPostgres } from "../server/test/support/test-postgres.ts";
import { hasRedis } from "../server/test/support/throwaway-redis.ts";

export const root = path.resolve(import.meta.dirname, "..");

export const bin = (folder: string, tool: string): string => path.join(root, folder, "node_modules/.bin", tool);

/** Bytes. The tests wrote 0.2 GB at most when this was measured; the rest is a reserve for the machine. */
const ROOM_NEEDED = 4 * 2 ** 30;

/** Linux's in-memory file system, if it and the memory have enough room; otherwise null. */
const memory = (): string | null => {
  const folder = "/dev/shm";
  if (!existsSync(folder)) return null;
  const { bavail, bsize } = statfsSync(folder);
  return Math.min(bavail * bsize, freemem()) >= ROOM_NEEDED ? folder : null;
};

/** Hundreds of databases that live for seconds and need no disk. The folder goes with this process. */
export const makeScratch = (): string => {
  const scratch = mkdtempSync(path.join(memory() ?? tmpdir(), "jara-test-"));
  // PostgreSQL runs as another user, who must be able to enter the folder.
  chmodSync(scratch, 0o711);
  process.once("exit", () => rmSync(scratch, { recursive: true, force: true }));
  return scratch;
};

/** The PostgreSQL of TEST_DATABASE_URL, else one for this run. */
export const openTestPostgres = async (scratch: string): Promise<{ url: string; stop(): Promise<void> }> => {
  const url = process.env.TEST_DATABASE_URL;
  return url ? { url, stop: async () => {} } : await startTestPostgres(scratch);
};

/** The shell is the same browser without windows. The tests need a third less processor time with it. */
export const findChromium = (): string | null => {
  const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const folders = (process.env.PATH ?? "").split(":");
  const candidates = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [process.env.CHROMIUM_PATH ?? "", ...candidates].find((file) => file !== "" && existsSync(file)) ?? null;
};

const whole = process.env.WHOLE_CHROMIUM_PATH ?? "/usr/bin/chromium";

/** Which tests cannot run here, and what would let them run. */
export const findLeftOut = (): string[] =>
  (
    [
      [
        hasPostgres(),
        "the tests of standbys, replicas and dumps: install PostgreSQL's programs (Debian: apt-get install postgresql)",
      ],
      [hasRedis(), "the tests of several nodes over Redis: install its server (Debian: apt-get install redis-server)"],
      [hasPython(), "the tests of the sample client in Python and of switchover.py: install python3"],
      [
        findChromium() !== null,
        "the browser tests: install Chromium (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH",
      ],
      [
        findChromium() === null || existsSync(whole),
        "the browser tests of push messages: install the whole Chromium (Debian: apt-get install chromium) or set WHOLE_CHROMIUM_PATH",
      ],
    ] as const
  ).flatMap(([isThere, sentence]) => (isThere ? [] : [sentence]));

/** Which parts of `npm run test:long` alone cannot run here. */
export const findLeftOutOfLong = (): string[] =>
  hasArtillery() ? [] : ["the test of the Artillery scenario: npm run setup:artillery"];
