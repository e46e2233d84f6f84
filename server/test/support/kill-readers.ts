// Kills a reader of the log at each of its statements, one after the other, and lets it read on.
import { expect } from "vitest";
import { type LogReader, readNew } from "../../src/log-readers/reader.ts";
import { aroundStatements, type Database } from "../../src/platform/database/database.ts";
import { silentLog } from "../../src/platform/jobs/guard-rows.ts";
import { logMayBeRead, readUpToNow } from "./read-log.ts";

/** More statements than a reading has. */
const MOST_STATEMENTS = 60;

export const momentsOfKills = ["before it is carried out", "after it is carried out"] as const;

/** `given`: makes something to read. Resolves to a check of what was written, which gets the name of the kill. */
export const killAtEachStatement = async (
  database: Database,
  reader: LogReader,
  moment: (typeof momentsOfKills)[number],
  given: () => Promise<(name: string) => Promise<void>>,
): Promise<void> => {
  let statements = Number.POSITIVE_INFINITY;
  for (let killedAt = 1; killedAt <= statements; killedAt += 1) {
    const check = await given();
    await logMayBeRead(database);
    let sent = 0;
    const killed = aroundStatements(database, async (run) => {
      sent += 1;
      const gone = Object.assign(new Error("killed"), { code: "CONNECTION_CLOSED" });
      if (sent >= killedAt && moment.startsWith("before")) throw gone;
      const result = await run();
      if (sent >= killedAt) throw gone;
      return result;
    });
    const failed = await readNew(killed, reader, silentLog).then(
      () => false,
      () => true,
    );
    // Only then were all statements of a reading sent.
    if (!failed) statements = sent;
    await readUpToNow(database, reader);
    await check(`killed at statement ${killedAt}`);
    expect(killedAt).toBeLessThan(MOST_STATEMENTS);
  }
  expect(statements).toBeGreaterThan(5);
};
