// Where a run may go: this machine, or the one host that is named twice, in the address and by --allow-host. A load test
// of somebody else's server by a slip of the keyboard must not be possible.
import { Mistake } from "./mistake.ts";

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "[::1]" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);

/** The address's origin. Throws a Mistake where it is no address of a server, or of a host that was not named. */
export const guardedUrl = (given: string, allowedHost: string | null): string => {
  if (!URL.canParse(given)) throw new Mistake(`--url ${given} is no address; it looks like http://127.0.0.1:3000.`);
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
      `${url.hostname} is not this machine. Only load servers that are yours; to say that this one is, add --allow-host ${url.hostname}`,
    );
  }
  if (allowedHost.toLowerCase() === url.hostname) return url.origin;
  throw new Mistake(`--allow-host names ${allowedHost}, but the address is ${url.hostname}'s: they must be the same.`);
};
