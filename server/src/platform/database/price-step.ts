// Assigns each price to a step, ten for each power of ten, by its number of digits and its first two digits. A higher
// price is never on a lower step. Few bids move their auction to another step, so an index of steps costs bids almost
// nothing. This is an expression and not a database function, because PostgreSQL would parse a function again for every
// statement that writes an auction (0.2 ms).

import { type SQL, sql } from "drizzle-orm";

/** SQL for the step of an expression in minor units. The generated column `auctions.price_step` uses it. */
export const priceStepOf = (price: SQL): SQL =>
  sql`(length(${price}::text) * 10 + width_bucket(left(${price}::text || '0', 2)::int, '{10,12,16,20,25,32,40,50,63,80}'::int[]))::smallint`;
