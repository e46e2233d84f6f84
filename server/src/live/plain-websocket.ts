// The plain WebSocket transport at /ws: JSON text frames `{id, type, data}`, answered by `{id, ok, …}`; pushed events
// are `{type, data}`.
import { randomUUID } from "node:crypto";
import type { Server as HttpServer, IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type ErrorBody, refusal } from "@jara/shared/errors";
import { MAX_FRAME_BYTES } from "@jara/shared/live-limits";
import { authenticateSchema, plainRequestSchema } from "@jara/shared/socket";
import { type RawData, WebSocket } from "ws";
import { type Admission, CROWDED, TurnedAway } from "../platform/limits/admission.ts";
import type { ClientAddress } from "../platform/limits/client-address.ts";
import type { LiveLimits } from "../platform/limits/limits.ts";
import type { Dispatch } from "./dispatch.ts";
import { waitForHandshake } from "./engine-packets.ts";
import { FairWebSocketServer } from "./fair-web-socket-server.ts";
import { isFromAllowedOrigin, type OriginCheck } from "./origins.ts";
import { PacketInbox } from "./packet-inbox.ts";
import type { PacketTurns } from "./packet-turns.ts";
import { createHoldBack, cutOff, pong } from "./pause-reading.ts";
import { refuseLate, refuseUpgrade, waitOfAddress } from "./refuse-handshake.ts";
import type { Connection, Rooms } from "./rooms.ts";
import { refuseFlooder, type Session, type SessionTokens, sessionOf, startSession, tooManySockets } from "./session.ts";
import { backlogOf } from "./slow-readers.ts";

const PING_EVERY_MS = 15_000;
const BACKLOG_BYTES = 128 * 1024;
/** Application close code for an invalid token. */
const CLOSE_UNAUTHENTICATED = 4401;
/** "Service Restart" in the registry of WebSocket close codes. */
const CLOSE_RESTARTS = 1012;

export const servePlainWebSocket = (
  http: HttpServer,
  deps: Served & { isAllowed: OriginCheck; isDraining: () => boolean },
): { close: () => void } => {
  const server = new FairWebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES });

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const { url = "" } = request;
    // The same test by which Engine.IO recognises its own requests, on the raw address. A socket that neither of the
    // two takes would stay open for ever.
    if (url.startsWith("/socket.io/")) return;
    socket.on("error", () => socket.destroy());
    if (url !== "/ws" && !url.startsWith("/ws?")) return refuseUpgrade(socket, refusal("NOT_FOUND"));
    if (!isFromAllowedOrigin(deps.isAllowed, request)) return refuseUpgrade(socket, refusal("FORBIDDEN"));
    if (deps.isDraining()) return refuseUpgrade(socket, refusal("UNAVAILABLE"));
    const address = deps.clientAddress(request);
    const retryAfterMs = waitForHandshake(deps.limits, address);
    if (retryAfterMs > 0) return refuseLate(socket, () => refuseUpgrade(socket, waitOfAddress(retryAfterMs)));
    const { authorization } = request.headers;
    // A header without a bearer token counts as a bad token, not as a visitor.
    const token = authorization === undefined ? null : (/^Bearer (.+)$/i.exec(authorization)?.[1] ?? authorization);
    const session = await deps.admission.sessions
      .run(() => sessionOf(token, deps.tokens))
      .catch(() => "unavailable" as const);
    if (session instanceof TurnedAway) return refuseUpgrade(socket, crowded(session));
    if (session === "bad") {
      deps.limits.noteRefused(address);
      return refuseUpgrade(socket, refusal("UNAUTHENTICATED"));
    }
    if (session === "unavailable") return refuseUpgrade(socket, refusal("UNAVAILABLE"));
    const userId = session?.account.id ?? null;
    const flooder = await refuseFlooder(deps.limits, userId);
    if (flooder) {
      deps.limits.noteRefused(address);
      return refuseUpgrade(socket, flooder);
    }
    const leave = takeSeats(deps.limits, address, userId);
    if (!leave) return refuseUpgrade(socket, tooManySockets);
    socket.once("close", leave);
    const handshake = await deps.admission.handshakes.run(() => {
      if (socket.destroyed) return;
      server.handleUpgrade(request, socket, head, (ws) => serve(ws, { session, address, socket }, deps));
    });
    if (handshake instanceof TurnedAway) return refuseUpgrade(socket, crowded(handshake));
  };
  http.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    void upgrade(request, socket, head).catch(() => socket.destroy());
  });

  return {
    close: () => {
      for (const client of server.clients) client.close(1001, "server is going away");
      server.close();
    },
  };
};

interface Served {
  readonly tokens: SessionTokens;
  readonly rooms: Rooms;
  readonly dispatch: Dispatch;
  readonly admission: Admission;
  readonly limits: LiveLimits;
  readonly clientAddress: ClientAddress;
  readonly turns: PacketTurns;
}

const crowded = ({ retryAfterMs }: TurnedAway): ErrorBody => refusal("UNAVAILABLE", { message: CROWDED, retryAfterMs });

/**
 * Takes a connection slot of the address, and one of the user if there is one. Returns the function that releases them;
 * null if one is not available.
 */
const takeSeats = (limits: LiveLimits, address: string, userId: string | null): (() => void) | null => {
  const atAddress = limits.takeSeat("address", address);
  const ofUser = userId === null ? () => {} : limits.takeSeat("user", userId);
  const leave = (): void => {
    atAddress?.();
    ofUser?.();
  };
  if (atAddress && ofUser) return leave;
  leave();
  return null;
};

const serve = (
  ws: WebSocket,
  { session, address, socket }: { session: Session | null; address: string; socket: Duplex },
  deps: Served,
): void => {
  const write = (json: string): void => {
    if (ws.readyState === WebSocket.OPEN) ws.send(json);
  };
  const holdBack = createHoldBack(() => ws);
  const connection: Connection = {
    id: randomUUID(),
    carrier: "websocket",
    address,
    user: null,
    rooms: new Set(),
    send: (frame) => write(JSON.stringify(frame)),
    sendEncoded: write,
    joined: () => {},
    left: () => {},
    backlog: () => backlogOf(ws.bufferedAmount, BACKLOG_BYTES),
    close: () => ws.close(1000),
    sendAway: () => ws.close(CLOSE_RESTARTS, "this server restarts; connect again"),
    terminate: () => ws.terminate(),
  };
  deps.rooms.enter(connection);
  let endSession = session ? startSession(connection, session, deps.rooms) : () => {};
  let isFirstFrame = true;

  const answer = (id: unknown, body: object): void => write(JSON.stringify({ id: id ?? null, ...body }));

  const authenticate = async (id: unknown, data: unknown): Promise<void> => {
    const parsed = authenticateSchema.safeParse(data);
    if (!parsed.success) return answer(id, { ok: false, error: refusal("INVALID") });
    const found = await deps.admission.sessions
      .run(() => sessionOf(parsed.data.token, deps.tokens))
      .catch(() => "unavailable" as const);
    if (found === "unavailable" || found instanceof TurnedAway) {
      // The client may try again.
      isFirstFrame = true;
      return answer(id, { ok: false, error: found === "unavailable" ? refusal("UNAVAILABLE") : crowded(found) });
    }
    if (found === "bad" || found === null) {
      deps.limits.noteRefused(address);
      answer(id, { ok: false, error: refusal("UNAUTHENTICATED") });
      ws.close(CLOSE_UNAUTHENTICATED, "UNAUTHENTICATED");
      return;
    }
    const { account } = found;
    const flooder = await refuseFlooder(deps.limits, account.id);
    if (flooder) return answer(id, { ok: false, error: flooder });
    const leave = deps.limits.takeSeat("user", account.id);
    if (!leave) return answer(id, { ok: false, error: tooManySockets });
    ws.once("close", leave);
    endSession();
    endSession = startSession(connection, found, deps.rooms);
    answer(id, { ok: true });
  };

  /** Refuses a frame that is no command. It is logged and counted as an unknown command. */
  const refuse = async (id: unknown, message: string): Promise<void> => {
    await deps.dispatch(connection, null, null);
    answer(id, { ok: false, error: refusal("INVALID", { message }) });
  };

  const receive = async (raw: RawData, isBinary: boolean): Promise<void> => {
    const json = isBinary ? undefined : parseJson(raw.toString());
    const parsed = plainRequestSchema.safeParse(json);
    const wasFirst = isFirstFrame;
    isFirstFrame = false;
    if (!parsed.success) {
      const id = typeof json === "object" && json !== null ? (json as { id?: unknown }).id : null;
      return await refuse(isId(id) ? id : null, 'Send {"id": …, "type": "…", "data": {…}} as a JSON text frame.');
    }
    const { id, type, data } = parsed.data;
    if (type === "authenticate") {
      if (wasFirst && !connection.user) return await authenticate(id, data);
      return await refuse(id, "authenticate may only be the first frame.");
    }
    answer(id, await deps.dispatch(connection, type, data === undefined ? {} : data));
  };

  // The first frame may change the connection's user, so later frames wait for it.
  let ready: Promise<void> = Promise.resolve();
  const openedAt = performance.now();
  const inbox = new PacketInbox<() => void>({
    isOn: deps.limits.isOn,
    turns: deps.turns,
    handle: (packet) => packet(),
    takeShared: () => deps.limits.takePacket(connection),
    isOneOfMany: () => connection.user !== null && deps.limits.isFlooding(connection.user.id),
    pausing: holdBack,
    exceeded: (retryAfterMs) => answer(null, { ok: false, error: refusal("RATE_LIMITED", { retryAfterMs }) }),
    cutOff: () => {
      deps.limits.noteCutOff(connection);
      cutOff(ws, () => ws.terminate());
    },
  });
  const handleFrame = (raw: RawData, isBinary: boolean): void => {
    const handle = () => receive(raw, isBinary).catch(() => answer(null, { ok: false, error: refusal("INTERNAL") }));
    if (isFirstFrame) {
      ready = handle();
      // Do not read further frames until the first is handled, however many the client sends.
      holdBack.during(ready);
    } else void ready.then(handle);
  };
  ws.on("message", (raw, isBinary) => inbox.receive(() => handleFrame(raw, isBinary)));
  if (deps.limits.isOn) socket.on("data", (chunk: Buffer) => inbox.read(chunk.length));

  let isAlive = true;
  const ping = setInterval(() => {
    if (!isAlive) return ws.terminate();
    isAlive = false;
    ws.ping();
  }, PING_EVERY_MS);
  ws.on("pong", () => {
    isAlive = true;
    inbox.receive(() => {});
  });
  ws.on("ping", (data) => inbox.receive(() => pong(ws, data)));
  ws.on("error", () => {});
  ws.on("close", () => {
    clearInterval(ping);
    inbox.close();
    deps.limits.noteClosed(address, performance.now() - openedAt);
    endSession();
    deps.rooms.exit(connection);
  });
};

const isId = (id: unknown): boolean => typeof id === "number" || (typeof id === "string" && id.length <= 64);

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
