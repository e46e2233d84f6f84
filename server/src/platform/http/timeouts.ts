// How long a client may take, and what happens to one that takes longer: its connection is closed, so that none is held by
// somebody who says nothing. WebSockets are not meant here: they are pinged, and counted by address and user.
import type { FastifyInstance } from "fastify";
import { answerBrokenRequest } from "./broken-request.ts";

export interface Patience {
  /** For a request's head, also for the first byte of a connection. */
  readonly headMs: number;
  /** For its body, but an upload's. */
  readonly bodyMs: number;
  /** For an upload from its first byte to its last; within it, silence is limited by its route. */
  readonly uploadMs: number;
  /** While nothing is read or written, as by somebody who does not read an answer. */
  readonly silenceMs: number;
  /** How often heads and uploads are looked at. */
  readonly lookEveryMs: number;
}

/** A phone on a bad network sends a bid in seconds; 100 MB at 1 Mbit/s take a quarter of an hour. */
export const PATIENCE: Patience = {
  headMs: 15_000,
  bodyMs: 20_000,
  uploadMs: 20 * 60_000,
  silenceMs: 60_000,
  lookEveryMs: 5_000,
};

/** Connections of one server, WebSockets too: what more would come finds it full before memory or the system does. */
export const CONNECTIONS_AT_MOST = 50_000;

const UPLOADS = "/api/upload/single";

/** Before the routes. */
export const limitSlowBodies = (app: FastifyInstance, { bodyMs }: Patience): void => {
  app.addHook("onRequest", async (request, reply) => {
    const { raw, routeOptions } = request;
    const hasBody = raw.headers["transfer-encoding"] !== undefined || Number(raw.headers["content-length"] ?? 0) > 0;
    if (!hasBody || routeOptions.url === UPLOADS) return;
    const timer = setTimeout(() => {
      if (raw.complete) return;
      // What was answered already cannot be answered again.
      if (reply.raw.headersSent) raw.socket.destroy();
      else answerBrokenRequest({ code: "ERR_HTTP_REQUEST_TIMEOUT" }, raw.socket);
    }, bodyMs);
    timer.unref();
    raw.once("close", () => clearTimeout(timer));
  });
};
