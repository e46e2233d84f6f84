// The dependencies that the routes of every feature get. A feature that needs more declares it itself.
import type { Config } from "../config.ts";
import type { AuctionEngine } from "../engine/auction-engine.ts";
import type { EngineStore } from "../engine/ports.ts";
import type { Publisher } from "../live/publisher.ts";
import type { Clock } from "../platform/database/clock.ts";
import type { Database } from "../platform/database/database.ts";

export interface RouteDeps {
  readonly config: Config;
  readonly database: Database;
  readonly engine: AuctionEngine;
  /** For reading the state that the engine decides on. */
  readonly engineStore: Pick<EngineStore, "loadAuctions" | "loadUsers" | "loadLog" | "loadInterests">;
  readonly clock: Clock;
  readonly publisher: Publisher;
}
