// /api/auth/passkeys: a person's passkeys, and logging in or proving oneself with one.
import { sessionAnswer } from "@jara/shared/rest/accounts";
import {
  addPasskeyBody,
  addPasskeyOptionsAnswer,
  addPasskeyOptionsBody,
  passkeyNameBody,
  passkeyOptionsAnswer,
  passkeysAnswer,
  provePasskeyAnswer,
  usePasskeyBody,
} from "@jara/shared/rest/passkeys";
import type { FastifyRequest } from "fastify";
import type { App } from "../../../platform/http/app.ts";
import { Refused, refuse } from "../../../platform/http/refused.ts";
import { idParams } from "../../../platform/http/requests.ts";
import type { Result } from "../../../platform/lib/result.ts";
import type { ClientAddress } from "../../../platform/limits/client-address.ts";
import type { RouteDeps } from "../../route-deps.ts";
import { toUser } from "../account.ts";
import type { Caller } from "../caller.ts";
import type { ConfirmPassword } from "../confirm-password.ts";
import { deviceOf } from "../sessions/device.ts";
import type { Tokens } from "../sessions/tokens.ts";
import { createPasskeys, type Passkeys } from "./passkeys.ts";
import { listPasskeys, removePasskey, renamePasskey } from "./queries.ts";
import { relyingPartyOf } from "./relying-party.ts";

const tags = ["Accounts"];
/** For each address, as for a log-in with a password. */
const logInLimit = { rateLimit: { max: 1_200, timeWindow: "15 minutes" } };
/** For each address, as for other changes of how one logs in. */
const changeLimit = { rateLimit: { max: 50, timeWindow: "15 minutes" } };

export interface PasskeyRouteDeps extends Pick<RouteDeps, "config" | "database"> {
  readonly auth: {
    readonly accounts: { readonly confirmPassword: ConfirmPassword };
    readonly tokens: Tokens;
    readonly clientAddress: ClientAddress;
  };
  readonly mailsWritten: () => void;
}

const orThrow = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Refused(result.error);
  return result.value;
};

const noteRefusal =
  ({ log }: FastifyRequest) =>
  (reason: string): void =>
    log.warn({ reason }, "a passkey was refused");

export const servePasskeys = (app: App, deps: PasskeyRouteDeps, caller: Caller): void => {
  const { confirmPassword } = deps.auth.accounts;
  const passkeys = createPasskeys({ ...deps, site: relyingPartyOf(deps.config), confirmPassword });
  serveLogIn(app, deps, passkeys);
  serveAdding(app, deps, passkeys, caller);
  serveList(app, deps, caller);
  serveProof(app, passkeys, caller);
};

const serveLogIn = (app: App, { auth }: PasskeyRouteDeps, passkeys: Passkeys): void => {
  app.post(
    "/api/auth/passkeys/log-in-options",
    {
      schema: {
        tags,
        summary: "A challenge to log in with a passkey",
        description:
          "Give `options` to `navigator.credentials.get`. They name no passkey and no account. The challenge works once, " +
          "within five minutes.",
        response: { 200: passkeyOptionsAnswer },
      },
      config: logInLimit,
    },
    async () => ({ options: await passkeys.logInOptions() }),
  );

  app.post(
    "/api/auth/passkeys/log-in",
    {
      schema: {
        tags,
        summary: "Log in with a passkey",
        description: "`UNAUTHENTICATED` with one text, whatever is wrong with the passkey or its challenge.",
        body: usePasskeyBody,
        response: { 200: sessionAnswer },
      },
      config: logInLimit,
    },
    async (request) => {
      const account = orThrow(await passkeys.logIn(request.body.credential, noteRefusal(request)));
      const session = { ...deviceOf(request, auth.clientAddress), proof: "passkey" } as const;
      return {
        user: toUser(account),
        token: (await auth.tokens.issue(account, session)) ?? refuse("UNAUTHENTICATED"),
        requiresEmailVerification: !account.isEmailVerified,
      };
    },
  );
};

const serveAdding = (app: App, { auth, database }: PasskeyRouteDeps, passkeys: Passkeys, caller: Caller): void => {
  app.post(
    "/api/auth/passkeys/options",
    {
      schema: {
        tags,
        summary: "A challenge to add a passkey",
        description:
          "Give `options` to `navigator.credentials.create`. `password` may be left out for ten minutes after the log-in " +
          "or another proof; `INVALID` with an issue at `password` asks for it. The challenge works once, within five " +
          "minutes, in this session.",
        body: addPasskeyOptionsBody,
        response: { 200: addPasskeyOptionsAnswer },
      },
      config: changeLimit,
    },
    async (request) => {
      const session = await caller.session(request);
      return { options: orThrow(await passkeys.addOptions(session, request.body.password)) };
    },
  );

  app.post(
    "/api/auth/passkeys",
    {
      schema: {
        tags,
        summary: "Add a passkey to your account",
        description:
          "`VERIFICATION_FAILED` if the credential is not valid for this site, or its challenge was used or is too old. At " +
          "most 20 passkeys. The owner gets a mail.",
        body: addPasskeyBody,
        response: { 201: passkeysAnswer },
      },
      config: changeLimit,
    },
    async (request, reply) => {
      const session = await caller.session(request);
      const { device } = deviceOf(request, auth.clientAddress);
      orThrow(await passkeys.add(session, request.body.credential, device, noteRefusal(request)));
      return reply.code(201).send({ passkeys: await listPasskeys(database, session.account.id) });
    },
  );
};

const serveList = (
  app: App,
  { database, mailsWritten }: Pick<PasskeyRouteDeps, "database" | "mailsWritten">,
  caller: Caller,
): void => {
  const notFound = () => refuse("NOT_FOUND", { message: "Passkey not found" });

  app.get(
    "/api/auth/passkeys",
    { schema: { tags, summary: "Your passkeys, last added first", response: { 200: passkeysAnswer } } },
    async (request) => ({ passkeys: await listPasskeys(database, (await caller.signedIn(request)).id) }),
  );

  app.patch(
    "/api/auth/passkeys/:id",
    {
      schema: {
        tags,
        summary: "Rename one of your passkeys",
        params: idParams,
        body: passkeyNameBody,
        response: { 200: passkeysAnswer },
      },
    },
    async (request) => {
      const { id: userId } = await caller.signedIn(request);
      if (!(await renamePasskey(database, userId, request.params.id, request.body.name))) return notFound();
      return { passkeys: await listPasskeys(database, userId) };
    },
  );

  app.delete(
    "/api/auth/passkeys/:id",
    {
      schema: {
        tags,
        summary: "Remove one of your passkeys; it logs nobody in from then on",
        params: idParams,
        response: { 200: passkeysAnswer },
      },
    },
    async (request) => {
      const { id: userId } = await caller.signedIn(request);
      if (!(await removePasskey(database, userId, request.params.id))) return notFound();
      mailsWritten();
      return { passkeys: await listPasskeys(database, userId) };
    },
  );
};

const serveProof = (app: App, passkeys: Passkeys, caller: Caller): void => {
  app.post(
    "/api/auth/passkeys/prove-options",
    {
      schema: {
        tags,
        summary: "A challenge to prove with a passkey that it is you",
        description: "Like `log-in-options`, with the account's own passkeys named. Only this session may use it.",
        response: { 200: passkeyOptionsAnswer },
      },
      config: logInLimit,
    },
    async (request) => ({ options: await passkeys.proveOptions(await caller.session(request)) }),
  );

  app.post(
    "/api/auth/passkeys/prove",
    {
      schema: {
        tags,
        summary: "Prove with a passkey that it is you",
        description: "The proof counts for this session, for ten minutes. `VERIFICATION_FAILED` if it is not valid.",
        body: usePasskeyBody,
        response: { 200: provePasskeyAnswer },
      },
      config: logInLimit,
    },
    async (request) => {
      const session = await caller.session(request);
      return { provedAt: orThrow(await passkeys.prove(session, request.body.credential, noteRefusal(request))) };
    },
  );
};
