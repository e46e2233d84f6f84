// `jara log …`: shows the state of the public log and its nightly verdicts, asks for a further check of a day, and
// begins a new log after an old backup was restored.

import { readHead, readHeads } from "../../features/public-log/heads.ts";
import { createCheckpointMemory } from "../../features/public-log/published/checkpoint-memory.ts";
import { parseCheckpoint } from "../../features/public-log/published/parse-checkpoint.ts";
import { restartLog } from "../../features/public-log/restart-log.ts";
import { askAgain, newestVerdict, verdictNumbered } from "../../features/public-log/verdicts/stored-verdicts.ts";
import { argumentsOf, Mistake, type OperatorCommand, onSiteDatabase, say, WrongUse } from "./command.ts";

const HELP = `Usage: jara log status
       jara log verdict [<number>]
       jara log check-again <day>
       jara log restart --reason "…"

status    shows each log with its size, the newest checkpoint that this machine remembers as published, and the newest
          nightly verdict.
verdict   shows a nightly verdict of the newest log (the newest one if no number is given), and what the check found in
          full. That part may have secrets, and is not published.
check-again
          asks for a further verdict on a day, as 2026-11-25. A server makes it within a minute. The one before stays.
restart   begins the next log after the current one was stopped, because the database was restored from a backup that is
          older than what was published. Everybody can read the reason. The servers then log every public lot anew.

docs/operations.md says when to use it. The servers may run.`;

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
    const verdict = await newestVerdict(database);
    say(
      verdict
        ? `The newest nightly verdict: number ${verdict.number} on ${verdict.date}, ${verdict.result}.`
        : "There is no nightly verdict yet. The first one comes in the night after the first day.",
    );
  });
};

const showVerdict = async (args: readonly string[]): Promise<void> => {
  const [given] = argumentsOf(args, {}, 1).positionals;
  if (given !== undefined && !/^[1-9]\d{0,6}$/.test(given)) throw new WrongUse(`${given} is no number of a verdict`);
  await onSiteDatabase(async (database) => {
    const newest = await newestVerdict(database);
    const verdict =
      newest && (await verdictNumbered(database, newest.log, given === undefined ? newest.number : Number(given)));
    if (!verdict) throw new Mistake("There is no such verdict.");
    say(verdict.note);
    const details = JSON.parse(verdict.details) as string[];
    if (details.length > 0) say("In full, not published:");
    for (const sentence of details) say(`  ${sentence}`);
  });
};

const checkAgain = async (args: readonly string[]): Promise<void> => {
  const [day = ""] = argumentsOf(args, {}, 1).positionals;
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day))) throw new WrongUse("name a day, as 2026-11-25");
  await onSiteDatabase(async (database) => {
    await askAgain(database, day);
    say(`A server makes a further verdict on ${day} within a minute, and publishes it whatever it says.`);
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
    const number = await restartLog(database, config.log, { published: await memory.last(), reason, at: Date.now() });
    if (number === null) throw new Mistake("Another node was faster. Look at: jara log status");
    say(`Log ${number} has begun. Running servers continue it within a second and log every public lot anew.`);
  });
};

type Site = Parameters<Parameters<typeof onSiteDatabase>[0]>;

const memoryOf = (database: Site[0], { dataDir, isProduction }: Site[1]) =>
  createCheckpointMemory({ database, folder: dataDir, shared: null, isProduction, stopped: () => {} });

export const command: OperatorCommand = {
  summary:
    "the public log and its nightly verdicts: how they stand; begins the log anew after an old backup was restored",
  help: HELP,
  async run([action = "", ...args]) {
    if (action === "status") await status(args);
    else if (action === "verdict") await showVerdict(args);
    else if (action === "check-again") await checkAgain(args);
    else if (action === "restart") await restart(args);
    else throw new WrongUse("say: jara log status, verdict, check-again or restart");
    return 0;
  },
};
