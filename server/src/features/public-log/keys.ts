// Stores which keys have signed the public log, bid receipts and verdicts, and when, so that readers can check notes of
// keys that were replaced.
import { asc, desc } from "drizzle-orm";
import { toIso } from "../../auction/view/to-public.ts";
import type { LogKeys } from "../../config/log-key.ts";
import type { Database } from "../../platform/database/database.ts";
import { logKeys } from "../../platform/database/schema/public-log.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { excluded } from "../../platform/database/statements.ts";
import { bidReceiptVkeys, logSigner, verdictVkeys } from "./signers.ts";

type Queries = Pick<Database, "db">;

/** Notes that these keys are in use. Call before the first signature, and now and then. `origin`: the newest log's. */
export const noteKeys = async ({ db }: Queries, keys: LogKeys, origin: string): Promise<void> => {
  const used = [
    ...logSigner(keys, origin).vkeys.map((vkey) => ({ vkey, signs: "log" as const })),
    ...bidReceiptVkeys(keys).map((vkey) => ({ vkey, signs: "bid-receipts" as const })),
    ...verdictVkeys(keys, origin).map((vkey) => ({ vkey, signs: "verdicts" as const })),
  ];
  await db
    .insert(logKeys)
    .values(used.map((one) => ({ ...one, firstUsedAt: clockNow, lastUsedAt: clockNow })))
    .onConflictDoUpdate({ target: logKeys.vkey, set: { lastUsedAt: excluded(logKeys.lastUsedAt) } });
};

export interface KeyInTime {
  readonly vkey: string;
  readonly from: string;
  /** When it last was in use; later for a key that still signs. */
  readonly until: string;
}

/** The newest first. */
export const readKeys = async ({
  db,
}: Queries): Promise<Record<"keys" | "receiptKeys" | "verdictKeys", KeyInTime[]>> => {
  const rows = await db.select().from(logKeys).orderBy(desc(logKeys.firstUsedAt), asc(logKeys.vkey));
  const inTime = (of: "log" | "bid-receipts" | "verdicts"): KeyInTime[] =>
    rows
      .filter(({ signs }) => signs === of)
      .map(({ vkey, firstUsedAt, lastUsedAt }) => ({ vkey, from: toIso(firstUsedAt), until: toIso(lastUsedAt) }));
  return { keys: inTime("log"), receiptKeys: inTime("bid-receipts"), verdictKeys: inTime("verdicts") };
};
