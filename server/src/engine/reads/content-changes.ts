// Reads what a lot said before and after each of its content versions (rule 14), one row each.
import type { ContentChange } from "@jara/shared/auction";
import type { ErrorBody } from "@jara/shared/errors";
import { and, desc, eq, getTableColumns, gt } from "drizzle-orm";
import { mergedChanges } from "../../auction/content.ts";
import type { Database } from "../../platform/database/database.ts";
import { contentChanges } from "../../platform/database/schema/auctions.ts";

/** If a lot changed more often, only its newest versions are returned. */
const MOST_VERSIONS = 100;

/**
 * Returns the changes after the given version, oldest first. The caller must check that the reader may see the auction.
 */
export const contentChangesOf = async (
  { db }: Database,
  auctionId: string,
  afterVersion = 0,
): Promise<ContentChange[]> => {
  const rows = await db
    .select(getTableColumns(contentChanges))
    .from(contentChanges)
    .where(and(eq(contentChanges.auctionId, auctionId), gt(contentChanges.contentVersion, afterVersion)))
    .orderBy(desc(contentChanges.contentVersion))
    .limit(MOST_VERSIONS);
  return rows
    .map(({ contentVersion, fields, at, isCorrection, reason, changedBy }) => ({
      contentVersion,
      at: new Date(at).toISOString(),
      fields,
      ...(isCorrection && { isCorrection }),
      ...(reason !== null && { reason }),
      ...(changedBy !== null && { changedBy }),
    }))
    .reverse();
};

/** Adds to a refusal for a changed lot what changed since the version that the caller has read. */
export const explainLotChanged = async <T extends object>(
  database: Database,
  auctionId: string,
  seenVersion: number | undefined,
  result: T | ErrorBody,
): Promise<T | ErrorBody> => {
  if (!("code" in result) || result.code !== "LOT_CHANGED" || seenVersion === undefined) return result;
  const changes = await contentChangesOf(database, auctionId, seenVersion);
  return { ...(result as ErrorBody), changes: mergedChanges(changes.map(({ fields }) => fields)) };
};
