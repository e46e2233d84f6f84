// /api/auth/second-factor, /api/auth/login/second-factor and /api/auth/prove: two-step verification.
import * as calls from "@jara/shared/calls/second-factor";
import type { FastifyRequest } from "fastify";
import { toIso } from "../../../auction/view/to-public.ts";
import type { App } from "../../../platform/http/app.ts";
import { orRefuse, refuseField } from "../../../platform/http/refused.ts";
import { serve } from "../../../platform/http/serve.ts";
import type { ClientAddress } from "../../../platform/limits/client-address.ts";
import { toUser } from "../account.ts";
import type { Caller } from "../caller.ts";
import type { Tokens } from "../sessions/tokens.ts";
import type { SecondFactors } from "./second-factor.ts";
import { startLogIn } from "./start-log-in.ts";

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
  serve(app, calls.finishLogIn, async ({ body, request }) => {
    const account = orRefuse(await secondFactors.finishLogIn(body.challenge, body.code));
    const token = await startLogIn({ ...deps, secondFactors }, account, request, "second factor");
    return { user: toUser(account), token, requiresEmailVerification: !account.isEmailVerified };
  });
};

const serveProof = (
  app: App,
  { accounts: { secondFactors } }: SecondFactorRouteDeps,
  caller: Caller,
  googleSubOf: GoogleSubOf,
): void => {
  serve(app, calls.prove, async ({ body: { googleToken, ...proof }, request }) => {
    const session = await caller.session(request);
    if (googleToken !== undefined && !googleSubOf) return refuseField("googleToken", "Google is not set up here.");
    const googleSub = googleToken === undefined ? undefined : await googleSubOf?.(request, googleToken);
    const provedAt = await secondFactors.prove(session, { ...proof, ...(googleSub !== undefined && { googleSub }) });
    return { provedAt: toIso(orRefuse(provedAt)) };
  });
};

const serveSetUp = (app: App, secondFactors: SecondFactors, caller: Caller): void => {
  serve(app, calls.getSecondFactor, async ({ request }) =>
    secondFactors.stateOf((await caller.session(request)).account),
  );

  serve(app, calls.startAuthenticator, async ({ request }) =>
    secondFactors.enrol((await caller.session(request)).account),
  );

  serve(app, calls.confirmAuthenticator, async ({ body, request }) =>
    orRefuse(await secondFactors.confirm(await caller.session(request), body.code)),
  );

  serve(app, calls.replaceRecoveryCodes, async ({ request }) =>
    orRefuse(await secondFactors.newRecoveryCodes((await caller.session(request)).account)),
  );

  serve(app, calls.removeSecondFactor, async ({ request }) =>
    orRefuse(await secondFactors.remove((await caller.session(request)).account)),
  );
};
