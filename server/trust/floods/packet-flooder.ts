// A program that floods from visitors' sockets with packets without end, until it is killed. Each socket reconnects as
// soon as it is cut off. Its environment gives the server's address, the kind of packets, the number of sockets and
// their source addresses.
import http from "node:http";
import type { Socket } from "node:net";
import { constants, setPriority } from "node:os";
import { WebSocket } from "ws";
import { type PacketKind, packetKinds } from "./packet-kinds.ts";

const { FLOOD_ADDRESS: address = "", FLOOD_KIND: only = "", FLOOD_NETWORK: network = "" } = process.env;
const SOCKETS = Number(process.env.FLOOD_SOCKETS);
const ADDRESSES = Number(process.env.FLOOD_ADDRESSES);
const BACK_AFTER_MS = 50;
/** Bytes per write. */
const WRITTEN_BYTES = 32 * 1024;
/** For all sockets together, if the server reads that much: four times the rate that once delayed every bid. */
const BYTES_PER_SECOND = 16 * 1024 * 1024;
const WRITE_EVERY_MS = (SOCKETS * WRITTEN_BYTES * 1000) / BYTES_PER_SECOND;
/** The most that the server accepts in one request of HTTP polling. */
const POSTED_BYTES = 15 * 1024;

// This process stands for other machines, so its own work must not take the server's processor time.
setPriority(constants.priority.PRIORITY_LOW);

const counts = { sent: 0, limited: 0, cutOff: 0 };
setInterval(() => process.send?.(counts), 100);
process.on("disconnect", () => process.exit());

const kinds = only === "" ? Object.values(packetKinds) : [packetKinds[only]].filter((kind) => kind !== undefined);
if (kinds.length === 0) throw new Error(`no packets are called ${only}`);

let comings = 0;
/** Every address in 127.0.0.0/8 is this machine. */
const nextAddress = (): string => `${network}.${1 + (comings++ % ADDRESSES)}`;

const backLater = (n: number): void => {
  counts.cutOff += 1;
  setTimeout(() => start(n), BACK_AFTER_MS);
};
const repeated = (packet: Buffer, bytes: number): Buffer[] =>
  Array.from({ length: Math.max(1, Math.floor(bytes / Math.max(packet.length, 1))) }, () => packet);

const overWebSocket = (n: number, { path, first, again }: PacketKind): void => {
  const url = `${address.replace("http", "ws")}${path === "/ws" ? path : "/socket.io/?EIO=4&transport=websocket"}`;
  const socket = new WebSocket(url, { localAddress: nextAddress() });
  const frames = repeated(again, WRITTEN_BYTES);
  const portion = Buffer.concat(frames);
  socket.on("upgrade", ({ socket: raw }: { socket: Socket }) => {
    raw.write(first);
    const pour = (): void => {
      if (raw.destroyed) return;
      counts.sent += frames.length;
      // A full buffer means that the server is not reading.
      if (raw.write(portion)) setTimeout(pour, WRITE_EVERY_MS);
      else raw.once("drain", () => setTimeout(pour, WRITE_EVERY_MS));
    };
    pour();
  });
  socket.on("unexpected-response", (request, { statusCode }) => {
    if (statusCode === 429) counts.limited += 1;
    request.destroy();
    backLater(n);
  });
  socket.on("error", () => {});
  socket.on("close", () => backLater(n));
};

const agent = new http.Agent({ keepAlive: true });
const overPolling = (n: number, { again }: PacketKind): void => {
  const localAddress = nextAddress();
  const call = (method: string, query: string, body: string, done: (text: string) => void): void => {
    const request = http.request(`${address}/socket.io/?EIO=4&transport=polling${query}`, {
      ...{ method, agent, localAddress },
      headers: { "content-type": "text/plain;charset=UTF-8", "content-length": Buffer.byteLength(body) },
    });
    request.on("response", (response) => {
      if (response.statusCode === 429) counts.limited += 1;
      let text = "";
      response.on("data", (part) => {
        text += part;
      });
      response.on("end", () => (response.statusCode === 200 ? done(text) : backLater(n)));
    });
    request.on("error", () => backLater(n));
    request.end(body);
  };
  const packets = repeated(Buffer.concat([again, Buffer.from("\x1e")]), POSTED_BYTES);
  const body = Buffer.concat(packets).subarray(0, -1).toString();
  call("GET", "", "", (opened) => {
    const sid = `&sid=${(JSON.parse(opened.slice(1)) as { sid: string }).sid}`;
    const pour = (): void => {
      counts.sent += packets.length;
      call("POST", sid, body, pour);
    };
    call("POST", sid, "40", pour);
  });
};

const start = (n: number): void => {
  const kind = kinds[n % kinds.length];
  if (!kind) return;
  if (kind.path === "polling") overPolling(n, kind);
  else overWebSocket(n, kind);
};
// Wait for the message, because the start of this process takes time and is not measured.
process.once("message", () => {
  for (let n = 0; n < SOCKETS; n++) start(n);
});
