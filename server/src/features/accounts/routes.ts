// /api/auth: registration, log-in, log-in codes, e-mail verification and the caller's own account.
import * as calls from "@jara/shared/calls/log-in";
import { getAccount, getProfile } from "@jara/shared/calls/profile";
import { toMajor } from "@jara/shared/money";
import type { FastifyRequest } from "fastify";
import { availableOf } from "../../auction/settlement/reservations.ts";
import type { ReadReserved } from "../../engine/reads/reservations.ts";
import type { App } from "../../platform/http/app.ts";
import { orRefuse } from "../../platform/http/refused.ts";
import { serve } from "../../platform/http/serve.ts";
import type { ClientAddress } from "../../platform/limits/client-address.ts";
import { type Account, toUser } from "./account.ts";
import type { Accounts } from "./accounts.ts";
import type { Caller } from "./caller.ts";
import { startLogIn } from "./second-factor/start-log-in.ts";
import type { Tokens } from "./sessions/tokens.ts";

interface AuthDeps {
  readonly accounts: Accounts;
  readonly tokens: Tokens;
  readonly clientAddress: ClientAddress;
  readonly readReserved: ReadReserved;
}

export const serveAuth = (app: App, deps: AuthDeps, caller: Caller): void => {
  serveLogIn(app, deps);
  serveVerification(app, deps);
  const ownAccount = async (request: FastifyRequest) => {
    const { account } = await caller.session(request);
    const reservedMinor = (await deps.readReserved([account.id])).get(account.id);
    const available = toMajor(availableOf({ balanceMinor: account.balanceMinor, reservedMinor }));
    return { user: { ...toUser(account), available } };
  };
  serve(app, getAccount, ({ request }) => ownAccount(request));
  serve(app, getProfile, ({ request }) => ownAccount(request));
};

const serveLogIn = (app: App, { accounts, tokens, clientAddress }: AuthDeps): void => {
  const logInDeps = { tokens, clientAddress, secondFactors: accounts.secondFactors };
  const sessionOf = async (account: Account, request: FastifyRequest) => ({
    user: toUser(account),
    token: await startLogIn(logInDeps, account, request, "password"),
    requiresEmailVerification: !account.isEmailVerified,
  });

  serve(app, calls.register, async ({ body, request }) => {
    const account = orRefuse(await accounts.register(body));
    return account ? await sessionOf(account, request) : { user: null, token: null, requiresEmailVerification: true };
  });

  serve(app, calls.logIn, async ({ body, request }) => {
    const account = orRefuse(await accounts.logIn({ ...body, address: clientAddress(request.raw) }));
    return await sessionOf(account, request);
  });

  serve(app, calls.requestLogInCode, async ({ body }) => orRefuse(await accounts.requestLoginCode(body)));
};

const serveVerification = (app: App, { accounts }: Pick<AuthDeps, "accounts">): void => {
  serve(app, calls.verifyEmail, async ({ body }) => {
    const account = orRefuse(await accounts.verifyEmail(body));
    return { message: "Email verified successfully!", user: toUser(account) };
  });

  serve(app, calls.resendVerification, async ({ body }) => {
    orRefuse(await accounts.resendVerification(body.email));
    return { message: "Verification email sent successfully! Please check your inbox." };
  });
};
