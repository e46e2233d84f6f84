// Refusals of a connection over HTTP, with Retry-After: of an upgrade on its raw socket, of a polling request as an answer.
import { type IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { type ErrorBody, httpStatusByCode, refusal } from "@jara/shared/errors";

/** An address that has to wait learns it this late: to refuse takes time that others bid in. */
const LATE_MS = 1_000;
/** Connections that wait for their refusal; further ones are closed without a word. */
const LATE_AT_MOST = 2_000;

const retryAfterOf = ({ retryAfterMs }: ErrorBody): Record<string, string> =>
  retryAfterMs === undefined ? {} : { "Retry-After": String(Math.ceil(retryAfterMs / 1000)) };

export const refuseUpgrade = (socket: Duplex, error: ErrorBody): void => {
  const body = JSON.stringify(error);
  const headers = Object.entries(retryAfterOf(error)).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${httpStatusByCode[error.code]} ${error.code}\r\nContent-Type: application/json\r\n${headers.join("")}` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
};

/** `response` is no ServerResponse where Engine.IO stands in for one: at an upgrade. */
export const refuseRequest = (request: IncomingMessage, response: unknown, error: ErrorBody): void => {
  if (!(response instanceof ServerResponse)) return void refuseUpgrade(request.socket, error);
  response.writeHead(httpStatusByCode[error.code], { "Content-Type": "application/json", ...retryAfterOf(error) });
  response.end(JSON.stringify(error));
};

export const waitOfAddress = (retryAfterMs: number): ErrorBody => {
  const message = "Too many connections from your address were refused. Please wait before you connect again.";
  return refusal("RATE_LIMITED", { message, retryAfterMs });
};

let waiting = 0;

/** Calls `refuse` a while later, or closes the connection at once where many wait for that. */
export const refuseLate = (socket: Duplex, refuse: () => void): void => {
  if (waiting >= LATE_AT_MOST) return void socket.destroy();
  waiting += 1;
  // While it waits nobody else listens, and an error that nobody hears would end the process.
  const gone = (): void => void socket.destroy();
  socket.on("error", gone);
  setTimeout(() => {
    waiting -= 1;
    socket.off("error", gone);
    socket.on("error", () => {});
    if (!socket.destroyed) refuse();
  }, LATE_MS).unref();
};
