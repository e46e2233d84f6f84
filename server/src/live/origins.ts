// Whether a browser's page may talk to us. Programs send no Origin and are judged by their token alone.
import type { IncomingMessage } from "node:http";
import type { Config } from "../config.ts";

export type OriginCheck = (origin: string | undefined, host: string | undefined) => boolean;

export const createOriginCheck = (
  config: Pick<Config, "publicUrl" | "allowedOrigins" | "isProduction">,
): OriginCheck => {
  const allowed = new Set([new URL(config.publicUrl).origin, ...config.allowedOrigins]);
  return (origin, host) => {
    if (origin === undefined || allowed.has(origin)) return true;
    // In development the site is opened by any name the machine has (a phone on the same network).
    return !config.isProduction && host !== undefined && [`http://${host}`, `https://${host}`].includes(origin);
  };
};

export const isFromAllowedOrigin = (check: OriginCheck, request: IncomingMessage): boolean =>
  check(request.headers.origin, request.headers.host);
