// The Socket.IO carrier: handshake, frames to the dispatcher, rooms to Socket.IO's own.
import type { Server as HttpServer } from "node:http";
import { type ErrorCode, refusal } from "@jara/shared/errors";
import { MAX_FRAME_BYTES, type PushFrame } from "@jara/shared/socket";
import { Server, type Socket } from "socket.io";
import type { WebSocket } from "ws";
import type { Session, Tokens } from "../accounts/tokens.ts";
import type { Connection, Rooms } from "../fanout/rooms.ts";
import { backlogOf } from "../fanout/slow-readers.ts";
import type { ClientAddress } from "../limits/client-address.ts";
import type { LiveLimits } from "../limits/limits.ts";
import { type Admission, CROWDED, TurnedAway } from "./admission.ts";
import type { Dispatch } from "./handlers.ts";
import { createHoldBack, cutOff } from "./hold-back.ts";
import { isFromAllowedOrigin, type OriginCheck } from "./origins.ts";
import { refuseFlooder, sessionOf, startSession, takeSeats, tooManySockets } from "./session.ts";

/** A client says so with its first packet; who opens a transport and says nothing is closed after this. */
const CONNECT_WITHIN_MS = 20_000;
/** Polling is answered beside the routes, and with what people wrote. */
const POLLING_HEADERS = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};

interface Door {
  readonly isAllowed: OriginCheck;
  readonly admission: Pick<Admission, "handshakes">;
  readonly limits: LiveLimits;
  readonly clientAddress: ClientAddress;
}

export const createSocketIo = (http: HttpServer, { isAllowed, admission, limits, clientAddress }: Door): Server =>
  new Server(http, {
    serveClient: false,
    maxHttpBufferSize: MAX_FRAME_BYTES,
    // Other upgrades on this server belong to the plain carrier.
    destroyUpgrade: false,
    // A phone that lost its network is noticed within 20 s.
    pingInterval: 10_000,
    pingTimeout: 10_000,
    connectTimeout: CONNECT_WITHIN_MS,
    // Asked when a session is opened, not with each request of it.
    allowRequest: (request, decide) => {
      if (!isFromAllowedOrigin(isAllowed, request)) return decide("FORBIDDEN", false);
      if (limits.takeHandshake(clientAddress(request)) > 0) return decide("RATE_LIMITED", false);
      const { socket } = request;
      // While it waits nobody else listens, and an error that nobody hears would end the process.
      const gone = (): void => void socket.destroy();
      socket.on("error", gone);
      // Nothing has been spent on it yet, so it is not told more than no: clients come back by themselves, later each time.
      void admission.handshakes
        .run(() => !socket.destroyed)
        .then((isIn) => {
          socket.off("error", gone);
          decide(isIn === true ? null : "UNAVAILABLE", isIn === true);
        });
    },
    cors: { origin: (origin, decide) => decide(null, isAllowed(origin, undefined)), credentials: true },
  });

export const serveSocketIo = (
  io: Server,
  deps: {
    tokens: Tokens;
    rooms: Rooms;
    dispatch: Dispatch;
    admission: Admission;
    limits: LiveLimits;
    clientAddress: ClientAddress;
    isDraining: () => boolean;
  },
): void => {
  io.engine.on("headers", (headers: Record<string, string>) => void Object.assign(headers, POLLING_HEADERS));
  io.use(async (socket, next) => {
    if (deps.isDraining()) return next(handshakeError("UNAVAILABLE"));
    const session = await deps.admission.sessions
      .run(() => sessionOf(socket.handshake.auth?.token, deps.tokens))
      .catch(() => "unavailable" as const);
    if (session instanceof TurnedAway) {
      return next(handshakeError("UNAVAILABLE", { message: CROWDED, retryAfterMs: session.retryAfterMs }));
    }
    if (session === "bad") return next(handshakeError("UNAUTHENTICATED"));
    if (session === "unavailable") return next(handshakeError("UNAVAILABLE"));
    const address = deps.clientAddress(socket.request);
    const flooder = await refuseFlooder(deps.limits, address, session?.account.id ?? null);
    if (flooder) return next(handshakeError("RATE_LIMITED", flooder));
    const seats = takeSeats(deps.limits, address, session?.account.id ?? null);
    if (!seats) return next(handshakeError("RATE_LIMITED", tooManySockets));
    socket.data = { session, seats, address };
    // Whoever is gone before it is connected never says so in any other way.
    socket.conn.once("close", seats);
    next();
  });

  io.on("connection", (socket) => {
    const { session, address } = socket.data as { session: Session | null; address: string };
    const connection = toConnection(socket, address);
    deps.rooms.enter(connection);
    const endSession = session ? startSession(connection, session, deps.rooms) : () => {};
    socket.on("disconnect", () => {
      endSession();
      deps.rooms.exit(connection);
    });
    // Answered by the WebSocket itself: all that can be done about too many is to read them later.
    const onPing = (): void => {
      const waitMs = deps.limits.takeFrame(connection);
      if (waitMs > 0) connection.holdBack(waitMs);
    };
    insideOf(socket).transport.socket?.on("ping", onPing);
    socket.conn.once("upgrade", () => insideOf(socket).transport.socket?.on("ping", onPing));
    socket.onAny((name: string, ...args: unknown[]) => {
      const ack = args.at(-1);
      if (typeof ack !== "function") {
        // Nobody could be told the outcome, so nothing is done; but a flood of it is a flood.
        const message = "Send an acknowledgement callback with every command.";
        void deps.dispatch(connection, null, null).then((counted) => {
          const isLimited = !counted.ok && counted.error.code === "RATE_LIMITED";
          socket.emit("error", isLimited ? counted.error : refusal("INVALID", { message }));
        });
        return;
      }
      void deps.dispatch(connection, name, args.length > 1 ? args[0] : {}).then((answer) => ack(answer));
    });
  });
};

/** What Engine.IO has no public word for: the packets its transport could not take yet, and the WebSocket below. */
interface Inside {
  readonly writeBuffer: readonly unknown[];
  readonly transport: { readonly socket?: WebSocket };
}
const insideOf = (socket: Socket): Inside => socket.conn as unknown as Inside;

/** At a merged price every 50 ms, some six seconds' worth. */
const BACKLOG_PACKETS = 128;

const handshakeError = (
  code: Extract<ErrorCode, "UNAUTHENTICATED" | "UNAVAILABLE" | "RATE_LIMITED">,
  details: { message?: string; retryAfterMs?: number } = {},
): Error => Object.assign(new Error(code), { data: refusal(code, details) });

const terminate = (socket: Socket): void => {
  const { transport } = insideOf(socket);
  // A closing handshake would wait behind what is not being read.
  if (transport.socket) transport.socket.terminate();
  else socket.conn.close(true);
};

const toConnection = (socket: Socket, address: string): Connection => ({
  id: socket.id,
  carrier: "socket.io",
  address,
  user: null,
  rooms: new Set(),
  send: (frame: PushFrame) => {
    socket.emit(frame.type, frame.data);
  },
  sendEncoded: null,
  joined: (room) => void socket.join(room),
  left: (room) => void socket.leave(room),
  backlog: () => backlogOf(insideOf(socket).writeBuffer.length, BACKLOG_PACKETS),
  close: () => void socket.disconnect(true),
  // Not `disconnect`, after which socket.io-client stays away for good.
  sendAway: () => socket.conn.close(),
  terminate: () => terminate(socket),
  holdBack: createHoldBack(() => insideOf(socket).transport.socket).forMs,
  cutOff: () => cutOff(insideOf(socket).transport.socket, () => terminate(socket)),
});
