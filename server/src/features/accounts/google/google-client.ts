// The client for Google, or for the OpenID provider at the configured issuer: its metadata, its signed identity tokens,
// and the redirect flow. It must never trust anything unsigned, and never log a token.
import { oneLine } from "@jara/shared/text/kinds";
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify, type RemoteJWKSet } from "jose";
import * as openid from "openid-client";
import * as z from "zod/mini";
import type { Config } from "../../../config.ts";

type GoogleSettings = NonNullable<Config["google"]>;

/** The verified identity of a person, as Google states it. */
export interface GoogleIdentity {
  /** Google's own id of the person. It stays the same when the address changes. */
  readonly sub: string;
  /** Lower case. Google has verified it. */
  readonly email: string;
  readonly name: string;
  readonly givenName: string;
  readonly familyName: string;
}

/** The token is not a valid statement by the provider about a person who may sign in. */
export class NotGooglesWord extends Error {}
/** The provider cannot be reached, or its answer is invalid. */
export class GoogleAway extends Error {}
/** The browser came back with other values than it was sent with. */
export class FlowBroken extends Error {}

/** The values that the browser must bring back from the provider. */
export interface Flow {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface GoogleClient {
  /** Throws NotGooglesWord or GoogleAway. `maxAgeS`: an older token is refused. */
  verify(idToken: string, maxAgeS?: number): Promise<GoogleIdentity>;
  /** Returns where to send the browser, and what it must bring back. Throws GoogleAway. */
  start(): Promise<Flow & { readonly url: URL }>;
  /** Takes the address that the browser came back to. Throws NotGooglesWord, GoogleAway or FlowBroken. */
  finish(returnedTo: URL, flow: Flow): Promise<GoogleIdentity>;
}

const TIMEOUT_S = 5;
/** The tolerated difference between the provider's clock and ours. */
const CLOCK_TOLERANCE_S = 30;
/**
 * The maximum age of a token. The token is only for signing in now; the provider itself lets it expire after an hour.
 */
const HOLDS_S = 3600;

const identityClaims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: z.string().check(z.toLowerCase(), z.maxLength(254), z.email()),
  email_verified: z.literal(true),
  name: z.optional(oneLine),
  given_name: z.optional(oneLine),
  family_name: z.optional(oneLine),
});

/** Throws NotGooglesWord if the claims name nobody with a verified address. */
export const identityOfClaims = (payload: unknown): GoogleIdentity => {
  const claims = identityClaims.safeParse(payload);
  if (!claims.success) throw new NotGooglesWord(`claims: ${claims.error.issues[0]?.path.join(".")}`);
  const { sub, email, name = "", given_name: givenName = "", family_name: familyName = "" } = claims.data;
  return { sub, email, name, givenName, familyName };
};

/** Google signs with either issuer, as its documentation says. */
export const issuersOf = (issuer: string): string[] =>
  issuer === "https://accounts.google.com" ? [issuer, "accounts.google.com"] : [issuer];

interface Provider {
  readonly config: openid.Configuration;
  readonly keys: RemoteJWKSet;
}

export const createGoogleClient = (google: GoogleSettings, redirectUri: string): GoogleClient => {
  let discovered: Promise<Provider> | undefined;
  /** Discovers the provider once. After a failure the next caller tries again. */
  const provider = (): Promise<Provider> => {
    discovered ??= discover(google).catch((error) => {
      discovered = undefined;
      throw new GoogleAway(`discovery: ${reasonOf(error)}`);
    });
    return discovered;
  };

  const verify = async (idToken: string, maxAgeS = HOLDS_S): Promise<GoogleIdentity> => {
    const { keys } = await provider();
    let payload: JWTPayload;
    try {
      const verified = await jwtVerify(idToken, (header, token) => keyOf(keys, header, token), {
        issuer: issuersOf(google.issuer),
        audience: google.clientId,
        algorithms: ["RS256"],
        requiredClaims: ["exp", "iat"],
        clockTolerance: CLOCK_TOLERANCE_S,
        maxTokenAge: maxAgeS,
      });
      payload = verified.payload;
      if (!isForUsAlone(payload, google.clientId)) throw new NotGooglesWord("for others too");
    } catch (error) {
      if (error instanceof GoogleAway || error instanceof NotGooglesWord) throw error;
      throw new NotGooglesWord(reasonOf(error));
    }
    return identityOfClaims(payload);
  };

  return {
    verify,

    async start() {
      const { config } = await provider();
      const verifier = openid.randomPKCECodeVerifier();
      const flow = { state: openid.randomState(), nonce: openid.randomNonce(), verifier };
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: "openid email profile",
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        prompt: "select_account",
      });
      return { ...flow, url };
    },

    async finish(returnedTo, { state, nonce, verifier }) {
      // The library would detect this too, but its error could not be told from the provider's own failures.
      if (returnedTo.searchParams.get("state") !== state) throw new FlowBroken("another state came back");
      const { config } = await provider();
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
      const tokens = await openid.authorizationCodeGrant(config, returnedTo, checks).catch((error: unknown) => {
        throw new NotGooglesWord(reasonOf(error));
      });
      return await verify(tokens.id_token ?? "");
    },
  };
};

/**
 * Checks the audience and the authorized party, so that another program cannot use a token here that was issued to it.
 */
const isForUsAlone = ({ aud, azp = aud }: JWTPayload, clientId: string): boolean =>
  [aud, azp].every((party) => String(party) === clientId && [party].flat().length === 1);

const discover = async ({ issuer, clientId, secret }: GoogleSettings): Promise<Provider> => {
  const config = await openid.discovery(
    new URL(issuer),
    clientId,
    { [openid.clockTolerance]: CLOCK_TOLERANCE_S },
    secret === null ? openid.None() : openid.ClientSecretPost(secret),
    // Only a provider on the developer's own machine may lack TLS. Production refuses such an issuer.
    { timeout: TIMEOUT_S, execute: issuer.startsWith("http:") ? [openid.allowInsecureRequests] : [] },
  );
  const { jwks_uri } = config.serverMetadata();
  if (!jwks_uri) throw new Error("no keys are published");
  return { config, keys: createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: TIMEOUT_S * 1000 }) };
};

/** An unknown key is the token's fault. Keys that cannot be fetched are the provider's. */
const keyOf = async (keys: RemoteJWKSet, ...[header, token]: Parameters<RemoteJWKSet>) => {
  try {
    return await keys(header, token);
  } catch (error) {
    const isTokensFault = [
      errors.JWKSNoMatchingKey,
      errors.JWKSMultipleMatchingKeys,
      errors.JOSENotSupported,
      errors.JWSInvalid,
    ].some((kind) => error instanceof kind);
    throw isTokensFault ? error : new GoogleAway(`keys: ${reasonOf(error)}`);
  }
};

/** Leave out the error's cause, because it may hold what was sent. */
const reasonOf = (error: unknown): string => {
  const { code, message, error: said } = error as { code?: string; message?: string; error?: string };
  return [code, said, message].filter((part) => typeof part === "string").join(" ");
};
