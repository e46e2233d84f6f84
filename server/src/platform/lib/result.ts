// The return type of functions that may refuse: a value, or the refusal that the caller gets. `refused` makes the second;
// a route throws it by `orRefuse` (http/refused.ts).
import { type ErrorBody, refusal } from "@jara/shared/errors";

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ErrorBody };

export const refused = (...args: Parameters<typeof refusal>): { ok: false; error: ErrorBody } => ({
  ok: false,
  error: refusal(...args),
});
