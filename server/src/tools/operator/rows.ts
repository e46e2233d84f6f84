// `jara rows …`: lists the rows that background jobs put aside, and makes them due again.
import { type Loop, loops, loopWords } from "@jara/shared/loops";
import { rowsPutAside, takeUpAgain } from "../../platform/jobs/guard-rows.ts";
import { argumentsOf, Mistake, type OperatorCommand, onSiteDatabase, say, WrongUse } from "./command.ts";

const HELP = `Usage: jara rows list
       jara rows retry <loop> <key>
       jara rows retry --all

list      shows what background jobs put aside because it failed three times: the loop, the key of the row, since when,
          and the error of the last try.
retry     makes one of them, or all, due again. A server tries it within a minute. Remove the cause first; what fails three
          times more is put aside again.

The servers may run.`;

const list = (args: readonly string[]): Promise<void> => {
  argumentsOf(args, {});
  return onSiteDatabase(async (database) => {
    const rows = await rowsPutAside(database);
    if (rows.length === 0) say("Nothing is put aside.");
    for (const { loop, key, reason, attempts, since } of rows) {
      say(`${loop}  ${key}  since ${new Date(since).toISOString()}, ${attempts} tries`);
      say(`  ${Object.hasOwn(loopWords, loop) ? loopWords[loop] : loop}: ${reason}`);
    }
  });
};

const isLoop = (name: string): name is Loop => loops.some((loop) => loop === name);

const retry = (args: readonly string[]): Promise<void> => {
  const { values, positionals } = argumentsOf(args, { all: { type: "boolean" } }, 2);
  const [loop = "", key = ""] = positionals;
  if (!values.all && (!isLoop(loop) || key === "")) throw new WrongUse("name the loop and the key, or --all");
  return onSiteDatabase(async (database) => {
    const { length: count } = await takeUpAgain(database, values.all || !isLoop(loop) ? null : { loop, key });
    if (count === 0 && !values.all) throw new Mistake("No such row is put aside. Look at: jara rows list");
    say(`Due again: ${count}. A server tries within a minute.`);
  });
};

export const command: OperatorCommand = {
  summary: "what background jobs put aside because it failed three times: lists it, and makes it due again",
  help: HELP,
  async run([action = "", ...args]) {
    if (action === "list") await list(args);
    else if (action === "retry") await retry(args);
    else throw new WrongUse("say: jara rows list or retry");
    return 0;
  },
};
