// Refuses connections over HTTP, with Retry-After: an upgrade on its raw socket, a polling request with an answer.
import { type IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { type ErrorBody, httpStatusByCode, refusal } from "@jara/shared/errors";
import type { LiveLimits } from "../../platform/limits/live-rate-limits.ts";

/** The delay before an address over its limit is refused, because refusals take time from other people's bids. */
const LATE_MS = 1_000;
/** The most connections that wait for their refusal; further ones are closed without an answer. */
const LATE_AT_MOST = 2_000;

const retryAfterOf = ({ retryAfterMs }: ErrorBody): Record<string, string> =>
  retryAfterMs === undefined ? {} : { "Retry-After": String(Math.ceil(retryAfterMs / 1000)) };

export const refuseUpgrade = (socket: Duplex, error: ErrorBody): void => {
  const body = JSON.stringify(error);
  const headers = Object.entries(retryAfterOf(error)).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${httpStatusByCode[error.code]} ${error.code}\r\nContent-Type: application/json\r\n${headers.join("")}` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    // Nothing limits how long a socket that was taken from HTTP stays half open, and the server has a bounded number.
    () => socket.destroy(),
  );
};

/** At an upgrade, Engine.IO passes a `response` that is not a ServerResponse. */
export const refuseRequest = (request: IncomingMessage, response: unknown, error: ErrorBody): void => {
  if (!(response instanceof ServerResponse)) return void refuseUpgrade(request.socket, error);
  response.writeHead(httpStatusByCode[error.code], { "Content-Type": "application/json", ...retryAfterOf(error) });
  response.end(JSON.stringify(error));
};

/** Returns 0, or how long a new connection of the address must wait (ms). */
export const waitForHandshake = (limits: LiveLimits, address: string): number =>
  limits.addressWaitMs(address) || limits.takeHandshake(address);

export const waitOfAddress = (retryAfterMs: number): ErrorBody => {
  const message = "Too many connections from your address were refused. Please wait before you connect again.";
  return refusal("RATE_LIMITED", { message, retryAfterMs });
};

let waiting = 0;

/** Calls `refuse` after LATE_MS, or closes the connection at once if too many already wait. */
export const refuseLate = (socket: Duplex, refuse: () => void): void => {
  if (waiting >= LATE_AT_MOST) return void socket.destroy();
  waiting += 1;
  // Nothing else listens while it waits, and an unhandled error event would end the process.
  const gone = (): void => void socket.destroy();
  socket.on("error", gone);
  setTimeout(() => {
    waiting -= 1;
    socket.off("error", gone);
    socket.on("error", () => {});
    if (!socket.destroyed) refuse();
  }, LATE_MS).unref();
};
