// Development only: a stand-in for Google, so that both ways of signing in work without Google's keys. Whoever reaches
// it signs in as any address, so it must never run in production, nor for a site with another address than this
// machine's. It keeps no state: a credential and a code are statements that it signed.
import { createHash, hkdfSync, randomBytes } from "node:crypto";
import { STAND_IN_CLIENT_ID } from "@jara/shared/google-stand-in";
import { jwtVerify, SignJWT } from "jose";
import * as z from "zod/mini";
import { isThisMachine } from "../../../config/config-rules.ts";
import type { Config } from "../../../config.ts";
import {
  FlowBroken,
  type GoogleClient,
  type GoogleIdentity,
  identityOfClaims,
  NotGooglesWord,
} from "./google-client.ts";

const ISSUER = "https://stand-in.invalid";
const CODE_AUDIENCE = "stand-in code";
const CODE_LIFE_S = 60;
const CREDENTIAL_LIFE_S = 3600;
const PAGE = "/sandbox/google";

/** The person as typed on the stand-in's page. */
export const standInPerson = z.object({
  email: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email()),
  name: z.string().check(z.trim(), z.maxLength(100)),
});
export type StandInPerson = z.infer<typeof standInPerson>;

export interface StandIn extends GoogleClient {
  /** Makes the credential that Google's button gives. */
  credentialOf(person: StandInPerson): Promise<string>;
  /** Makes the code with which Google's page sends the browser back. `challenge` and `nonce` are those of the page's address. */
  codeOf(person: StandInPerson, challenge: string, nonce: string): Promise<string>;
}

type Site = Pick<Config, "isProduction" | "publicUrl" | "jwtSecret">;

export const createStandIn = ({ isProduction, publicUrl, jwtSecret }: Site): StandIn => {
  if (isProduction || !isThisMachine(publicUrl)) throw new Error("the stand-in for Google is for development only");
  const key = new Uint8Array(hkdfSync("sha256", jwtSecret, "", "stand-in for Google", 32));

  const sign = ({ email, name }: StandInPerson, audience: string, lifeS: number, more: Record<string, string> = {}) => {
    const [given = "", ...family] = name.split(" ");
    const names = { name, given_name: given, family_name: family.join(" ") };
    return new SignJWT({ email, email_verified: true, ...names, ...more })
      .setProtectedHeader({ alg: "HS256" })
      .setSubject(`stand-in-${createHash("sha256").update(email).digest("hex").slice(0, 32)}`)
      .setIssuer(ISSUER)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(`${lifeS}s`)
      .sign(key);
  };

  const read = async (token: string, audience: string, maxAgeS: number): Promise<Record<string, unknown>> => {
    const options = { issuer: ISSUER, audience, algorithms: ["HS256"], requiredClaims: ["exp", "iat"] };
    try {
      return (await jwtVerify(token, key, { ...options, maxTokenAge: maxAgeS })).payload;
    } catch (error) {
      throw new NotGooglesWord((error as Error).message);
    }
  };

  return {
    credentialOf: (person) => sign(person, STAND_IN_CLIENT_ID, CREDENTIAL_LIFE_S),
    codeOf: (person, challenge, nonce) => sign(person, CODE_AUDIENCE, CODE_LIFE_S, { challenge, nonce }),

    verify: async (idToken, maxAgeS = CREDENTIAL_LIFE_S): Promise<GoogleIdentity> =>
      identityOfClaims(await read(idToken, STAND_IN_CLIENT_ID, maxAgeS)),

    async start() {
      const [state, nonce, verifier] = [1, 2, 3].map(() => randomBytes(32).toString("base64url")) as [
        string,
        string,
        string,
      ];
      const url = new URL(`${publicUrl}${PAGE}`);
      url.search = String(new URLSearchParams({ state, nonce, challenge: challengeOf(verifier) }));
      return { url, state, nonce, verifier };
    },

    async finish({ searchParams }, { state, nonce, verifier }) {
      if (searchParams.get("state") !== state) throw new FlowBroken("another state came back");
      const claims = await read(searchParams.get("code") ?? "", CODE_AUDIENCE, CODE_LIFE_S);
      const isOfFlow = claims.nonce === nonce && claims.challenge === challengeOf(verifier);
      if (!isOfFlow) throw new NotGooglesWord("a code of another flow");
      return identityOfClaims(claims);
    },
  };
};

const challengeOf = (verifier: string): string => createHash("sha256").update(verifier).digest("base64url");
