// /api/auth and /api/users: accounts.
import {
  loginBody,
  messageAnswer,
  registerBody,
  resendVerificationBody,
  sessionAnswer,
  userAnswer,
  verifyEmailAnswer,
  verifyEmailBody,
} from "@jara/shared/rest";
import { type Account, toUser } from "../store/users.ts";
import type { App, Caller, HttpDeps } from "./context.ts";
import { Refused } from "./refused.ts";

const tags = ["Accounts"];

export const serveAuth = (app: App, deps: HttpDeps, caller: Caller): void => {
  const { accounts, tokens, clientAddress } = deps;
  const sessionOf = (account: Account) => ({
    user: toUser(account),
    token: tokens.issue(account),
    requiresEmailVerification: !account.isEmailVerified,
  });

  app.post(
    "/api/auth/register",
    {
      schema: { tags, summary: "Register", body: registerBody, response: { 201: sessionAnswer } },
      config: { rateLimit: { max: 200, timeWindow: "15 minutes" } },
    },
    async (request, reply) => {
      const result = await accounts.register(request.body);
      if (!result.ok) throw new Refused(result.error);
      return reply.code(201).send(sessionOf(result.value));
    },
  );

  app.post(
    "/api/auth/login",
    {
      schema: { tags, summary: "Log in", body: loginBody, response: { 200: sessionAnswer } },
      config: { rateLimit: { max: 1_200, timeWindow: "15 minutes" } },
    },
    async (request) => {
      const result = await accounts.logIn({ ...request.body, address: clientAddress(request.raw) });
      if (!result.ok) throw new Refused(result.error);
      return sessionOf(result.value);
    },
  );

  for (const url of ["/api/auth/profile", "/api/users/profile"]) {
    app.get(url, { schema: { tags, summary: "Your account", response: { 200: userAnswer } } }, async (request) => ({
      user: toUser(await caller.signedIn(request)),
    }));
  }

  app.post(
    "/api/auth/verify-email",
    {
      schema: {
        tags,
        summary: "Verify an e-mail address",
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
