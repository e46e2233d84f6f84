// /api/auth: registration, log-in, log-in codes, e-mail verification and the caller's own account.

import { toMajor } from "@jara/shared/money";
import {
  loginBody,
  loginCodeAnswer,
  loginCodeBody,
  profileAnswer,
  registerAnswer,
  registerBody,
  resendVerificationBody,
  sessionAnswer,
  verifyEmailAnswer,
  verifyEmailBody,
} from "@jara/shared/rest/accounts";
import { messageAnswer } from "@jara/shared/rest/common";
import type { FastifyRequest } from "fastify";
import { availableOf } from "../../auction/settlement/reservations.ts";
import type { ReadReserved } from "../../engine/reads/reservations.ts";
import type { App } from "../../platform/http/app.ts";
import { Refused } from "../../platform/http/refused.ts";
import type { ClientAddress } from "../../platform/limits/client-address.ts";
import { type Account, toUser } from "./account.ts";
import type { Accounts } from "./accounts.ts";
import type { Caller } from "./caller.ts";
import { startLogIn } from "./second-factor/start-log-in.ts";
import type { Tokens } from "./sessions/tokens.ts";

const tags = ["Accounts"];

interface AuthDeps {
  readonly accounts: Accounts;
  readonly tokens: Tokens;
  readonly clientAddress: ClientAddress;
  readonly readReserved: ReadReserved;
}

export const serveAuth = (app: App, deps: AuthDeps, caller: Caller): void => {
  serveLogIn(app, deps);
  serveVerification(app, deps);
  for (const url of ["/api/auth/profile", "/api/users/profile"]) {
    app.get(url, { schema: { tags, summary: "Your account", response: { 200: profileAnswer } } }, async (request) => {
      const { account } = await caller.session(request);
      const reservedMinor = (await deps.readReserved([account.id])).get(account.id);
      const available = toMajor(availableOf({ balanceMinor: account.balanceMinor, reservedMinor }));
      return { user: { ...toUser(account), available } };
    });
  }
};

const serveLogIn = (app: App, { accounts, tokens, clientAddress }: AuthDeps): void => {
  const logInDeps = { tokens, clientAddress, secondFactors: accounts.secondFactors };
  const sessionOf = async (account: Account, request: FastifyRequest) => ({
    user: toUser(account),
    token: await startLogIn(logInDeps, account, request, "password"),
    requiresEmailVerification: !account.isEmailVerified,
  });

  app.post(
    "/api/auth/register",
    {
      schema: {
        tags,
        summary: "Register",
        description:
          "`user` and `token` are null where the site hides which addresses have accounts (`HIDE_UNKNOWN_ACCOUNTS`). The " +
          "answer is then the same for an address that has an account, whose owner gets an e-mail.",
        body: registerBody,
        response: { 201: registerAnswer },
      },
      config: { rateLimit: { max: 200, timeWindow: "15 minutes" } },
    },
    async (request, reply) => {
      const result = await accounts.register(request.body);
      if (!result.ok) throw new Refused(result.error);
      const account = result.value;
      return reply
        .code(201)
        .send(
          account ? await sessionOf(account, request) : { user: null, token: null, requiresEmailVerification: true },
        );
    },
  );

  app.post(
    "/api/auth/login",
    {
      schema: {
        tags,
        summary: "Log in",
        description:
          "An account with two-step verification gets 401 `SECOND_FACTOR_REQUIRED` with a `challenge`: send it with a code " +
          "to `/api/auth/login/second-factor`.",
        body: loginBody,
        response: { 200: sessionAnswer },
      },
      config: { rateLimit: { max: 1_200, timeWindow: "15 minutes" } },
    },
    async (request) => {
      const result = await accounts.logIn({ ...request.body, address: clientAddress(request.raw) });
      if (!result.ok) throw new Refused(result.error);
      return await sessionOf(result.value, request);
    },
  );

  app.post(
    "/api/auth/login-code",
    {
      schema: {
        tags,
        summary: "Have a log-in code sent by e-mail",
        description:
          "For an owner whose log-in is refused with 429 and `codeAvailable`. The code is sent only if the password is " +
          "right; the answer is the same if it is wrong, and for unknown accounts. Log in with `code`: the ticket of " +
          "this answer and the digits of the e-mail.",
        body: loginCodeBody,
        response: { 200: loginCodeAnswer },
      },
      config: { rateLimit: { max: 50, timeWindow: "15 minutes" } },
    },
    async (request) => {
      const result = await accounts.requestLoginCode(request.body);
      if (!result.ok) throw new Refused(result.error);
      return result.value;
    },
  );
};

const serveVerification = (app: App, { accounts }: Pick<AuthDeps, "accounts">): void => {
  app.post(
    "/api/auth/verify-email",
    {
      schema: {
        tags,
        summary: "Verify an e-mail address",
        description: "A link that verified the address before gets `ALREADY_EXISTS`.",
        body: verifyEmailBody,
        response: { 200: verifyEmailAnswer },
      },
      config: { rateLimit: { max: 200, timeWindow: "15 minutes" } },
    },
    async (request) => {
      const result = await accounts.verifyEmail(request.body);
      if (!result.ok) throw new Refused(result.error);
      return { message: "Email verified successfully!", user: toUser(result.value) };
    },
  );

  app.post(
    "/api/auth/resend-verification",
    {
      schema: {
        tags,
        summary: "Send the verification e-mail again; the earlier link is void",
        body: resendVerificationBody,
        response: { 200: messageAnswer },
      },
      config: { rateLimit: { max: 50, timeWindow: "15 minutes" } },
    },
    async (request) => {
      const result = await accounts.resendVerification(request.body.email);
      if (!result.ok) throw new Refused(result.error);
      return { message: "Verification email sent successfully! Please check your inbox." };
    },
  );
};
