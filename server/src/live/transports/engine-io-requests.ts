// Limits the HTTP requests to Engine.IO: new connections by their address, and the requests of a session as its packets.
import { type IncomingMessage, ServerResponse } from "node:http";
import type { Server } from "socket.io";
import type { ClientAddress } from "../../platform/limits/client-address.ts";
import type { LiveLimits } from "../../platform/limits/live-rate-limits.ts";
import { queryOf } from "./engine-io-internals.ts";
import type { PacketInbox } from "./packet-inbox.ts";
import { refuseLate, refuseRequest, waitForHandshake, waitOfAddress } from "./refuse-handshake.ts";

/** One packet, or one request of HTTP polling, that waits to be handled. */
export interface Arrival {
  handle(): void;
  drop?(): void;
}

/** An open session. */
export interface CountedSession {
  readonly inbox: PacketInbox<Arrival>;
  /** Whether it may still change its transport. Engine.IO lets a session do so once. */
  mayUpgrade(): boolean;
}

export const limitEngineRequests = (
  io: Server,
  deps: {
    readonly limits: LiveLimits;
    readonly clientAddress: ClientAddress;
    /** Undefined for an unknown one. */
    readonly sessionOf: (sid: string) => CountedSession | undefined;
  },
): void => {
  const { limits, clientAddress, sessionOf } = deps;
  io.engine.use((request: IncomingMessage, response: unknown, next: (error?: Error) => void) => {
    const { sid, j, transport } = queryOf(request);
    // Refuse JSONP, because it wraps packets in its own format and no client has used it for years.
    if (j !== undefined) return next(new Error("no JSONP"));
    // Engine.IO would open this WebSocket too, and close it as no transport of a session. What it reads until the client
    // has closed it would not be counted.
    if (!(response instanceof ServerResponse) && transport !== "websocket")
      return next(new Error("an upgrade to no WebSocket"));
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
      // Engine.IO would open the WebSocket first, and what is read until it has closed would not be counted.
      if (mayUpgrade()) next();
      else next(new Error("already upgraded"));
    },
  });
};
