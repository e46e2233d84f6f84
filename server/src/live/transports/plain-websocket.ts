// The plain WebSocket transport: the Fastify route /ws. The route's hooks decide whether a client may connect. They
// refuse over HTTP, before the upgrade.
import { EventEmitter } from "node:events";
import type { Server as HttpServer, IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import websocket from "@fastify/websocket";
import { type ErrorBody, refusal } from "@jara/shared/errors";
import { MAX_FRAME_BYTES } from "@jara/shared/live-limits";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { WebSocket } from "ws";
import { answer } from "../../platform/http/errors.ts";
import { TurnedAway } from "../../platform/limits/admission.ts";
import type { LiveLimits } from "../../platform/limits/live-rate-limits.ts";
import { crowded, isRefusal, readSession, refuseFlooder, type Session, tooManySockets } from "../session.ts";
import { frameBounds } from "./fair-web-socket-server.ts";
import { isFromAllowedOrigin, type OriginCheck } from "./origins.ts";
import { PlainConnection, type PlainConnectionDeps } from "./plain-connection.ts";
import { refuseLate, refuseUpgrade, waitForHandshake, waitOfAddress } from "./refuse-handshake.ts";

const PATH = "/ws";
/** Stands for the token if the header is empty. It is never a valid token. */
const NO_BEARER = "Bearer";

export interface PlainWebSocketDeps extends PlainConnectionDeps {
  readonly isAllowed: OriginCheck;
  readonly isDraining: () => boolean;
}

/** Call after the hooks and the access table of the routes are registered. */
export const servePlainWebSocket = async (
  app: FastifyInstance,
  deps: PlainWebSocketDeps,
): Promise<{ close: () => void }> => {
  let close = (): void => {};
  // Use a separate scope, because the plugin wraps the handler of every route in its scope.
  await app.register(async (scope) => {
    await scope.register(websocket, {
      options: { ...frameBounds, maxPayload: MAX_FRAME_BYTES, server: upgradesOf(app.server) },
      // `close` closes the connections instead, in the order of the whole shutdown.
      preClose: (done) => done(),
      // A connection with an error is closed already, with the code that says why. If it is still open, its handler
      // failed.
      errorHandler: (error, ws, request) => {
        if (ws.readyState !== WebSocket.OPEN) return;
        request.log.error({ err: error }, "a plain WebSocket could not be served");
        ws.terminate();
      },
    });
    serveRoute(scope, deps);
    const server = scope.websocketServer;
    close = () => {
      for (const client of server.clients) client.close(1001, "server is going away");
      server.close();
    };
  });
  return { close };
};

/**
 * Returns an emitter of the upgrades of /ws alone, because the plugin answers every upgrade that it is handed, also
 * those of Socket.IO. All other upgrades get 404 here.
 */
const upgradesOf = (http: HttpServer): HttpServer => {
  const upgrades = new EventEmitter();
  http.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { method, url = "" } = request;
    // Engine.IO recognises its own requests by the same test, on the raw address. A socket that neither transport takes
    // would stay open for ever.
    if (url.startsWith("/socket.io/")) return;
    const isPlain = method === "GET" && (url === PATH || url.startsWith(`${PATH}?`));
    if (isPlain) return void upgrades.emit("upgrade", request, socket, head);
    socket.on("error", () => socket.destroy());
    refuseUpgrade(socket, refusal("NOT_FOUND"));
  });
  // The plugin only listens for upgrades on this object.
  return upgrades as HttpServer;
};

const serveRoute = (scope: FastifyInstance, deps: PlainWebSocketDeps): void => {
  const { limits, clientAddress, admission } = deps;
  const sessions = new WeakMap<FastifyRequest, Session | null>();
  const userIdOf = (request: FastifyRequest): string | null => sessions.get(request)?.account.id ?? null;

  const checkOrigin = async ({ raw }: FastifyRequest, reply: FastifyReply) => {
    if (!isFromAllowedOrigin(deps.isAllowed, raw)) return refuse(reply, refusal("FORBIDDEN"));
  };
  const checkDraining = async (_request: FastifyRequest, reply: FastifyReply) => {
    if (deps.isDraining()) return refuse(reply, refusal("UNAVAILABLE"));
  };
  const checkAddress = ({ raw }: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const retryAfterMs = waitForHandshake(limits, clientAddress(raw));
    if (retryAfterMs > 0) refuseLate(raw.socket, () => void refuse(reply, waitOfAddress(retryAfterMs)));
    else done();
  };
  const checkToken = async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await readSession(tokenOf(request), clientAddress(request.raw), deps);
    if (!isRefusal(session)) return void sessions.set(request, session);
    if (session.code === "UNAUTHENTICATED") limits.noteRefused(clientAddress(request.raw));
    return refuse(reply, session);
  };
  const checkFlooder = async (request: FastifyRequest, reply: FastifyReply) => {
    const flooder = await refuseFlooder(limits, userIdOf(request));
    if (!flooder) return;
    limits.noteRefused(clientAddress(request.raw));
    return refuse(reply, flooder);
  };
  const takeSlots = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const { socket } = request.raw;
    // The client left while its token was read. Slots that are taken now would never be released.
    if (socket.destroyed) return;
    const release = takeConnectionSlots(limits, clientAddress(request.raw), userIdOf(request));
    if (!release) return void refuse(reply, tooManySockets);
    socket.once("close", release);
    done();
  };
  /** The upgrade happens inside the bulkhead, because everything from `done` to the 101 runs in one event-loop tick. */
  const waitInBulkhead = ({ raw }: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const { socket } = raw;
    const upgrade = (): void => {
      if (!socket.destroyed) done();
    };
    void admission.handshakes.run(upgrade, { address: clientAddress(raw) }).then(
      (ended) => ended instanceof TurnedAway && refuse(reply, crowded(ended)),
      () => socket.destroy(),
    );
  };

  scope.route({
    method: "GET",
    url: PATH,
    exposeHeadRoute: false,
    // Hidden from the REST API's document, because docs/socket-api.md describes this route.
    schema: { hide: true },
    websocket: true,
    onRequest: [onlyUpgrades, checkOrigin, checkDraining, checkAddress, checkToken, checkFlooder, takeSlots],
    preHandler: waitInBulkhead,
    handler: (ws, request) => {
      const session = sessions.get(request) ?? null;
      new PlainConnection(ws, { session, address: clientAddress(request.raw), network: request.raw.socket }, deps);
    },
  });
};

/** A request without an upgrade is answered as if there were no route. */
const onlyUpgrades = async (request: FastifyRequest, reply: FastifyReply) => {
  if (!request.ws) return reply.callNotFound();
};

const refuse = (reply: FastifyReply, error: ErrorBody): FastifyReply =>
  answer(reply.header("connection", "close"), error);

/** A header without a bearer token counts as a bad token, not as a visitor. So does an empty header. */
const tokenOf = ({ headers: { authorization } }: FastifyRequest): string | null =>
  authorization === undefined ? null : /^Bearer (.+)$/i.exec(authorization)?.[1] || authorization || NO_BEARER;

/**
 * Takes a connection slot of the address, and one of the user if there is one. Returns the function that releases them;
 * null if one is not available.
 */
const takeConnectionSlots = (limits: LiveLimits, address: string, userId: string | null): (() => void) | null => {
  const ofAddress = limits.takeConnectionSlot("address", address);
  const ofUser = userId === null ? () => {} : limits.takeConnectionSlot("user", userId);
  const release = (): void => {
    ofAddress?.();
    ofUser?.();
  };
  if (ofAddress && ofUser) return release;
  release();
  return null;
};
