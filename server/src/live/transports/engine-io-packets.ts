// Counts the packets of Socket.IO's connections at Engine.IO's transports, WebSocket and HTTP polling, before anything
// decodes them. It also limits namespaces: a connection must ask for the default one, once and in time, and is closed
// when it leaves it.
import type { Server } from "socket.io";
import type { WebSocket } from "ws";
import type { ClientAddress } from "../../platform/limits/client-address.ts";
import type { LiveLimits } from "../../platform/limits/live-rate-limits.ts";
import { PACKETS_WAITING } from "../../platform/limits/packet-bounds.ts";
import type { Connection } from "../rooms.ts";
import { type AllUnread, closedUnread, type Unread } from "../unread.ts";
import {
  bytesOf,
  type Encoded,
  type EngineConnection,
  idOf,
  insideOf,
  networkBelow,
  onQueued,
  onTransportOpened,
  type Transport,
} from "./engine-io-internals.ts";
import { type Arrival, type CountedSession, limitEngineRequests } from "./engine-io-requests.ts";
import { isDefault, readPacketKind } from "./namespace-packet.ts";
import { PacketInbox } from "./packet-inbox.ts";
import type { PacketScheduler } from "./packet-scheduler.ts";
import { createReadingPause, cutOff, pong, resetNetwork } from "./pause-reading.ts";
import { PollingAnswers } from "./polling-answers.ts";

/** An open transport that does not ask for a namespace is closed after this: two round trips on a bad network. */
const CONNECT_WITHIN_MS = 10_000;
/** How long the closing handshake may take. */
const CLOSED_WITHIN_MS = 1_000;
const SEPARATOR = "\x1e";

/** Stands for a packet that is handled later; it is ignored. */
const LATER = { type: "noop" };

export interface EnginePackets {
  /** The data that was sent over the connection and not read. */
  unreadOf(conn: EngineConnection): Unread;
  /**
   * Call when the namespace is joined. From then on its packets count as its user's, and `exceeded` is called when they
   * are too many.
   */
  joined(conn: EngineConnection, connection: Connection, exceeded: (retryAfterMs: number) => void): void;
  /** Closes the connection after everything was written. If it was refused, its address is charged. */
  close(conn: EngineConnection, isRefused: boolean): void;
}

export interface PacketDeps {
  readonly limits: LiveLimits;
  readonly clientAddress: ClientAddress;
  readonly scheduler: PacketScheduler;
  readonly unread: AllUnread;
}

export const countEnginePackets = (io: Server, deps: PacketDeps): EnginePackets => {
  const { limits, clientAddress } = deps;
  const counted = new Map<string, CountedConnection>();
  const close = (conn: EngineConnection, isRefused: boolean): void => {
    if (isRefused) limits.noteRefused(clientAddress(conn.request));
    const { socket } = insideOf(conn).transport;
    conn.close();
    terminateSoon(socket);
  };
  io.engine.on("connection", (conn: EngineConnection) => {
    const releaseSlot = limits.takeConnectionSlot("address", clientAddress(conn.request));
    counted.set(idOf(conn), new CountedConnection(conn, deps));
    conn.once("close", () => {
      counted.delete(idOf(conn));
      releaseSlot?.();
    });
    if (!releaseSlot) close(conn, false);
  });
  limitEngineRequests(io, { limits, clientAddress, sessionOf: (sid) => counted.get(sid) });
  return {
    unreadOf: (conn) => counted.get(idOf(conn))?.unread ?? closedUnread(),
    joined: (conn, connection, exceeded) => counted.get(idOf(conn))?.join(connection, exceeded),
    close,
  };
};

/** Drops what was read already, and lets the client close the connection. */
const terminateSoon = (socket: WebSocket | undefined): void => {
  if (!socket) return;
  socket.removeAllListeners("message");
  setTimeout(() => socket.terminate(), CLOSED_WITHIN_MS).unref();
};

class CountedConnection implements CountedSession {
  readonly inbox: PacketInbox<Arrival>;
  readonly unread: Unread;
  readonly #polling: PollingAnswers;
  readonly #conn: EngineConnection;
  readonly #limits: LiveLimits;
  readonly #address: string;
  readonly #openedAt = performance.now();
  readonly #connectTimer: NodeJS.Timeout;
  #hasAskedToConnect = false;
  #joined: { readonly connection: Connection; readonly exceeded: (retryAfterMs: number) => void } | null = null;

  constructor(conn: EngineConnection, { limits, clientAddress, scheduler, unread }: PacketDeps) {
    this.#conn = conn;
    this.#limits = limits;
    this.#address = clientAddress(conn.request);
    this.inbox = this.#createInbox(scheduler);
    this.#connectTimer = setTimeout(() => {
      if (!this.#hasAskedToConnect) this.#closeAtOnce();
    }, CONNECT_WITHIN_MS);
    this.#connectTimer.unref();
    this.unread = unread.open({
      sendMark: (mark) => this.#socket?.ping(mark),
      terminate: () => this.#terminate(),
    });
    this.#polling = new PollingAnswers(this.unread);
    this.#countUnread();
    conn.once("close", () => this.#closed());
    this.#countPacketsOf(insideOf(conn).transport);
    onTransportOpened(conn, (transport) => this.#countPacketsOf(transport));
  }

  join(connection: Connection, exceeded: (retryAfterMs: number) => void): void {
    this.#joined = { connection, exceeded };
  }

  readonly mayUpgrade = (): boolean => {
    const { upgrading, upgraded } = insideOf(this.#conn);
    return !upgrading && !upgraded;
  };

  get #socket(): WebSocket | undefined {
    return insideOf(this.#conn).transport.socket;
  }

  #countUnread(): void {
    const { unread } = this;
    onQueued(this.#conn, {
      queued: (packet) => {
        unread.sent(bytesOf(packet));
        // Behind each heartbeat, so that the few bytes of a quiet connection do not count for ever.
        if (packet.type === "ping") setImmediate(() => unread.mark());
      },
      flushed: () => unread.flushed(),
    });
    this.#conn.once("upgrade", () => unread.transportChanged());
  }

  #terminate(): void {
    const socket = this.#socket;
    if (socket) {
      resetNetwork(networkBelow(socket), socket);
    } else {
      this.#polling.reset();
      this.#conn.close(true);
    }
  }

  #createInbox(scheduler: PacketScheduler): PacketInbox<Arrival> {
    const limits = this.#limits;
    const whose = () => this.#joined?.connection ?? { address: this.#address, user: null };
    return new PacketInbox<Arrival>({
      isOn: limits.isOn,
      scheduler,
      address: this.#address,
      handle: (arrival) => arrival.handle(),
      takeShared: () => limits.takePacket(whose()),
      isOneOfMany: () => {
        const { user } = whose();
        return user !== null && limits.isFlooding(user.id);
      },
      pausing: createReadingPause(() => this.#socket),
      exceeded: (retryAfterMs) => this.#joined?.exceeded(retryAfterMs),
      cutOff: () => {
        limits.noteCutOff(whose());
        const socket = this.#socket;
        if (socket) cutOff(socket, () => socket.terminate());
        else this.#conn.close(true);
      },
      dropped: (arrival) => arrival.drop?.(),
    });
  }

  #countPacketsOf(transport: Transport): void {
    if (transport.socket) this.#countWebSocket(transport, transport.socket);
    else this.#countPolling(transport);
  }

  #countPolling(transport: Transport): void {
    const { onData } = transport;
    transport.prependListener("ready", () => this.#polling.asked(transport.res));
    transport.onData = (body) => {
      const packets = String(body).split(SEPARATOR);
      // More packets than may wait: decode none of them.
      if (this.#limits.isOn && packets.length > PACKETS_WAITING) return this.inbox.overflow();
      for (const encoded of packets) this.#arrive(encoded, transport, () => onData.call(transport, encoded));
    };
  }

  #countWebSocket(transport: Transport, socket: WebSocket): void {
    const { parser, onPacket } = transport;
    transport.parser = {
      ...parser,
      decodePacket: (encoded, binaryType) => {
        const handle = () => onPacket.call(transport, parser.decodePacket(encoded, binaryType));
        this.#arrive(encoded, transport, handle);
        return LATER;
      },
    };
    transport.onPacket = (packet) => {
      if (packet !== LATER) onPacket.call(transport, packet);
    };
    socket.on("ping", (data) => this.inbox.receive({ handle: () => pong(socket, data, this.unread) }));
    socket.on("pong", (data) => {
      this.unread.echoed(data);
      this.inbox.receive({ handle: () => {} });
    });
    networkBelow(socket)?.on("data", (chunk: Buffer) => this.inbox.read(chunk.length));
  }

  #arrive(encoded: Encoded, { readyState, socket }: Transport, handle: () => void): void {
    // Engine.IO closes a transport that does not complete its upgrade, while the session stays open.
    if (this.#conn.readyState !== "open" || readyState !== "open") {
      terminateSoon(socket);
    } else if (this.#isInOrder(encoded)) this.inbox.receive({ handle });
  }

  /** Returns whether the packet is allowed; closes the connection if it is not. */
  #isInOrder(encoded: Encoded): boolean {
    const packet = readPacketKind(encoded);
    if (packet.kind === "engine") return true;
    const isConnect = packet.kind === "connect";
    if (isDefault(packet.namespace) && (isConnect ? !this.#hasAskedToConnect : this.#joined !== null)) {
      this.#hasAskedToConnect = true;
      return true;
    }
    if (!isDefault(packet.namespace)) {
      this.#conn.write(`4${packet.namespace.slice(0, 100)},${JSON.stringify({ message: "Invalid namespace" })}`);
    }
    this.#closeAtOnce();
    return false;
  }

  /** Closes the connection so that nothing more is read, parsed or written. */
  #closeAtOnce(): void {
    this.#limits.noteRefused(this.#address);
    const socket = this.#socket;
    this.#conn.close(true);
    terminateSoon(socket);
  }

  #closed(): void {
    clearTimeout(this.#connectTimer);
    this.inbox.close();
    this.#closeUnread();
    this.#limits.noteClosed(this.#address, performance.now() - this.#openedAt);
  }

  /** Engine.IO closes a connection before its WebSocket has sent everything. */
  #closeUnread(): void {
    const socket = this.#socket;
    if (!socket || socket.readyState === socket.CLOSED) this.unread.close();
    else socket.once("close", () => this.unread.close());
  }
}
