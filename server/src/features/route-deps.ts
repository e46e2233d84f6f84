// The dependencies that the routes of every feature get. A feature that needs more declares it itself.
import type { Config } from "../config.ts";
import type { AuctionEngine } from "../engine/auction-engine.ts";
import type { EngineStore } from "../engine/ports.ts";
import type { RequirementsInForce } from "../engine/reads/bidder-checks.ts";
import type { Publisher } from "../live/publisher.ts";
import type { Clock } from "../platform/database/clock.ts";
import type { Database } from "../platform/database/database.ts";

export interface RouteDeps {
  readonly config: Config;
  readonly database: Database;
  /**
   * For the lists that docs/scaling.md names, and for nothing that writes: a replica if there is one. It shows everything
   * that was acknowledged before the statement.
   */
  readonly lists: Database;
  readonly engine: AuctionEngine;
  /** For reading the state that the engine decides on. */
  readonly engineStore: Pick<EngineStore, "loadAuctions" | "loadUsers" | "loadLog" | "loadInterests">;
  readonly clock: Clock;
  readonly publisher: Publisher;
  /** The rules that say what bidders must have done before they bid. */
  readonly requirements: RequirementsInForce;
}
