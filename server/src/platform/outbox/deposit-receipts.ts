// Finds the receipts of deposits for the next mail with a paper about their lots, because they are not mailed alone.
import { and, asc, eq, inArray, isNotNull, notExists, or, sql } from "drizzle-orm";
import type { Db } from "../database/database.ts";
import { writtenNumber } from "../database/document-numbers.ts";
import { outbox } from "../database/schema/mail.ts";
import { receipts } from "../database/schema/money.ts";
import { isAnyOf } from "../database/statements.ts";
import type { MailedDeposit } from "./mails.ts";

/** Returns, by settlement, the receipts of its deposits that have a number, and that no mail has carried. */
export const depositsToMail = async (
  tx: Db,
  settlementIds: readonly string[],
): Promise<Map<string, readonly MailedDeposit[]>> => {
  const { id, series, year, number, settlementId, facts, createdAt } = receipts;
  const named = sql`jsonb_build_array(jsonb_build_object('receiptId', ${id}))`;
  const carried = tx
    .select({ one: sql`1` })
    .from(outbox)
    .where(
      and(
        eq(outbox.userId, receipts.userId),
        inArray(outbox.kind, ["receipt", "invoices"]),
        or(sql`${outbox.data}::jsonb -> 'deposits' @> ${named}`, sql`${outbox.data} ->> 'receiptId' = ${id}::text`),
      ),
    );
  const rows = await tx
    .select({ id, series, year, number, settlementId: sql<string>`${settlementId}` })
    .from(receipts)
    .where(
      and(
        isAnyOf(settlementId, settlementIds),
        eq(receipts.kind, "payment"),
        sql`${facts} ->> 'method' = 'deposit'`,
        isNotNull(number),
        notExists(carried),
      ),
    )
    .orderBy(asc(createdAt), asc(id));
  const bySettlement = new Map<string, MailedDeposit[]>();
  for (const { id: receiptId, settlementId: of, ...row } of rows) {
    if (row.year === null || row.number === null) continue;
    const deposit = { receiptId, number: writtenNumber(row.series, row.year, row.number) };
    bySettlement.set(of, [...(bySettlement.get(of) ?? []), deposit]);
  }
  return bySettlement;
};
