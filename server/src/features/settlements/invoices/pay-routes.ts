// POST /api/invoices/{id}/payments: one payment for all lots of an invoice, by its buyer, or booked by the staff.
import * as calls from "@jara/shared/calls/invoices";
import { formatMoney, type Minor, toMajor, toMinor } from "@jara/shared/money";
import type { Invoice, PayInvoiceBody } from "@jara/shared/rest/invoices";
import { TOP_UP_MAX } from "@jara/shared/rest/top-ups";
import { toIso } from "../../../auction/view/to-public.ts";
import { interestsOf } from "../../../engine/reads/interests.ts";
import type { App } from "../../../platform/http/app.ts";
import { orRefuse, refuse, refuseField } from "../../../platform/http/refused.ts";
import { commandIdOf } from "../../../platform/http/requests.ts";
import { serve } from "../../../platform/http/serve.ts";
import type { Result } from "../../../platform/lib/result.ts";
import type { Caller } from "../../accounts/caller.ts";
import { bookTransfer } from "../../booked-before.ts";
import type { RouteDeps } from "../../route-deps.ts";
import type { CarryOut, SecondPerson } from "../../second-person.ts";
import { makeInvoices } from "./make-invoices.ts";
import {
  askedBefore,
  carryOutPayment,
  dueParts,
  findInvoicePayment,
  type InvoicePayment,
  nairaOf,
  partIdOf,
  recordPayment,
  withPromises,
} from "./pay-invoice.ts";
import { findInvoice, hasAny } from "./queries.ts";

/** Starts an online payment of a whole invoice, in naira; null where the site takes no payments online. */
type StartInvoiceOnline = (command: {
  readonly userId: string;
  readonly email: string;
  readonly amountMinor: Minor;
  readonly invoicePaymentId: string;
  readonly commandId: string;
}) => Promise<Result<{ reference: string; authorizationUrl: string }>>;

interface PayDeps extends Pick<RouteDeps, "database" | "engine"> {
  readonly startOnline: StartInvoiceOnline | null;
  readonly secondPerson: SecondPerson;
}

const notFound = () => refuse("NOT_FOUND", { message: "Invoice not found" });

type Parts = Pick<InvoicePayment, "parts" | "amountMinor" | "reference" | "note">;
type OwnWay = Extract<PayInvoiceBody, { method: "balance" | "online" }>;
type Booked = Extract<PayInvoiceBody, { method: "transfer" | "cash" }>;

/** Returns the function that carries out a booking after a second person approved it. */
export const serveInvoicePayments = (app: App, deps: PayDeps, caller: Caller): CarryOut => {
  const { database, engine } = deps;

  serve(app, calls.payInvoice, async ({ params, body, request }) => {
    const commandId = body.commandId ?? commandIdOf(request);
    const found = (await findInvoice(database, params.id, engine.rates)) ?? notFound();
    if (body.method !== "balance" && body.method !== "online") {
      await caller.permitted(request, "settlements:book");
      return await book(deps, await caller.staff(request), found, body, commandId);
    }
    const payer = await caller.bidder(request, "pay");
    // Another person's invoice gets the same answer as an unknown one.
    if (found.buyer._id !== payer.id) return notFound();
    return await payOwn(deps, payer, found, body, commandId);
  });

  return async ({ actorId, request }) => {
    const { invoicePaymentId = "", isSplit, isAnother } = request as OrderRequest;
    const payment = await findInvoicePayment(database, invoicePaymentId);
    const invoice = payment && (await findInvoice(database, payment.invoiceId, engine.rates));
    if (!payment || !invoice) return notFound();
    await refuseForStaff(deps, actorId, invoice);
    await oneTransferOnce(deps, payment, actorId, { isSplit, isAnother, comesAgain: true }, () =>
      carryOutPayment(deps, payment, actorId, invoice.remainingNgn),
    );
  };
};

/** The invoice with the lots that came since it was read. */
const newest = async ({ database, engine }: PayDeps, { _id, buyer }: Invoice): Promise<Invoice> => {
  await makeInvoices(database, buyer._id);
  return (await findInvoice(database, _id, engine.rates)) ?? notFound();
};

const answerOf = async ({ database, engine }: PayDeps, { _id }: Invoice) => {
  return { invoice: (await findInvoice(database, _id, engine.rates)) ?? notFound() };
};

/**
 * The payment that the command asks for. A refusal may come from what the same command, sent twice at once, has paid
 * meanwhile: then its payment is the answer.
 */
const recordOnce = async (
  deps: PayDeps,
  found: Invoice,
  asked: Parameters<typeof askedBefore>[1],
  make: (invoice: Invoice) => Promise<Parts>,
): Promise<{ readonly invoice: Invoice; readonly payment: InvoicePayment }> => {
  const { database } = deps;
  const before = await askedBefore(database, asked);
  if (before) return { invoice: found, payment: before };
  try {
    const invoice = await newest(deps, found);
    return { invoice, payment: await recordPayment(database, { ...asked, ...(await make(invoice)) }) };
  } catch (error) {
    const twin = await askedBefore(database, asked);
    if (!twin) throw error;
    return { invoice: found, payment: twin };
  }
};

const payOwn = async (
  deps: PayDeps,
  { id: askedBy, email }: { readonly id: string; readonly email: string },
  found: Invoice,
  { method, seen }: OwnWay,
  commandId: string,
) => {
  const { startOnline } = deps;
  const asked = { invoiceId: found._id, askedBy, commandId, method };
  const { invoice, payment } = await recordOnce(deps, found, asked, (invoice) =>
    ownPayment(deps, invoice, method, seen),
  );
  if (method === "balance") {
    await carryOutPayment(deps, payment, askedBy, invoice.remainingNgn);
    return await answerOf(deps, invoice);
  }
  const message = "Paying online is not available at the moment. Please pay by bank transfer or from your balance.";
  if (!startOnline) return refuse("NOT_FOUND", { message });
  const { amountMinor, parts, id: invoicePaymentId } = payment;
  const ngnMinor = nairaOf(parts);
  const link = orRefuse(
    await startOnline({ userId: askedBy, email, amountMinor: ngnMinor, invoicePaymentId, commandId }),
  );
  if (invoice.currency === "NGN") return link;
  const until = Math.min(...parts.map(({ promise }) => promise?.until ?? 0));
  const promise = { amount: toMajor(amountMinor), amountNgn: toMajor(ngnMinor), until: toIso(until) };
  return { ...link, promise };
};

const ownPayment = async (
  { database, engine }: PayDeps,
  invoice: Invoice,
  method: OwnWay["method"],
  seen: number | undefined,
) => {
  const { remaining, currency } = invoice;
  if (seen !== undefined && toMinor(seen) !== toMinor(remaining)) {
    const message = `${formatMoney(remaining, currency)} is due on this invoice now. Please look at it and pay again.`;
    refuse("VALUE_CHANGED", { message });
  }
  const due = dueParts(invoice);
  const isPromised = method === "online" && currency !== "NGN";
  const parts = isPromised ? await withPromises(database, due, engine.rates) : due;
  if (method === "online" && nairaOf(parts) > toMinor(TOP_UP_MAX)) {
    refuseField(
      "method",
      `One online payment is at most ${formatMoney(TOP_UP_MAX, "NGN")}. Please pay the lots one by one`,
    );
  }
  return { parts, amountMinor: toMinor(remaining), reference: null, note: null };
};

interface Says {
  readonly isSplit?: boolean | undefined;
  readonly isAnother?: boolean | undefined;
  readonly comesAgain?: boolean;
}
/** The request that waits for a second person. `method` and `reference` are compared with other bookings. */
interface OrderRequest extends Says {
  readonly invoicePaymentId?: string;
}

const refuseForStaff = async ({ database }: PayDeps, staffId: string, invoice: Invoice): Promise<void> => {
  if (invoice.buyer._id === staffId || hasAny(await interestsOf(database, staffId), invoice))
    refuse("CONFLICT_OF_INTEREST");
};

/** The lots of one payment have one transfer: it is compared with earlier ones as a booking of its first lot. */
const oneTransferOnce = <T>(
  { database }: PayDeps,
  payment: InvoicePayment,
  actorId: string,
  says: Says,
  change: () => Promise<T>,
): Promise<T> => {
  const { method, reference, parts } = payment;
  if (method !== "transfer" || reference === null) return change();
  const settlementId = parts[0]?.settlementId ?? null;
  return bookTransfer(database, { actorId, settlementId, commandId: partIdOf(payment, 0), reference, ...says }, change);
};

const book = async (
  deps: PayDeps,
  { id: askedBy }: Awaited<ReturnType<Caller["staff"]>>,
  found: Invoice,
  body: Booked,
  commandId: string,
) => {
  const { secondPerson } = deps;
  const { method, isSplit, isAnother } = body;
  await refuseForStaff(deps, askedBy, found);
  const asked = { invoiceId: found._id, askedBy, commandId, method };
  const { invoice, payment } = await recordOnce(deps, found, asked, async (invoice) => booking(invoice, body));
  if (payment.amountMinor !== toMinor(body.amount)) return refuse("COMMAND_ID_REUSED");
  return await oneTransferOnce(deps, payment, askedBy, { isSplit, isAnother }, async () => {
    const approval = await secondPerson.ask(orderOf(deps, payment, invoice, { isSplit, isAnother }));
    if (approval) return { approval };
    await carryOutPayment(deps, payment, askedBy, invoice.remainingNgn);
    return await answerOf(deps, invoice);
  });
};

const booking = (invoice: Invoice, { amount, reference, note }: Booked) => ({
  parts: dueParts(invoice, amount),
  amountMinor: toMinor(amount),
  reference: reference || null,
  note: note || null,
});

const orderOf = (
  { engine }: PayDeps,
  payment: InvoicePayment,
  { number, buyer, currency }: Invoice,
  { isSplit, isAnother }: Says,
) => {
  const { id, askedBy, method, amountMinor, reference, note, parts } = payment;
  const lots = parts.length === 1 ? "1 lot" : `${parts.length} lots`;
  return {
    kind: "booking" as const,
    actorId: askedBy,
    userId: buyer._id,
    amountMinor: currency === "NGN" ? amountMinor : Math.ceil(amountMinor * engine.rates.USD_TO_NGN),
    settlementId: parts[0]?.settlementId ?? null,
    auctionId: parts[0]?.auctionId ?? null,
    request: { invoicePaymentId: id, method, amountMinor, reference, isSplit, isAnother },
    reason: [`Invoice ${number}, ${lots}.`, note].filter(Boolean).join(" "),
    commandId: partIdOf(payment, 0),
  };
};

export const isOfInvoice = (request: object): boolean => "invoicePaymentId" in request;
