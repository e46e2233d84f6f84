// All that a winner or buyer has to pay, with what was paid already, as SQL. The pure functions are in auction/state.ts
// (`totalMinor`).
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { purchases, settlements } from "./schema/settlements.ts";

/** The winning bid, the buyer's premium and its VAT. `s`: the table or an alias of it. */
export const winTotal = (s: Record<"amountMinor" | "premiumMinor" | "vatMinor", SQLWrapper> = settlements): SQL =>
  sql`${s.amountMinor} + ${s.premiumMinor} + ${s.vatMinor}`;

/** The Buy It Now price and its fee. */
export const purchaseTotal = (p: Record<"priceMinor" | "feeMinor", SQLWrapper> = purchases): SQL =>
  sql`${p.priceMinor} + ${p.feeMinor}`;
