// The rates that links for online payments promise: naira for a dollar, for a debt, until a time. Every further link of the
// debt shares the promise until it ends, so that nobody collects links at several rates and pays the best one.
import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { invoiceLots, invoicePayments } from "../../platform/database/schema/invoices.ts";
import { topUps } from "../../platform/database/schema/money.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { isAnyOf, readNow } from "../../platform/database/statements.ts";

/** A promise holds for so long from the making of its link. */
export const PROMISED_MINUTES = 15;

/** A rate that was promised for a debt: naira for a dollar, until a time (epoch ms). */
export interface Quote {
  readonly usdToNgn: number;
  readonly until: number;
}

/** Returns by the debt's id the promise that is in force, of several the one that holds longest. */
export const promisedRates = async (
  { db }: Pick<Database, "db">,
  debtIds: readonly string[],
): Promise<Map<string, Quote>> => {
  if (debtIds.length === 0) return new Map();
  const { settlementId, quotedUsdToNgn, worthUntil } = topUps;
  const nowMs = await readNow(db);
  const [links, invoices] = await Promise.all([
    db
      .select({ settlementId, usdToNgn: quotedUsdToNgn, until: worthUntil })
      .from(topUps)
      .where(and(isAnyOf(settlementId, debtIds), isNotNull(quotedUsdToNgn), sql`${worthUntil} > ${clockNow}`))
      .orderBy(desc(worthUntil)),
    db
      .select({ parts: invoicePayments.parts })
      .from(invoiceLots)
      .innerJoin(invoicePayments, eq(invoicePayments.invoiceId, invoiceLots.invoiceId))
      .where(
        and(
          isAnyOf(invoiceLots.settlementId, debtIds),
          eq(invoicePayments.method, "online"),
          sql`${invoicePayments.createdAt} > ${clockNow} - ${PROMISED_MINUTES}::int * interval '1 minute'`,
        ),
      ),
  ]);
  const promises = [
    ...links.map(({ settlementId: id, ...quote }) => ({ id, ...quote })),
    ...invoices.flatMap(({ parts }) => parts.map((part) => ({ id: part.settlementId, ...part.promise }))),
  ];
  const longest = new Map<string, Quote>();
  for (const { id, usdToNgn, until } of promises) {
    if (id === null || !usdToNgn || !until || until <= nowMs || until <= (longest.get(id)?.until ?? 0)) continue;
    longest.set(id, { usdToNgn, until });
  }
  return longest;
};
