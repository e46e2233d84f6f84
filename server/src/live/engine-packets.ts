// Counts the packets of Socket.IO's connections at Engine.IO's transports, WebSocket and HTTP polling, before anything
// decodes them. It also limits namespaces: a connection must ask for the default one, once and in time, and is closed
// when it leaves it.
import { type IncomingMessage, ServerResponse } from "node:http";
import type { Server, Socket } from "socket.io";
import type { WebSocket } from "ws";
import type { ClientAddress } from "../platform/limits/client-address.ts";
import type { LiveLimits } from "../platform/limits/limits.ts";
import { PACKETS_WAITING } from "../platform/limits/packet-bounds.ts";
import { isDefault, readPacketKind } from "./namespace-packet.ts";
import { PacketInbox } from "./packet-inbox.ts";
import type { PacketTurns } from "./packet-turns.ts";
import { createHoldBack, cutOff, pong, stopParsing } from "./pause-reading.ts";
import { refuseLate, refuseRequest, waitOfAddress } from "./refuse-handshake.ts";
import type { Connection } from "./rooms.ts";

/** An open transport that does not ask for a namespace is closed after this: two round trips on a bad network. */
const CONNECT_WITHIN_MS = 10_000;
/** How long the closing handshake may take. */
const CLOSED_WITHIN_MS = 1_000;
const SEPARATOR = "\x1e";

type EngineConnection = Socket["conn"];
type Encoded = string | Buffer;
/** The parts of Engine.IO's transport that have no public type. */
interface Transport {
  readonly name: string;
  readonly socket?: WebSocket;
  parser: { decodePacket(encoded: Encoded, binaryType?: string): object };
  onPacket(packet: object): void;
  onData(encoded: Encoded): void;
}
interface Inside {
  readonly writeBuffer: readonly unknown[];
  readonly transport: Transport;
}
export const insideOf = (conn: EngineConnection): Inside => conn as unknown as Inside;

/** Stands for a packet that is handled later; it is ignored. */
const LATER = { type: "noop" };

/** One packet, or one request of HTTP polling, that waits to be handled. */
interface Arrival {
  handle(): void;
  drop?(): void;
}

export interface EnginePackets {
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
  readonly turns: PacketTurns;
}

export const countEnginePackets = (io: Server, { limits, clientAddress, turns }: PacketDeps): EnginePackets => {
  const inboxes = new Map<string, PacketInbox<Arrival>>();
  const joined = new WeakMap<EngineConnection, { connection: Connection; exceeded: (retryAfterMs: number) => void }>();
  const idOf = (conn: EngineConnection): string => (conn as unknown as { id: string }).id;

  const terminateSoon = ({ transport: { socket } }: Inside): void => {
    if (socket) setTimeout(() => socket.terminate(), CLOSED_WITHIN_MS).unref();
  };
  const close = (conn: EngineConnection, isRefused: boolean): void => {
    if (isRefused) limits.noteRefused(clientAddress(conn.request));
    const inside = insideOf(conn);
    conn.close();
    terminateSoon(inside);
  };
  /** Closes the connection so that nothing more is read, parsed or written. */
  const closeAtOnce = (conn: EngineConnection): void => {
    limits.noteRefused(clientAddress(conn.request));
    const inside = insideOf(conn);
    const { socket } = inside.transport;
    conn.close(true);
    if (socket) stopParsing(socket);
    terminateSoon(inside);
  };

  const serve = (conn: EngineConnection): void => {
    const address = clientAddress(conn.request);
    const openedAt = performance.now();
    const seat = limits.takeSeat("address", address);
    const whose = () => joined.get(conn)?.connection ?? { address, user: null };
    let hasAskedToConnect = false;
    const inbox = new PacketInbox<Arrival>({
      isOn: limits.isOn,
      turns,
      handle: (arrival) => arrival.handle(),
      takeShared: () => limits.takePacket(whose()),
      isOneOfMany: () => {
        const { user } = whose();
        return user !== null && limits.isFlooding(user.id);
      },
      pausing: createHoldBack(() => insideOf(conn).transport.socket),
      exceeded: (retryAfterMs) => joined.get(conn)?.exceeded(retryAfterMs),
      cutOff: () => {
        limits.noteCutOff(whose());
        const { socket } = insideOf(conn).transport;
        if (socket) cutOff(socket, () => socket.terminate());
        else conn.close(true);
      },
      dropped: (arrival) => arrival.drop?.(),
    });
    inboxes.set(idOf(conn), inbox);
    const asksInTime = setTimeout(() => {
      if (!hasAskedToConnect) closeAtOnce(conn);
    }, CONNECT_WITHIN_MS);
    asksInTime.unref();
    conn.once("close", () => {
      clearTimeout(asksInTime);
      inbox.close();
      inboxes.delete(idOf(conn));
      seat?.();
      limits.noteClosed(address, performance.now() - openedAt);
    });

    /** Returns whether the packet is allowed; closes the connection if it is not. */
    const isInOrder = (encoded: Encoded): boolean => {
      const packet = readPacketKind(encoded);
      if (packet.kind === "engine") return true;
      const isConnect = packet.kind === "connect";
      if (isDefault(packet.namespace) && (isConnect ? !hasAskedToConnect : joined.has(conn))) {
        hasAskedToConnect = true;
        return true;
      }
      if (!isDefault(packet.namespace)) {
        conn.write(`4${packet.namespace.slice(0, 100)},${JSON.stringify({ message: "Invalid namespace" })}`);
      }
      closeAtOnce(conn);
      return false;
    };
    const arrive = (encoded: Encoded, handle: () => void): void => {
      if (conn.readyState !== "open") {
        const { socket } = insideOf(conn).transport;
        if (socket) stopParsing(socket);
      } else if (isInOrder(encoded)) inbox.receive({ handle });
    };
    const countOf = (transport: Transport): void => {
      const { parser, onPacket, onData, socket } = transport;
      if (!socket) {
        transport.onData = (body) => {
          const packets = String(body).split(SEPARATOR);
          // More packets than may wait: decode none of them.
          if (limits.isOn && packets.length > PACKETS_WAITING) return inbox.overflow();
          for (const encoded of packets) arrive(encoded, () => onData.call(transport, encoded));
        };
        return;
      }
      transport.parser = {
        ...parser,
        decodePacket: (encoded, binaryType) => {
          arrive(encoded, () => onPacket.call(transport, parser.decodePacket(encoded, binaryType)));
          return LATER;
        },
      };
      transport.onPacket = (packet) => {
        if (packet !== LATER) onPacket.call(transport, packet);
      };
      socket.on("ping", (data) => inbox.receive({ handle: () => pong(socket, data) }));
      socket.on("pong", () => inbox.receive({ handle: () => {} }));
      networkBelow(socket)?.on("data", (chunk: Buffer) => inbox.read(chunk.length));
    };
    countOf(insideOf(conn).transport);
    conn.once("upgrading", (transport) => countOf(transport as unknown as Transport));
    if (!seat) close(conn, false);
  };
  io.engine.on("connection", serve);

  const findInbox = (request: IncomingMessage): { sid: string; inbox: PacketInbox<Arrival> | undefined } | null => {
    const sid = (request as { _query?: { sid?: string } })._query?.sid;
    return sid ? { sid, inbox: inboxes.get(sid) } : null;
  };
  io.engine.use((request: IncomingMessage, response: unknown, next: (error?: Error) => void) => {
    // Refuse JSONP, because it wraps packets in its own format and no client has used it for years.
    if ((request as { _query?: { j?: string } })._query?.j !== undefined) return next(new Error("no JSONP"));
    const address = clientAddress(request);
    const refuse = (retryAfterMs: number): void =>
      refuseLate(request.socket, () => refuseRequest(request, response, waitOfAddress(retryAfterMs)));
    const session = findInbox(request);
    if (session?.inbox) return void receiveRequest(session.inbox, request, response, next);
    const waitMs = session ? limits.takeUnknownSession(address) : waitForHandshake(limits, address);
    if (waitMs > 0) return void refuse(waitMs);
    next();
  });

  return { joined: (conn, connection, exceeded) => void joined.set(conn, { connection, exceeded }), close };
};

/** A request of a session counts as a packet and waits like one. */
const receiveRequest = (
  inbox: PacketInbox<Arrival>,
  { socket }: IncomingMessage,
  response: unknown,
  handle: () => void,
): void => {
  const drop = (): void => void socket.destroy();
  if (response instanceof ServerResponse) return void inbox.receive({ handle, drop });
  // Nothing else listens to an upgrade's socket while it waits, and an unhandled error event would end the process.
  socket.on("error", drop);
  inbox.receive({
    drop,
    handle: () => {
      socket.off("error", drop);
      handle();
    },
  });
};

/** Returns 0, or how long a new connection of the address must wait (ms). */
export const waitForHandshake = (limits: LiveLimits, address: string): number =>
  limits.addressWaitMs(address) || limits.takeHandshake(address);

/** `ws` has no public name for the network connection below a WebSocket that Engine.IO opened. */
const networkBelow = (socket: WebSocket): NodeJS.ReadableStream | undefined =>
  (socket as unknown as { _socket?: NodeJS.ReadableStream })._socket;
