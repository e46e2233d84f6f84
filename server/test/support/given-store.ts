// An engine's store without a database.
import { create } from "../../src/auction/evolve.ts";
import type { CommitBatch, CommitResult, EngineStore } from "../../src/engine/ports.ts";
import { anAuction, factsOf, noHolidays, STARTED_AT } from "./given-auction.ts";

/** Every auction was only created, every user exists, and nothing else is stored. It commits as the given function says. */
export const givenStore = (commit: (batch: CommitBatch) => Promise<CommitResult>): EngineStore => ({
  loadAuctions: async (ids) => ids.map((auctionId) => create(anAuction({ auctionId }), STARTED_AT)),
  loadUsers: async (ids) => ids.map((id) => factsOf(id).user),
  prepare: (batch) => () => commit(batch),
  takeAdvisoryLocks: async () => () => {},
  loadHolidays: async () => noHolidays,
  loadRules: async () => null,
  loadIncrements: async () => null,
  loadLog: async () => [],
  loadInterests: async () => [],
  loadHandedOver: async () => [],
  loadOutcomes: async () => [],
  due: async () => [],
});

/** The result of a commit that took every part of its batch. */
export const done: CommitResult = {
  at: STARTED_AT,
  changes: [],
  misses: new Map(),
  known: [],
  balances: new Map(),
};
