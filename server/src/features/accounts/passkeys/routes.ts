// /api/auth/passkeys: a person's passkeys, and logging in or proving oneself with one.
import * as calls from "@jara/shared/calls/passkeys";
import type { FastifyRequest } from "fastify";
import type { App } from "../../../platform/http/app.ts";
import { orRefuse, refuse } from "../../../platform/http/refused.ts";
import { serve } from "../../../platform/http/serve.ts";
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

export interface PasskeyRouteDeps extends Pick<RouteDeps, "config" | "database"> {
  readonly auth: {
    readonly accounts: { readonly confirmPassword: ConfirmPassword };
    readonly tokens: Tokens;
    readonly clientAddress: ClientAddress;
  };
}

const noteRefusal =
  ({ log }: FastifyRequest) =>
  (reason: string): void =>
    log.warn({ reason }, "a passkey was refused");

export const servePasskeys = (app: App, deps: PasskeyRouteDeps, caller: Caller): void => {
  const { confirmPassword } = deps.auth.accounts;
  const passkeys = createPasskeys({ ...deps, site: relyingPartyOf(deps.config), confirmPassword });
  serveLogIn(app, deps, passkeys);
  serveAdding(app, deps, passkeys, caller);
  serveList(app, deps);
  serveProof(app, passkeys, caller);
};

const serveLogIn = (app: App, { auth }: PasskeyRouteDeps, passkeys: Passkeys): void => {
  serve(app, calls.requestPasskeyLogIn, async () => ({ options: await passkeys.logInOptions() }));

  serve(app, calls.logInWithPasskey, async ({ body, request }) => {
    const account = orRefuse(await passkeys.logIn(body.credential, noteRefusal(request)));
    const session = { ...deviceOf(request, auth.clientAddress), proof: "passkey" } as const;
    return {
      user: toUser(account),
      token: (await auth.tokens.issue(account, session)) ?? refuse("UNAUTHENTICATED"),
      requiresEmailVerification: !account.isEmailVerified,
    };
  });
};

const serveAdding = (app: App, { auth, database }: PasskeyRouteDeps, passkeys: Passkeys, caller: Caller): void => {
  serve(app, calls.requestPasskeyCreation, async ({ body, request }) => {
    const session = await caller.session(request);
    return { options: orRefuse(await passkeys.addOptions(session, body.password)) };
  });

  serve(app, calls.addPasskey, async ({ body, request }) => {
    const session = await caller.session(request);
    const { device } = deviceOf(request, auth.clientAddress);
    orRefuse(await passkeys.add(session, body.credential, device, noteRefusal(request)));
    return { passkeys: await listPasskeys(database, session.account.id) };
  });
};

const serveList = (app: App, { database }: Pick<PasskeyRouteDeps, "database">): void => {
  const notFound = () => refuse("NOT_FOUND", { message: "Passkey not found" });

  serve(app, calls.listPasskeys, async ({ account }) => ({ passkeys: await listPasskeys(database, account.id) }));

  serve(app, calls.renamePasskey, async ({ account: { id: userId }, params, body }) => {
    if (!(await renamePasskey(database, userId, params.id, body.name))) return notFound();
    return { passkeys: await listPasskeys(database, userId) };
  });

  serve(app, calls.removePasskey, async ({ account: { id: userId }, params }) => {
    if (!(await removePasskey(database, userId, params.id))) return notFound();
    return { passkeys: await listPasskeys(database, userId) };
  });
};

const serveProof = (app: App, passkeys: Passkeys, caller: Caller): void => {
  serve(app, calls.requestPasskeyProof, async ({ request }) => ({
    options: await passkeys.proveOptions(await caller.session(request)),
  }));

  serve(app, calls.proveWithPasskey, async ({ body, request }) => {
    const session = await caller.session(request);
    return { provedAt: orRefuse(await passkeys.prove(session, body.credential, noteRefusal(request))) };
  });
};
