// Assigns each price to a step, ten for each power of ten, by its number of digits and its first two digits. A higher
// price is never on a lower step. Few bids move their auction to another step, so an index of steps costs bids almost
// nothing. This is an expression and not a database function, because PostgreSQL would parse a function again for every
// statement that writes an auction (0.2 ms).

import { type SQL, sql } from "drizzle-orm";

/** The first two digits at which a step begins. */
const beginnings = [10, 12, 16, 20, 25, 32, 40, 50, 63, 80] as const;

/** SQL for the step of an expression in minor units. The generated column `auctions.price_step` uses it. */
export const priceStepOf = (price: SQL): SQL =>
  sql`(length(${price}::text) * 10 + width_bucket(left(${price}::text || '0', 2)::int, ${sql.raw(`'{${beginnings.join(",")}}'`)}::int[]))::smallint`;

/**
 * Ten times the lowest price on a step, and ten times the price at which the next step begins, so that both are whole.
 */
export const tenfoldBoundsOf = (step: number): { readonly from: bigint; readonly to: bigint } => {
  const digits = Math.floor((step - 1) / 10);
  const place = step - digits * 10;
  const unit = 10n ** BigInt(Math.max(digits - 1, 0));
  return { from: BigInt(beginnings[place - 1] ?? 0) * unit, to: BigInt(beginnings[place] ?? 100) * unit };
};
