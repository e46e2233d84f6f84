// The HTTP client for Paystack's payments (https://paystack.com/docs/api/transaction). It checks every answer before
// using it, and returns failures as values instead of throwing. Amounts are in kobo.
import * as z from "zod/mini";
import { createPaystackCall, refused, wordsOf } from "../../platform/lib/paystack-call.ts";

export interface Payment {
  readonly reference: string;
  readonly email: string;
  readonly amountMinor: number;
  /** The address to which the payer returns, whether or not they have paid. */
  readonly returnUrl: string;
}

export type Initialized =
  | { readonly kind: "open"; readonly authorizationUrl: string }
  /** Paystack already knows the reference. */
  | { readonly kind: "duplicate" }
  | { readonly kind: "refused" | "unreachable"; readonly why: string };

export type Verified =
  | { readonly kind: "paid"; readonly amountMinor: number; readonly currency: string }
  /** Not paid so far. The payer may still try again on Paystack's page. */
  | { readonly kind: "failed" | "open" | "unknown" }
  | { readonly kind: "unreachable"; readonly why: string };

export interface Paystack {
  initialize(payment: Payment): Promise<Initialized>;
  verify(reference: string, signal?: AbortSignal): Promise<Verified>;
}

const initialized = z.object({
  status: z.literal(true),
  data: z.object({ authorization_url: z.url({ protocol: /^https?$/ }), reference: z.string() }),
});
/** The fields of a payment that both a verification and a webhook contain. */
export const transaction = z.object({
  status: z.string(),
  reference: z.string(),
  amount: z.int(),
  currency: z.string(),
});
const verified = z.object({ status: z.literal(true), data: transaction });

export const createPaystack = (secretKey: string, url: () => string, timeoutMs?: number): Paystack => {
  const call = createPaystackCall(secretKey, url, timeoutMs);

  return {
    async initialize({ reference, email, amountMinor, returnUrl }) {
      try {
        const { status, json } = await call("/transaction/initialize", {
          reference,
          email,
          amount: amountMinor,
          currency: "NGN",
          callback_url: returnUrl,
          metadata: { cancel_action: cancelledUrl(returnUrl) },
        });
        const taken = initialized.safeParse(json);
        if (taken.success && taken.data.data.reference === reference) {
          return { kind: "open", authorizationUrl: taken.data.data.authorization_url };
        }
        const no = refused.safeParse(json);
        if (no.success && /duplicate/i.test(`${no.data.code} ${no.data.message}`)) return { kind: "duplicate" };
        const isRefused = no.success && status >= 400 && status < 500 && status !== 429;
        return { kind: isRefused ? "refused" : "unreachable", why: no.data?.message ?? `HTTP ${status}` };
      } catch (error) {
        return { kind: "unreachable", why: wordsOf(error) };
      }
    },

    async verify(reference, signal) {
      try {
        const { status, json } = await call(`/transaction/verify/${encodeURIComponent(reference)}`, undefined, signal);
        const answer = verified.safeParse(json);
        if (answer.success && answer.data.data.reference === reference) return outcomeOf(answer.data.data);
        const no = refused.safeParse(json);
        if (no.success && /not[ _]found/i.test(`${no.data.code} ${no.data.message}`)) return { kind: "unknown" };
        return { kind: "unreachable", why: no.data?.message ?? `HTTP ${status}` };
      } catch (error) {
        return { kind: "unreachable", why: wordsOf(error) };
      }
    },
  };
};

/** The page to which the payer returns says then that nothing was paid. */
const cancelledUrl = (returnUrl: string): string => {
  const url = new URL(returnUrl);
  url.searchParams.set("cancelled", "");
  return url.href;
};

/** "abandoned" is Paystack's status for every payment that is not made yet, so it is not final. */
const outcomeOf = ({ status, amount, currency }: z.infer<typeof transaction>): Verified => {
  if (status === "success") return { kind: "paid", amountMinor: amount, currency };
  return { kind: status === "failed" || status === "reversed" ? "failed" : "open" };
};
