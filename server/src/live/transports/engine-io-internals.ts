// The parts of Engine.IO and `ws` that have no public type or name. No other file may look inside them.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket as NetworkSocket } from "node:net";
import type { Server, Socket } from "socket.io";
import type { WebSocket } from "ws";

export type EngineConnection = Socket["conn"];
export type Encoded = string | Buffer;

export interface Transport {
  readonly name: string;
  readonly readyState: string;
  readonly socket?: WebSocket;
  /** The response of the request that HTTP polling waits in; null between two requests. */
  readonly res?: ServerResponse | null;
  prependListener(event: "ready", listener: () => void): void;
  parser: { decodePacket(encoded: Encoded, binaryType?: string): object };
  onPacket(packet: object): void;
  onData(encoded: Encoded): void;
}

interface Inside {
  readonly id: string;
  readonly writeBuffer: readonly unknown[];
  readonly transport: Transport;
  readonly upgrading: boolean;
  readonly upgraded: boolean;
}

export const insideOf = (conn: EngineConnection): Inside => conn as unknown as Inside;

/**
 * Calls `opened` with each transport that a client opens for an existing session, before the transport reads anything.
 * Engine.IO's own events are not enough: it announces an upgrade only after it has read a packet, and it emits no event
 * when it drops a transport.
 */
export const onTransportOpened = (conn: EngineConnection, opened: (transport: Transport) => void): void => {
  const inside = conn as unknown as { _maybeUpgrade(transport: Transport): void };
  const { _maybeUpgrade: maybeUpgrade } = inside;
  inside._maybeUpgrade = (transport) => {
    opened(transport);
    maybeUpgrade.call(conn, transport);
  };
};

/** The id of the connection's session. */
export const idOf = (conn: EngineConnection): string => insideOf(conn).id;

interface Query {
  readonly sid?: string;
  /** Asks for JSONP. */
  readonly j?: string;
  readonly transport?: string;
}

/** The query of a request to Engine.IO: `sid` is the session's id. */
export const queryOf = (request: IncomingMessage): Query => (request as { _query?: Query })._query ?? {};

/** The network connection below a WebSocket. */
export const networkBelow = (socket: WebSocket): NetworkSocket | undefined =>
  (socket as unknown as { _socket?: NetworkSocket })._socket;

/** A packet that is about to be queued. A frame for a whole room comes encoded. */
export interface QueuedPacket {
  readonly type: string;
  readonly data?: string | Buffer;
  readonly options?: { readonly wsPreEncodedFrame?: readonly (string | Buffer)[] };
}

export const bytesOf = ({ data = "", options }: QueuedPacket): number =>
  options?.wsPreEncodedFrame?.reduce((sum, part) => sum + Buffer.byteLength(part), 0) ?? Buffer.byteLength(data);

/** Calls `queued` before each packet is queued, and `flushed` after all queued packets were handed to the transport. */
export const onQueued = (
  conn: EngineConnection,
  { queued, flushed }: { readonly queued: (packet: QueuedPacket) => void; readonly flushed: () => void },
): void => {
  conn.on("packetCreate", (packet) => queued(packet as QueuedPacket));
  conn.on("drain", flushed);
};

interface Packet {
  readonly type: number;
  readonly id?: number;
  /** For an acknowledgement, this is the answer alone. */
  readonly data?: readonly object[];
}
/** Socket.IO's number for an acknowledgement. */
const ACK = 3;

/**
 * Makes the server encode its answers with `encodeAnswer`. Nothing that it sends is binary, so no packet is searched for
 * binary parts first.
 */
export const encodeAnswersWith = (io: Server, encodeAnswer: (answer: object) => string): void => {
  const encoder = io.encoder as unknown as {
    encode(packet: Packet): string[];
    encodeAsString(packet: Packet): string;
  };
  encoder.encode = (packet) => {
    const answer = packet.type === ACK ? packet.data?.[0] : undefined;
    return [answer ? `${ACK}${packet.id}[${encodeAnswer(answer)}]` : encoder.encodeAsString(packet)];
  };
};

type Middleware = Parameters<Server["engine"]["use"]>[0];

/** Calls the middleware before all others, the one for CORS included, which answers preflight requests by itself. */
export const useFirst = ({ engine }: Server, middleware: Middleware): void => {
  engine.use(middleware);
  const { middlewares } = engine as unknown as { readonly middlewares: Middleware[] };
  middlewares.unshift(...middlewares.splice(-1));
};
