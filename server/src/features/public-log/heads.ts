// The heads of the logs: how long each is, and its signed checkpoint. Only the newest log grows.
import { and, desc, eq, isNull } from "drizzle-orm";
import type { LogKeys } from "../../config/log-key.ts";
import type { Database } from "../../platform/database/database.ts";
import { logHeads } from "../../platform/database/schema/public-log.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { isSignedBy, logSigner, originOf } from "./signers.ts";
import { GrowingTree } from "./tree/tree.ts";

export type LogHead = Pick<
  typeof logHeads.$inferSelect,
  "log" | "origin" | "size" | "frontier" | "checkpoint" | "stoppedAt" | "stopReason"
>;

const { log, origin, size, frontier, checkpoint, stoppedAt, stopReason } = logHeads;
const columns = { log, origin, size, frontier, checkpoint, stoppedAt, stopReason };

/** All logs, the newest first. */
export const readHeads = async ({ db }: Pick<Database, "db">): Promise<LogHead[]> =>
  await db.select(columns).from(logHeads).orderBy(desc(log));

/** The newest log. Null before the first. */
export const readHead = async ({ db }: Pick<Database, "db">): Promise<LogHead | null> => {
  const [head] = await db.select(columns).from(logHeads).orderBy(desc(log)).limit(1);
  return head ?? null;
};

/**
 * The newest log. Begins the first one if there is none, and signs the checkpoint again if a key of the configuration has
 * not signed it, because a log that does not grow would keep the signature of a key that was replaced.
 */
export const ensureHead = async (database: Pick<Database, "db">, keys: LogKeys): Promise<LogHead> => {
  const head = await readHead(database);
  if (!head) {
    const first = { log: 1, origin: originOf(keys, 1), size: 0, frontier: Buffer.alloc(0) };
    const note = logSigner(keys, first.origin).checkpoint(0, new GrowingTree(0, first.frontier).root());
    await database.db
      .insert(logHeads)
      .values({ ...first, checkpoint: note, createdAt: clockNow, updatedAt: clockNow })
      .onConflictDoNothing();
    return ensureHead(database, keys);
  }
  const signer = logSigner(keys, head.origin);
  if (head.stoppedAt !== null || isSignedBy(head.checkpoint, signer.vkeys)) return head;
  const note = signer.checkpoint(head.size, new GrowingTree(head.size, head.frontier).root());
  await database.db
    .update(logHeads)
    .set({ checkpoint: note })
    .where(and(eq(log, head.log), eq(size, head.size), isNull(stoppedAt)));
  return { ...head, checkpoint: note };
};

/** Stops the log: nothing is added any more. The first reason stays. */
export const stopLog = async ({ db }: Pick<Database, "db">, number: number, reason: string): Promise<void> => {
  await db
    .update(logHeads)
    .set({ stoppedAt: clockNow, stopReason: reason })
    .where(and(eq(log, number), isNull(stoppedAt)));
};

/** Epoch ms: when the first log began; 0 before that. */
export const firstBegan = async ({ db }: Pick<Database, "db">): Promise<number> => {
  const [first] = await db.select({ at: logHeads.createdAt }).from(logHeads).orderBy(log).limit(1);
  return first?.at ?? 0;
};
