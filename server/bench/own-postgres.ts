// A PostgreSQL of a measurement's own, so that nobody else's work is counted, with a field for servers.
import { openDatabase } from "../src/platform/database/database.ts";
import { type BenchDatabase, migrations } from "./databases.ts";
import { type Field, fieldOn } from "./live/field.ts";
import { startThrowawayPostgres } from "./throwaway-postgres.ts";

export interface Stage {
  readonly bench: BenchDatabase;
  readonly databasePid: number;
  readonly field: Field;
}

export const onOwnPostgres = async <T>(work: (stage: Stage) => Promise<T>): Promise<T> => {
  const own = await startThrowawayPostgres();
  if (!own) throw new Error("PostgreSQL's server programs are not installed");
  const database = await openDatabase({ url: own.url }, migrations);
  const bench = { name: "PostgreSQL", database, url: own.url, discard: () => database.close() } as const;
  try {
    return await work({ bench, databasePid: own.pid(), field: await fieldOn(bench) });
  } finally {
    await bench.discard();
    await own.stop();
  }
};
