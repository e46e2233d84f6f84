// `pnpm witness`: a witness for somebody else's public log. It cosigns each checkpoint that continues the last one, so
// that the house cannot show different logs to different people. Run it on a machine that the house does not control.
import path from "node:path";
import { parseArgs } from "node:util";
import { ED25519, type Key, parseVkey, toVkey } from "@jara/proof/signed-note";
import { Mistake } from "../mistake.ts";
import { WitnessFolder } from "./witness-folder.ts";
import { createWitnessServer, type Witness, witnessKey } from "./witness-server.ts";

const HELP = `Usage: pnpm witness --name <name> --log <vkey> --folder <folder> [flags]

  --name <name>     the witness's own name, as a domain of yours: witness.example/w1
  --log <vkey>      a key of a log that it watches, from the site's /log; can be given more than once
  --folder <folder> its secret key and its memory; a new key is made at the first start. Back it up as a whole, and never
                    start it from an older copy, because it would have forgotten what it signed
  --port <n>        default 8580
  --host <address>  default 127.0.0.1; put a web server with HTTPS before it

Give the log's operator the address and the key that it prints.`;

const text = { type: "string" } as const;
const options = {
  name: text,
  folder: text,
  port: text,
  host: text,
  log: { type: "string", multiple: true },
  help: { type: "boolean", short: "h" },
} as const;

const logKeyOf = (vkey: string): Key => {
  const key = parseVkey(vkey);
  if (key?.type !== ED25519) throw new Mistake(`${vkey} is no key of a log.`);
  return key;
};

const parsed = (args: readonly string[]) => {
  try {
    return parseArgs({ args: args.filter((arg) => arg !== "--"), options, strict: true }).values;
  } catch (error) {
    throw new Mistake(`${(error as Error).message.split(". ")[0]}. (--help lists all flags.)`);
  }
};

const start = (): void => {
  const given = parsed(process.argv.slice(2));
  if (given.help) {
    process.stdout.write(`${HELP}\n`);
    return;
  }
  const { name, log, folder: where, port = "8580", host = "127.0.0.1" } = given;
  if (!name || !log || !where) throw new Mistake("--name, --log and --folder are needed. (--help says what they are.)");
  if (/[\s+]/.test(name)) throw new Mistake("A name holds no spaces and no plus sign.");
  if (!/^\d{1,5}$/.test(port)) throw new Mistake(`--port must be a number, not ${port}.`);
  const logKeys = log.map(logKeyOf);
  const folder = new WitnessFolder(path.resolve(process.env.INIT_CWD ?? process.cwd(), where));
  const witness: Witness = { name, logKeys, folder };
  const server = createWitnessServer(witness);
  server.listen(Number(port), host, () => {
    const address = server.address();
    const shown = typeof address === "object" && address ? address.port : port;
    process.stdout.write(`http://${host}:${shown}/add-checkpoint\n${toVkey(witnessKey(witness))}\n`);
  });
  const stop = (): void => {
    server.close(() => folder.close());
    server.closeIdleConnections();
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
};

try {
  start();
} catch (error) {
  if (!(error instanceof Mistake)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
