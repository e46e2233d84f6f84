// Starts the session of a log-in whose first step was right: password, mailed code or Google. No session
// starts of an account with a second factor, so that no way to log in can leave the second step out.
import type { FastifyRequest } from "fastify";
import { RefusedError, refuse } from "../../../platform/http/refused.ts";
import type { ClientAddress } from "../../../platform/limits/client-address.ts";
import type { Account } from "../account.ts";
import { deviceOf } from "../sessions/device.ts";
import type { NewSession } from "../sessions/queries.ts";
import type { Tokens } from "../sessions/tokens.ts";
import type { SecondFactors } from "./second-factor.ts";

/** Returns the token. Throws SECOND_FACTOR_REQUIRED with a challenge, or UNAUTHENTICATED if the account changed. */
export const startLogIn = async (
  deps: {
    readonly tokens: Pick<Tokens, "issue">;
    readonly clientAddress: ClientAddress;
    readonly secondFactors: Pick<SecondFactors, "challenge">;
  },
  account: Account,
  request: FastifyRequest,
  proof: NewSession["proof"],
): Promise<string> => {
  const token = await deps.tokens.issue(account, { ...deviceOf(request, deps.clientAddress), proof });
  if (token !== null) return token;
  const refusal = await deps.secondFactors.challenge(account);
  if (refusal) throw new RefusedError(refusal);
  return refuse("UNAUTHENTICATED");
};
