// Defines the SQL condition for a lot whose maxima need not be hidden any more: it ended, was sold or was deleted.
// Until then, staff too see nothing that would reveal a hidden maximum.
import { type SQL, sql } from "drizzle-orm";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { aliased } from "../../platform/database/statement-text.ts";

const lot = aliased(auctions, "lot_over");

/**
 * `auctionId`: a column of the statement, with its table's name. SQL, because the statements that contain it are SQL.
 */
export const showsMaxima = (auctionId: SQL): SQL => sql`exists (select from ${lot.table} where ${lot.id} = ${auctionId}
  and (${lot.status} in ('ended', 'sold') or ${lot.removedAt} is not null))`;
