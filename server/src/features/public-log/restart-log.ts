// Begins the next log after the newest one was stopped, as an operator asked. Its first leaf says so, and names the last
// checkpoint that was published of the old one. Then the sequencer logs every public lot anew.
import { eq, gt, sql } from "drizzle-orm";
import type { LogKeys } from "../../config/log-key.ts";
import type { Database } from "../../platform/database/database.ts";
import { recordAction } from "../../platform/database/record-action.ts";
import { logHeads, logLeaves } from "../../platform/database/schema/public-log.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { leafHash } from "../../platform/signing/merkle.ts";
import { readHead } from "./heads.ts";
import { restartEntry } from "./leaves/leaf.ts";
import { parseCheckpoint } from "./published/parse-checkpoint.ts";
import { logSigner, originOf } from "./signers.ts";
import { GrowingTree } from "./tree/tree.ts";

/**
 * Returns the new log's number; null: somebody else was faster, or there is no log. `published`: the last checkpoint that
 * this site published, if it is known; otherwise the database's own counts as such.
 */
export const restartLog = async (
  database: Pick<Database, "db" | "transaction">,
  keys: LogKeys,
  { published, reason, at }: { readonly published: string | null; readonly reason: string; readonly at: number },
): Promise<number | null> => {
  const head = await readHead(database);
  if (!head) return null;
  // The database may have lost whole logs; their numbers must not be used again.
  const number = Math.max(head.log, (published && parseCheckpoint(published)?.number) || 0) + 1;
  const entry = restartEntry(at, published ?? head.checkpoint, reason);
  const hash = leafHash(entry);
  const tree = new GrowingTree(0, Buffer.alloc(0));
  tree.add(hash);
  const origin = originOf(keys, number);
  const checkpoint = logSigner(keys, origin).checkpoint(tree.size, tree.root());
  return await database.transaction(async (tx) => {
    const { log, stoppedAt, stopReason } = logHeads;
    await tx
      .update(logHeads)
      .set({
        stoppedAt: sql`coalesce(${stoppedAt}, ${clockNow})`,
        stopReason: sql`coalesce(${stopReason}, ${reason}::text)`,
      })
      .where(eq(log, head.log));
    // The update waits for another operator's, and this sees the log that it began.
    if ((await tx.$count(logHeads, gt(log, head.log))) > 0) return null;
    const frontier = tree.frontier;
    const begun = { log: number, origin, size: 1, frontier, checkpoint, createdAt: clockNow, updatedAt: clockNow };
    await tx.insert(logHeads).values(begun);
    await tx.insert(logLeaves).values({ log: number, index: 0, entry, hash });
    await recordAction(tx, { action: "public log restarted", details: { log: number, reason } });
    return number;
  });
};
