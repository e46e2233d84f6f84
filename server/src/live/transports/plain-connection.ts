// One connection of the plain WebSocket transport: JSON text frames `{id, type, data}`, answered by `{id, ok, …}`;
// pushed events are `{type, data}`. Frames are counted before they are decoded.
import { randomUUID } from "node:crypto";
import type { Socket as NetworkSocket } from "node:net";
import { type ErrorBody, refusal } from "@jara/shared/errors";
import { authenticateSchema, plainRequestSchema } from "@jara/shared/live-commands";
import { type RawData, WebSocket } from "ws";
import type { Admission } from "../../platform/limits/admission.ts";
import type { ClientAddress } from "../../platform/limits/client-address.ts";
import type { LiveLimits } from "../../platform/limits/live-rate-limits.ts";
import { CommandQueue } from "../command-queue.ts";
import { type Dispatch, invalid, issuesOf } from "../dispatch.ts";
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
import { PacketInbox } from "./packet-inbox.ts";
import type { PacketScheduler } from "./packet-scheduler.ts";
import { createReadingPause, cutOff, pong, type ReadingPause, resetNetwork } from "./pause-reading.ts";

const PING_EVERY_MS = 15_000;
/** Application close code for an invalid token. */
const CLOSE_UNAUTHENTICATED = 4401;
const LONG_TEXT = 4_096;
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
  readonly unread: AllUnread;
}

interface Client {
  readonly session: Session | null;
  readonly address: string;
  /** The network connection below the WebSocket. */
  readonly network: NetworkSocket;
}

export class PlainConnection {
  readonly #ws: WebSocket;
  readonly #deps: PlainConnectionDeps;
  readonly #unread: Unread;
  readonly #connection: Connection;
  readonly #commands: CommandQueue;
  readonly #pausing: ReadingPause;
  readonly #inbox: PacketInbox<() => void>;
  readonly #openedAt = performance.now();
  #endSession: () => void;
  /** The token may come as the first frame. A refusal other than UNAUTHENTICATED does not use this up. */
  #mayAuthenticate: boolean;
  /** Runs while a token is being checked. It may change the connection's user, so all other frames wait for it. */
  #authenticating: Promise<void> | null = null;
  /**
   * The reason why the token was not accepted. Until another token is accepted, commands of this client are not
   * executed as a visitor's.
   */
  #refused: ErrorBody | null = null;

  constructor(ws: WebSocket, { session, address, network }: Client, deps: PlainConnectionDeps) {
    this.#ws = ws;
    this.#deps = deps;
    this.#unread = deps.unread.open({
      sendMark: (mark) => ws.ping(mark),
      terminate: () => resetNetwork(network, ws),
    });
    this.#connection = toConnection(ws, address, this.#unread);
    this.#commands = new CommandQueue(this.#unread);
    deps.rooms.enter(this.#connection);
    this.#endSession = session ? startSession(this.#connection, session, deps) : () => {};
    this.#mayAuthenticate = session === null;
    this.#pausing = createReadingPause(() => ws);
    this.#inbox = this.#createInbox();
    ws.on("message", (raw, isBinary) => this.#inbox.receive(() => this.#handleFrame(raw, isBinary)));
    if (deps.limits.isOn) network.on("data", (chunk: Buffer) => this.#inbox.read(chunk.length));
    ws.on("ping", (data) => this.#inbox.receive(() => pong(ws, data, this.#unread)));
    ws.on("pong", (data) => {
      this.#unread.echoed(data);
      this.#inbox.receive(() => {});
    });
    ws.on("close", () => this.#closed());
    pingRegularly(ws, this.#unread);
  }

  #createInbox(): PacketInbox<() => void> {
    const [ws, connection, { limits, scheduler }] = [this.#ws, this.#connection, this.#deps];
    return new PacketInbox({
      isOn: limits.isOn,
      scheduler,
      address: connection.address,
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
    this.#receive(raw, isBinary).catch(() => this.#answer(null, { ok: false, error: refusal("INTERNAL") }));
  }

  async #receive(raw: RawData, isBinary: boolean): Promise<void> {
    // A loop, because another frame that also waited may have sent a token again.
    while (this.#authenticating) await this.#authenticating;
    const frame = readFrame(raw, isBinary);
    if ("error" in frame) return await this.#refuse(frame.id, frame.error);
    const { id, type, data } = frame;
    if (type === "authenticate" && this.#mayAuthenticate) {
      this.#authenticating = this.#authenticate(id, data).finally(() => {
        this.#authenticating = null;
      });
      // Do not read further frames until the token is checked, however many the client sends.
      this.#pausing.during(this.#authenticating);
      return await this.#authenticating;
    }
    if (this.#refused) return this.#answer(id, { ok: false, error: this.#refused });
    this.#mayAuthenticate = false;
    if (type === "authenticate") return await this.#refuse(id, onlyFirst);
    this.#commands.run(
      type,
      () => this.#deps.dispatch(this.#connection, type, data === undefined ? {} : data),
      (answer) => this.#answer(id, answer),
    );
  }

  async #authenticate(id: unknown, data: unknown): Promise<void> {
    const parsed = authenticateSchema.safeParse(data);
    if (!parsed.success) return await this.#refuse(id, invalid(issuesOf(parsed.error)));
    this.#refused = await this.#startSession(parsed.data.token).catch(() => refusal("INTERNAL"));
    if (!this.#refused) {
      this.#mayAuthenticate = false;
      return this.#answer(id, { ok: true });
    }
    this.#answer(id, { ok: false, error: this.#refused });
    // After any other refusal the client may try again.
    if (this.#refused.code !== "UNAUTHENTICATED") return;
    this.#mayAuthenticate = false;
    this.#deps.limits.noteRefused(this.#connection.address);
    this.#ws.close(CLOSE_UNAUTHENTICATED, "UNAUTHENTICATED");
  }

  /** Makes the connection the token's user's. Returns the refusal if it may not be. */
  async #startSession(token: string): Promise<ErrorBody | null> {
    const { limits } = this.#deps;
    const session = (await readSession(token, this.#connection.address, this.#deps)) ?? refusal("UNAUTHENTICATED");
    if (isRefusal(session)) return session;
    const flooder = await refuseFlooder(limits, session.account.id);
    if (flooder) return flooder;
    // The client left while its token was read. A connection slot that is taken now would never be released.
    if (this.#ws.readyState === WebSocket.CLOSED) return refusal("UNAVAILABLE");
    const releaseSlot = limits.takeConnectionSlot("user", session.account.id);
    if (!releaseSlot) return tooManySockets;
    this.#ws.once("close", releaseSlot);
    this.#endSession();
    this.#endSession = startSession(this.#connection, session, this.#deps);
    return null;
  }

  /** Refuses a frame that is no command. It is logged and counted as an unknown command. */
  async #refuse(id: unknown, error: ErrorBody): Promise<void> {
    // If this is the first frame, the connection becomes a visitor's, unless the client has shown that it has a token.
    if (!this.#refused) this.#mayAuthenticate = false;
    this.#commands.run(
      null,
      () => this.#deps.dispatch(this.#connection, null, null),
      () => this.#answer(id, { ok: false, error }),
    );
  }

  #answer(id: unknown, body: object): void {
    write(this.#ws, encodeAnswer({ id: id ?? null, ...body }), this.#unread);
  }

  #closed(): void {
    this.#inbox.close();
    this.#unread.close();
    this.#deps.limits.noteClosed(this.#connection.address, performance.now() - this.#openedAt);
    this.#endSession();
    this.#deps.rooms.exit(this.#connection);
  }
}

const toConnection = (ws: WebSocket, address: string, unread: Unread): Connection => ({
  id: randomUUID(),
  transport: "websocket",
  address,
  user: null,
  rooms: new Set(),
  unread,
  send: (frame) => write(ws, JSON.stringify(frame), unread),
  sendEncoded: (json) => write(ws, json, unread),
  joined: () => {},
  left: () => {},
  close: () => ws.close(1000),
  sendAway: () => ws.close(CLOSE_RESTARTS, "this server restarts; connect again"),
  terminate: () => unread.terminate(),
});

const write = (ws: WebSocket, json: string, unread: Unread): void => {
  if (ws.readyState !== WebSocket.OPEN) return;
  unread.sent(Buffer.byteLength(json));
  // A long text would be copied while it waits in the queue.
  if (json.length > LONG_TEXT) ws.send(Buffer.from(json), { binary: false });
  else ws.send(json);
  unread.flushed();
};

/** Terminates a connection that did not answer the last ping. */
const pingRegularly = (ws: WebSocket, unread: Unread): void => {
  let isAlive = true;
  const timer = setInterval(() => {
    if (!isAlive) return ws.terminate();
    isAlive = false;
    // So that the few bytes of a quiet connection do not count for ever.
    unread.mark();
    ws.ping();
  }, PING_EVERY_MS);
  ws.on("pong", () => {
    isAlive = true;
  });
  ws.on("close", () => clearInterval(timer));
};

type Frame = { readonly id: unknown } & (
  | { readonly type: string; readonly data?: unknown }
  | { readonly error: ErrorBody }
);

const notAFrame = 'Send {"id": …, "type": "…", "data": {…}} as a JSON text frame.';
const notFirst = "authenticate may only be the first frame.";
const onlyFirst = invalid([{ path: "type", message: notFirst }], notFirst);

const readFrame = (raw: RawData, isBinary: boolean): Frame => {
  const json = isBinary ? undefined : parseJson(raw.toString());
  const parsed = plainRequestSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const id = typeof json === "object" && json !== null ? (json as { id?: unknown }).id : null;
  const issues = json === undefined ? [{ path: "", message: notAFrame }] : issuesOf(parsed.error);
  return { id: isId(id) ? id : null, error: invalid(issues, notAFrame) };
};

const isId = (id: unknown): boolean => typeof id === "number" || (typeof id === "string" && id.length <= 64);

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
