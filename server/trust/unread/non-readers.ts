// Opens connections that ask for catch-ups and read none of the answers, over each way of the live API, as no client
// library would.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "../floods/packet-kinds.ts";

export const ways = ["socket.io", "polling", "/ws"] as const;
export type Way = (typeof ways)[number];

export interface Asking {
  readonly address: string;
  /** Every address in 127.0.0.0/8 is this machine. */
  readonly from: string;
  readonly auctionId: string;
  readonly sinceVersion: number;
  /** The catch-ups that each connection asks for; over HTTP polling at most 150, because one request has 16 KiB. */
  readonly asks: number;
}

export interface NonReader {
  ask(): void;
  close(): void;
}

/** Resolves when the connection may send commands. From then on it reads nothing. */
export const openNonReader = async (way: Way, asking: Asking): Promise<NonReader> =>
  way === "polling" ? await openPolling(asking) : await openWebSocket(way, asking);

const openSocket = async ({ address, from }: Asking): Promise<Socket> => {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from });
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
};

/** Reads until the text has come, and no further. */
const readUntil = async (socket: Socket, wanted: string): Promise<string> => {
  let read = "";
  while (!read.includes(wanted)) {
    const [chunk] = (await Promise.race([once(socket, "data"), closed(socket)])) as [Buffer | undefined];
    if (chunk === undefined) throw new Error(`closed before ${wanted}: ${read.slice(0, 200)}`);
    read += chunk.toString("latin1");
  }
  return read;
};
const closed = async (socket: Socket): Promise<[]> => {
  if (!socket.closed) await once(socket, "close");
  return [];
};

const openWebSocket = async (way: "socket.io" | "/ws", asking: Asking): Promise<NonReader> => {
  const socket = await openSocket(asking);
  const path = way === "/ws" ? way : "/socket.io/?EIO=4&transport=websocket";
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: ${new URL(asking.address).host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
  );
  if (way === "/ws") {
    await readUntil(socket, "101 Switching Protocols");
  } else {
    await readUntil(socket, '0{"sid"');
    socket.write(text("40"));
    await readUntil(socket, '40{"sid"');
  }
  socket.pause();
  const packets = Array.from({ length: asking.asks }, (_, n) =>
    text(way === "/ws" ? plain(n, asking) : event(n, asking)),
  );
  return { ask: () => void socket.write(Buffer.concat(packets)), close: () => socket.destroy() };
};

const watched = ({ auctionId, sinceVersion }: Asking): string => JSON.stringify({ auctionId, sinceVersion });
const plain = (n: number, asking: Asking): string => `{"id":${n},"type":"auction:watch","data":${watched(asking)}}`;
const event = (n: number, asking: Asking): string => `42${n}["auction:watch",${watched(asking)}]`;

const openPolling = async (asking: Asking): Promise<NonReader> => {
  const socket = await openSocket(asking);
  const request = (query: string, body?: string): void => {
    const head = `${body === undefined ? "GET" : "POST"} /socket.io/?EIO=4&transport=polling${query} HTTP/1.1\r\nHost: x\r\n`;
    const content = body === undefined ? "" : `Content-Type: text/plain\r\nContent-Length: ${body.length}\r\n`;
    socket.write(`${head}${content}\r\n${body ?? ""}`);
  };
  request("");
  const opened = await readUntil(socket, "}");
  const query = `&sid=${/"sid":"([^"]+)"/.exec(opened)?.[1] ?? ""}`;
  request(query, "40");
  await readUntil(socket, "ok");
  request(query);
  await readUntil(socket, '40{"sid"');
  socket.pause();
  const packets = Array.from({ length: asking.asks }, (_, n) => event(n, asking));
  return {
    ask: () => {
      request(query, packets.join("\x1e"));
      // One answer comes, and is not read.
      request(query);
    },
    close: () => socket.destroy(),
  };
};
