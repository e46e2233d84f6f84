// A program that floods a server with calls of the catalogue as an outsider would: from many connections at once, with
// the next call as soon as one is answered. After a refusal most connections wait a part of the time that the server
// asked for, and some go on at once. It gets floods as messages, and answers "stop" with their counts. It is long because
// it floods over each transport.
import http from "node:http";
import { connect, type Socket } from "node:net";
import { constants, setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import { type Call, type HttpCall, type LiveCall, rendered } from "../calls/catalogue.ts";
import { AnswerReader } from "./answer-reader.ts";
import type { Counts, Flood } from "./flood-process.ts";
import { type PacketKind, packetKinds } from "./packet-kinds.ts";

/** Connections of one lane. */
const SIZES = { http: 50, live: 40, packets: 100 } as const;
/** Just below what one connection may send, and all of one user's. */
const PACKETS_PER_SECOND = { visitor: 95, user: 12 } as const;
/** One connection of this many goes on after a refusal. */
const STUBBORN = 5;
const STUBBORN_WAIT_MS = 20;
const LONGEST_WAIT_MS = 2_000;
const BACK_AFTER_MS = 50;
/** Bytes of packets per write, and per second of all connections if the server reads that much. */
const WRITTEN_BYTES = 32 * 1024;
const WRITE_EVERY_MS = (SIZES.packets * WRITTEN_BYTES * 1000) / (16 * 1024 * 1024);
/** The most that the server accepts in one request of HTTP polling. */
const POSTED_BYTES = 15 * 1024;

// This process stands for other machines, so its own work must not take the server's processor time.
setPriority(constants.priority.PRIORITY_LOW);

/** Above all that the market has, and higher with each use. */
let used = 20_000;

/** One flood, from its first connection until it is stopped. */
class Flooding {
  readonly counts: Counts = { sent: 0, answered: 0, refused: 0, closed: 0 };
  readonly #flood: Flood;
  readonly #open = new Set<{ destroy(): void }>();
  readonly #agent = new http.Agent({ keepAlive: true });
  #comings = 0;
  #isOver = false;

  constructor(flood: Flood) {
    this.#flood = flood;
    const of = <C extends Call>(...over: C["over"][]): C[] =>
      flood.calls.filter((call): call is C => over.includes(call.over));
    const lanes = (calls: readonly object[], count: number, start: (n: number) => void): void => {
      for (let n = 0; n < count && calls.length > 0; n++) start(n);
    };
    const [calls, live] = [of<HttpCall>("http"), of<LiveCall>("socket.io", "/ws")];
    const kinds = of("packets").flatMap(({ name }) => packetKinds[name] ?? []);
    lanes(calls, SIZES.http, (n) => this.#http(n, calls));
    lanes(live, SIZES.live, (n) => this.#live(live[n % live.length] as LiveCall));
    lanes(kinds, SIZES.packets, (n) => {
      const kind = kinds[n % kinds.length] as PacketKind;
      if (kind.path === "polling") this.#polling(kind);
      else this.#packets(kind);
    });
    for (const { name } of of("connections")) {
      const kind = this.#connections[name];
      lanes(kind ? [kind] : [], kind?.count ?? 0, (n) => kind?.open(n));
    }
  }

  readonly #connections: Readonly<Record<string, { readonly count: number; open(n: number): void }>> = {
    "slow connections": { count: 2_000, open: (n) => this.#slow(n) },
    "bodies without end": { count: 50, open: (n) => this.#pour(n) },
    "WebSocket upgrades, on /ws": { count: 50, open: () => this.#upgrade() },
  };

  stop(): Counts {
    this.#isOver = true;
    for (const one of this.#open) one.destroy();
    this.#agent.destroy();
    return this.counts;
  }

  /** Every address in 127.0.0.0/8 is this machine. */
  #address(): string {
    return `${this.#flood.network}.${1 + (this.#comings++ % this.#flood.addresses)}`;
  }
  /** For the next connection. The server trusts the headers of this machine, as those of a proxy. */
  #forwarded(): Record<string, string> {
    const { behindProxy } = this.#flood;
    return behindProxy ? { "X-Forwarded-For": `${behindProxy}:${(this.#comings % 65_536).toString(16)}::1` } : {};
  }
  #later(ms: number, run: () => void): void {
    setTimeout(() => this.#isOver || run(), ms).unref();
  }
  /** Calls `again` some time after the connection closed. */
  #keep(socket: Socket | WebSocket, again: () => void): void {
    const one = { destroy: () => ("destroy" in socket ? socket.destroy() : socket.terminate()) };
    this.#open.add(one);
    socket.on("error", () => {});
    socket.on("close", () => {
      this.#open.delete(one);
      if (this.#isOver) return;
      this.counts.closed += 1;
      this.#later(BACK_AFTER_MS, again);
    });
  }
  #plain(): Socket {
    const { hostname: host, port } = new URL(this.#flood.address);
    return connect({ host, port: Number(port), localAddress: this.#address() });
  }

  #http(n: number, calls: readonly HttpCall[]): void {
    const socket = this.#plain();
    const reader = new AnswerReader();
    let asked = n;
    const send = (): void => {
      if (this.#isOver || socket.destroyed) return;
      this.counts.sent += 1;
      socket.write(requestOf(calls[asked++ % calls.length] as HttpCall, this.#forwarded()));
      this.#comings += 1;
    };
    socket.on("connect", send);
    socket.on("data", (bytes: Buffer) => {
      const answer = reader.read(bytes);
      if (!answer) return;
      const isRefused = answer.status === 429 || answer.status === 503;
      this.counts[isRefused ? "refused" : "answered"] += 1;
      if (!isRefused) return send();
      const waitMs = Math.min(LONGEST_WAIT_MS, answer.retryAfterSeconds * 500);
      this.#later(n % STUBBORN === 0 ? STUBBORN_WAIT_MS : Math.max(STUBBORN_WAIT_MS, waitMs), send);
    });
    this.#keep(socket, () => this.#http(n, calls));
  }

  #webSocket(path: string, headers: Record<string, string>, again: () => void): WebSocket {
    const localAddress = this.#address();
    const url = `${this.#flood.address.replace("http", "ws")}${path}`;
    const all = { ...headers, ...this.#forwarded() };
    const options = { localAddress, headers: all, perMessageDeflate: false, skipUTF8Validation: true };
    const socket = new WebSocket(url, options);
    socket.on("unexpected-response", (request, { statusCode }) => {
      if (statusCode === 429 || statusCode === 503) this.counts.refused += 1;
      request.destroy();
      this.#later(LONGEST_WAIT_MS / STUBBORN, again);
    });
    this.#keep(socket, again);
    return socket;
  }

  #live(call: LiveCall): void {
    const isPlain = call.over === "/ws";
    const { token, command } = call;
    const path = isPlain ? "/ws" : "/socket.io/?EIO=4&transport=websocket";
    const headers: Record<string, string> = isPlain && token !== null ? { authorization: `Bearer ${token}` } : {};
    const socket = this.#webSocket(path, headers, () => this.#live(call));
    let id = 0;
    const send = (): void => {
      const data = rendered(call.data, ++used);
      id += 1;
      this.counts.sent += 1;
      socket.send(isPlain ? `{"id":${id},"type":"${command}","data":${data}}` : `42${id}["${command}",${data}]`);
    };
    const begin = async (): Promise<void> => {
      if (call.isUnread) socket.pause();
      const perSecond = PACKETS_PER_SECOND[token === null ? "visitor" : "user"];
      const startedAt = performance.now();
      for (let sent = 0; socket.readyState === WebSocket.OPEN && !this.#isOver; await sleep(1_000 / perSecond)) {
        const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond);
        for (; sent <= due && socket.bufferedAmount < WRITTEN_BYTES; sent++) send();
      }
    };
    socket.on("open", () => {
      if (isPlain) void begin();
      else socket.send(`40${token === null ? "" : JSON.stringify({ token })}`);
    });
    socket.on("message", (data: Buffer) => {
      const head = data.toString("latin1", 0, 400);
      if (!isPlain && head === "2") socket.send("3");
      else if (!isPlain && head.startsWith("40")) void begin();
      else if (head.startsWith(isPlain ? '{"id":' : "43"))
        this.counts[/RATE_LIMITED|UNAVAILABLE/.test(head) ? "refused" : "answered"] += 1;
    });
  }

  #packets(kind: PacketKind): void {
    const again = (): void => this.#packets(kind);
    const socket = this.#webSocket(kind.path === "/ws" ? "/ws" : "/socket.io/?EIO=4&transport=websocket", {}, again);
    const frames = repeated(kind.again, WRITTEN_BYTES);
    const portion = Buffer.concat(frames);
    socket.on("upgrade", ({ socket: raw }: { socket: Socket }) => {
      raw.write(kind.first);
      const pour = (): void => {
        if (raw.destroyed) return;
        this.counts.sent += frames.length;
        // A full buffer means that the server is not reading.
        if (raw.write(portion)) this.#later(WRITE_EVERY_MS, pour);
        else raw.once("drain", () => this.#later(WRITE_EVERY_MS, pour));
      };
      pour();
    });
  }

  #polling(kind: PacketKind): void {
    const localAddress = this.#address();
    const again = (): void => this.#later(BACK_AFTER_MS, () => this.#polling(kind));
    const call = (method: string, query: string, body: string, done: (text: string) => void): void => {
      if (this.#isOver) return;
      const request = http.request(`${this.#flood.address}/socket.io/?EIO=4&transport=polling${query}`, {
        method,
        agent: this.#agent,
        localAddress,
        headers: { "content-type": "text/plain;charset=UTF-8", "content-length": Buffer.byteLength(body) },
      });
      request.on("response", (response) => {
        if (response.statusCode === 429) this.counts.refused += 1;
        let text = "";
        response.on("data", (part) => {
          text += part;
        });
        response.on("end", () => (response.statusCode === 200 ? done(text) : again()));
      });
      request.on("error", again);
      request.end(body);
    };
    const packets = repeated(Buffer.concat([kind.again, Buffer.from("\x1e")]), POSTED_BYTES);
    const body = Buffer.concat(packets).subarray(0, -1).toString();
    call("GET", "", "", (opened) => {
      const sid = `&sid=${(JSON.parse(opened.slice(1)) as { sid: string }).sid}`;
      const pour = (): void => {
        this.counts.sent += packets.length;
        call("POST", sid, body, pour);
      };
      call("POST", sid, "40", pour);
    });
  }

  /** Sends a head or a body letter by letter, or nothing. */
  #slow(n: number): void {
    const socket = this.#plain();
    this.counts.sent += 1;
    const head =
      "POST /api/bids HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{";
    const first = ["GET /api/auctions HTTP/1.1\r\nX: ", head, ""][n % 3] ?? "";
    socket.on("connect", () => socket.write(first));
    const timer = setInterval(() => n % 3 === 2 || socket.write(" "), 1_000);
    socket.on("close", () => clearInterval(timer));
    socket.resume();
    this.#keep(socket, () => this.#slow(n));
  }

  /** Sends a body that goes on after the answer, as fast as the server reads it. */
  #pour(n: number): void {
    const socket = this.#plain();
    const path = ["GET /health/live", "POST /api/bids", "GET /socket.io/?EIO=4&transport=polling"][n % 3];
    const chunk = Buffer.from(`8000\r\n${"x".repeat(32 * 1024)}\r\n`);
    const pour = (): void => {
      if (socket.destroyed) return;
      this.counts.sent += 1;
      if (socket.write(chunk)) setImmediate(pour);
      else socket.once("drain", pour);
    };
    socket.on("connect", () => {
      socket.write(
        `${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
      );
      pour();
    });
    socket.resume();
    this.#keep(socket, () => this.#pour(n));
  }

  #upgrade(): void {
    this.counts.sent += 1;
    const socket = this.#webSocket("/ws", {}, () => this.#upgrade());
    socket.on("open", () => {
      this.counts.answered += 1;
      socket.close();
    });
  }
}

const repeated = (packet: Buffer, bytes: number): Buffer[] =>
  Array.from({ length: Math.max(1, Math.floor(bytes / Math.max(packet.length, 1))) }, () => packet);

const requestOf = ({ method, paths, token, type, body }: HttpCall, headers: Record<string, string>): string => {
  const n = ++used;
  const sent = body === null ? "" : rendered(body, n);
  const lines = [
    `${method} ${rendered(paths[n % paths.length] ?? "/", n)} HTTP/1.1`,
    "Host: localhost",
    "Accept-Encoding: gzip, deflate, br",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(token === null ? [] : [`Authorization: Bearer ${token}`]),
    ...(body === null ? [] : [`Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(sent)}`]),
  ];
  return `${lines.join("\r\n")}\r\n\r\n${sent}`;
};

let flooding: Flooding | null = null;
process.on("disconnect", () => process.exit());
process.on("message", (message: Flood | "stop") => {
  if (message === "stop") process.send?.(flooding?.stop());
  else flooding = new Flooding(message);
});
process.send?.("ready");
