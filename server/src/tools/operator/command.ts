// The code that all commands of the operator share. It opens the site's database, records what a command does as the
// command line's actions, and turns every error that the operator can fix into a sentence. Exit codes: 0 done, 1 failed
// or something is wrong, 2 wrong use.
import { parseArgs } from "node:util";
import { emailSchema } from "@jara/shared/rest/accounts";
import { migrationsFolder } from "../../app/open-database.ts";
import { sentenceFor } from "../../app/start-problems.ts";
import { type Config, readConfig } from "../../config.ts";
import { connectionProblem } from "../../platform/database/connection-problem.ts";
import { type Database, openDatabase, type Place } from "../../platform/database/database.ts";
import { runningUrl } from "../../platform/database/own-postgres/own-postgres.ts";
import { fromCommandLine, runFrom } from "../../platform/lib/origin.ts";

export interface OperatorCommand {
  /** One line for the list of commands. */
  readonly summary: string;
  readonly help: string;
  /** Returns the exit code. */
  run(args: readonly string[]): Promise<number>;
}

/** An error that the person at the terminal can fix. */
export class Mistake extends Error {}
/** The command was called wrongly. */
export class WrongUse extends Error {}

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>["options"]>;

/** Throws WrongUse for an argument that the command does not know. */
export const argumentsOf = <const O extends Options>(args: readonly string[], options: O, positionals = 0) => {
  try {
    const parsed = parseArgs({ args: [...args], options, strict: true, allowPositionals: positionals > 0 });
    if (parsed.positionals.length > positionals)
      throw new Error(`"${parsed.positionals.at(-1)}" is one argument too many`);
    return parsed;
  } catch (error) {
    throw new WrongUse((error as Error).message.split(". To specify", 1)[0]);
  }
};

/** The address of `--email`, as accounts store it. */
export const emailOf = (given: string | undefined): string => {
  if (given === undefined) throw new WrongUse("--email is missing");
  const parsed = emailSchema.safeParse(given);
  if (!parsed.success) throw new WrongUse(`--email: ${parsed.error.issues[0]?.message ?? "is not valid"}`);
  return parsed.data;
};

/** The built-in PostgreSQL of a running server is used while it runs; otherwise the command starts it. */
export const placeFor = ({ databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">): Place => {
  const url = databaseUrl ?? runningUrl(dataDir);
  return url === null ? { folder: dataDir } : { url };
};

/** Opens the database that the settings name, migrates it unless told otherwise, and closes it afterwards. */
export const onSiteDatabase = async <T>(
  run: (database: Database, config: Config) => Promise<T>,
  { migrate = true } = {},
): Promise<T> => {
  const config = readConfig();
  const database = await opened(config, migrate ? migrationsFolder : null);
  try {
    return await runFrom(fromCommandLine, () => run(database, config));
  } finally {
    await database.close();
  }
};

/** Throws a Mistake if PostgreSQL cannot be reached or refuses us. */
export const opened = async (config: Config, migrations: string | null): Promise<Database> => {
  try {
    const database = await openDatabase(placeFor(config), migrations);
    // The driver connects at the first statement. It is text, because it reads nothing.
    await database.query("select 1");
    return database;
  } catch (error) {
    throw asMistake(error, config.databaseUrl);
  }
};

const asMistake = (error: unknown, databaseUrl: string | null): unknown => {
  const problem = databaseUrl === null ? null : connectionProblem(error, databaseUrl);
  return problem ? new Mistake(problem.sentence) : error;
};

/** Runs the command, and returns the exit code. */
export const runCommand = async (name: string, command: OperatorCommand, args: readonly string[]): Promise<number> => {
  if (args.includes("--help") || args.includes("-h")) {
    say(command.help);
    return 0;
  }
  try {
    return await command.run(args);
  } catch (error) {
    const isWrongUse = error instanceof WrongUse;
    process.stderr.write(isWrongUse ? `${error.message}.\n\n${command.help}\n` : `${wordsFor(name, error)}\n`);
    return isWrongUse ? 2 : 1;
  }
};

const wordsFor = (name: string, error: unknown): string => {
  if (error instanceof Mistake) return error.message;
  const known = sentenceFor(error);
  if (known !== null) return known;
  const message = error instanceof Error ? error.message : String(error);
  return `jara ${name} failed: ${message.split("\n", 1)[0]}`;
};
