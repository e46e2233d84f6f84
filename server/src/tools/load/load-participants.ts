// `pnpm load:participants`: makes bidders, a seller and auctions for the load tester in the server's database and
// writes them to a file, or hides everything that such runs left. A safeguard prevents use in production by mistake.
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { ConfigError, projectRoot, readConfig } from "../../config.ts";
import { openDatabase } from "../../platform/database/database.ts";
import { placeFor } from "../operator/command.ts";
import { makeParticipants } from "./make-participants.ts";
import { LASTS_HOURS, removeParticipants } from "./participant-statements.ts";

const HELP = `Usage: pnpm load:participants --out <file> [options]   makes load participants and writes them to a file
       pnpm load:participants --remove                 hides all load participants that were made before

  --bidders <n>    bidders, verified and with a balance (default 500, at most 5,000)
  --auctions <n>   auctions, open for ${LASTS_HOURS} hours (default 1000, at most 5,000)
  --with-seller    adds a session of the seller to the file, for the scenario \`close\`. Sellers are administrators, so
                   protect the file like a password
  --out <file>     the file to write; other users of this machine cannot read it
  --i-know-this-is-production   required in production

Uses the server's environment: DATABASE_URL or DATA_DIR, and JWT_SECRET.`;

class Mistake extends Error {}

const MOST = 5_000;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const readArguments = () => {
  const options = {
    bidders: { type: "string", default: "500" },
    auctions: { type: "string", default: "1000" },
    "with-seller": { type: "boolean", default: false },
    out: { type: "string" },
    remove: { type: "boolean", default: false },
    "i-know-this-is-production": { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  } as const;
  const given = process.argv.slice(2);
  const args = given[0] === "--" ? given.slice(1) : given;
  try {
    return parseArgs({ args, options, strict: true, allowPositionals: false }).values;
  } catch {
    throw new Mistake(HELP);
  }
};

const whole = (flag: string, given: string, least: number): number => {
  const value = Number(given);
  if (/^\d+$/.test(given) && value >= least && value <= MOST) return value;
  throw new Mistake(`--${flag} must be a whole number from ${least} to ${MOST.toLocaleString("en")}.`);
};

const run = async (): Promise<void> => {
  const args = readArguments();
  if (args.help) return say(HELP);
  if (process.env.NODE_ENV === "production" && !args["i-know-this-is-production"]) {
    throw new Mistake(
      "This is production: everybody would see load accounts and auctions beside real ones. If you want this, add --i-know-this-is-production.",
    );
  }
  if (args.remove === (args.out !== undefined)) throw new Mistake(HELP);
  const sizes = {
    bidders: whole("bidders", args.bidders, 2),
    auctions: whole("auctions", args.auctions, 0),
    hasSeller: args["with-seller"],
  };
  const config = readConfig();
  const open = () => openDatabase(placeFor(config), path.join(projectRoot, "migrations"));
  if (args.out === undefined) {
    const database = await open();
    const { auctions, accounts } = await removeParticipants(database).finally(() => database.close());
    return say(`${auctions} auctions are hidden, ${accounts} accounts suspended. Logs and ledgers keep them.`);
  }
  const file = path.resolve(process.env.INIT_CWD ?? process.cwd(), args.out);
  // Create the file first, because sessions that were written nowhere would be useless.
  writeFileSync(file, "", { mode: 0o600, flag: "wx" });
  try {
    const database = await open();
    const participants = await makeParticipants(database, config.jwtSecret, sizes).finally(() => database.close());
    writeFileSync(file, JSON.stringify(participants));
    say(
      `Made the participants ${participants.name} with ${participants.bidders.length} bidders and ${participants.auctions.length} auctions. Written: ${file}`,
    );
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
};

run().catch((error: NodeJS.ErrnoException) => {
  const isExpected = error instanceof Mistake || error instanceof ConfigError;
  const said =
    error.code === "EEXIST"
      ? `${error.path} is there already: take another name, or remove it.`
      : isExpected
        ? error.message
        : (error.stack ?? String(error));
  process.stderr.write(`${said}\n`);
  process.exitCode = 1;
});
