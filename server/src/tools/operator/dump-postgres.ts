// Dumps a PostgreSQL while people bid, and compares what is in the dump with what the database had at that moment.

import { Mistake } from "./command.ts";
import { countRows, withConnection } from "./connection.ts";
import { runPgProgram } from "./pg-programs.ts";
import { type DumpFacts, readDump } from "./read-dump.ts";

export interface Dumped extends DumpFacts {
  /** By the database's clock, epoch ms. */
  readonly takenAt: number;
}

/** Writes the dump, then reads it back. Throws a Mistake if anything is missing from it. */
export const dumpPostgres = async (url: string, file: string): Promise<Dumped> => {
  const counted = await atOneMoment(url, (snapshot) =>
    runPgProgram(
      "pg_dump",
      [
        "--format=custom",
        "--no-password",
        "--exclude-schema=jara_before_*",
        `--snapshot=${snapshot}`,
        `--file=${file}`,
      ],
      { url },
    ),
  );
  const facts = await readDump(file);
  const wrong = Object.entries(counted.rows).filter(([table, count]) => facts.rows[table] !== count);
  if (wrong.length > 0) {
    const [table = "", count] = wrong[0] ?? [];
    throw new Mistake(`The dump is not complete: ${table} has ${facts.rows[table] ?? 0} rows instead of ${count}.`);
  }
  if (facts.wrongBalances > 0) {
    throw new Mistake(
      `In the database ${facts.wrongBalances} balances are not the sum of their ledger (docs/operations.md).`,
    );
  }
  return { ...facts, takenAt: counted.takenAt };
};

/**
 * Runs `dump` on a snapshot, and counts the rows of all tables in the same snapshot. This connection is its own, and
 * only reads.
 */
const atOneMoment = async (
  url: string,
  dump: (snapshot: string) => Promise<void>,
): Promise<{ takenAt: number; rows: Record<string, number> }> => {
  return await withConnection(url, async (ask) => {
    await ask("start transaction isolation level repeatable read read only");
    const [moment] = await ask<{ snapshot: string; takenAt: number }>(
      `select pg_export_snapshot() as snapshot, (extract(epoch from clock_timestamp()) * 1000)::float8 as "takenAt"`,
    );
    if (!moment) throw new Mistake("PostgreSQL gave no snapshot.");
    await dump(moment.snapshot);
    return { takenAt: moment.takenAt, rows: await countRows(ask) };
  });
};
