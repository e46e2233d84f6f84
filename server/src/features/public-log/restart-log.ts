// Begins the next log after the newest one was stopped, as an operator asked. Its first leaf says so, and names the last
// checkpoint that was published of the old one. Then the sequencer logs every public lot anew.
import { type SQL, sql } from "drizzle-orm";
import type { LogKeys } from "../../config/log-key.ts";
import type { Database } from "../../platform/database/database.ts";
import { adminActions } from "../../platform/database/schema/accounts.ts";
import { logHeads, logLeaves } from "../../platform/database/schema/public-log.ts";
import { aliased, clockPart, insertSelect, nameOf } from "../../platform/database/statement-text.ts";
import { leafHash } from "../../platform/signing/merkle.ts";
import { readHead } from "./heads.ts";
import { restartEntry } from "./leaves/leaf.ts";
import { parseCheckpoint } from "./published/parse-checkpoint.ts";
import { logSigner, originOf } from "./signers.ts";
import { GrowingTree } from "./tree/tree.ts";

const newer = aliased(logHeads, "newer");

/**
 * Returns the new log's number; null: somebody else was faster, or there is no log. `published`: the last checkpoint that
 * this site published, if it is known; otherwise the database's own counts as such. One statement.
 */
export const restartLog = async (
  database: Pick<Database, "db">,
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
  const { stoppedAt, stopReason, log } = logHeads;
  const rows = await database.db.execute(sql`
    with ${clockPart},
    stopped as (
      update ${logHeads} set ${nameOf(stoppedAt)} = coalesce(${stoppedAt}, clock.at),
        ${nameOf(stopReason)} = coalesce(${stopReason}, ${reason}::text)
      from clock where ${log} = ${head.log} and not exists (select from ${newer.table} where ${newer.log} > ${head.log})
      returning ${log} as log
    ),
    begun as (
      ${insertSelect(logHeads, {
        ...{ log: number, origin, size: 1, frontier: bytesOf(tree.frontier), checkpoint },
        ...{ createdAt: sql`clock.at`, updatedAt: sql`clock.at` },
      })} from stopped, clock on conflict do nothing returning ${log} as log
    ),
    leaf as (
      ${insertSelect(logLeaves, { log: number, index: 0, auctionId: null, version: null, entry, hash: bytesOf(hash) })} from begun
    ),
    recorded as (
      ${insertSelect(adminActions, {
        ...{ id: sql`gen_random_uuid()`, action: "public log restarted", at: sql`clock.at` },
        details: sql`json_build_object('log', ${number}::int, 'reason', ${reason}::text)`,
      })} from begun, clock
    )
    select log from begun`);
  return rows.length > 0 ? number : null;
};

const bytesOf = (bytes: Buffer): SQL => sql`decode(${bytes.toString("hex")}::text, 'hex')`;
