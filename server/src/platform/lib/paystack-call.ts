// One request to Paystack's HTTP API, for top-ups and for withdrawals.
import * as z from "zod/mini";

/** Paystack answers in a second or two. Nobody should wait longer than this. */
const TIMEOUT_MS = 10_000;

export type PaystackCall = (
  path: string,
  body?: object,
  signal?: AbortSignal,
) => Promise<{ readonly status: number; readonly json: unknown }>;

/**
 * One request to Paystack. Rejects if no JSON came in time. `url` is read for each call, because the sandbox's address
 * is known only once the server listens.
 */
export const createPaystackCall =
  (secretKey: string, url: () => string, timeoutMs = TIMEOUT_MS): PaystackCall =>
  async (path, body, signal) => {
    const isLate = AbortSignal.timeout(timeoutMs);
    const response = await fetch(`${url()}${path}`, {
      method: body ? "POST" : "GET",
      headers: { authorization: `Bearer ${secretKey}`, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
      redirect: "error",
      signal: signal ? AbortSignal.any([isLate, signal]) : isLate,
    });
    return { status: response.status, json: await response.json() };
  };

/** Paystack's refusal of a call. */
export const refused = z.object({ status: z.literal(false), message: z.string(), code: z.optional(z.string()) });

/** `fetch` hides the reason in the error's cause. */
export const wordsOf = (error: unknown): string => {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } };
  return cause?.code ?? cause?.message ?? message ?? String(error);
};
