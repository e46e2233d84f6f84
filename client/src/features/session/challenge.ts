// Reads the challenge of a log-in that waits for its second factor: from the server's refusal, or from the state of the
// address.
import { ApiError } from "../../lib/api.ts";

export interface Challenge {
  challenge: string;
  /** The proofs that the account can give: `code`, `passkey`. */
  methods: readonly string[];
}

export const challengeOf = (error: unknown): Challenge | null => {
  const body = error instanceof ApiError && error.code === "SECOND_FACTOR_REQUIRED" ? error.body : null;
  return body?.challenge ? { challenge: body.challenge, methods: body.methods ?? [] } : null;
};

/** From the state of the address, where another page put it. */
export const givenChallenge = (state: unknown): Challenge | null => {
  if (typeof state !== "object" || state === null || !("challenge" in state)) return null;
  const { challenge, methods } = state as { challenge: unknown; methods?: unknown };
  if (typeof challenge !== "string") return null;
  return { challenge, methods: Array.isArray(methods) ? methods.filter((one) => typeof one === "string") : [] };
};
