// /api/auth/google: signing in with Google, by the button's credential and by redirect. The routes exist only where
// Google is configured, or its stand-in answers. They never log a token.
import * as calls from "@jara/shared/calls/log-in";
import type { ErrorCode } from "@jara/shared/errors";
import type { FastifyReply, FastifyRequest } from "fastify";
import { acceptedSecrets, type Config } from "../../../config.ts";
import type { App } from "../../../platform/http/app.ts";
import { orRefuse, RefusedError, refuse } from "../../../platform/http/refused.ts";
import { serve } from "../../../platform/http/serve.ts";
import type { ClientAddress } from "../../../platform/limits/client-address.ts";
import type { RouteDeps } from "../../route-deps.ts";
import { type Account, toUser } from "../account.ts";
import type { SecondFactors } from "../second-factor/second-factor.ts";
import { startLogIn } from "../second-factor/start-log-in.ts";
import type { Tokens } from "../sessions/tokens.ts";
import { createFlowCookie } from "./flow-cookie.ts";
import type { SignInWithGoogle } from "./google-accounts.ts";
import {
  createGoogleClient,
  FlowBroken,
  GoogleAway,
  type GoogleClient,
  type GoogleIdentity,
  NotGooglesWord,
} from "./google-client.ts";
import type { StandIn } from "./stand-in.ts";

const CALLBACK = "/api/auth/google/callback";

type GoogleDeps = Pick<RouteDeps, "config"> & {
  readonly tokens: Tokens;
  readonly signIn: SignInWithGoogle;
  readonly client: GoogleClient | null;
  readonly clientAddress: ClientAddress;
  readonly accounts: { readonly secondFactors: SecondFactors };
};

/** Null where neither Google is configured nor its stand-in answers. */
export const createGoogleSignIn = (
  { google, publicUrl }: Pick<Config, "google" | "publicUrl">,
  standIn: StandIn | null,
): GoogleClient | null => (google ? createGoogleClient(google, `${publicUrl}${CALLBACK}`) : standIn);

export const serveGoogle = (app: App, deps: GoogleDeps): void => {
  const { google } = deps.config;
  const { client } = deps;
  if (!client) return;
  serveButton(app, deps, client);
  if (google?.secret !== null) serveRedirect(app, deps, client);
};

const issueToken = (deps: GoogleDeps, account: Account, request: FastifyRequest): Promise<string> =>
  startLogIn({ ...deps, secondFactors: deps.accounts.secondFactors }, account, request, "google");

/** The greatest age of a Google credential that proves that a person is there. A log-in accepts older ones. */
const PROOF_MAX_AGE_S = 600;

/**
 * Returns Google's id of the person whom a fresh credential of Google's button names. A wrong credential does not end
 * the session.
 */
export const googleSubOf = (client: GoogleClient) => async (request: FastifyRequest, googleToken: string) =>
  (await identityOf(client, request, googleToken, { maxAgeS: PROOF_MAX_AGE_S, code: "INVALID" })).sub;

/** Returns the person whom a credential of Google's button names. `code`: the refusal of a wrong credential. */
const identityOf = async (
  client: Pick<GoogleClient, "verify">,
  request: FastifyRequest,
  googleToken: string,
  { maxAgeS, code = "UNAUTHENTICATED" }: { maxAgeS?: number; code?: ErrorCode } = {},
): Promise<GoogleIdentity> =>
  await client.verify(googleToken, maxAgeS).catch((error: unknown) => {
    request.log.warn({ reason: (error as Error).message }, "a Google sign-in failed");
    if (error instanceof NotGooglesWord) return refuse(code, { message: "Google Sign-In failed" });
    if (error instanceof GoogleAway) {
      return refuse("UNAVAILABLE", { message: "Google cannot be reached right now. Please try again." });
    }
    throw error;
  });

const serveButton = (app: App, deps: GoogleDeps, client: GoogleClient): void => {
  serve(app, calls.logInWithGoogle, async ({ body, request, reply }) => {
    const account = orRefuse(await deps.signIn(await identityOf(client, request, body.googleToken)));
    return keepToYourself(reply).send({
      user: toUser(account),
      token: await issueToken(deps, account, request),
      requiresEmailVerification: false,
    });
  });
};

const serveRedirect = (app: App, deps: GoogleDeps, client: GoogleClient): void => {
  const { publicUrl } = deps.config;
  const secrets = acceptedSecrets(deps.config);
  const cookie = createFlowCookie({ secrets, path: CALLBACK, isSecure: publicUrl.startsWith("https:") });

  const backToClient = (reply: FastifyReply, query: Record<string, string>): FastifyReply =>
    keepToYourself(reply).redirect(`${publicUrl}/auth/callback?${encoded(query)}`);

  const refuseBrowser = (request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply => {
    const isProviders = error instanceof NotGooglesWord || error instanceof GoogleAway;
    if (isProviders || error instanceof FlowBroken) {
      request.log.warn({ reason: error.message }, "a Google sign-in failed");
    } else request.log.error({ err: error }, "a Google sign-in failed");
    return backToClient(reply, { error: isProviders ? "oauth_failed" : "oauth_callback_failed" });
  };

  serve(app, calls.goToGoogle, async ({ request, reply }) => {
    try {
      const { url, ...flow } = await client.start();
      return keepToYourself(reply)
        .header("set-cookie", await cookie.keep(flow))
        .redirect(url.href);
    } catch (error) {
      return refuseBrowser(request, reply, error);
    }
  });

  serve(app, calls.returnFromGoogle, async ({ request, reply }) => {
    reply.header("set-cookie", cookie.removal);
    try {
      const flow = await cookie.read(request.headers.cookie);
      if (!flow) throw new FlowBroken("no sign-in of this browser is under way");
      const returnedTo = new URL(`${publicUrl}${CALLBACK}${new URL(request.url, publicUrl).search}`);
      const result = await deps.signIn(await client.finish(returnedTo, flow));
      // The client shows its own text for any other value: the account is suspended, or linked to another person.
      if (!result.ok) return backToClient(reply, { error: "sign_in_refused" });
      const token = await issueToken(deps, result.value, request);
      return backToClient(reply, { token, user: JSON.stringify(toUser(result.value)) });
    } catch (error) {
      if (error instanceof RefusedError && error.body.challenge) {
        const { challenge, methods = [] } = error.body;
        return backToClient(reply, { challenge, methods: methods.join(",") });
      }
      return refuseBrowser(request, reply, error);
    }
  });
};

/** Encodes spaces without plus signs, because the reader uses `decodeURIComponent`. */
const encoded = (query: Record<string, string>): string =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");

/** Keeps addresses and answers that hold a token out of caches and Referer headers. */
const keepToYourself = (reply: FastifyReply): FastifyReply =>
  reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
