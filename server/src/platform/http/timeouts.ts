// The time limits for clients. A client that exceeds one loses its connection, so that silent clients hold none.
// WebSockets are exempt: they are pinged, and counted by address and user.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { answerBrokenRequest } from "./broken-request.ts";

export interface RequestTimeouts {
  /** For a request's head, and for the first byte of a connection. */
  readonly headMs: number;
  /** For a request's body, except an upload's. */
  readonly bodyMs: number;
  /** For an upload from its first byte to its last. Its route limits silence within this time. */
  readonly uploadMs: number;
  /** While nothing is read or written, for example if a client does not read its answer. */
  readonly silenceMs: number;
  /** How often the limits on heads and uploads are checked. */
  readonly lookEveryMs: number;
}

/** A phone on a bad network sends a bid within seconds. 100 MB at 1 Mbit/s take a quarter of an hour. */
export const REQUEST_TIMEOUTS: RequestTimeouts = {
  headMs: 15_000,
  bodyMs: 20_000,
  uploadMs: 20 * 60_000,
  silenceMs: 60_000,
  lookEveryMs: 5_000,
};

/**
 * The most connections of one server, including WebSockets. The limit is reached before memory or the system's own
 * limit runs out.
 */
export const CONNECTIONS_AT_MOST = 50_000;

const UPLOADS: readonly (string | undefined)[] = ["/api/upload/single", "/api/admin/imports"];

/** Register before the routes. */
export const limitSlowBodies = (app: FastifyInstance, { bodyMs }: RequestTimeouts): void => {
  app.addHook("onRequest", async (request, reply) => {
    const { raw, routeOptions } = request;
    const hasBody = raw.headers["transfer-encoding"] !== undefined || Number(raw.headers["content-length"] ?? 0) > 0;
    if (!hasBody || UPLOADS.includes(routeOptions.url)) return;
    // A call from inside the server (`inject`) has its whole body, and no connection.
    if (!(raw.socket instanceof Socket)) return;
    const timer = setTimeout(() => {
      if (raw.complete) return;
      // If an answer has begun, no second one can be sent.
      if (reply.raw.headersSent) raw.socket.destroy();
      else answerBrokenRequest({ code: "ERR_HTTP_REQUEST_TIMEOUT" }, raw.socket, request.id);
    }, bodyMs);
    timer.unref();
    raw.once("close", () => clearTimeout(timer));
  });
};

/**
 * Closes the connection of a request that was answered before its body arrived, if the body has no length or is longer
 * than `bodyLimit`. Node would receive and discard all of it, for as long as the client sends. The rest of an upload with
 * a length is discarded, so that its sender can read why it was refused. Call after everything that listens for
 * requests.
 */
export const closeUnreadBodies = (server: Server, bodyLimit: number): void => {
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    const { headers, url = "" } = request;
    const hasLength = headers["transfer-encoding"] === undefined;
    if (hasLength && (Number(headers["content-length"] ?? 0) <= bodyLimit || UPLOADS.includes(url))) return;
    response.once("finish", () => {
      if (!request.complete) request.socket.destroy();
    });
  });
};
