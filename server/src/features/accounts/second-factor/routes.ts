// /api/auth/second-factor, /api/auth/login/second-factor and /api/auth/prove: two-step verification.
import { sessionAnswer } from "@jara/shared/rest/accounts";
import {
  confirmTotpBody,
  proveAnswer,
  proveBody,
  recoveryCodesAnswer,
  secondFactorAnswer,
  secondStepBody,
  totpEnrolmentAnswer,
} from "@jara/shared/rest/second-factor";
import type { FastifyRequest } from "fastify";
import { toIso } from "../../../auction/view/to-public.ts";
import type { App } from "../../../platform/http/app.ts";
import { Refused, refuseField } from "../../../platform/http/refused.ts";
import type { Result } from "../../../platform/lib/result.ts";
import type { ClientAddress } from "../../../platform/limits/client-address.ts";
import { toUser } from "../account.ts";
import type { Caller } from "../caller.ts";
import type { Tokens } from "../sessions/tokens.ts";
import type { SecondFactors } from "./second-factor.ts";
import { startLogIn } from "./start-log-in.ts";

const tags = ["Accounts"];
/** For each address, like the other calls that check a password or a code. */
const config = { rateLimit: { max: 300, timeWindow: "15 minutes" } };

const orThrow = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Refused(result.error);
  return result.value;
};

interface SecondFactorRouteDeps {
  readonly accounts: { readonly secondFactors: SecondFactors };
  readonly tokens: Tokens;
  readonly clientAddress: ClientAddress;
}

/** Returns Google's id of the person whom the credential names. Null where the site has no Google sign-in. */
export type GoogleSubOf = ((request: FastifyRequest, googleToken: string) => Promise<string>) | null;

export const serveSecondFactors = (
  app: App,
  deps: SecondFactorRouteDeps,
  caller: Caller,
  googleSubOf: GoogleSubOf,
): void => {
  serveSecondStep(app, deps);
  serveProof(app, deps, caller, googleSubOf);
  serveSetUp(app, deps.accounts.secondFactors, caller);
};

const serveSecondStep = (app: App, deps: SecondFactorRouteDeps): void => {
  const { secondFactors } = deps.accounts;
  app.post(
    "/api/auth/login/second-factor",
    {
      schema: {
        tags,
        summary: "Finish a log-in with a code of the authenticator app, or a recovery code",
        description:
          "`challenge` is that of the 401 `SECOND_FACTOR_REQUIRED`. A wrong code is `INVALID`; after ten wrong codes of the " +
          "app in 15 minutes they are refused with 429, and recovery codes still work. A challenge that is used or expired " +
          "is `UNAUTHENTICATED`: log in again.",
        body: secondStepBody,
        response: { 200: sessionAnswer },
      },
      config,
    },
    async (request) => {
      const account = orThrow(await secondFactors.finishLogIn(request.body.challenge, request.body.code));
      const token = await startLogIn({ ...deps, secondFactors }, account, request, "second factor");
      return { user: toUser(account), token, requiresEmailVerification: !account.isEmailVerified };
    },
  );
};

const serveProof = (
  app: App,
  { accounts: { secondFactors } }: SecondFactorRouteDeps,
  caller: Caller,
  googleSubOf: GoogleSubOf,
): void => {
  app.post(
    "/api/auth/prove",
    {
      schema: {
        tags,
        summary: "Prove again that you are there; calls that answer PROOF_REQUIRED then work for some minutes",
        description:
          "Send one of `code` (of the authenticator app, or a recovery code), `password` and `googleToken` (of Google's " +
          "button, not older than ten minutes). An account with two-step verification needs the code. `PROOF_REQUIRED` " +
          "with `methods` says which ones count.",
        body: proveBody,
        response: { 200: proveAnswer },
      },
      config,
    },
    async (request) => {
      const session = await caller.session(request);
      const { googleToken, ...proof } = request.body;
      if (googleToken !== undefined && !googleSubOf) return refuseField("googleToken", "Google is not set up here.");
      const googleSub = googleToken === undefined ? undefined : await googleSubOf?.(request, googleToken);
      const provedAt = await secondFactors.prove(session, { ...proof, ...(googleSub !== undefined && { googleSub }) });
      return { provedAt: toIso(orThrow(provedAt)) };
    },
  );
};

const serveSetUp = (app: App, secondFactors: SecondFactors, caller: Caller): void => {
  app.get(
    "/api/auth/second-factor",
    { schema: { tags, summary: "Your two-step verification", response: { 200: secondFactorAnswer } } },
    async (request) => secondFactors.stateOf((await caller.session(request)).account),
  );

  app.post(
    "/api/auth/second-factor/totp",
    {
      schema: {
        tags,
        summary: "Start to set up an authenticator app, or another one in place of yours",
        description: "The app counts once you have confirmed it with a code, within 30 minutes. Needs a fresh proof.",
        response: { 200: totpEnrolmentAnswer },
      },
      config,
    },
    async (request) => secondFactors.enrol((await caller.session(request)).account),
  );

  app.post(
    "/api/auth/second-factor/totp/confirm",
    {
      schema: {
        tags,
        summary: "Confirm the authenticator app with a code of it; returns your recovery codes",
        description:
          "The codes are shown once. A wrong code is `INVALID`; a set-up that expired, `VERIFICATION_FAILED`.",
        body: confirmTotpBody,
        response: { 200: recoveryCodesAnswer },
      },
      config,
    },
    async (request) => orThrow(await secondFactors.confirm(await caller.session(request), request.body.code)),
  );

  app.post(
    "/api/auth/second-factor/recovery-codes",
    {
      schema: {
        tags,
        summary: "Get new recovery codes; the earlier ones are void",
        response: { 200: recoveryCodesAnswer },
      },
      config,
    },
    async (request) => orThrow(await secondFactors.newRecoveryCodes((await caller.session(request)).account)),
  );

  app.delete(
    "/api/auth/second-factor",
    {
      schema: {
        tags,
        summary: "Switch two-step verification off",
        description:
          "`FORBIDDEN` where the site requires a second factor of the caller's role (`REQUIRE_SECOND_FACTOR`).",
        response: { 200: secondFactorAnswer },
      },
      config,
    },
    async (request) => orThrow(await secondFactors.remove((await caller.session(request)).account)),
  );
};
