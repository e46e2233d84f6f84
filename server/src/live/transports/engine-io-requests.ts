// Limits the HTTP requests to Engine.IO: new connections by their address, and the requests of a session as its
// packets.
import { type IncomingMessage, ServerResponse } from "node:http";
import type { Server } from "socket.io";
import type { ClientAddress } from "../../platform/limits/client-address.ts";
import type { LiveLimits } from "../../platform/limits/live-rate-limits.ts";
import { queryOf, useFirst } from "./engine-io-internals.ts";
import type { PacketInbox } from "./packet-inbox.ts";
import { refuseLate, refuseRequest, waitForHandshake, waitOfAddress } from "./refuse-handshake.ts";

/** One packet, or one request of HTTP polling, that waits to be handled. */
export interface Arrival {
  handle(): void;
  drop?(): void;
}

/** An open session whose packets are counted. */
export interface CountedSession {
  readonly inbox: PacketInbox<Arrival>;
  /** True if the session may still change its transport. Engine.IO lets a session do so once. */
  mayUpgrade(): boolean;
}

export const limitEngineRequests = (
  io: Server,
  deps: {
    readonly limits: LiveLimits;
    readonly clientAddress: ClientAddress;
    /** Returns undefined for an unknown session. */
    readonly sessionOf: (sid: string) => CountedSession | undefined;
  },
): void => {
  const { limits, clientAddress, sessionOf } = deps;
  // Requests of polling need no preflight unless a page adds headers of its own. Nothing else counts them.
  useFirst(io, (request: IncomingMessage, response: unknown, next: (error?: Error) => void) => {
    const waitMs = request.method === "OPTIONS" ? limits.takeUnknownSession(clientAddress(request)) : 0;
    if (waitMs === 0) return next();
    refuseLate(request.socket, () => refuseRequest(request, response, waitOfAddress(waitMs)));
  });
  io.engine.use((request: IncomingMessage, response: unknown, next: (error?: Error) => void) => {
    const { sid, j, transport } = queryOf(request);
    // Refuse JSONP, because it wraps packets in its own format and no client has used it for years.
    if (j !== undefined) return next(new Error("no JSONP"));
    // Engine.IO would open a WebSocket that names another transport, and then close it without a session. Until the
    // client has closed it too, its packets would be read without being counted.
    if (!(response instanceof ServerResponse) && transport !== "websocket")
      return next(new Error("upgrade without transport=websocket"));
    const session = sid ? sessionOf(sid) : undefined;
    if (session) return receiveRequest(session, request, response, next);
    const address = clientAddress(request);
    const waitMs = sid ? limits.takeUnknownSession(address) : waitForHandshake(limits, address);
    if (waitMs === 0) return next();
    refuseLate(request.socket, () => refuseRequest(request, response, waitOfAddress(waitMs)));
  });
};

/** A request of a session counts as a packet and waits like one. */
const receiveRequest = (
  { inbox, mayUpgrade }: CountedSession,
  { socket }: IncomingMessage,
  response: unknown,
  next: (error?: Error) => void,
): void => {
  const drop = (): void => void socket.destroy();
  if (response instanceof ServerResponse) return void inbox.receive({ handle: () => next(), drop });
  // Nothing else listens to an upgrade's socket while it waits, and an unhandled error event would end the process.
  socket.on("error", drop);
  inbox.receive({
    drop,
    handle: () => {
      socket.off("error", drop);
      // Engine.IO would open the WebSocket before it refuses it, and read its packets without counting them.
      if (mayUpgrade()) next();
      else next(new Error("already upgraded"));
    },
  });
};
