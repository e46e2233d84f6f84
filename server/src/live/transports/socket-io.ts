// The Socket.IO transport: handles the handshake, passes frames to the dispatcher, and maps rooms to Socket.IO's own.
import type { Server as HttpServer } from "node:http";
import { type ErrorBody, refusal } from "@jara/shared/errors";
import type { PushFrame } from "@jara/shared/live-commands";
import { MAX_FRAME_BYTES } from "@jara/shared/live-limits";
import { Server, type Socket } from "socket.io";
import type { Admission } from "../../platform/limits/admission.ts";
import type { ClientAddress } from "../../platform/limits/client-address.ts";
import type { LiveLimits } from "../../platform/limits/live-rate-limits.ts";
import { CommandQueue } from "../command-queue.ts";
import { type Dispatch, invalid } from "../dispatch.ts";
import { encodeAnswer } from "../encoded-json.ts";
import type { Connection, Rooms } from "../rooms.ts";
import {
  isRefusal,
  readSession,
  refuseFlooder,
  type Session,
  type SessionTokens,
  startSession,
  tooManySockets,
} from "../session.ts";
import type { AllUnread, Unread } from "../unread.ts";
import { encodeAnswersWith } from "./engine-io-internals.ts";
import { countEnginePackets } from "./engine-io-packets.ts";
import { FairWebSocketServer } from "./fair-web-socket-server.ts";
import { isFromAllowedOrigin, type OriginCheck } from "./origins.ts";
import type { PacketScheduler } from "./packet-scheduler.ts";

/** The limit from a client's request to connect until it is accepted. In this time its token may wait to be checked. */
const CONNECT_WITHIN_MS = 20_000;
/** Polling answers do not pass through the HTTP routes, and they contain texts that people wrote. */
const POLLING_HEADERS = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};

interface SocketIoDeps {
  readonly isAllowed: OriginCheck;
  readonly admission: Pick<Admission, "handshakes">;
  readonly clientAddress: ClientAddress;
}

export const createSocketIo = (http: HttpServer, { isAllowed, admission, clientAddress }: SocketIoDeps): Server =>
  new Server(http, {
    serveClient: false,
    wsEngine: FairWebSocketServer,
    maxHttpBufferSize: MAX_FRAME_BYTES,
    // Other upgrades on this server belong to the plain WebSocket transport.
    destroyUpgrade: false,
    // A phone that lost its network is detected within 20 s.
    pingInterval: 10_000,
    pingTimeout: 10_000,
    connectTimeout: CONNECT_WITHIN_MS,
    // Called when a session is opened, not for each request of it.
    allowRequest: (request, decide) => {
      if (!isFromAllowedOrigin(isAllowed, request)) return decide("FORBIDDEN", false);
      const { socket } = request;
      // Nothing else listens while it waits, and an unhandled error event would end the process.
      const gone = (): void => void socket.destroy();
      socket.on("error", gone);
      // The refusal carries no details, because clients retry by themselves, with growing delays.
      void admission.handshakes
        .run(() => !socket.destroyed, { address: clientAddress(request) })
        .then((isIn) => {
          socket.off("error", gone);
          decide(isIn === true ? null : "UNAVAILABLE", isIn === true);
        });
    },
    // A compressor for each answer that a polling client leaves unread would take more memory than the answer.
    httpCompression: false,
    cors: { origin: (origin, decide) => decide(null, isAllowed(origin, undefined)), credentials: true },
  });

export const serveSocketIo = (
  io: Server,
  deps: {
    tokens: SessionTokens;
    rooms: Rooms;
    dispatch: Dispatch;
    admission: Admission;
    limits: LiveLimits;
    clientAddress: ClientAddress;
    scheduler: PacketScheduler;
    unread: AllUnread;
    isDraining: () => boolean;
  },
): void => {
  const packets = countEnginePackets(io, deps);
  encodeAnswersWith(io, encodeAnswer);
  io.engine.on("headers", (headers: Record<string, string>) => void Object.assign(headers, POLLING_HEADERS));
  io.use(async (socket, next) => {
    const { conn } = socket;
    // A token is checked once for each connection: a refused client must connect again.
    const refuse = (error: ErrorBody, isCharged = false): void => {
      next(Object.assign(new Error(error.code), { data: error }));
      // Close after the refusal, which is written in this event-loop tick.
      setImmediate(() => packets.close(conn, isCharged));
    };
    if (deps.isDraining()) return refuse(refusal("UNAVAILABLE"));
    const address = deps.clientAddress(socket.request);
    const session = await readSession(socket.handshake.auth?.token, address, deps);
    if (isRefusal(session)) return refuse(session, session.code === "UNAUTHENTICATED");
    const userId = session?.account.id ?? null;
    const flooder = await refuseFlooder(deps.limits, userId);
    if (flooder) return refuse(flooder, true);
    // The client left while its token was read. Take no slot for it, because the event that would release it has
    // passed.
    if (conn.readyState === "closed") return next();
    const releaseSlot = userId === null ? () => {} : deps.limits.takeConnectionSlot("user", userId);
    if (!releaseSlot) return refuse(tooManySockets);
    socket.data = { session, releaseSlot, address };
    // A client that leaves before it is connected causes no other event, so release the slot here.
    conn.once("close", releaseSlot);
    next();
  });

  io.on("connection", (socket) => {
    const { session, releaseSlot, address } = socket.data as {
      session: Session | null;
      releaseSlot: () => void;
      address: string;
    };
    const connection = toConnection(socket, address, packets.unreadOf(socket.conn));
    const commands = new CommandQueue(connection.unread);
    deps.rooms.enter(connection);
    packets.joined(socket.conn, connection, (retryAfterMs) => {
      socket.emit("error", refusal("RATE_LIMITED", { retryAfterMs }));
    });
    const endSession = session ? startSession(connection, session, deps) : () => {};
    socket.on("disconnect", (reason) => {
      endSession();
      deps.rooms.exit(connection);
      releaseSlot();
      // Close the connection, because it has no other use.
      if (reason === "client namespace disconnect") packets.close(socket.conn, false);
    });
    /** The frame is no command. It is logged and counted as an unknown one. */
    const refuse = (answer: () => void): void =>
      commands.run(null, () => deps.dispatch(connection, null, null), answer);
    socket.onAny((name: string, ...args: unknown[]) => {
      const ack = args.at(-1);
      if (typeof ack !== "function") {
        // Without a callback the outcome cannot be sent, so the command is not executed.
        const message = "Send an acknowledgement callback with every command.";
        refuse(() => socket.emit("error", invalid([{ path: "", message }], message)));
        return;
      }
      const [data = {}, ...more] = args.slice(0, -1);
      if (more.length > 0) {
        const message = "Send one object of data before the callback.";
        refuse(() => ack({ ok: false, error: invalid([{ path: "", message }], message) }));
        return;
      }
      commands.run(
        name,
        () => deps.dispatch(connection, name, data),
        (answer) => ack(answer),
      );
    });
  });
};

const toConnection = (socket: Socket, address: string, unread: Unread): Connection => ({
  id: socket.id,
  transport: "socket.io",
  address,
  user: null,
  rooms: new Set(),
  unread,
  send: (frame: PushFrame) => {
    socket.emit(frame.type, frame.data);
  },
  sendEncoded: null,
  joined: (room) => void socket.join(room),
  left: (room) => void socket.leave(room),
  close: () => void socket.disconnect(true),
  // Not `disconnect`, because socket.io-client does not reconnect after it.
  sendAway: () => socket.conn.close(),
  terminate: () => unread.terminate(),
});
