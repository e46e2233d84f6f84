// Starts a payment at Paystack, of money for a balance or of what is due for a win or a purchase. The same command again
// gives the same payment.
import { createHash } from "node:crypto";
import { refusal } from "@jara/shared/errors";
import { type Minor, toMinor } from "@jara/shared/money";
import { TOP_UP_MAX } from "@jara/shared/rest/top-ups";
import { shareOf } from "../../auction/state.ts";
import { promisedRates, type Quote } from "../../engine/reads/promised-rates.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Result } from "../../platform/lib/result.ts";
import type { Paystack } from "./paystack.ts";
import { failUnopenedTopUp, findTopUp, makeTopUp, type NewTopUp, openTopUp } from "./queries.ts";

export interface StarterDeps {
  readonly database: Database;
  readonly paystack: Paystack;
  readonly isSandbox: boolean;
  readonly hasRateLimits: boolean;
  readonly publicUrl: string;
  /**
   * The present debt that an online payment is for, in naira at this rate; null if nothing is due from this person. Without
   * a rate: at the one in force.
   */
  readonly dueOf: (settlementId: string, userId: string, usdToNgn?: number) => Promise<Due | null>;
  readonly log: { error(details: object, message: string): void };
}

export interface Due {
  readonly auctionId: string;
  /** The payer still owes this much: in the auction's currency, and in NGN kobo at the present rate. */
  readonly remainingMinor: Minor;
  readonly remainingNgnMinor: Minor;
  /** Naira for a dollar, as they were converted. */
  readonly usdToNgn: number;
}

/** For a lot in another currency: what the payment counts for, and until when. */
export interface Promised {
  readonly amountMinor: Minor;
  readonly ngnMinor: Minor;
  readonly until: number;
}

export interface Starter {
  /** The same command again returns the same reference. If Paystack was away, the command tries again. */
  start(command: {
    readonly userId: string;
    readonly email: string;
    readonly amountMinor: Minor;
    readonly commandId: string;
  }): Promise<Result<{ reference: string; authorizationUrl: string }>>;
  /** Starts an online payment of what is due for a win or a purchase, or of as much as one payment may be. */
  startFor(command: {
    readonly userId: string;
    readonly email: string;
    readonly settlementId: string;
    readonly commandId: string;
  }): Promise<Result<{ reference: string; authorizationUrl: string; promised: Promised | null }>>;
  /** Starts an online payment of all that is due on an invoice. `amountMinor`: NGN. */
  startForInvoice(command: {
    readonly userId: string;
    readonly email: string;
    readonly amountMinor: Minor;
    readonly invoicePaymentId: string;
    readonly commandId: string;
  }): Promise<Result<{ reference: string; authorizationUrl: string }>>;
}

export const createStarter = (deps: StarterDeps): Starter => {
  const { database, paystack, isSandbox, log } = deps;

  const open = async (
    reference: string,
    email: string,
    amountMinor: number,
    page: string,
  ): Promise<ReturnType<typeof no> | null> => {
    const returnUrl = `${deps.publicUrl}${page}${reference}`;
    const answered = await paystack.initialize({ reference, email, amountMinor, returnUrl });
    if (answered.kind === "open") {
      await openTopUp(database, reference, answered.authorizationUrl);
      return null;
    }
    await failUnopenedTopUp(database, reference);
    log.error({ reference, answered }, "Paystack did not start a payment");
    return no(sentences[answered.kind]);
  };

  /** A second request during the first one waits for the same answer. */
  const opening = new Map<string, ReturnType<typeof open>>();
  const openOnce = (...[reference, ...rest]: Parameters<typeof open>): ReturnType<typeof open> => {
    const running = opening.get(reference) ?? open(reference, ...rest).finally(() => opening.delete(reference));
    opening.set(reference, running);
    return running;
  };

  const startWith = async (
    payment: Pick<NewTopUp, "reference" | "userId" | "amountMinor" | "ofSettlement" | "invoicePaymentId">,
    email: string,
    page: string,
  ): ReturnType<Starter["start"]> => {
    // Take these fields by name, because `payment` may be a whole row.
    const { reference, userId, amountMinor, ofSettlement, invoicePaymentId } = payment;
    const owed = { ofSettlement, ...(invoicePaymentId && { invoicePaymentId }) };
    const made = { reference, userId, amountMinor, ...owed, isSandbox, hasLimit: deps.hasRateLimits };
    const topUp = await makeTopUp(database, made);
    if (!topUp) {
      const message = "You have started many payments without finishing them. Please try again in an hour.";
      return { ok: false, error: refusal("RATE_LIMITED", { message, retryAfterMs: 60 * 60 * 1000 }) };
    }
    if (topUp.amountMinor !== amountMinor) return { ok: false, error: refusal("COMMAND_ID_REUSED") };
    const refused = topUp.authorizationUrl === null ? await openOnce(reference, email, amountMinor, page) : null;
    const authorizationUrl = topUp.authorizationUrl ?? (await findTopUp(database, reference))?.authorizationUrl;
    // Another node may have opened it meanwhile.
    if (authorizationUrl) return { ok: true, value: { reference, authorizationUrl } };
    return refused ?? no(sentences.duplicate);
  };

  return {
    async start({ userId, email, amountMinor, commandId }) {
      const reference = referenceOf("topup", isSandbox, userId, commandId);
      return startWith({ reference, userId, amountMinor, ofSettlement: null }, email, "/profile?topUp=");
    },

    async startForInvoice({ userId, email, amountMinor, invoicePaymentId, commandId }) {
      const reference = referenceOf("payment", isSandbox, userId, commandId);
      const known = await findTopUp(database, reference);
      if (known && known.invoicePaymentId !== invoicePaymentId)
        return { ok: false, error: refusal("COMMAND_ID_REUSED") };
      const payment = { reference, userId, amountMinor, ofSettlement: null, invoicePaymentId };
      return startWith(payment, email, "/purchases?payment=");
    },

    async startFor({ userId, email, settlementId, commandId }) {
      const reference = referenceOf("payment", isSandbox, userId, commandId);
      // The same command again answers the payment that it started, whatever is due by now.
      const known = await findTopUp(database, reference);
      if (known?.ofSettlement && known.ofSettlement.settlementId === settlementId) {
        const page = pageOf(known.ofSettlement.auctionId);
        return withPromise(database, reference, await startWith({ ...known, ofSettlement: null }, email, page));
      }
      if (known) return { ok: false, error: refusal("COMMAND_ID_REUSED") };
      const due = await dueAtQuote(deps, settlementId, userId);
      if (!due || due.remainingMinor === 0) return { ok: false, error: refusal("SETTLEMENT_CLOSED") };
      const { auctionId, remainingMinor, remainingNgnMinor, usdToNgn: quotedUsdToNgn, quote } = due;
      // Paystack takes no more in one payment, so a larger amount is paid in parts.
      const amountMinor = Math.min(remainingNgnMinor, LARGEST_MINOR) as Minor;
      const worthMinor = shareOf(remainingMinor, amountMinor, remainingNgnMinor) as Minor;
      const ofSettlement = { settlementId, auctionId, worthMinor, quotedUsdToNgn, quote };
      const started = await startWith({ reference, userId, amountMinor, ofSettlement }, email, pageOf(auctionId));
      return withPromise(database, reference, started);
    },
  };
};

/**
 * The debt at the rate that was promised for it and still holds, otherwise at the present one. A promise at the present
 * rate begins anew, because that gives nobody a choice of rates.
 */
const dueAtQuote = async (
  { database, dueOf }: StarterDeps,
  settlementId: string,
  userId: string,
): Promise<(Due & { quote: Quote | null }) | null> => {
  const due = await dueOf(settlementId, userId);
  const quote = (await promisedRates(database, [settlementId])).get(settlementId);
  if (!due || !quote || quote.usdToNgn === due.usdToNgn) return due && { ...due, quote: null };
  const atQuote = await dueOf(settlementId, userId, quote.usdToNgn);
  return atQuote && { ...atQuote, quote };
};

/** Adds what the payment counts for, if its lot is in another currency. */
const withPromise = async (
  database: Database,
  reference: string,
  started: Awaited<ReturnType<Starter["start"]>>,
): ReturnType<Starter["startFor"]> => {
  if (!started.ok) return started;
  const topUp = await findTopUp(database, reference);
  const debt = topUp?.ofSettlement;
  const isDollar = debt && debt.worthMinor !== topUp.amountMinor;
  const promised = isDollar
    ? { amountMinor: debt.worthMinor, ngnMinor: topUp.amountMinor, until: debt.worthUntil }
    : null;
  return { ok: true, value: { ...started.value, promised } };
};

const LARGEST_MINOR = toMinor(TOP_UP_MAX);

/** The payer returns to this page. */
const pageOf = (auctionId: string): string => `/auction/${auctionId}?payment=`;

const sentences = {
  unreachable: "The payment service cannot be reached at the moment. No money has moved. Please try again.",
  refused: "The payment service did not accept this payment. No money has moved. Please try again later.",
  duplicate: "The payment could not be started. No money has moved. Please try again.",
} as const;

const no = (message: string) => ({ ok: false as const, error: refusal("UNAVAILABLE", { message }) });

/** The same command gives the same reference on any node and after a restart. No other user's command gives it. */
const referenceOf = (what: "topup" | "payment", isSandbox: boolean, userId: string, commandId: string): string => {
  const made = createHash("sha256").update(JSON.stringify([isSandbox, userId, commandId]));
  return `${what}-${made.digest("hex").slice(0, 32)}`;
};
