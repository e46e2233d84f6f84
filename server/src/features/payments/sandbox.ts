// Development only: a substitute for Paystack that implements its HTTP API, so that a top-up takes the same path with
// and without a key. No money moves. Its payments are kept only in this process's memory.
import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { createBoundedCache } from "../../platform/lib/bounded-cache.ts";
import { type Answer, createSandboxBank, type SandboxBank } from "./sandbox-bank.ts";
import { signatureOf } from "./signature.ts";

const initializeBody = z.object({
  reference: z.string().check(z.regex(/^[A-Za-z0-9.=-]{1,100}$/)),
  email: z.string(),
  amount: z.int().check(z.positive()),
  currency: z.literal("NGN"),
  callback_url: z.url({ protocol: /^https?$/ }),
  metadata: z.object({ cancel_action: z.url({ protocol: /^https?$/ }) }),
});

export interface SandboxPayment {
  readonly reference: string;
  readonly email: string;
  /** Kobo. */
  readonly amount: number;
  readonly callbackUrl: string;
  readonly cancelUrl: string;
  status: "abandoned" | "failed" | "success";
}

export interface Sandbox {
  /** Banks, bank accounts and transfers to them. */
  readonly bank: SandboxBank;
  isKey(authorization: string | undefined): boolean;
  initialize(body: unknown): Answer;
  verify(reference: string): Answer;
  find(reference: string): SandboxPayment | undefined;
  /** Marks the payment as paid and calls the webhook, as Paystack would. */
  pay(payment: SandboxPayment): Promise<void>;
  fail(payment: SandboxPayment): void;
}

/** The sandbox's own key. It is the same on every node and useless elsewhere. */
export const sandboxKey = (jwtSecret: string): string =>
  `sk_sandbox_${createHash("sha256").update(`sandbox of ${jwtSecret}`).digest("hex")}`;

export const createSandbox = (deps: {
  readonly secretKey: string;
  readonly publicUrl: string;
  readonly webhookUrl: () => string;
  readonly log: { warn(details: object, message: string): void };
}): Sandbox => {
  const payments = createBoundedCache<string, SandboxPayment>(1000);
  const wire = ({ reference, status, amount }: SandboxPayment) => ({
    domain: "test",
    reference,
    status,
    amount,
    currency: "NGN",
    channel: "card",
  });
  const no = (status: number, message: string): Answer => ({ status, body: { status: false, message } });

  /** Calls the webhook, as Paystack would. */
  const notify = async (event: string, data: object): Promise<void> => {
    const body = JSON.stringify({ event, data });
    const headers = {
      "content-type": "application/json",
      "x-paystack-signature": signatureOf(body, deps.secretKey),
    };
    try {
      const response = await fetch(deps.webhookUrl(), { method: "POST", headers, body });
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
    } catch (error) {
      deps.log.warn({ err: error }, "the sandbox's webhook did not arrive");
    }
  };

  return {
    bank: createSandboxBank(notify),

    isKey: (authorization) => authorization === `Bearer ${deps.secretKey}`,

    initialize(body) {
      const parsed = initializeBody.safeParse(body);
      if (!parsed.success) return no(400, "Invalid request");
      const { reference, email, amount, callback_url: callbackUrl, metadata } = parsed.data;
      if (payments.has(reference)) return no(400, "Duplicate Transaction Reference");
      payments.set(reference, {
        reference,
        email,
        amount,
        callbackUrl,
        cancelUrl: metadata.cancel_action,
        status: "abandoned",
      });
      const authorization_url = `${deps.publicUrl}/sandbox/paystack/${reference}`;
      return {
        status: 200,
        body: {
          status: true,
          message: "Authorization URL created",
          data: { authorization_url, access_code: reference, reference },
        },
      };
    },

    verify(reference) {
      const payment = payments.get(reference);
      if (!payment) return no(400, "Transaction reference not found.");
      return { status: 200, body: { status: true, message: "Verification successful", data: wire(payment) } };
    },

    find: (reference) => payments.get(reference),

    async pay(payment) {
      payment.status = "success";
      await notify("charge.success", wire(payment));
    },

    fail(payment) {
      if (payment.status !== "success") payment.status = "failed";
    },
  };
};
