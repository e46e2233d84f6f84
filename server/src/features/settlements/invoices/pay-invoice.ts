// Pays everything that is due on an invoice: the debts of all its lots are booked in one commit, or none is. What a payment
// covers is recorded before it is made, so that the same request again books the same debts.
import { randomUUID } from "node:crypto";
import { refusal } from "@jara/shared/errors";
import { type ExchangeRates, formatMoney, type Minor, toMajor, toMinor } from "@jara/shared/money";
import { inNairaMinor } from "@jara/shared/naira";
import { partsOfPayment } from "@jara/shared/part-payment";
import type { Invoice } from "@jara/shared/rest/invoices";
import { INVOICE_LOTS_MAX } from "@jara/shared/rest/settlements";
import { and, eq } from "drizzle-orm";
import type { UserCommand } from "../../../auction/commands.ts";
import type { AuctionEngine } from "../../../engine/auction-engine.ts";
import { PROMISED_MINUTES, promisedRates } from "../../../engine/reads/promised-rates.ts";
import type { Database } from "../../../platform/database/database.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import { type InvoicePart, invoicePayments } from "../../../platform/database/schema/invoices.ts";
import { clockNow } from "../../../platform/database/statement-text.ts";
import { readNow } from "../../../platform/database/statements.ts";
import { RefusedError, refuse } from "../../../platform/http/refused.ts";
import type { RouteDeps } from "../../route-deps.ts";

export type InvoicePayment = typeof invoicePayments.$inferSelect;
type NewPayment = Pick<
  InvoicePayment,
  "invoiceId" | "askedBy" | "commandId" | "method" | "amountMinor" | "reference" | "note" | "parts"
>;

export const findInvoicePayment = async ({ db }: Database, id: string): Promise<InvoicePayment | null> =>
  (await db.select().from(invoicePayments).where(eq(invoicePayments.id, id)))[0] ?? null;

/** The payment that the command asked for before. Refuses a command that was used for something else. */
export const askedBefore = async (
  { db }: Database,
  { invoiceId, askedBy, commandId, method }: Pick<NewPayment, "invoiceId" | "askedBy" | "commandId" | "method">,
): Promise<InvoicePayment | null> => {
  const [row] = await db
    .select()
    .from(invoicePayments)
    .where(and(eq(invoicePayments.askedBy, askedBy), eq(invoicePayments.commandId, commandId)));
  if (!row) return null;
  return row.invoiceId === invoiceId && row.method === method ? row : refuse("COMMAND_ID_REUSED");
};

/** Records what the payment covers. If the same command came twice at once, both get the first one's row. */
export const recordPayment = async (database: Database, payment: NewPayment): Promise<InvoicePayment> => {
  await database.db
    .insert(invoicePayments)
    .values({ ...payment, id: randomUUID(), createdAt: clockNow })
    .onConflictDoNothing();
  const row = await askedBefore(database, payment);
  if (!row) throw new Error("the payment was not recorded");
  return row;
};

/**
 * Returns what is due on the invoice now, or as much of it as the amount pays. Refuses an invoice on which nothing is
 * due.
 */
export const dueParts = ({ lots, remaining }: Invoice, amount = remaining): readonly InvoicePart[] => {
  const parts = partsOfPayment(lots, amount).map(({ lot, part }) => ({
    settlementId: lot._id,
    auctionId: lot.auction._id,
    amountMinor: toMinor(part),
  }));
  if (parts.length === 0) return refuse("SETTLEMENT_CLOSED", { message: "Nothing is due on this invoice." });
  if (parts.length <= INVOICE_LOTS_MAX) return parts;
  const message = `One payment covers at most ${INVOICE_LOTS_MAX} lots. Please pay some of them one by one first.`;
  return refuse("SETTLEMENT_CLOSED", { message });
};

/**
 * Promises for each part of a payment in dollars how many naira it costs: at the rate that was promised for its debt and
 * still holds, otherwise at the present one. A promise at the present rate begins anew.
 */
export const withPromises = async (
  database: Database,
  parts: readonly InvoicePart[],
  rates: ExchangeRates,
): Promise<readonly InvoicePart[]> => {
  const ids = parts.map(({ settlementId }) => settlementId);
  const [promised, nowMs] = await Promise.all([promisedRates(database, ids), readNow(database.db)]);
  return parts.map((part) => {
    const quote = promised.get(part.settlementId);
    const isKept = quote !== undefined && quote.usdToNgn !== rates.USD_TO_NGN;
    const usdToNgn = isKept ? quote.usdToNgn : rates.USD_TO_NGN;
    const until = isKept ? quote.until : nowMs + PROMISED_MINUTES * 60_000;
    const ngnMinor = inNairaMinor(part.amountMinor, "USD", { ...rates, USD_TO_NGN: usdToNgn });
    return { ...part, promise: { ngnMinor, usdToNgn, until } };
  });
};

/** The naira that an online payment takes; those of lots in naira are their own. */
export const nairaOf = (parts: readonly InvoicePart[]): Minor =>
  parts.reduce((sum, { amountMinor, promise }) => sum + (promise?.ngnMinor ?? amountMinor), 0) as Minor;

/** Contains spaces, which no client can send in a command's id. */
export const partIdOf = ({ id }: Pick<InvoicePayment, "id">, n: number): string => `invoice ${id} ${n + 1}`;

/** The commands of the person who pays or books it. Money above what is due comes with the last part. */
const commandsOf = (payment: InvoicePayment, userId: string): UserCommand[] => {
  const { id: invoicePaymentId, method, parts, amountMinor, reference, note } = payment;
  const extra = amountMinor - parts.reduce((sum, part) => sum + part.amountMinor, 0);
  return parts.map(({ settlementId, auctionId, amountMinor: due }, n): UserCommand => {
    const of = { userId, auctionId, settlementId, commandId: partIdOf(payment, n), invoicePaymentId };
    if (method === "balance") return { ...of, type: "PayFromBalance" };
    if (method === "online") throw new Error("an online payment is booked when it arrives");
    const came = (due + (n === parts.length - 1 ? extra : 0)) as Minor;
    return { ...of, type: "BookPayment", method, amountMinor: came, reference, note };
  });
};

/** Carries the payment out for the person who pays or books it. Done twice it does nothing more. */
export const carryOutPayment = async (
  { database, engine }: Pick<RouteDeps, "database" | "engine">,
  payment: InvoicePayment,
  userId: string,
  remainingNgn: number,
): Promise<void> => {
  const { outcome } = await engine.submitTogether(commandsOf(payment, userId));
  if (outcome.ok) return;
  const { error } = outcome;
  if (error.code === "SETTLEMENT_CLOSED") {
    const message =
      "A lot of this invoice can no longer be paid. Nothing was booked. Look at the invoice and try again.";
    return refuse("SETTLEMENT_CLOSED", { message });
  }
  if (error.code !== "INSUFFICIENT_BALANCE") throw new RefusedError(error);
  // The engine's sentence is about one of the lots, with the balance that those before it leave.
  const [payer] = await database.db.select({ minor: users.balanceMinor }).from(users).where(eq(users.id, userId));
  const balance = toMajor(payer?.minor ?? (0 as Minor));
  const message = `You need ${formatMoney(remainingNgn, "NGN")} to pay all lots of this invoice. Your balance is ${formatMoney(balance, "NGN")}.`;
  throw new RefusedError(refusal("INSUFFICIENT_BALANCE", { message, required: remainingNgn, balance }));
};

/** The reference of a part of an online payment. The payment service knows the part before the slash. */
const partReference = (reference: string, n: number): string => `${reference}/${n + 1}`;

/**
 * Books an online payment of an invoice, in whatever state its lots are: money for a lot that is no longer due goes to the
 * balance. False if it is unknown whether it was booked.
 */
export const bookOnlineInvoice = async (
  { database, engine }: { readonly database: Database; readonly engine: Pick<AuctionEngine, "submitTogether"> },
  online: { readonly reference: string; readonly userId: string; readonly invoicePaymentId: string },
  bookingIdOf: (reference: string) => string,
): Promise<boolean> => {
  const { reference, userId, invoicePaymentId } = online;
  const payment = await findInvoicePayment(database, invoicePaymentId);
  if (!payment) throw new Error(`there is no payment ${invoicePaymentId} of an invoice`);
  const commands = payment.parts.map(({ settlementId, auctionId, amountMinor, promise }, n): UserCommand => {
    const part = partReference(reference, n);
    const ngnMinor = (promise?.ngnMinor ?? amountMinor) as Minor;
    const money = { ngnMinor, worthMinor: amountMinor as Minor, worthUntil: promise?.until ?? 0 };
    const of = { userId, auctionId, settlementId, invoicePaymentId, commandId: bookingIdOf(part) };
    return { ...of, ...money, type: "CreditOnlinePayment", reference: part };
  });
  return (await engine.submitTogether(commands)).outcome.ok;
};
