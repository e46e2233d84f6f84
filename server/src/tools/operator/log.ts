// `jara log …`: how the public log stands, and its new beginning after an old backup was restored.
import { createCheckpointMemory } from "../../features/public-log/checkpoint-memory.ts";
import { readHead, readHeads } from "../../features/public-log/heads.ts";
import { parseCheckpoint } from "../../features/public-log/parse-checkpoint.ts";
import { restartLog } from "../../features/public-log/restart-log.ts";
import { argumentsOf, Mistake, type OperatorCommand, onSiteDatabase, say, WrongUse } from "./frame.ts";

const HELP = `Usage: jara log status
       jara log restart --reason "…"

status    shows each log with its size, and the newest checkpoint that this machine remembers as published.
restart   begins the next log after the current one was stopped, because the database was restored from a backup that is
          older than what was published. Everybody can read the reason. The servers then log every public lot anew.

docs/operations.md says when to use it. On PostgreSQL the servers may run. On the built-in database, stop the server first.`;

const REASON_MAX = 500;

const status = async (args: readonly string[]): Promise<void> => {
  argumentsOf(args, {});
  await onSiteDatabase(async (database, config) => {
    const heads = await readHeads(database);
    if (config.log === null) say("LOG_KEY is not set: nothing is added to the public log.");
    if (heads.length === 0) say("There is no log yet. A server with LOG_KEY begins it.");
    for (const { origin, size, stoppedAt, stopReason } of heads) {
      const stopped = stoppedAt === null ? "" : `  STOPPED ${new Date(stoppedAt).toISOString()}: ${stopReason}`;
      say(`${origin}  ${size} leaves${stopped}`);
    }
    const note = await memoryOf(database, config).last();
    const known = note === null ? null : parseCheckpoint(note);
    say(
      known
        ? `Published, as far as this machine knows: ${known.origin}, ${known.size} leaves.`
        : "This machine remembers no published checkpoint.",
    );
  });
};

const restart = async (args: readonly string[]): Promise<void> => {
  const { values } = argumentsOf(args, { reason: { type: "string" } });
  const reason = values.reason?.trim() ?? "";
  if (reason === "") throw new WrongUse("--reason is missing; everybody can read it in the new log");
  if (reason.length > REASON_MAX) throw new WrongUse(`--reason has at most ${REASON_MAX} characters`);
  await onSiteDatabase(async (database, config) => {
    if (config.log === null) throw new Mistake("LOG_KEY is not set, so no log can be signed.");
    const memory = memoryOf(database, config);
    const head = await readHead(database);
    if (!head) throw new Mistake("There is no log yet. A server with LOG_KEY begins it.");
    const isStopped = head.stoppedAt !== null || !(await memory.continues(head));
    if (!isStopped) throw new Mistake(`${head.origin} is not stopped, so there is nothing to begin anew.`);
    const number = await restartLog(database, config.log, {
      ...{ published: await memory.last(), reason, at: Date.now() },
    });
    if (number === null) throw new Mistake("Another node was faster. Look at: jara log status");
    say(`Log ${number} has begun. Running servers continue it within a second and log every public lot anew.`);
  });
};

type Site = Parameters<Parameters<typeof onSiteDatabase>[0]>;

const memoryOf = (database: Site[0], { dataDir, isProduction }: Site[1]) =>
  createCheckpointMemory({ database, folder: dataDir, shared: null, isProduction, stopped: () => {} });

export const command: OperatorCommand = {
  summary: "the public log: how it stands; begins it anew after an old backup was restored",
  help: HELP,
  async run([action = "", ...args]) {
    if (action === "status") await status(args);
    else if (action === "restart") await restart(args);
    else throw new WrongUse("say: jara log status, or jara log restart");
    return 0;
  },
};
