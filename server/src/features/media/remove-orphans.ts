// Removes uploads that no auction or sale and no unfinished lot, offer or import names within 24 hours: picture, variants,
// video. One statement marks an upload for removal; from then on no auction can name it. If the node is killed, the
// mark stays, and the upload is taken again after some minutes.

import type { Database } from "../../platform/database/database.ts";
import type { Cleanup } from "../../platform/jobs/cleanup.ts";
import { guardRows, type RowLog, silentLog } from "../../platform/jobs/guard-rows.ts";
import { endLease, holdLease } from "../../platform/jobs/job-leases.ts";
import { filesOf } from "./media-name.ts";
import { removeOldParts } from "./offer-parts.ts";
import { removeStaleParts } from "./stale-parts.ts";
import type { MediaStorage } from "./storage/media-storage.ts";
import { dropUploads, ORPHANS_AT_ONCE, takeOrphans } from "./upload-queries.ts";

const LEASE = "remove-orphans";
/** Longer than one batch takes, even if the storage delays each request. */
const LEASE_MS = 10 * 60_000;

export interface OrphanDeps {
  readonly database: Database;
  readonly storage: MediaStorage;
  /** The folder for files that are being received, on this node's own disk. */
  readonly folder: string;
  /** This node's uuid. */
  readonly node: string;
  /** Counts uploads, however many files each has. */
  readonly removed: (uploads: number, ms: number) => void;
  readonly log?: RowLog;
}

export const createOrphanRemoval = ({
  database,
  storage,
  folder,
  node,
  removed,
  log = silentLog,
}: OrphanDeps): Cleanup => ({
  name: LEASE,
  everyMs: 10 * 60_000,
  async run(isStopped) {
    const guard = guardRows(database, "uploads", log);
    await removeStaleParts(folder);
    if (await holdLease(database, { job: LEASE, holder: node, forMs: LEASE_MS }))
      await removeOldParts({ database, storage });
    for (let taken = ORPHANS_AT_ONCE; taken === ORPHANS_AT_ONCE && !isStopped(); ) {
      if (!(await holdLease(database, { job: LEASE, holder: node, forMs: LEASE_MS }))) return;
      const startedAt = performance.now();
      const names = await takeOrphans(database);
      const gone = await guard.each(
        names,
        (name) => name,
        async (some) => {
          for (const name of some) {
            if (isStopped()) return 0;
            for (const file of filesOf(name)) await storage.remove(file);
          }
          await dropUploads(database, [...some]);
          return some.length;
        },
        // A storage that does not answer is no fault of an upload.
        1,
      );
      if (isStopped()) return;
      removed(
        gone.reduce((sum, count) => sum + count, 0),
        performance.now() - startedAt,
      );
      taken = names.length;
    }
  },
  end: () => endLease(database, { job: LEASE, holder: node }),
});
