// Checks the public log of a site that was restored: it must stop if more was published than the restored database has,
// and go on as the next log when the operator says so.
import { setTimeout as sleep } from "node:timers/promises";
import { parseCheckpoint } from "../../src/features/public-log/published/parse-checkpoint.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { runJara, type Said } from "../../test/support/e2e-operator.ts";
import { builtJara } from "../site/node.ts";

const STOPS_WITHIN_MS = 20_000;
const GROWS_WITHIN_MS = 60_000;
const LOOKS_EVERY_MS = 100;

export interface LogEnd {
  readonly log: number;
  readonly size: number;
}

/** The newest checkpoint that a node gives to everybody. */
export const publishedAt = async (address: string): Promise<LogEnd> => {
  for (let log = 1, newest: LogEnd | null = null; ; log += 1) {
    const answer = await fetch(`${address}/log/${log}/checkpoint`);
    const note = answer.ok ? parseCheckpoint(await answer.text()) : null;
    if (!note) {
      if (newest) return newest;
      throw new Error(`there is no checkpoint: ${answer.status}`);
    }
    newest = { log, size: note.size };
  }
};

type Query = Pick<Database, "query">;

/** The newest log of the database. */
export const headOf = async ({ query }: Query): Promise<LogEnd & { readonly isStopped: boolean }> => {
  const [head] = await query<{ log: number; size: number; isStopped: boolean }>(
    `select log, size::float8 as size, stopped_at is not null as "isStopped" from log_heads order by log desc limit 1`,
  );
  if (!head) throw new Error("the database has no public log");
  return head;
};

/** The log of a running site, after a restore. */
export interface LogOfSite {
  isStopped(): Promise<boolean>;
  /** Runs `jara log restart`, for which the built-in database's server is stopped. Returns the log as it was before. */
  restart(reason: string): Promise<{ readonly before: LogEnd; readonly done: Said }>;
  /** The newest checkpoint that it gives to everybody. */
  published(): Promise<LogEnd>;
}

export interface LogRestored {
  readonly findings: readonly string[];
  /** True if the log was stopped and begun anew. */
  readonly isRestarted: boolean;
}

/**
 * Call it when the servers run on the restored database. `published`: what somebody outside may have. `head`: what the
 * database had before the servers ran.
 */
export const goOnWithLog = async (
  site: LogOfSite,
  { published, head }: { readonly published: LogEnd; readonly head: LogEnd },
): Promise<LogRestored> => {
  if (published.log === head.log && published.size <= head.size) return { findings: [], isRestarted: false };
  const ends = `${published.size} leaves of log ${published.log} were published, and the database had ${head.size} of log ${head.log}`;
  if (!(await becomes(() => site.isStopped(), STOPS_WITHIN_MS))) {
    return { findings: [`the public log was not stopped: ${ends}`], isRestarted: false };
  }
  const { before, done } = await site.restart("the database was restored from its backup");
  const findings =
    before.size === head.size && before.log === head.log ? [] : [`the public log grew before it was stopped: ${ends}`];
  if (done.code !== 0) {
    return { findings: [...findings, `the public log was not begun anew: ${done.said}`], isRestarted: false };
  }
  const isRestarted = await becomes(async () => {
    const { log, size } = await site.published();
    return log > published.log && size > 1;
  }, GROWS_WITHIN_MS);
  return { findings: isRestarted ? findings : [...findings, "the next public log does not grow"], isRestarted };
};

export const logRestart = (reason: string, settings: Readonly<Record<string, string>>): Promise<Said> =>
  runJara(["log", "restart", "--reason", reason], settings, { program: builtJara });

const becomes = async (isSo: () => Promise<boolean>, withinMs: number): Promise<boolean> => {
  for (const until = performance.now() + withinMs; performance.now() < until; await sleep(LOOKS_EVERY_MS)) {
    if (await isSo()) return true;
  }
  return false;
};
