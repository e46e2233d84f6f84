// Limits a run to this machine or to the one host that is named twice, in the address and by --allow-host. A typing
// error must never start a load test of somebody else's server.
import { Mistake } from "./mistake.ts";

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "[::1]" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);

/** Returns the address's origin. Throws a Mistake if it is not a server's address, or if its host was not allowed. */
export const guardedUrl = (given: string, allowedHost: string | null): string => {
  if (!URL.canParse(given))
    throw new Mistake(`--url ${given} is not an address; an address looks like http://127.0.0.1:3000.`);
  const url = new URL(given);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new Mistake(`--url must begin with http:// or https://, not ${url.protocol}//.`);
  }
  if (url.username || url.password) throw new Mistake("--url must not hold a name or password.");
  if (url.pathname !== "/" || url.search || url.hash) {
    throw new Mistake(`--url takes the server's address alone: ${url.origin}`);
  }
  if (isLoopback(url.hostname)) return url.origin;
  if (allowedHost === null) {
    throw new Mistake(
      `${url.hostname} is not this machine. Load only servers that are yours. If this one is yours, add --allow-host ${url.hostname}`,
    );
  }
  if (allowedHost.toLowerCase() === url.hostname) return url.origin;
  throw new Mistake(`--allow-host names ${allowedHost}, but the address is ${url.hostname}'s: they must be the same.`);
};
