// Gives receipts their numbers: 1, 2, … in each series and year, without a gap and without a double, whatever crashes and
// however many nodes number at once.
import { toMajor } from "@jara/shared/money";
import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { ReceiptFacts } from "../../auction/settlement/receipt-facts.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { takeNumbers, writtenNumber } from "../../platform/database/document-numbers.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { receipts } from "../../platform/database/schema/money.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { isAnyOf, oneRow } from "../../platform/database/statements.ts";
import { type Takes, takesOf } from "../../platform/jobs/guard-rows.ts";
import { lagosDay } from "../../platform/lib/lagos-time.ts";
import { madeOutTo } from "../../platform/lib/made-out-to.ts";
import { depositsToMail } from "../../platform/outbox/deposit-receipts.ts";
import { queueMails } from "../../platform/outbox/queue-mail.ts";
import type { ReceiptPeople } from "./receipt.ts";

export const NUMBERED_AT_ONCE = 100;

const unnumbered = (db: Db, limit: number, takes: Takes) =>
  db
    .select({
      id: receipts.id,
      userId: receipts.userId,
      auctionId: receipts.auctionId,
      settlementId: receipts.settlementId,
      series: receipts.series,
      facts: receipts.facts,
    })
    .from(receipts)
    .where(and(isNull(receipts.number), takes(receipts.id)))
    .orderBy(asc(receipts.createdAt), asc(receipts.id))
    .limit(limit);

/** The oldest receipts without a number. */
export const unnumberedReceipts = async ({ db }: Database, takes: Takes): Promise<string[]> =>
  (await unnumbered(db, NUMBERED_AT_ONCE, takes)).map(({ id }) => id);

/** The payers of these, each once. */
export const payersToNumber = async ({ db }: Database, takes: Takes): Promise<string[]> => [
  ...new Set((await unnumbered(db, NUMBERED_AT_ONCE, takes)).map(({ userId }) => userId)),
];

/**
 * Numbers up to `limit` rows, the oldest first, and returns how many. Each receipt gets its mail in the same transaction, but
 * for deposits: the next mail about their lot carries their receipts.
 *
 * The rows are locked first. A node that waits for rows of another node sees, once it gets the lock, that these rows have
 * numbers, and takes the next ones. Only then does the counter's row, which is locked until the commit, grow by exactly
 * the number of rows that were taken. A test may name another clock.
 */
export const numberReceipts = (
  { transaction }: Database,
  limit = NUMBERED_AT_ONCE,
  clock: SQL = clockNow,
  takes = takesOf("receipts"),
): Promise<number> =>
  transaction(async (tx) => {
    const taken = await unnumbered(tx, limit, takes).for("update");
    if (taken.length === 0) return 0;
    const peopleById = await peopleOf(tx, taken);
    // The clock is read once all rows are locked, so that a node that waited past midnight uses the new year.
    const [read] = await tx.select({ now: sql<number>`${clock}`.mapWith(receipts.numberedAt) }).from(oneRow);
    if (!read) throw new Error("no row");
    const year = Number(lagosDay(read.now).slice(0, 4));
    const next = await takeAll(tx, taken, year);
    const numbered = taken.map((receipt) => {
      const number = next[receipt.series]++;
      const people = peopleById.get(receipt.id);
      if (!people) throw new Error(`receipt ${receipt.id} has no buyer`);
      return { ...receipt, number, people };
    });

    const rows = JSON.stringify(numbered.map(({ id, number, people }) => ({ id, number, people })));
    await tx
      .update(receipts)
      .set({ year, numberedAt: read.now, number: sql`given.number`, people: sql`given.people` })
      .from(sql`json_to_recordset(${rows}::json) as given (id uuid, number int, people json)`)
      .where(eq(receipts.id, sql`given.id`));
    const mailed = numbered.filter(({ facts }) => !isDeposit(facts as ReceiptFacts));
    const deposits = await depositsToMail(
      tx,
      mailed.flatMap(({ settlementId }) => settlementId ?? []),
    );
    await queueMails(
      tx,
      mailed.map(({ id: receiptId, userId, auctionId, settlementId, series, number, facts, people }) => {
        const { kind: receiptKind, title, currency, amountMinor, ngnMinor, reason } = facts as ReceiptFacts;
        const own = deposits.get(settlementId ?? "");
        deposits.delete(settlementId ?? "");
        const written = { number: writtenNumber(series, year, number), amount: toMajor(amountMinor) };
        const back = receiptKind === "refund" && { back: { ngn: toMajor(ngnMinor), why: reason ?? "" } };
        const ofReceipt = { receiptId, receiptKind, auctionId, title, currency, ...written, ...back };
        const data = { ...ofReceipt, ...(own && { deposits: own }) };
        return {
          kind: "receipt",
          data,
          toAddress: people.buyer.email,
          userId,
          ...(auctionId !== null && { auctionId }),
        };
      }),
    );
    return numbered.length;
  });

const isDeposit = ({ kind, method }: ReceiptFacts): boolean => kind === "payment" && method === "deposit";

type Series = (typeof receipts.$inferSelect)["series"];

/** Takes one number of its series for each receipt. Returns the first number of each series. */
const takeAll = async (
  tx: Db,
  taken: readonly { readonly series: Series }[],
  year: number,
): Promise<Record<Series, number>> => {
  const next: Record<Series, number> = { C: 0, R: 0 };
  // Always in this order, so that two nodes never wait for each other.
  for (const series of ["C", "R"] as const) {
    const size = taken.filter((one) => one.series === series).length;
    if (size > 0) next[series] = await takeNumbers(tx, series, year, size);
  }
  return next;
};

/** The present name and address of each receipt's buyer. */
const peopleOf = async (
  tx: Db,
  taken: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, ReceiptPeople>> => {
  const { username, firstName, lastName, email, street, city, state, zipCode, country } = users;
  const rows = await tx
    .select({
      id: receipts.id,
      buyer: { username, firstName, lastName, email, street, city, state, zipCode, country },
    })
    .from(receipts)
    .innerJoin(users, eq(users.id, receipts.userId))
    .where(
      isAnyOf(
        receipts.id,
        taken.map(({ id }) => id),
      ),
    );
  return new Map(rows.map(({ id, buyer }) => [id, { buyer: madeOutTo(buyer) }]));
};
