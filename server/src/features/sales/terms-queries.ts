// The queries of the terms of a sale: reading them, whether a person has accepted them, and the acceptance.
import type { SaleTerms } from "@jara/shared/rest/sales";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { saleAcceptances, sales } from "../../platform/database/schema/sales.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { isSaleSeen } from "./queries.ts";

type Terms = Omit<SaleTerms, "acceptedAt"> & {
  /** Epoch ms. */
  readonly acceptedAt: number | null;
};

/** Null if the reader sees no such sale. Nobody has accepted anything without a `userId`. */
export const termsOf = async (
  { db }: Database,
  id: string,
  userId: string | null,
  seesDrafts: boolean,
): Promise<Terms | null> => {
  const [found] = await db
    .select({
      title: sales.title,
      terms: sales.terms,
      version: sales.termsVersion,
      asksTerms: sales.asksTerms,
      acceptedAt: saleAcceptances.acceptedAt,
    })
    .from(sales)
    .leftJoin(
      saleAcceptances,
      and(
        eq(saleAcceptances.saleId, sales.id),
        eq(saleAcceptances.termsVersion, sales.termsVersion),
        eq(saleAcceptances.userId, sql`${userId}::uuid`),
      ),
    )
    .where(and(eq(sales.id, id), isSaleSeen(seesDrafts)));
  return found ?? null;
};

/** Records the acceptance of this version, once. False if the sale does not ask for it, or has another version by now. */
export const acceptTerms = (
  { transaction }: Database,
  { id, userId, version }: { readonly id: string; readonly userId: string; readonly version: number },
): Promise<boolean> =>
  transaction(async (tx) => {
    // Locked, so that the terms stay as they are until the acceptance is written.
    const isAsked = and(eq(sales.status, "published"), eq(sales.asksTerms, true), eq(sales.termsVersion, version));
    const [asked] = await tx
      .select({ id: sales.id })
      .from(sales)
      .where(and(eq(sales.id, id), isAsked))
      .for("share");
    if (!asked) return false;
    const acceptance = { saleId: id, userId, termsVersion: version, acceptedAt: clockNow };
    await tx.insert(saleAcceptances).values(acceptance).onConflictDoNothing();
    return true;
  });
