// The parts of a server with which the demo is made.
import type { AuctionEngine } from "../../engine/auction-engine.ts";
import type { Database } from "../../platform/database/database.ts";

export interface DemoMarket {
  readonly database: Database;
  readonly engine: Pick<AuctionEngine, "submit" | "evictAuction">;
  readonly log: { warn(details: object, message: string): void };
}
