// The HTTP client for Paystack's banks and transfers (https://paystack.com/docs/api/transfer). It checks every answer
// before using it, and returns failures as values instead of throwing. Amounts are in kobo.
import type { Bank } from "@jara/shared/rest/withdrawals";
import { cleanLine } from "@jara/shared/text/clean";
import * as z from "zod/mini";
import { type PaystackCall, refused, wordsOf } from "../../platform/lib/paystack-call.ts";

/** Paystack reports a transfer in one of these states. `failed` is final: the money returns to our account there. */
export type TransferState = "paid" | "failed" | "open";
export interface Transfer {
  readonly state: TransferState;
  /** Paystack's own word. */
  readonly status: string;
  readonly reference: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly code: string | null;
}

interface Unreachable {
  readonly kind: "unreachable";
  readonly why: string;
}
interface Refused {
  readonly kind: "refused";
  readonly why: string;
  /** The reason is on our side (the key, the balance at Paystack, too many calls), and not in this transfer. */
  readonly isOurs: boolean;
}

export type Resolved =
  | { readonly kind: "found"; readonly accountName: string }
  | { readonly kind: "unknown" }
  | Unreachable;
export type Recipient = { readonly kind: "made"; readonly code: string } | Refused | Unreachable;
export type Sent =
  | { readonly kind: "taken"; readonly transfer: Transfer }
  /** Paystack already has a transfer with this reference. */
  | { readonly kind: "duplicate" }
  | Refused
  | Unreachable;
export type Asked =
  | { readonly kind: "known"; readonly transfer: Transfer }
  | { readonly kind: "unknown" }
  | Unreachable;

export interface PaystackTransfers {
  /** Null: Paystack could not be reached. */
  banks(): Promise<Bank[] | null>;
  resolve(account: { readonly bankCode: string; readonly accountNumber: string }): Promise<Resolved>;
  makeRecipient(account: {
    readonly name: string;
    readonly bankCode: string;
    readonly accountNumber: string;
  }): Promise<Recipient>;
  send(transfer: {
    readonly reference: string;
    readonly amountMinor: number;
    readonly recipientCode: string;
    readonly reason: string;
  }): Promise<Sent>;
  verify(reference: string): Promise<Asked>;
}

const bankPage = z.object({
  status: z.literal(true),
  data: z.array(
    z.object({
      name: z.string().check(z.maxLength(200)),
      code: z.string().check(z.maxLength(20)),
      active: z.optional(z.nullable(z.boolean())),
      is_deleted: z.optional(z.nullable(z.boolean())),
    }),
  ),
  meta: z.optional(z.object({ next: z.optional(z.nullable(z.string())) })),
});
const resolved = z.object({
  status: z.literal(true),
  data: z.object({ account_number: z.string(), account_name: z.string().check(z.maxLength(200)) }),
});
const recipientMade = z.object({ status: z.literal(true), data: z.object({ recipient_code: z.string() }) });
/** The fields of a transfer that answers and webhooks contain. */
export const transferData = z.object({
  status: z.string(),
  reference: z.string(),
  amount: z.int(),
  currency: z.string(),
  transfer_code: z.optional(z.nullable(z.string())),
});
const transferAnswer = z.object({ status: z.literal(true), data: transferData });

/** In pages of a hundred: more would be a loop. */
const BANK_PAGES = 20;

export const createPaystackTransfers = (call: PaystackCall): PaystackTransfers => ({
  async banks() {
    const banks = new Map<string, Bank>();
    let next: string | null = null;
    try {
      for (let page = 0; page < BANK_PAGES; page++) {
        const at: string = next === null ? "" : `&next=${encodeURIComponent(next)}`;
        const { json } = await call(`/bank?country=nigeria&currency=NGN&use_cursor=true&perPage=100${at}`);
        const answer = bankPage.safeParse(json);
        if (!answer.success) return null;
        for (const { name, code, active, is_deleted: isDeleted } of answer.data.data) {
          if (active !== false && isDeleted !== true && !banks.has(code))
            banks.set(code, { code, name: cleanLine(name) });
        }
        next = answer.data.meta?.next ?? null;
        if (next === null) break;
      }
    } catch {
      return null;
    }
    return [...banks.values()].sort((a, b) => a.name.localeCompare(b.name, "en"));
  },

  async resolve({ bankCode, accountNumber }) {
    const query = new URLSearchParams({ account_number: accountNumber, bank_code: bankCode });
    return await orUnreachable(async () => {
      const { status, json } = await call(`/bank/resolve?${query}`);
      const answer = resolved.safeParse(json);
      if (answer.success && answer.data.data.account_number === accountNumber) {
        const accountName = cleanLine(answer.data.data.account_name);
        return accountName === "" ? { kind: "unknown" } : { kind: "found", accountName };
      }
      const no = refused.safeParse(json);
      if (no.success && (status === 400 || status === 404 || status === 422)) return { kind: "unknown" };
      return { kind: "unreachable", why: no.data?.message ?? `HTTP ${status}` };
    });
  },

  async makeRecipient({ name, bankCode, accountNumber }) {
    return await orUnreachable(async () => {
      const { status, json } = await call("/transferrecipient", {
        type: "nuban",
        name,
        account_number: accountNumber,
        bank_code: bankCode,
        currency: "NGN",
      });
      const answer = recipientMade.safeParse(json);
      return answer.success ? { kind: "made", code: answer.data.data.recipient_code } : refusalOf(status, json);
    });
  },

  async send({ reference, amountMinor, recipientCode, reason }) {
    return await orUnreachable<Sent>(async () => {
      const { status, json } = await call("/transfer", {
        source: "balance",
        amount: amountMinor,
        currency: "NGN",
        recipient: recipientCode,
        reference,
        reason,
      });
      const answer = transferAnswer.safeParse(json);
      if (answer.success && answer.data.data.reference === reference) {
        return { kind: "taken", transfer: toTransfer(answer.data.data) };
      }
      const no = refused.safeParse(json);
      if (no.success && /duplicate|already exists|unique reference/i.test(`${no.data.code} ${no.data.message}`)) {
        return { kind: "duplicate" };
      }
      return refusalOf(status, json);
    });
  },

  async verify(reference) {
    return await orUnreachable<Asked>(async () => {
      const { status, json } = await call(`/transfer/verify/${encodeURIComponent(reference)}`);
      const answer = transferAnswer.safeParse(json);
      if (answer.success && answer.data.data.reference === reference) {
        return { kind: "known", transfer: toTransfer(answer.data.data) };
      }
      const no = refused.safeParse(json);
      if (no.success && isAbout404(status, `${no.data.code} ${no.data.message}`)) return { kind: "unknown" };
      return { kind: "unreachable", why: no.data?.message ?? `HTTP ${status}` };
    });
  },
});

const isAbout404 = (status: number, words: string): boolean =>
  (status === 400 || status === 404) && /not[ _]?found/i.test(words);

/** Statuses after which Paystack does nothing more with a transfer, and has not paid. Every other one may still change. */
const failedStatuses = new Set(["failed", "reversed", "abandoned", "blocked", "rejected"]);

export const toTransfer = (data: z.infer<typeof transferData>): Transfer => ({
  state: data.status === "success" ? "paid" : failedStatuses.has(data.status) ? "failed" : "open",
  status: data.status,
  reference: data.reference,
  amountMinor: data.amount,
  currency: data.currency,
  code: data.transfer_code ?? null,
});

/** A refusal says that nothing was sent. Anything else says nothing. */
const refusalOf = (status: number, json: unknown): Refused | Unreachable => {
  const no = refused.safeParse(json);
  const why = no.data ? cleanLine(no.data.message) : `HTTP ${status}`;
  const isRefused = no.success && status >= 400 && status < 500 && status !== 408 && status !== 429;
  if (!isRefused) return { kind: "unreachable", why };
  const isOurs =
    status === 401 || status === 403 || /balance|not enabled|third party|registered business|otp/i.test(why);
  return { kind: "refused", why, isOurs };
};

const orUnreachable = async <T>(work: () => Promise<T | Unreachable>): Promise<T | Unreachable> => {
  try {
    return await work();
  } catch (error) {
    return { kind: "unreachable", why: wordsOf(error) };
  }
};
