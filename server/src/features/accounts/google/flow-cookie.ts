// The cookie that ties a browser to the redirect sign-in that it began. It is encrypted, so that nobody else can read
// or forge it, and valid for ten minutes.
import { hkdfSync } from "node:crypto";
import { EncryptJWT, jwtDecrypt } from "jose";
import * as z from "zod/mini";
import type { Flow } from "./google-client.ts";

const NAME = "google_sign_in";
const LIFE_S = 600;
const flowSchema = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() });

export interface FlowCookie {
  /** The Set-Cookie header that stores the flow. */
  keep(flow: Flow): Promise<string>;
  /** Reads the flow from the request's Cookie header. Null where the cookie is missing or invalid. */
  read(cookies: string | undefined): Promise<Flow | null>;
  /** The Set-Cookie header that removes the cookie. */
  readonly removal: string;
}

/**
 * `path`: the path that the provider sends the browser back to. `secrets`: the first one encrypts, and what any of them
 * encrypted can be read.
 */
export const createFlowCookie = (options: {
  secrets: readonly [string, ...string[]];
  path: string;
  isSecure: boolean;
}): FlowCookie => {
  // Use a separate key, so that nothing encrypted here is valid as a session token, or the reverse.
  const keyOf = (secret: string) => new Uint8Array(hkdfSync("sha256", secret, "", NAME, 32));
  const [key, ...others] = options.secrets.map(keyOf) as [Uint8Array, ...Uint8Array[]];
  const attributes = `; Path=${options.path}; HttpOnly; SameSite=Lax${options.isSecure ? "; Secure" : ""}`;
  return {
    async keep({ state, nonce, verifier }) {
      const sealed = await new EncryptJWT({ state, nonce, verifier })
        .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
        .setExpirationTime(`${LIFE_S}s`)
        .encrypt(key);
      return `${NAME}=${sealed}; Max-Age=${LIFE_S}${attributes}`;
    },
    async read(cookies) {
      const sealed = (cookies ?? "")
        .split(/; */)
        .find((cookie) => cookie.startsWith(`${NAME}=`))
        ?.slice(NAME.length + 1);
      if (!sealed) return null;
      const options = { keyManagementAlgorithms: ["dir"], contentEncryptionAlgorithms: ["A256GCM"] };
      for (const one of [key, ...others]) {
        try {
          const { payload } = await jwtDecrypt(sealed, one, { ...options, requiredClaims: ["exp"] });
          return flowSchema.parse(payload);
        } catch {}
      }
      return null;
    },
    removal: `${NAME}=; Max-Age=0${attributes}`,
  };
};
