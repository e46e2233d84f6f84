// Checks whether a page of this origin may use the API from a browser. Programs send no Origin header, and only their
// token is checked.
import type { IncomingMessage } from "node:http";

export type OriginCheck = (origin: string | undefined, host: string | undefined) => boolean;

export interface OriginSettings {
  readonly publicUrl: string;
  /** Origins besides that of `publicUrl`. */
  readonly allowedOrigins: readonly string[];
  readonly isProduction: boolean;
}

export const createOriginCheck = ({ publicUrl, allowedOrigins, isProduction }: OriginSettings): OriginCheck => {
  const allowed = new Set([new URL(publicUrl).origin, ...allowedOrigins]);
  return (origin, host) => {
    if (origin === undefined || allowed.has(origin)) return true;
    // In development the site may be opened under any name of the machine (for example from a phone on the same
    // network).
    return !isProduction && host !== undefined && [`http://${host}`, `https://${host}`].includes(origin);
  };
};

export const isFromAllowedOrigin = (check: OriginCheck, request: IncomingMessage): boolean =>
  check(request.headers.origin, request.headers.host);
