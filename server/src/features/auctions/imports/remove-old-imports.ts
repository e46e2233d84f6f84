// Removes imports after 30 days, the ZIPs of those whose check is over, and remembered columns that nobody used for long. The lots that they made stay, and so does the
// memory of which row became which lot.
import type { Database } from "../../../platform/database/database.ts";
import type { Cleanup } from "../../../platform/jobs/cleanup.ts";
import { guardRows, type RowLog, silentLog } from "../../../platform/jobs/guard-rows.ts";
import { endLease, holdLease } from "../../../platform/jobs/job-leases.ts";
import { archivesToRemove, dropArchive, removeOldHeads, removeOldImports } from "./job-queries.ts";
import type { ZipStorage } from "./media.ts";

const KEPT_DAYS = 30;
const HEADS_KEPT_DAYS = 400;
const LEASE = "remove-imports";
const LEASE_MS = 10 * 60_000;
const AT_ONCE = 5;

export const createImportRemoval = (deps: {
  readonly database: Database;
  readonly storage: ZipStorage;
  /** This node's uuid. */
  readonly node: string;
  readonly removed: (imports: number, ms: number) => void;
  readonly log?: RowLog;
}): Cleanup => {
  const { database, storage, node, removed, log = silentLog } = deps;
  return {
    name: LEASE,
    everyMs: 10 * 60_000,
    async run(isStopped) {
      if (!(await holdLease(database, { job: LEASE, holder: node, forMs: LEASE_MS }))) return;
      const guard = guardRows(database, "import-files", log);
      for (const { id, archive } of await archivesToRemove(database)) {
        if (isStopped()) return;
        await guard.tries(id, async () => {
          await storage.remove(archive);
          await dropArchive(database, id);
        });
      }
      await removeOldHeads(database, HEADS_KEPT_DAYS);
      for (let count = AT_ONCE; count === AT_ONCE && !isStopped(); ) {
        const startedAt = performance.now();
        count = await removeOldImports(database, KEPT_DAYS, AT_ONCE);
        removed(count, performance.now() - startedAt);
      }
    },
    end: () => endLease(database, { job: LEASE, holder: node }),
  };
};
