// Adds money to a balance, or pays for a win or a purchase, online. It starts a payment, and credits or books it once
// when Paystack says that it was made, whether the webhook, the payer's own page or the sweep reports it first. It must
// publish nothing before the commit.

import { createHash } from "node:crypto";
import { refusal } from "@jara/shared/errors";
import { type Minor, toMinor } from "@jara/shared/money";
import { TOP_UP_MAX } from "@jara/shared/rest/top-ups";
import * as z from "zod/mini";
import { shareOf } from "../../auction/state.ts";
import type { Database } from "../../platform/database/database.ts";
import { guardRows } from "../../platform/jobs/guard-rows.ts";
import type { Result } from "../../platform/lib/result.ts";
import { type Paystack, transaction, type Verified } from "./paystack.ts";
import {
  claimCheck,
  claimDueChecks,
  creditTopUp,
  failTopUp,
  failUnopenedTopUp,
  findTopUp,
  makeTopUp,
  type NewTopUp,
  openTopUp,
  type Quote,
  quoteOf,
  type TopUp,
} from "./queries.ts";
import { isSignedWith } from "./signature.ts";

const SWEEP_AT_ONCE = 20;

export interface TopUpsDeps {
  readonly database: Database;
  readonly paystack: Paystack;
  readonly secretKey: string;
  readonly isSandbox: boolean;
  readonly hasRateLimits: boolean;
  readonly publicUrl: string;
  /**
   * The present debt that an online payment is for, in naira at this rate; null if nothing is due from this person. Without
   * a rate: at the one in force.
   */
  readonly dueOf: (settlementId: string, userId: string, usdToNgn?: number) => Promise<Due | null>;
  /**
   * Books an online payment of a settlement once, in whatever state the settlement is. False if it is unknown whether
   * it was booked.
   */
  readonly book: (payment: OnlinePayment) => Promise<boolean>;
  /** Called after the commit, once for each credit. */
  readonly credited: (userId: string, balanceMinor: number) => void;
  readonly log: Log;
}

export interface Due {
  readonly auctionId: string;
  /** The payer still owes this much: in the auction's currency, and in NGN kobo at the present rate. */
  readonly remainingMinor: Minor;
  readonly remainingNgnMinor: Minor;
  /** Naira for a dollar, as they were converted. */
  readonly usdToNgn: number;
}

export interface OnlinePayment {
  readonly reference: string;
  readonly userId: string;
  readonly auctionId: string;
  readonly settlementId: string;
  readonly ngnMinor: Minor;
  readonly worthMinor: Minor;
  /** The worth holds for money that arrives by this time (epoch ms). */
  readonly worthUntil: number;
}

/** For a lot in another currency: what the payment counts for, and until when. */
export interface Promised {
  readonly amountMinor: Minor;
  readonly ngnMinor: Minor;
  readonly until: number;
}

interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface TopUps {
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
  /** Takes a webhook as it arrived. False: Paystack did not sign it, and nothing was done. */
  receive(body: Buffer, signature: unknown): Promise<boolean>;
  /** Asks Paystack about a user's pending payment, at most every few seconds. */
  check(reference: string, userId: string): Promise<void>;
  /** Asks Paystack about the payments that were not checked for a while. */
  sweep(signal?: AbortSignal): Promise<void>;
}

const referencePattern = /^(topup|payment)-[0-9a-f]{32}$/;
export const isTopUpReference = (text: string): boolean => referencePattern.test(text);

/**
 * The id of the command that books an online payment. It depends on the reference alone, so that the payment counts
 * once, whoever reports it. It contains a space, which no client can send in a command's id: the payer knows the
 * reference, and a client's command with the same id would keep the payment from being booked.
 */
export const bookingIdOf = (reference: string): string => `online ${reference}`;

const webhook = z.object({ event: z.string(), data: z.unknown() });

export const createTopUps = (deps: TopUpsDeps): TopUps => {
  const { database, paystack, isSandbox, log } = deps;
  const { credit, settle } = createCrediting(deps);
  const guard = guardRows(database, "online-payments", log);

  return {
    ...createStarter(deps),

    async receive(body, signature) {
      if (!isSignedWith(body, signature, deps.secretKey)) return false;
      const event = webhook.safeParse(jsonOf(body));
      if (event.data?.event !== "charge.success") {
        log.info({ event: event.data?.event ?? null }, "a webhook of another kind; ignored");
        return true;
      }
      const paid = transaction.safeParse(event.data.data);
      if (!paid.success || paid.data.status !== "success" || !isTopUpReference(paid.data.reference)) {
        log.error({ reference: paid.data?.reference ?? null }, "a payment without a top-up; not credited");
        return true;
      }
      const { reference, amount, currency } = paid.data;
      await credit({ reference, amountMinor: amount, currency });
      return true;
    },

    async check(reference, userId) {
      if (!(await claimCheck(database, reference, userId, isSandbox))) return;
      await settle(reference, await paystack.verify(reference), false);
    },

    async sweep(signal) {
      for (;;) {
        const due = await claimDueChecks(database, isSandbox, SWEEP_AT_ONCE);
        for (const { reference, isOld } of due) {
          if (signal?.aborted) return;
          await guard.tries(reference, async () => settle(reference, await paystack.verify(reference, signal), isOld));
        }
        if (due.length < SWEEP_AT_ONCE) return;
      }
    },
  };
};

/** Credits what Paystack says was paid, once, to a balance or to what is due. */
const createCrediting = (deps: TopUpsDeps) => {
  const { database, isSandbox, log } = deps;

  const credit = async (payment: { reference: string; amountMinor: number; currency: string }): Promise<void> => {
    const { reference, amountMinor, currency } = payment;
    const known = await findTopUp(database, reference);
    if (known?.ofSettlement && known.status !== "paid") return bookOnline(known, payment);
    const done = currency === "NGN" ? await creditTopUp(database, { reference, amountMinor, isSandbox }) : null;
    if (done) {
      log.info({ reference, amountMinor, userId: done.userId }, "top-up credited");
      deps.credited(done.userId, done.balanceMinor);
      return;
    }
    const topUp = await findTopUp(database, reference);
    if (topUp?.status === "paid") return;
    log.error({ payment, expectedMinor: topUp?.amountMinor ?? null }, "a payment that matches no top-up; not credited");
    await failTopUp(database, reference);
  };

  /** The engine books it and marks the row in the same statement. */
  const bookOnline = async (
    { reference, userId, amountMinor, ofSettlement, ...row }: TopUp,
    payment: { amountMinor: number; currency: string },
  ): Promise<void> => {
    const isExact = payment.currency === "NGN" && payment.amountMinor === amountMinor && row.isSandbox === isSandbox;
    if (!isExact || !ofSettlement) {
      log.error({ payment, expectedMinor: amountMinor }, "a payment that matches no settlement's; not booked");
      return failTopUp(database, reference);
    }
    const { quotedUsdToNgn: _, ...debt } = ofSettlement;
    const isBooked = await deps.book({ reference, userId, ngnMinor: amountMinor, ...debt });
    if (isBooked) log.info({ reference, amountMinor, userId }, "online payment booked");
    else log.warn({ reference }, "an online payment was not booked yet; it is tried again");
  };

  const settle = async (reference: string, verified: Verified, isLast: boolean): Promise<void> => {
    if (verified.kind === "paid") return credit({ reference, ...verified });
    if (verified.kind === "unreachable") log.warn({ reference, why: verified.why }, "a query to Paystack failed");
    else if (verified.kind === "failed" || isLast) await failTopUp(database, reference);
  };

  return { credit, settle };
};

/** Starts payments at Paystack. */
const createStarter = (deps: TopUpsDeps): Pick<TopUps, "start" | "startFor"> => {
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
    payment: Pick<NewTopUp, "reference" | "userId" | "amountMinor" | "ofSettlement">,
    email: string,
    page: string,
  ): ReturnType<TopUps["start"]> => {
    // Take these fields by name, because `payment` may be a whole row.
    const { reference, userId, amountMinor, ofSettlement } = payment;
    const made = { reference, userId, amountMinor, ofSettlement, isSandbox, hasLimit: deps.hasRateLimits };
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

  /**
   * The debt at the rate that was promised for it and still holds, otherwise at the present one. A promise at the present
   * rate begins anew, because that gives nobody a choice of rates.
   */
  const dueAtQuote = async (settlementId: string, userId: string): Promise<(Due & { quote: Quote | null }) | null> => {
    const due = await deps.dueOf(settlementId, userId);
    const quote = await quoteOf(database, settlementId);
    if (!due || !quote || quote.usdToNgn === due.usdToNgn) return due && { ...due, quote: null };
    const atQuote = await deps.dueOf(settlementId, userId, quote.usdToNgn);
    return atQuote && { ...atQuote, quote };
  };

  /** Adds what the payment counts for, if its lot is in another currency. */
  const withPromise = async (
    reference: string,
    started: Awaited<ReturnType<TopUps["start"]>>,
  ): ReturnType<TopUps["startFor"]> => {
    if (!started.ok) return started;
    const topUp = await findTopUp(database, reference);
    const debt = topUp?.ofSettlement;
    const isDollar = debt && debt.worthMinor !== topUp.amountMinor;
    const promised = isDollar
      ? { amountMinor: debt.worthMinor, ngnMinor: topUp.amountMinor, until: debt.worthUntil }
      : null;
    return { ok: true, value: { ...started.value, promised } };
  };

  return {
    async start({ userId, email, amountMinor, commandId }) {
      const reference = referenceOf("topup", isSandbox, userId, commandId);
      return startWith({ reference, userId, amountMinor, ofSettlement: null }, email, "/profile?topUp=");
    },

    async startFor({ userId, email, settlementId, commandId }) {
      const reference = referenceOf("payment", isSandbox, userId, commandId);
      // The same command again answers the payment that it started, whatever is due by now.
      const known = await findTopUp(database, reference);
      if (known?.ofSettlement && known.ofSettlement.settlementId === settlementId) {
        const page = pageOf(known.ofSettlement.auctionId);
        return withPromise(reference, await startWith({ ...known, ofSettlement: null }, email, page));
      }
      if (known) return { ok: false, error: refusal("COMMAND_ID_REUSED") };
      const due = await dueAtQuote(settlementId, userId);
      if (!due || due.remainingMinor === 0) return { ok: false, error: refusal("SETTLEMENT_CLOSED") };
      const { auctionId, remainingMinor, remainingNgnMinor, usdToNgn: quotedUsdToNgn, quote } = due;
      // Paystack takes no more in one payment, so a larger amount is paid in parts.
      const amountMinor = Math.min(remainingNgnMinor, LARGEST_MINOR) as Minor;
      const worthMinor = shareOf(remainingMinor, amountMinor, remainingNgnMinor) as Minor;
      const ofSettlement = { settlementId, auctionId, worthMinor, quotedUsdToNgn, quote };
      const started = await startWith({ reference, userId, amountMinor, ofSettlement }, email, pageOf(auctionId));
      return withPromise(reference, started);
    },
  };
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

const jsonOf = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return null;
  }
};
