// The cookie that ties a browser to the redirect sign-in it began: sealed, so that it can be neither read nor made
// elsewhere, and good for ten minutes.
import { hkdfSync } from "node:crypto";
import { EncryptJWT, jwtDecrypt } from "jose";
import * as z from "zod/mini";
import type { Flow } from "./google-client.ts";

const NAME = "google_sign_in";
const LIFE_S = 600;
const flowSchema = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() });

export interface FlowCookie {
  /** The Set-Cookie header that keeps the flow. */
  keep(flow: Flow): Promise<string>;
  /** From the request's Cookie header; null where there is none that holds. */
  read(cookies: string | undefined): Promise<Flow | null>;
  /** The Set-Cookie header that removes it. */
  readonly removal: string;
}

/** `path`: where the browser sends it back. */
export const createFlowCookie = (options: { secret: string; path: string; isSecure: boolean }): FlowCookie => {
  // A key of its own: nothing sealed here can pass for a session, nor the other way round.
  const key = new Uint8Array(hkdfSync("sha256", options.secret, "", NAME, 32));
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
      try {
        const { payload } = await jwtDecrypt(sealed, key, { ...options, requiredClaims: ["exp"] });
        return flowSchema.parse(payload);
      } catch {
        return null;
      }
    },
    removal: `${NAME}=; Max-Age=0${attributes}`,
  };
};
