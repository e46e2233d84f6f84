// Adds money to a balance, or pays for a win or a purchase, online. It starts a payment, and credits or books it once
// when Paystack says that it was made, whether the webhook, the payer's own page or the sweep reports it first. It must
// publish nothing before the commit.

import type { Minor } from "@jara/shared/money";
import * as z from "zod/mini";
import { guardRows } from "../../platform/jobs/guard-rows.ts";
import { createFollower } from "./follow-payments.ts";
import { transaction, type Verified } from "./paystack.ts";
import { claimCheck, claimDueChecks, creditTopUp, failTopUp, findTopUp, type TopUp } from "./queries.ts";
import { isSignedWith } from "./signature.ts";
import { createStarter, type Starter, type StarterDeps } from "./start-payments.ts";

const SWEEP_AT_ONCE = 20;

export interface TopUpsDeps extends StarterDeps {
  readonly secretKey: string;
  /**
   * Books an online payment of a settlement once, in whatever state the settlement is. False if it is unknown whether
   * it was booked.
   */
  readonly book: (payment: OnlinePayment) => Promise<boolean>;
  /** The same for a payment of a whole invoice. */
  readonly bookInvoice: (payment: OnlineInvoicePayment) => Promise<boolean>;
  /** Called after the commit, once for each credit. */
  readonly credited: (userId: string, balanceMinor: number) => void;
  /** Called after the commit by which a payment of this person was paid or failed. */
  readonly closed: (userId: string) => void;
  readonly log: Log;
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

interface OnlineInvoicePayment {
  readonly reference: string;
  readonly userId: string;
  readonly invoicePaymentId: string;
}

interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface TopUps extends Starter {
  /** Takes a webhook as it arrived. False: Paystack did not sign it, and nothing was done. */
  receive(body: Buffer, signature: unknown): Promise<boolean>;
  /** Asks Paystack about a user's pending payment, at most every few seconds. */
  check(reference: string, userId: string): Promise<void>;
  /** Asks Paystack about a pending payment again and again for some minutes, because its payer waits for it. */
  follow(reference: string, userId: string): void;
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

  const check = async (reference: string, userId: string): Promise<void> => {
    if (!(await claimCheck(database, reference, userId, isSandbox))) return;
    await settle(reference, await paystack.verify(reference), false);
  };

  return {
    ...createStarter(deps),
    check,
    follow: createFollower(
      async (reference, userId) => {
        await check(reference, userId);
        return (await findTopUp(database, reference))?.status === "pending";
      },
      (err, reference) => log.warn({ err, reference }, "a payment could not be followed; the sweep asks about it"),
    ),

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
  const fail = async (reference: string): Promise<void> => {
    const failed = await failTopUp(database, reference);
    if (failed) deps.closed(failed.userId);
  };

  const credit = async (payment: { reference: string; amountMinor: number; currency: string }): Promise<void> => {
    const { reference, amountMinor, currency } = payment;
    const known = await findTopUp(database, reference);
    const isOwed = known?.ofSettlement || known?.invoicePaymentId;
    if (known && isOwed && known.status !== "paid") return bookOnline(known, payment);
    const done = currency === "NGN" ? await creditTopUp(database, { reference, amountMinor, isSandbox }) : null;
    if (done) {
      log.info({ reference, amountMinor, userId: done.userId }, "top-up credited");
      deps.credited(done.userId, done.balanceMinor);
      deps.closed(done.userId);
      return;
    }
    const topUp = await findTopUp(database, reference);
    if (topUp?.status === "paid") return;
    log.error({ payment, expectedMinor: topUp?.amountMinor ?? null }, "a payment that matches no top-up; not credited");
    await fail(reference);
  };

  /** The engine books it and marks the row in the same statement. */
  const bookOnline = async (
    { reference, userId, amountMinor, ofSettlement, invoicePaymentId, ...row }: TopUp,
    payment: { amountMinor: number; currency: string },
  ): Promise<void> => {
    const isExact = payment.currency === "NGN" && payment.amountMinor === amountMinor && row.isSandbox === isSandbox;
    if (!isExact) {
      log.error({ payment, expectedMinor: amountMinor }, "a payment that matches no settlement's; not booked");
      return fail(reference);
    }
    const isBooked = ofSettlement
      ? await bookDebt({ reference, userId, ngnMinor: amountMinor }, ofSettlement)
      : await deps.bookInvoice({ reference, userId, invoicePaymentId: invoicePaymentId ?? "" });
    if (isBooked) {
      log.info({ reference, amountMinor, userId }, "online payment booked");
      deps.closed(userId);
    } else log.warn({ reference }, "an online payment was not booked yet; it is tried again");
  };

  const bookDebt = (
    paid: Pick<OnlinePayment, "reference" | "userId" | "ngnMinor">,
    { quotedUsdToNgn: _, ...debt }: NonNullable<TopUp["ofSettlement"]>,
  ): Promise<boolean> => deps.book({ ...paid, ...debt });

  const settle = async (reference: string, verified: Verified, isLast: boolean): Promise<void> => {
    if (verified.kind === "paid") return credit({ reference, ...verified });
    if (verified.kind === "unreachable") log.warn({ reference, why: verified.why }, "a query to Paystack failed");
    else if (verified.kind === "failed" || isLast) await fail(reference);
  };

  return { credit, settle };
};

const jsonOf = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return null;
  }
};
