// The statements of the terms of a sale: reading them, whether a person has accepted them, and the acceptance.
import type { SaleTerms } from "@jara/shared/rest/sales";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { saleAcceptances, sales } from "../../platform/database/schema/sales.ts";
import { clockAt, clockPart, insertSelect } from "../../platform/database/statement-text.ts";
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
export const acceptTerms = async (
  { db }: Database,
  { id, userId, version }: { readonly id: string; readonly userId: string; readonly version: number },
): Promise<boolean> => {
  const cells = {
    saleId: sql`asked.id`,
    userId: sql`${userId}::uuid`,
    termsVersion: sql`asked.terms_version`,
    acceptedAt: clockAt,
  };
  const rows = await db.execute(sql`
    with ${clockPart},
    asked as (
      select ${sales.id} as id, ${sales.termsVersion} as terms_version from ${sales}
      where ${sales.id} = ${id} and ${sales.status} = 'published' and ${sales.asksTerms}
        and ${sales.termsVersion} = ${version}::int
    ),
    written as (${insertSelect(saleAcceptances, cells)} from clock, asked on conflict do nothing)
    select id from asked`);
  return rows.length > 0;
};
