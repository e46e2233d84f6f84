// Writes an action to the audit log: within the transaction that carries it out, or alone if it changes nothing in the
// database, for example a download.
import { randomUUID } from "node:crypto";
import type { Database, Db } from "./database.ts";
import { adminActions } from "./schema/accounts.ts";
import { clockNow } from "./statement-text.ts";

export interface Action {
  /** Null or absent: the command line or a job. */
  readonly actorId?: string | null;
  readonly action: string;
  readonly userId?: string | null;
  readonly auctionId?: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

export const recordAction = async (db: Db, action: Action): Promise<void> => {
  await db.insert(adminActions).values({ ...action, id: randomUUID(), at: clockNow });
};

/**
 * Records that somebody downloads a file. The last argument says what the file contains; it may name the one auction or
 * the one person that the file is about. Call it before the file is sent.
 */
export const recordDownload = (
  database: Database,
  actorId: string,
  file: string,
  { auctionId, userId, ...filter }: Readonly<Record<string, unknown>> & Pick<Action, "auctionId" | "userId"> = {},
): Promise<void> =>
  recordAction(database.db, {
    actorId,
    action: "file downloaded",
    details: { file, ...filter },
    ...(auctionId !== undefined && { auctionId }),
    ...(userId !== undefined && { userId }),
  });
