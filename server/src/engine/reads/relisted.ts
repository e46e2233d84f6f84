// Defines the SQL condition for a lot that was relisted: its copy, or a copy of its copy and so on, was not removed. A
// copy that did not sell is relisted too, and may be removed then; the last copy is the lot to sell. The commit's
// statement checks the same on the rows that it locks (commit-statement.ts).
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { relistings } from "../../platform/database/schema/relistings.ts";

const copy = alias(auctions, "copy");
const relisting = alias(relistings, "relisting");

/**
 * The `with recursive` clause that begins a statement and makes its part `copies (id, depth)`: the copies of the lot,
 * those of its copies, and so on, removed ones too. `depth`: 1 for its own copies. SQL, because Drizzle's builder has
 * no recursive parts.
 */
export const withCopies = (auctionId: SQLWrapper | string): SQL => sql`with recursive copies as (
    select ${relisting.auctionId} as id, 1 as depth from ${relistings} ${relisting} where ${relisting.relistedFrom} = ${auctionId}
    union all
    select ${relisting.auctionId}, copies.depth + 1 from copies
      join ${relistings} ${relisting} on ${relisting.relistedFrom} = copies.id
  )`;

/**
 * Selects the id of the auction as which the lot was listed again, for everybody: the last of its copies that is public
 * and not cancelled. Null without one.
 */
export const listedAgainAs = (auctionId: SQLWrapper | string): SQL<string | null> => sql<string | null>`(
  ${withCopies(auctionId)}
  select ${copy.id} from copies join ${auctions} ${copy} using (id)
  where ${copy.removedAt} is null and (${copy.status} in ('active', 'paused', 'ended', 'sold') or ${copy.isUpcoming})
  order by copies.depth desc, ${copy.createdAt} desc limit 1)`;

/**
 * True if the lot was relisted. SQL, because Drizzle's builder would write the table's own name instead of an alias.
 */
export const isRelisted = (auctionId: SQLWrapper | string): SQL<boolean> => sql<boolean>`exists (
  ${withCopies(auctionId)}
  select from copies join ${auctions} ${copy} using (id) where ${copy.removedAt} is null)`;
