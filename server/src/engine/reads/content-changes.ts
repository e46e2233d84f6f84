// Reads what a lot said before and after each of its content versions (rule 14), one row each.
import type { ContentChange, FieldChange } from "@jara/shared/auction";
import type { ErrorBody } from "@jara/shared/errors";
import { mergedChanges } from "../../auction/content.ts";
import type { Database } from "../../platform/database/database.ts";
import { fromJson } from "../../platform/database/values.ts";

/** If a lot changed more often, only its newest versions are returned. */
const MOST_VERSIONS = 100;

interface Row extends Record<string, unknown> {
  readonly contentVersion: number;
  readonly fields: FieldChange[] | string;
  /** Epoch ms. */
  readonly at: number;
}

/**
 * Returns the changes after the given version, oldest first. The caller must check that the reader may see the auction.
 */
export const contentChangesOf = async (
  database: Database,
  auctionId: string,
  afterVersion = 0,
): Promise<ContentChange[]> => {
  const rows = await database.query<Row>(
    `select content_version as "contentVersion", fields, (extract(epoch from at) * 1000)::float8 as at
     from content_changes where auction_id = $1::text::uuid and content_version > $2::text::int
     order by content_version desc limit ${MOST_VERSIONS}`,
    [auctionId, afterVersion],
  );
  return rows
    .map(({ contentVersion, fields, at }) => ({
      contentVersion,
      at: new Date(at).toISOString(),
      fields: fromJson(fields),
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
