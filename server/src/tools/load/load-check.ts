// `pnpm load:check`: checks the history that a load test wrote against its database. It only reads. Exit code 0: all
// promises hold; 1: a promise was broken; 2: wrong use.
import path from "node:path";
import { parseArgs } from "node:util";
import postgres from "postgres";
import { type CheckedHistory, checkHistory, findingOf } from "../../../../load/src/history/check-history.ts";
import type { History } from "../../../../load/src/history/history.ts";
import { readHistory } from "../../../../load/src/history/history-file.ts";
import type { Query } from "../../../../load/src/history/query.ts";
import { readStored } from "../../../../load/src/history/stored.ts";
import { projectRoot } from "../../config.ts";
import { openDatabase } from "../../platform/database/database.ts";

const HELP = `Usage: pnpm load:check <history> --database <address>    a PostgreSQL, as postgres://…
       pnpm load:check <history> --data-dir <folder>     the built-in database, while no server uses it

Compares what \`pnpm load … --history <history>\` recorded with the database, promise by promise. Run it before anybody
bids on the run's auctions again.`;

const FINDINGS_SHOWN = 20;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Paths are relative to the folder where the command was typed. */
const at = (name: string): string => path.resolve(process.env.INIT_CWD ?? process.cwd(), name);

const readArguments = (): { file: string; url: string | undefined; folder: string | undefined } | null => {
  const options = { database: { type: "string" }, "data-dir": { type: "string" }, help: { type: "boolean" } } as const;
  const args = process.argv.slice(2).filter((arg) => arg !== "--");
  try {
    const { values, positionals } = parseArgs({ args, options, strict: true, allowPositionals: true });
    const [file, ...more] = positionals;
    const { database: url, "data-dir": folder } = values;
    if (values.help || file === undefined || more.length > 0 || (url === undefined) === (folder === undefined))
      return null;
    return { file, url, folder };
  } catch {
    return null;
  }
};

/** Statements are text, because the checker also reads over a bare connection. */
const openReader = async (
  url: string | undefined,
  folder: string,
): Promise<{ query: Query; close(): Promise<void> }> => {
  if (url === undefined) {
    const database = await openDatabase({ folder: at(folder) }, path.join(projectRoot, "migrations"));
    return { query: (text, params) => database.query(text, params), close: () => database.close() };
  }
  const sql = postgres(url, {
    max: 1,
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: "jara load:check", default_transaction_read_only: true },
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
  });
  return {
    query: async <R extends Record<string, unknown>>(text: string, params: readonly string[] = []) =>
      await sql.unsafe<R[]>(text, [...params]),
    close: () => sql.end({ timeout: 5 }),
  };
};

const idsOf = ({ calls, watching }: History): { auctionIds: string[]; userIds: string[] } => ({
  auctionIds: [
    ...new Set([
      ...calls.map(({ invocation }) => invocation.auctionId),
      ...watching.flatMap(({ versions }) => [...versions.keys()]),
    ]),
  ],
  userIds: [...new Set(calls.map(({ invocation }) => invocation.userId))],
});

const report = ({ promises, violations, tried }: CheckedHistory): void => {
  for (const { promise, says, tried: looked, violations: found } of promises) {
    say(`${found.length === 0 ? "kept  " : "BROKEN"}  ${says} (${promise}: ${looked} tried, ${found.length} bad)`);
    for (const finding of found.slice(0, FINDINGS_SHOWN)) say(`          ${findingOf(finding)}`);
    if (found.length > FINDINGS_SHOWN) say(`          … and ${found.length - FINDINGS_SHOWN} more`);
  }
  say(`\n${tried} tried, ${violations.length} bad.`);
};

const main = async (): Promise<number> => {
  const given = readArguments();
  if (!given) {
    say(HELP);
    return 2;
  }
  const history = await readHistory(at(given.file));
  const { auctionIds, userIds } = idsOf(history);
  const { query, close } = await openReader(given.url, given.folder ?? "");
  try {
    const checked = checkHistory(history, await readStored(query, auctionIds, userIds));
    report(checked);
    return checked.violations.length === 0 ? 0 : 1;
  } finally {
    await close();
  }
};

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 2;
  },
);
