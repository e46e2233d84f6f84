// Sends bytes that no client would write, each on a connection of its own: invalid HTTP, invalid handshakes, forbidden
// WebSocket frames. The server may answer with a refusal or close the connection, and nothing else.
import { createHash, randomBytes } from "node:crypto";
import { connect } from "node:net";
import type { Random } from "../round/random.ts";
import type { Fuzzed, FuzzTarget } from "./target.ts";
import { badWord, scrambled } from "./texts.ts";

/** How long to keep listening after something arrived. */
const QUIET_MS = 40;
const ANSWERED_WITHIN_MS = 20_000;

const line = (text: string): string => text.replaceAll("\n", "\r\n");
const smuggled = "GET /api/auth/profile HTTP/1.1\r\nHost: x\r\n\r\n";

const httpTexts: ((random: Random) => string)[] = [
  () => line(`POST /api/bids HTTP/1.1\nHost: x\nContent-Length: 5\nTransfer-Encoding: chunked\n\n0\n\n${smuggled}`),
  () =>
    line(
      `POST /api/bids HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\nTransfer-Encoding: identity\n\n0\n\n${smuggled}`,
    ),
  () => line(`POST /api/bids HTTP/1.1\nHost: x\nContent-Length: 5\nContent-Length: 6\n\nhello!`),
  () =>
    line(
      `POST /api/bids HTTP/1.1\nHost: x\nContent-Length: ${["-1", "+5", "5,5", "0x5", "99999999999999999999"][0]}\n\nhello`,
    ),
  (random) =>
    line(
      `POST /api/bids HTTP/1.1\nHost: x\nContent-Length: ${random.pick(["+5", "5,5", "0x5", "1e1", "99999999999999999999"])}\n\nhello`,
    ),
  () => line("POST /api/bids HTTP/1.1\nHost: x\nTransfer-Encoding : chunked\n\n0\n\n"),
  (random) =>
    line(
      `POST /api/bids HTTP/1.1\nHost: x\nContent-Type: application/json\nTransfer-Encoding: chunked\n\n${random.pick(["-1", "G", "ffffffffffffffff", "1;x=".padEnd(20_000, "y"), "2\n{}0", "5\nab"])}\n\n0\n\n`,
    ),
  (random) => line(`GET /api/auctions HTTP/1.1\nHost: x\nX: ${"y".repeat(random.pick([8_000, 17_000, 100_000]))}\n\n`),
  (random) => line(`GET /api/auctions?${"a=b&".repeat(random.pick([1_000, 5_000, 20_000]))} HTTP/1.1\nHost: x\n\n`),
  (random) => line(`GET /api/auctions HTTP/1.1\nHost: x\n${"X: y\n".repeat(random.pick([100, 2_000, 5_000]))}\n`),
  (random) =>
    line(
      `${random.pick(["TRACE", "CONNECT", "PROPFIND", "GETX", "get", "M-SEARCH", "PRI", ""])} ${random.pick(["/api/auctions", "*", "x:80", "http://evil.test/"])} HTTP/1.1\nHost: x\nConnection: close\n\n`,
    ),
  (random) =>
    line(
      `GET ${random.pick(["api", "//evil.test/ws", "http://evil.test/api/auctions", "/api/../../etc/passwd", "/%", "/\u0000", "/api/auctions#x", "\\api"])} HTTP/1.1\nHost: x\nConnection: close\n\n`,
    ),
  (random) =>
    line(
      `GET /api/auctions HTTP/${random.pick(["1.0", "0.9", "2.0", "1.2", "9.9", "x"])}\nHost: x\nConnection: close\n\n`,
    ),
  (random) =>
    line(
      `GET /api/auctions HTTP/1.1\n${random.pick(["", "Host: a\nHost: b\n", "Host:\n", "Host: [::1\n", "Host: x y\n"])}Connection: close\n\n`,
    ),
  () => line("GET /api/auctions HTTP/1.1\nHost: x\n folded: y\nConnection: close\n\n"),
  () => "GET /api/auctions HTTP/1.1\nHost: x\n\n",
  () => line("GET /api/auctions HTTP/1.1\nHost: x\nX: a\rb\nConnection: close\n\n"),
  () => line("GET /api/auctions HTTP/1.1\nHost: x\nExpect: 200-maybe\nConnection: close\n\n"),
  () => line("POST /api/bids HTTP/1.1\nHost: x\nExpect: 100-continue\nContent-Length: 2\nConnection: close\n\n{}"),
  () =>
    line(
      "GET /api/auctions HTTP/1.1\nHost: x\nUpgrade: h2c\nConnection: Upgrade, HTTP2-Settings\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\n\n",
    ),
  () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\u0000\u0000\u0000\u0004",
  () => "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003",
  () => "*1\r\n$4\r\nPING\r\n",
  (random) =>
    line(
      `GET /ws HTTP/1.1\nHost: x\nConnection: Upgrade\nUpgrade: ${random.pick(["websocket", "WebSocket, x", "x"])}\nSec-WebSocket-Version: ${random.pick(["13", "8", "x", ""])}\nSec-WebSocket-Key: ${random.pick(["x", "", "AAAAAAAAAAAAAAAAAAAAAA=="])}\n\n`,
    ),
  (random) =>
    line(
      `GET /socket.io/?${random.pick(["EIO=4&transport=polling&sid=none", "EIO=99&transport=polling", "transport=x", "EIO=4", "EIO=4&transport=websocket&sid=__proto__", "EIO[]=4&transport[]=polling", "EIO=4&transport=polling&j=0;alert(1)", ""])} HTTP/1.1\nHost: x\nConnection: close\n\n`,
    ),
  (random) => {
    const body = random.pick(["4".repeat(200_000), "\u001e".repeat(10_000), "42[", "6", "x", "40{}\u001e42[5]"]);
    return line(
      `POST /socket.io/?EIO=4&transport=polling&sid=${random.pick(["x", "constructor", "__proto__"])} HTTP/1.1\nHost: x\nConnection: close\nContent-Length: ${body.length}\n\n${body}`,
    );
  },
  (random) =>
    Buffer.from(Array.from({ length: random.pick([1, 20, 2_000]) }, () => random.whole(256))).toString("latin1"),
];

const HTTP_FALLBACK = line("GET /api/auctions HTTP/1.1\nHost: x\nConnection: close\n\n");

/** Sends invalid HTTP. A request smuggled inside a body must not be answered as a request of its own. */
export const fuzzHttp = async (random: Random, target: FuzzTarget): Promise<Fuzzed> => {
  const made = random.pick(httpTexts)(random);
  const bytes = random.oneIn(3) ? scrambled(random, made || HTTP_FALLBACK) : Buffer.from(made, "latin1");
  const said = await exchange(target.address, bytes);
  const what = JSON.stringify(made.slice(0, 200));
  if (said === null) return { outcome: "no answer", finding: `neither answered nor closed: ${what}` };
  const statuses = [...said.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
  const odd = statuses.find((status) => status >= 500 && status !== 505 && status !== 501);
  if (odd !== undefined) return { outcome: `HTTP ${odd}`, finding: `answered ${odd}: ${what} ${said.slice(0, 200)}` };
  const isSmuggled = made.includes(smuggled.slice(0, 25)) && bytes.toString("latin1") === made && statuses.length > 1;
  return {
    outcome: statuses.length > 0 ? `HTTP ${statuses.at(-1)}` : "closed",
    finding: isSmuggled ? `a request within a request was answered: ${what}` : null,
  };
};

const frameOf = (
  random: Random,
  first: number,
  payload: Buffer,
  options: { masked?: boolean; length?: bigint } = {},
): Buffer => {
  const { masked = true, length = BigInt(payload.length) } = options;
  const bit = masked ? 0x80 : 0;
  let header: Buffer;
  if (length < 126n) header = Buffer.from([first, bit | Number(length)]);
  else if (length < 65_536n) {
    header = Buffer.from([first, bit | 126, 0, 0]);
    header.writeUInt16BE(Number(length), 2);
  } else {
    header = Buffer.from([first, bit | 127, 0, 0, 0, 0, 0, 0, 0, 0]);
    header.writeBigUInt64BE(length, 2);
  }
  if (!masked) return Buffer.concat([header, payload]);
  const mask = Buffer.from(Array.from({ length: 4 }, () => random.whole(256)));
  return Buffer.concat([header, mask, payload.map((byte, n) => byte ^ (mask[n % 4] ?? 0))]);
};

const TEXT = Buffer.from('{"id":1,"type":"clock:sync","data":{"t0":1}}');
const wsBytes: ((random: Random) => Buffer)[] = [
  (random) => frameOf(random, random.pick([0x83, 0x87, 0x8b, 0x8f]), TEXT),
  (random) => frameOf(random, random.pick([0xc1, 0xa1, 0x91, 0xf1, 0xc2]), TEXT),
  (random) => frameOf(random, 0x81, TEXT, { masked: false }),
  (random) =>
    frameOf(random, 0x81, TEXT, { length: random.pick([2n ** 63n - 1n, 2n ** 64n - 1n, 2n ** 32n, 17_000n]) }),
  (random) => frameOf(random, 0x80, TEXT),
  (random) => Buffer.concat([frameOf(random, 0x01, TEXT), frameOf(random, 0x81, TEXT)]),
  (random) => frameOf(random, 0x09, Buffer.alloc(random.pick([0, 10]))),
  (random) => frameOf(random, random.pick([0x88, 0x89, 0x8a]), Buffer.alloc(126, 1)),
  (random) => frameOf(random, 0x88, Buffer.from(random.pick([[1], [0, 0], [3, 237], [3, 232, 255], [255, 255]]))),
  (random) =>
    frameOf(
      random,
      0x81,
      Buffer.from(random.pick([[0xff], [0xc0, 0xae], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]])),
    ),
  (random) =>
    Buffer.concat(Array.from({ length: random.pick([10, 500, 3_000]) }, () => frameOf(random, 0x89, Buffer.from("p")))),
  (random) =>
    Buffer.concat([
      frameOf(random, 0x01, Buffer.alloc(1, 32)),
      ...Array.from({ length: 2_000 }, () => frameOf(random, 0x00, Buffer.alloc(random.whole(3), 32))),
    ]),
  (random) =>
    Buffer.concat([
      frameOf(random, 0x01, TEXT),
      ...Array.from({ length: 40 }, () => frameOf(random, 0x00, Buffer.alloc(1_000, 32))),
    ]),
  (random) => frameOf(random, 0x81, Buffer.from(badWord(random))),
  (random) =>
    randomBytes(0).length === 0
      ? Buffer.from(Array.from({ length: random.pick([3, 200]) }, () => random.whole(256)))
      : TEXT,
];

/** Opens a WebSocket by hand, on either transport, and sends frames that WebSocket forbids. */
export const fuzzWebSocket = async (random: Random, target: FuzzTarget): Promise<Fuzzed> => {
  const path = random.oneIn(2) ? "/ws" : "/socket.io/?EIO=4&transport=websocket";
  const key = Buffer.from(Array.from({ length: 16 }, () => random.whole(256))).toString("base64");
  const handshake = line(
    `GET ${path} HTTP/1.1\nHost: x\nConnection: Upgrade\nUpgrade: websocket\nSec-WebSocket-Version: 13\nSec-WebSocket-Key: ${key}\nSec-WebSocket-Extensions: permessage-deflate; client_max_window_bits, x\n\n`,
  );
  const bytes = random.pick(wsBytes)(random);
  const said = await exchange(target.address, Buffer.from(handshake), bytes);
  if (said === null) return { outcome: "no answer", finding: `neither answered nor closed on ${path}` };
  const accepted = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
  if (!said.includes(`101 Switching Protocols`) || !said.includes(accepted)) {
    return { outcome: "no handshake", finding: `an ordinary handshake on ${path} was refused: ${said.slice(0, 200)}` };
  }
  // Compressed frames must be refused, because a small frame may be huge when unpacked.
  const packs = /sec-websocket-extensions/i.test(said);
  return { outcome: "closed or held", finding: packs ? `${path} takes packed frames` : null };
};

/**
 * Returns what the server sends until it closes or is silent for a while; then the connection is ended from this side.
 * `after` is sent once the first answer has arrived. Null: nothing arrived and nothing closed, although the request was
 * complete.
 */
const exchange = (address: string, bytes: Buffer, after?: Buffer): Promise<string | null> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(address);
    let said = "";
    let isAfter = after === undefined;
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const finish = (result: string | null): void => {
      clearTimeout(late);
      socket.destroy();
      resolve(result);
    };
    const late = setTimeout(() => finish(null), ANSWERED_WITHIN_MS);
    let quiet: NodeJS.Timeout | undefined;
    // The server may wait for the rest of an incomplete request, so end the connection from this side.
    const mayBeOver = setTimeout(() => isAfter && said === "" && socket.end(), QUIET_MS * 5);
    socket.on("data", (chunk) => {
      said += chunk.toString("latin1");
      if (!isAfter && after && said.includes("\r\n\r\n")) {
        isAfter = true;
        socket.write(after);
      }
      clearTimeout(quiet);
      quiet = setTimeout(() => finish(said), QUIET_MS);
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(mayBeOver);
      finish(said);
    });
  });
