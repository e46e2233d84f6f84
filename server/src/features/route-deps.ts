// What the routes of every feature are given. A feature that needs more asks for it by itself.
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
  /** For reading what the engine decides on. */
  readonly engineStore: Pick<EngineStore, "loadAuctions" | "loadUsers" | "loadLog" | "loadInterests">;
  readonly clock: Clock;
  readonly publisher: Publisher;
}
