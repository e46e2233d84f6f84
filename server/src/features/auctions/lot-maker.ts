// Makes lots and announces each of them once it is stored. If the database's answer was lost, the lot may nevertheless
// be stored, so it is looked for and announced when it is found.
import type { AuctionState } from "../../auction/state.ts";
import { findAuction } from "../../engine/reads/find-auctions.ts";
import type { Database } from "../../platform/database/database.ts";
import { DECIDED_WITHIN_MS } from "../../platform/database/unanswered-statements.ts";
import { type AuctionSource, createAuction, type NewAuction, type NewCommand } from "./create-auction.ts";

const LOOK_EVERY_MS = 1_000;
/** More lots are looked for only if the database fails for a long time. The oldest is then given up. */
const MOST_LOOKED_FOR = 100;

interface LotMakerDeps {
  readonly database: Database;
  /** Called once for each lot that was made. */
  readonly made: (lot: AuctionState) => void;
  readonly log: { warn(details: object, message: string): void };
}

export type LotMaker = ReturnType<typeof openLotMaker>;

export const openLotMaker = ({ database, made, log }: LotMakerDeps) => {
  /** When the statement failed (`performance.now()`), by the id of the lot that it may have made. */
  const uncertain = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const look = async (): Promise<void> => {
    for (const [id, failedAt] of [...uncertain]) {
      const askedAt = performance.now();
      const lot = await findAuction(database, id);
      // No failover may take back what is announced.
      if (lot && !(await database.replication.confirmed())) return;
      if (isClosed) return;
      if (lot || askedAt - failedAt > DECIDED_WITHIN_MS) uncertain.delete(id);
      if (lot) made(lot);
    }
  };
  const lookLater = (): void => {
    if (timer || isClosed || uncertain.size === 0) return;
    timer = setTimeout(async () => {
      await look().catch((error: unknown) => {
        if (!isClosed) log.warn({ err: error }, "lots whose answer was lost not read; trying again");
      });
      timer = undefined;
      lookLater();
    }, LOOK_EVERY_MS);
    timer.unref();
  };

  return {
    /** As `createAuction`. */
    async make(auction: NewAuction, command: NewCommand, source?: AuctionSource): Promise<AuctionState | null> {
      try {
        const lot = await createAuction(database, auction, command, source);
        if (lot) made(lot);
        return lot;
      } catch (error) {
        const [oldest] = uncertain.keys();
        if (oldest && uncertain.size >= MOST_LOOKED_FOR) uncertain.delete(oldest);
        uncertain.set(auction.auctionId, performance.now());
        lookLater();
        throw error;
      }
    },
    close(): void {
      isClosed = true;
      clearTimeout(timer);
    },
  };
};
