// The site as authenticators know it. Its id is the host name of PUBLIC_URL and never comes from a request, because a
// passkey works only for the id that it was made for.
import type { Config } from "../../../config.ts";

export interface RelyingParty {
  /** A host name. */
  readonly id: string;
  /** The browser shows this name when it asks. */
  readonly name: string;
  /** The pages that may use this site's passkeys: PUBLIC_URL, and those of ALLOWED_ORIGINS on the same host or below. */
  readonly origins: readonly string[];
}

export const relyingPartyOf = (config: Pick<Config, "publicUrl" | "allowedOrigins" | "brandName">): RelyingParty => {
  const { hostname: id, origin } = new URL(config.publicUrl);
  const isOwn = (other: string): boolean => {
    const { hostname } = new URL(other);
    return hostname === id || hostname.endsWith(`.${id}`);
  };
  return { id, name: config.brandName, origins: [...new Set([origin, ...config.allowedOrigins.filter(isOwn)])] };
};
