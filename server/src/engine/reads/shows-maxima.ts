// The condition that everybody may know the maxima of a lot: it is over. Until then, what tells of a hidden maximum is hidden
// from staff too.
import { type SQL, sql } from "drizzle-orm";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { aliased } from "../../platform/database/statement-text.ts";

const lot = aliased(auctions, "lot_over");

/** `auctionId`: a column of the statement, with its table's name. SQL, because it is a part of statements that are SQL. */
export const showsMaxima = (auctionId: SQL): SQL => sql`exists (select from ${lot.table} where ${lot.id} = ${auctionId}
  and (${lot.status} in ('ended', 'sold') or ${lot.removedAt} is not null))`;
