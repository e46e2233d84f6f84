// Runs a measurement on a PostgreSQL of its own, so that nobody else's work is counted, with the accounts and auctions
// that its servers need.
import { openDatabase } from "../src/platform/database/database.ts";
import { type BenchDatabase, migrations } from "./databases.ts";
import { type Participants, participantsOn } from "./live/participants.ts";
import { startThrowawayPostgres } from "./throwaway-postgres.ts";

export interface Stage {
  readonly bench: BenchDatabase;
  readonly databasePid: number;
  readonly participants: Participants;
}

export const onOwnPostgres = async <T>(work: (stage: Stage) => Promise<T>): Promise<T> => {
  const own = await startThrowawayPostgres();
  if (!own) throw new Error("PostgreSQL's server programs are not installed");
  const database = await openDatabase({ url: own.url }, migrations);
  const bench = { name: "PostgreSQL", database, url: own.url, discard: () => database.close() } as const;
  try {
    return await work({ bench, databasePid: own.pid(), participants: await participantsOn(bench) });
  } finally {
    await bench.discard();
    await own.stop();
  }
};
