// Checks whether a page of this origin may use the API from a browser. Programs send no Origin header, and only their
// token is checked.
import type { IncomingMessage } from "node:http";
import type { Config } from "../../config.ts";

export type OriginCheck = (origin: string | undefined, host: string | undefined) => boolean;

export const createOriginCheck = (
  config: Pick<Config, "publicUrl" | "allowedOrigins" | "isProduction">,
): OriginCheck => {
  const allowed = new Set([new URL(config.publicUrl).origin, ...config.allowedOrigins]);
  return (origin, host) => {
    if (origin === undefined || allowed.has(origin)) return true;
    // In development the site may be opened under any name of the machine (for example from a phone on the same
    // network).
    return !config.isProduction && host !== undefined && [`http://${host}`, `https://${host}`].includes(origin);
  };
};

export const isFromAllowedOrigin = (check: OriginCheck, request: IncomingMessage): boolean =>
  check(request.headers.origin, request.headers.host);
