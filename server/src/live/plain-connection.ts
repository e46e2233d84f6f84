// One connection of the plain WebSocket transport: JSON text frames `{id, type, data}`, answered by `{id, ok, …}`;
// pushed events are `{type, data}`. Frames are counted before they are decoded.
import { randomUUID } from "node:crypto";
import type { Duplex } from "node:stream";
import { refusal } from "@jara/shared/errors";
import { authenticateSchema, plainRequestSchema } from "@jara/shared/socket";
import { type RawData, WebSocket } from "ws";
import type { Admission } from "../platform/limits/admission.ts";
import type { ClientAddress } from "../platform/limits/client-address.ts";
import type { LiveLimits } from "../platform/limits/live-rate-limits.ts";
import type { Dispatch } from "./dispatch.ts";
import { PacketInbox } from "./packet-inbox.ts";
import type { PacketScheduler } from "./packet-scheduler.ts";
import { createReadingPause, cutOff, pong, type ReadingPause } from "./pause-reading.ts";
import type { Connection, Rooms } from "./rooms.ts";
import {
  isRefusal,
  readSession,
  refuseFlooder,
  type Session,
  type SessionTokens,
  startSession,
  tooManySockets,
} from "./session.ts";
import { backlogOf } from "./slow-readers.ts";

const PING_EVERY_MS = 15_000;
const BACKLOG_BYTES = 128 * 1024;
/** Application close code for an invalid token. */
const CLOSE_UNAUTHENTICATED = 4401;
/** "Service Restart" in the registry of WebSocket close codes. */
const CLOSE_RESTARTS = 1012;

export interface PlainConnectionDeps {
  readonly tokens: SessionTokens;
  readonly rooms: Rooms;
  readonly dispatch: Dispatch;
  readonly admission: Admission;
  readonly limits: LiveLimits;
  readonly clientAddress: ClientAddress;
  readonly scheduler: PacketScheduler;
}

interface Client {
  readonly session: Session | null;
  readonly address: string;
  /** The network connection below the WebSocket. */
  readonly network: Duplex;
}

export class PlainConnection {
  readonly #ws: WebSocket;
  readonly #deps: PlainConnectionDeps;
  readonly #connection: Connection;
  readonly #pausing: ReadingPause;
  readonly #inbox: PacketInbox<() => void>;
  readonly #openedAt = performance.now();
  #endSession: () => void;
  #isFirstFrame = true;
  /** The first frame may change the connection's user, so later frames wait for it. */
  #ready: Promise<void> = Promise.resolve();

  constructor(ws: WebSocket, { session, address, network }: Client, deps: PlainConnectionDeps) {
    this.#ws = ws;
    this.#deps = deps;
    this.#connection = toConnection(ws, address);
    deps.rooms.enter(this.#connection);
    this.#endSession = session ? startSession(this.#connection, session, deps) : () => {};
    this.#pausing = createReadingPause(() => ws);
    this.#inbox = this.#createInbox();
    ws.on("message", (raw, isBinary) => this.#inbox.receive(() => this.#handleFrame(raw, isBinary)));
    if (deps.limits.isOn) network.on("data", (chunk: Buffer) => this.#inbox.read(chunk.length));
    ws.on("ping", (data) => this.#inbox.receive(() => pong(ws, data)));
    ws.on("pong", () => this.#inbox.receive(() => {}));
    ws.on("close", () => this.#closed());
    pingRegularly(ws);
  }

  #createInbox(): PacketInbox<() => void> {
    const [ws, connection, { limits, scheduler }] = [this.#ws, this.#connection, this.#deps];
    return new PacketInbox({
      isOn: limits.isOn,
      scheduler,
      handle: (packet) => packet(),
      takeShared: () => limits.takePacket(connection),
      isOneOfMany: () => connection.user !== null && limits.isFlooding(connection.user.id),
      pausing: this.#pausing,
      exceeded: (retryAfterMs) => this.#answer(null, { ok: false, error: refusal("RATE_LIMITED", { retryAfterMs }) }),
      cutOff: () => {
        limits.noteCutOff(connection);
        cutOff(ws, () => ws.terminate());
      },
    });
  }

  #handleFrame(raw: RawData, isBinary: boolean): void {
    const handle = (): Promise<void> =>
      this.#receive(raw, isBinary).catch(() => this.#answer(null, { ok: false, error: refusal("INTERNAL") }));
    if (this.#isFirstFrame) {
      this.#ready = handle();
      // Do not read further frames until the first is handled, however many the client sends.
      this.#pausing.during(this.#ready);
    } else void this.#ready.then(handle);
  }

  async #receive(raw: RawData, isBinary: boolean): Promise<void> {
    const json = isBinary ? undefined : parseJson(raw.toString());
    const parsed = plainRequestSchema.safeParse(json);
    const wasFirst = this.#isFirstFrame;
    this.#isFirstFrame = false;
    if (!parsed.success) {
      const id = typeof json === "object" && json !== null ? (json as { id?: unknown }).id : null;
      return await this.#refuse(isId(id) ? id : null, 'Send {"id": …, "type": "…", "data": {…}} as a JSON text frame.');
    }
    const { id, type, data } = parsed.data;
    if (type === "authenticate") {
      if (wasFirst && !this.#connection.user) return await this.#authenticate(id, data);
      return await this.#refuse(id, "authenticate may only be the first frame.");
    }
    this.#answer(id, await this.#deps.dispatch(this.#connection, type, data === undefined ? {} : data));
  }

  async #authenticate(id: unknown, data: unknown): Promise<void> {
    const { limits } = this.#deps;
    const parsed = authenticateSchema.safeParse(data);
    if (!parsed.success) return this.#answer(id, { ok: false, error: refusal("INVALID") });
    const session = (await readSession(parsed.data.token, this.#deps)) ?? refusal("UNAUTHENTICATED");
    if (isRefusal(session)) {
      const isBad = session.code === "UNAUTHENTICATED";
      // After any other refusal the client may try again.
      if (!isBad) this.#isFirstFrame = true;
      else limits.noteRefused(this.#connection.address);
      this.#answer(id, { ok: false, error: session });
      if (isBad) this.#ws.close(CLOSE_UNAUTHENTICATED, "UNAUTHENTICATED");
      return;
    }
    const flooder = await refuseFlooder(limits, session.account.id);
    if (flooder) return this.#answer(id, { ok: false, error: flooder });
    const releaseSlot = limits.takeConnectionSlot("user", session.account.id);
    if (!releaseSlot) return this.#answer(id, { ok: false, error: tooManySockets });
    this.#ws.once("close", releaseSlot);
    this.#endSession();
    this.#endSession = startSession(this.#connection, session, this.#deps);
    this.#answer(id, { ok: true });
  }

  /** Refuses a frame that is no command. It is logged and counted as an unknown command. */
  async #refuse(id: unknown, message: string): Promise<void> {
    await this.#deps.dispatch(this.#connection, null, null);
    this.#answer(id, { ok: false, error: refusal("INVALID", { message }) });
  }

  #answer(id: unknown, body: object): void {
    write(this.#ws, JSON.stringify({ id: id ?? null, ...body }));
  }

  #closed(): void {
    this.#inbox.close();
    this.#deps.limits.noteClosed(this.#connection.address, performance.now() - this.#openedAt);
    this.#endSession();
    this.#deps.rooms.exit(this.#connection);
  }
}

const toConnection = (ws: WebSocket, address: string): Connection => ({
  id: randomUUID(),
  transport: "websocket",
  address,
  user: null,
  rooms: new Set(),
  send: (frame) => write(ws, JSON.stringify(frame)),
  sendEncoded: (json) => write(ws, json),
  joined: () => {},
  left: () => {},
  backlog: () => backlogOf(ws.bufferedAmount, BACKLOG_BYTES),
  close: () => ws.close(1000),
  sendAway: () => ws.close(CLOSE_RESTARTS, "this server restarts; connect again"),
  terminate: () => ws.terminate(),
});

const write = (ws: WebSocket, json: string): void => {
  if (ws.readyState === WebSocket.OPEN) ws.send(json);
};

/** Terminates a connection that did not answer the last ping. */
const pingRegularly = (ws: WebSocket): void => {
  let isAlive = true;
  const timer = setInterval(() => {
    if (!isAlive) return ws.terminate();
    isAlive = false;
    ws.ping();
  }, PING_EVERY_MS);
  ws.on("pong", () => {
    isAlive = true;
  });
  ws.on("close", () => clearInterval(timer));
};

const isId = (id: unknown): boolean => typeof id === "number" || (typeof id === "string" && id.length <= 64);

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
