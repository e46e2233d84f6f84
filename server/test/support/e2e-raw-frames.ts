// Sends frames as a hostile client would write them, byte by byte, on both transports: no client library checks or
// repairs them.
import type { Duplex } from "node:stream";
import { WebSocket } from "ws";
import type { Transport } from "./e2e-live.ts";
import { within } from "./e2e-live.ts";
import type { TestServer } from "./e2e-server.ts";

export interface RawConnection {
  /** Sends one frame as it is. */
  write(frame: string | Buffer): void;
  /** Sends bytes below WebSocket's frames. */
  writeBytes(bytes: Buffer): void;
  /** Sends a command whose name and data are JSON texts, and returns its answer. */
  ask(name: string, data?: string): Promise<unknown>;
  /** The next frame's text, for which nobody asked. */
  next(): Promise<string>;
  /** The id of the Socket.IO session; empty on /ws. */
  readonly sid: string;
  /** The WebSocket close code. */
  readonly closed: Promise<number>;
  close(): void;
}

/**
 * Connects with a token, or as a visitor without; with null the packet that asks for a session is left to the caller. Every
 * address of 127.0.0.0/8 is this machine's, so that limits by address can be tried.
 */
export const connectRaw = async (
  server: TestServer,
  transport: Transport,
  token?: string | null,
  localAddress = "127.0.0.1",
): Promise<RawConnection> => {
  const isPlain = transport === "/ws";
  const path = isPlain ? "/ws" : SOCKET_IO;
  const headers = isPlain && token ? { authorization: `Bearer ${token}` } : {};
  const connection = await openRaw(server, path, localAddress, headers);
  if (isPlain) return connection;
  const { sid } = JSON.parse((await connection.next()).slice(1));
  if (token !== null) {
    connection.write(`40${token === undefined ? "" : JSON.stringify({ token })}`);
    const answer = await connection.next();
    if (!answer.startsWith("40")) throw new Error(`not connected: ${answer}`);
  }
  return Object.assign(connection, { sid });
};

/** Opens a second transport for a Socket.IO session, as a client that upgrades from polling. It has sent nothing yet. */
export const openTransport = (server: TestServer, sid: string, localAddress: string): Promise<RawConnection> =>
  openRaw(server, `${SOCKET_IO}&sid=${sid}`, localAddress);

/** Opens a WebSocket that calls itself HTTP polling; for a session, or without one. */
export const openAsPolling = (
  server: TestServer,
  sid: string | undefined,
  localAddress: string,
): Promise<RawConnection> =>
  openRaw(server, `/socket.io/?EIO=4&transport=polling${sid ? `&sid=${sid}` : ""}`, localAddress);

const SOCKET_IO = "/socket.io/?EIO=4&transport=websocket";

const openRaw = async (
  server: TestServer,
  path: string,
  localAddress: string,
  headers: Record<string, string> = {},
): Promise<RawConnection> => {
  const isPlain = path === "/ws";
  const socket = new WebSocket(`${server.address.replace("http", "ws")}${path}`, { headers, localAddress });
  let raw: Duplex | undefined;
  socket.on("upgrade", (response) => {
    raw = response.socket;
  });
  const unread: string[] = [];
  const readers: ((frame: string) => void)[] = [];
  const waiting = new Map<number, (answer: unknown) => void>();
  socket.on("message", (raw) => {
    const text = raw.toString();
    if (!isPlain && text === "2") return socket.send("3");
    const acknowledged = isPlain ? null : /^43(\d+)\[(.*)\]$/s.exec(text);
    const plain = isPlain ? JSON.parse(text) : null;
    const id = acknowledged ? Number(acknowledged[1]) : plain?.id;
    const asker = waiting.get(id);
    if (asker) {
      waiting.delete(id);
      return asker(acknowledged ? JSON.parse(acknowledged[2] ?? "") : { ...plain, id: undefined });
    }
    const reader = readers.shift();
    if (reader) reader(text);
    else unread.push(text);
  });
  const closed = new Promise<number>((resolve) => socket.on("close", resolve));
  socket.on("error", () => {});
  const next = (): Promise<string> => {
    const frame = unread.shift();
    if (frame !== undefined) return Promise.resolve(frame);
    return within(() => "a frame", new Promise((resolve) => readers.push(resolve)));
  };
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  let lastId = 0;
  return {
    write: (frame) => socket.send(frame),
    writeBytes: (bytes) => void raw?.write(bytes),
    ask: (name, data) => {
      const id = ++lastId;
      const answer = new Promise((resolve) => waiting.set(id, resolve));
      const plainData = data === undefined ? "" : `,"data":${data}`;
      const socketIoData = data === undefined ? "" : `,${data}`;
      socket.send(isPlain ? `{"id":${id},"type":${name}${plainData}}` : `42${id}[${name}${socketIoData}]`);
      return within(() => `an answer to ${name} ${data?.slice(0, 80)}`, answer);
    },
    next,
    sid: "",
    get closed() {
      return within(() => "the connection to close", closed).catch(() => 0);
    },
    close: () => socket.close(),
  };
};
