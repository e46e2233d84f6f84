// What a call about an account ends with: a value, or the refusal to answer with.
import { type ErrorBody, refusal } from "@jara/shared/errors";

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ErrorBody };

export const no = (...args: Parameters<typeof refusal>): { ok: false; error: ErrorBody } => ({
  ok: false,
  error: refusal(...args),
});

const COME_BACK_MS = 5_000;
export const crowded = () => {
  const message = "Many are logging in right now. Please try again in a moment.";
  return no("UNAVAILABLE", { message, retryAfterMs: COME_BACK_MS });
};
