// Mails the buyers of a sale their invoices, if something is due: one mail a buyer, at most once an hour.

import { type ErrorBody, refusal } from "@jara/shared/errors";
import { type ExchangeRates, type Minor, toMajor, toMinor } from "@jara/shared/money";
import { INVOICE_MAIL_HOURS, type Invoice } from "@jara/shared/rest/invoices";
import { and, eq, gt, sql } from "drizzle-orm";
import { interestsOf } from "../../../engine/reads/interests.ts";
import type { Database, Db } from "../../../platform/database/database.ts";
import { lockPeople, mayStill } from "../../../platform/database/lock-people.ts";
import { recordAction } from "../../../platform/database/record-action.ts";
import { adminActions } from "../../../platform/database/schema/accounts.ts";
import { saleLots, sales } from "../../../platform/database/schema/sales.ts";
import { isUuid } from "../../../platform/database/uuid.ts";
import { depositsToMail } from "../../../platform/outbox/deposit-receipts.ts";
import type { MailData } from "../../../platform/outbox/mails.ts";
import { RECEIPTS_MAILED_MAX } from "../../../platform/outbox/mails.ts";
import { queueMails } from "../../../platform/outbox/queue-mail.ts";
import { owedIn } from "../owed.ts";
import { iso } from "../owed-view.ts";
import { makeInvoices } from "./make-invoices.ts";
import { type Posted, type PrintedInvoice, printedInvoice } from "./printed-invoice.ts";
import { hasAny, invoicesOfSale } from "./queries.ts";

const ACTION = "invoices sent";

interface SendAsked {
  readonly adminId: string;
  readonly saleId: string;
  readonly rates: ExchangeRates;
}
type Sent = { readonly sent: number; readonly alreadySent: number };

/** Returns null if there is no such sale. */
export const sendInvoices = async (
  database: Database,
  { adminId, saleId, rates }: SendAsked,
): Promise<Sent | ErrorBody | null> => {
  const [sale] = isUuid(saleId)
    ? await database.db.select({ title: sales.title }).from(sales).where(eq(sales.id, saleId))
    : [];
  if (!sale) return null;
  const dueOf = await buyersWhoOwe(database.db, saleId);
  dueOf.delete(adminId);
  for (const buyerId of dueOf.keys()) await makeInvoices(database, buyerId);
  const interests = await interestsOf(database, adminId);
  const invoices = (await invoicesOfSale(database, saleId, rates)).filter(
    (invoice) => invoice.remaining > 0 && dueOf.has(invoice.buyer._id) && !hasAny(interests, invoice),
  );
  const byBuyer = new Map<string, Invoice[]>();
  for (const one of invoices) byBuyer.set(one.buyer._id, [...(byBuyer.get(one.buyer._id) ?? []), one]);
  const printed = new Map<string, PrintedInvoice>();
  for (const one of invoices) printed.set(one._id, await printedInvoice(database, one));
  return await database.transaction(async (tx) => {
    const people = await lockPeople(tx, [adminId, ...byBuyer.keys()]);
    if (!mayStill(people.get(adminId), "settlements:book")) return refusal("FORBIDDEN");
    const lately = await sentLately(tx, saleId);
    const receipts = await depositsToMail(
      tx,
      invoices.flatMap(({ lots }) => lots.map(({ _id }) => _id)),
    );
    const mails = [...byBuyer].flatMap(([userId, own]) => {
      const toAddress = people.get(userId)?.email;
      const deposits = own.flatMap(({ lots }) => lots.flatMap(({ _id }) => receipts.get(_id) ?? []));
      const data = {
        saleId,
        sale: sale.title,
        dueAt: iso(dueOf.get(userId) ?? 0),
        // More come with the payment, lot by lot.
        ...(deposits.length > 0 && deposits.length <= RECEIPTS_MAILED_MAX && { deposits }),
        invoices: own.map((invoice) => toMailed(invoice, printed.get(invoice._id))),
      };
      return toAddress === undefined || lately.has(userId)
        ? []
        : [{ kind: "invoices", userId, toAddress, data } as const];
    });
    await queueMails(tx, mails);
    for (const { userId } of mails)
      await recordAction(tx, { actorId: adminId, action: ACTION, userId, details: { saleId } });
    return { sent: mails.length, alreadySent: byBuyer.size - mails.length };
  });
};

/** The buyers with something to pay in the sale, with the earliest deadline of each, epoch ms. */
const buyersWhoOwe = async (db: Db, saleId: string): Promise<Map<string, number>> => {
  const owed = owedIn(db);
  const rows = await db
    .select({
      buyerId: owed.buyerId,
      dueAt: sql<number>`(extract(epoch from min(${owed.dueAt})) * 1000)::float8`,
    })
    .from(owed)
    .innerJoin(saleLots, eq(saleLots.auctionId, owed.auctionId))
    .where(and(eq(saleLots.saleId, saleId), sql`${owed.status} = 'open'`))
    .groupBy(owed.buyerId)
    .orderBy(owed.buyerId);
  return new Map(rows.map((row) => [row.buyerId, row.dueAt]));
};

const sentLately = async (tx: Db, saleId: string): Promise<Set<string | null>> => {
  const { at, action, userId, details } = adminActions;
  const isLately = gt(at, sql`clock_now() - ${INVOICE_MAIL_HOURS}::int * interval '1 hour'`);
  const rows = await tx
    .select({ userId })
    .from(adminActions)
    .where(and(isLately, eq(action, ACTION), sql`${details} ->> 'saleId' = ${saleId}`));
  return new Set(rows.map((row) => row.userId));
};

/** Leaves out what is no longer asked for, so that the sums add up. */
const toMailed = (invoice: Invoice, printed: PrintedInvoice | undefined): MailData["invoices"]["invoices"][number] => {
  const { _id: id, number, currency, paid, remaining, lots } = invoice;
  return {
    id,
    banks: printed?.bankAccounts ?? [],
    deposit: toMajor(depositsIn(invoice, printed?.posted ?? [])),
    number,
    currency,
    total: askedOf(invoice),
    paid,
    remaining,
    lots: lots.flatMap((one) => {
      const total = askedOf(one);
      if (total <= 0) return [];
      const { kind, price, fee, premium, vat } = one;
      const parts = { isBid: kind === "win", price, fee, premium, vat };
      return { lot: one.lot, title: one.auction.title, total, ...(one.credited === 0 && { parts }) };
    }),
  };
};

/** Deposits of lots that are neither due nor paid count no more. What went back is below zero. */
const depositsIn = ({ lots }: Invoice, posted: readonly Posted[]): Minor => {
  const counted = new Set(lots.flatMap(({ _id, paid }) => (paid > 0 ? _id : [])));
  const deposits = posted.filter(({ method, settlementId }) => method === "deposit" && counted.has(settlementId));
  return deposits.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) as Minor;
};

const askedOf = ({ total, credited }: Pick<Invoice, "total" | "credited">): number =>
  toMajor((toMinor(total) - toMinor(credited)) as Minor);
