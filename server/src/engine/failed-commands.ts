// Records the commands that failed alone, under their auction, so that staff see them at the desk and get a mail after the
// third failure (guard-rows.ts). What the clock causes has a loop of its own, because the close clock tries it again
// later each time, and no command of a bidder may delay the end of a lot.
import type { ClockCommand, Command } from "../auction/commands.ts";
import type { Database } from "../platform/database/database.ts";
import { guardRows, type RowLog } from "../platform/jobs/guard-rows.ts";

const byClock: Readonly<Record<ClockCommand["type"], true>> = {
  CloseAuction: true,
  StartAuction: true,
  ExpirePurchase: true,
  ExpireSecondChance: true,
};

/** If very many commands fail at once, the others are recorded when they fail again. */
const MOST_AT_ONCE = 20;

export interface FailedCommands {
  readonly failed: (command: Command, error: unknown) => void;
  /** A command of the clock on the auction failed before, and is done now. */
  readonly recovered: (auctionId: string) => void;
}

export const recordFailedCommands = (database: Pick<Database, "db">, log: RowLog): FailedCommands => {
  const times = guardRows(database, "lot-times", log);
  const commands = guardRows(database, "lot-commands", log);
  let running = 0;
  const write = async (run: () => Promise<unknown>): Promise<void> => {
    running += 1;
    try {
      await run();
    } catch (error) {
      log.warn({ err: error }, "the failure of a lot is not recorded");
    } finally {
      running -= 1;
    }
  };
  return {
    failed: ({ type, auctionId }, error) => {
      const guard = type in byClock ? times : commands;
      if (running < MOST_AT_ONCE) void write(() => guard.failed(auctionId, error));
    },
    recovered: (auctionId) => void write(() => times.done(auctionId)),
  };
};
