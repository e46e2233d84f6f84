// Has the condition that a lot was relisted: it has a copy that was not removed. The commit's statement checks the same
// on the rows that it locks (commit-statement.ts).
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { relistings } from "../../platform/database/schema/relistings.ts";
import { aliased } from "../../platform/database/statement-text.ts";

const copy = aliased(auctions, "copy");
const relisting = aliased(relistings, "relisting");

/**
 * True if the lot was relisted. SQL, because Drizzle's builder would write the table's own name instead of an alias.
 */
export const isRelisted = (auctionId: SQLWrapper | string): SQL<boolean> => sql<boolean>`exists (
  select from ${relisting.table} join ${copy.table} on ${copy.id} = ${relisting.auctionId}
  where ${relisting.relistedFrom} = ${auctionId} and ${copy.removedAt} is null)`;
