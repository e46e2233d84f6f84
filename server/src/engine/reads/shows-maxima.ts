// Defines the SQL condition for a lot whose maxima need not be hidden any more: it ended, was sold or was deleted.
// Until then, staff too see nothing that would reveal a hidden maximum.
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { auctions } from "../../platform/database/schema/auctions.ts";

const lot = alias(auctions, "lot_over");

/**
 * `auctionId`: a column of the statement, with its table's name. SQL, because the statements that contain it are SQL.
 */
export const showsMaxima = (
  auctionId: SQLWrapper,
): SQL => sql`exists (select from ${auctions} ${lot} where ${lot.id} = ${auctionId}
  and (${lot.status} in ('ended', 'sold') or ${lot.removedAt} is not null))`;
