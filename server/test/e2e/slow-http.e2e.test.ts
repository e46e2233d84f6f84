// Tests clients that send or read slowly: the server disconnects each kind of them after a while, and somebody else
// bids meanwhile without delay. The times are short here; docs/operations.md has those of a server.
import { randomUUID } from "node:crypto";
import { connect as connectTcp, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bid, connect, openPlain } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person } from "../support/e2e-people.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";
import { mp4 } from "../support/sample-media.ts";

const EACH = 40;
/** More than the system keeps on the way. */
const FILM_BYTES = 30_000_000;
const ALL_GONE_WITHIN_MS = 30_000;

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer({
    timeouts: { headMs: 600, bodyMs: 800, uploadMs: 8_000, silenceMs: 1_500, lookEveryMs: 100 },
  });
  admin = await makePerson(server, "admin", { role: "admin" });
});
afterAll(() => server?.close());

interface Slow {
  readonly said: () => string;
  readonly gone: Promise<void>;
  readonly socket: Socket;
}

/** Sends the start, then a byte of the rest now and then, for ever. */
const slow = (start: string, rest = "", everyMs = 100): Promise<Slow> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.address);
    let said = "";
    const socket = connectTcp({ host: hostname, port: Number(port), allowHalfOpen: true });
    let at = 0;
    const timer = setInterval(() => {
      if (rest !== "" && socket.writable) socket.write(rest.charAt(at++ % rest.length));
    }, everyMs);
    socket.on("data", (chunk) => {
      said += chunk.toString("latin1");
    });
    const gone = new Promise<void>((done) => {
      socket.on("error", () => done());
      socket.on("end", () => done());
      socket.on("close", () => done());
    }).finally(() => {
      clearInterval(timer);
      socket.destroy();
    });
    socket.once("connect", () => {
      socket.write(start);
      resolve({ said: () => said, gone, socket });
    });
    socket.once("error", reject);
  });

/** Asks for a file and reads it only after a while. */
const readLate = async (path: string, waitMs: number): Promise<"broken off" | "whole"> => {
  const { hostname, port } = new URL(server.address);
  const socket = connectTcp(Number(port), hostname);
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  let bytes = 0;
  return await new Promise((resolve) => {
    const end = (how: "broken off" | "whole") => {
      socket.destroy();
      resolve(how);
    };
    socket.on("error", () => end("broken off"));
    socket.on("close", () => end("broken off"));
    socket.on("data", (chunk) => {
      bytes += chunk.length;
      if (bytes > FILM_BYTES) end("whole");
    });
    socket.resume();
  });
};

const head = (path: string, more = ""): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${admin.token}\r\n${more}`;

it("the server disconnects clients that send or read too slowly, while somebody else bids", {
  timeout: 180_000,
}, async () => {
  const { _id: auctionId } = await openAuction(server, admin);
  const film = new FormData();
  film.append("file", new Blob([new Uint8Array(mp4(Buffer.alloc(FILM_BYTES, 7)))]), "film.mp4");
  // A film of this size is itself too slow now and then, on a busy machine.
  const upload = async (triesLeft = 5): Promise<{ url: string }> => {
    const answer = await fetch(`${server.address}/api/upload/single`, {
      method: "POST",
      headers: { authorization: `Bearer ${admin.token}` },
      body: film,
    }).catch(() => null);
    const { file } = ((await answer?.json().catch(() => null)) ?? {}) as { file?: { url: string } };
    if (file) return file;
    if (triesLeft === 1) throw new Error("the film was not taken");
    return await upload(triesLeft - 1);
  };
  const file = await upload();
  const json = "Content-Type: application/json\r\n";
  const form = "Content-Type: multipart/form-data; boundary=b\r\nTransfer-Encoding: chunked\r\n";
  const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\nContent-Type: video/mp4\r\n\r\n';
  const kinds: Record<string, () => Promise<Slow>> = {
    "says nothing": () => slow(""),
    "says its head letter by letter": () => slow("GET /api/auctions HTTP/1.1\r\nX: ", "y"),
    "sends line after line of head": () => slow("GET /api/auctions HTTP/1.1\r\nHost: x\r\n", "A: b\r\n"),
    "sends its body letter by letter": () => slow(`${head("/api/bids", json)}Content-Length: 60000\r\n\r\n{`, " "),
    "sends its body in pieces without end": () =>
      slow(`${head("/api/bids", json)}Transfer-Encoding: chunked\r\n\r\n`, "1\r\n \r\n", 20),
    "never sends its body": () => slow(`${head("/api/auth/login", json)}Content-Length: 10\r\n\r\n`),
    "sends a body that nobody asked for": () => slow(`${head("/api/no/such", json)}Content-Length: 60000\r\n\r\n`, " "),
    "sends a webhook letter by letter": () =>
      slow(`${head("/api/payments/paystack/webhook", json)}Content-Length: 60000\r\n\r\n`, " "),
    "uploads letter by letter": () =>
      slow(`${head("/api/upload/single", form)}\r\n${part.length.toString(16)}\r\n${part}\r\n`, "1\r\nx\r\n", 50),
    "keeps its connection and asks nothing more": () => slow("GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n"),
    "begins a WebSocket and does not finish": () =>
      slow("GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"),
  };
  const open: [string, Slow][] = [];
  for (const [kind, make] of Object.entries(kinds)) {
    const many = await Promise.all(Array.from({ length: EACH }, make));
    for (const one of many) open.push([kind, one]);
  }
  const left = new Map<string, number>();
  for (const [kind, { gone }] of open) {
    left.set(kind, (left.get(kind) ?? 0) + 1);
    void gone.then(() => left.set(kind, (left.get(kind) ?? 0) - 1));
  }
  // Half closed: their end is said, ours is not.
  for (const [kind, { socket }] of open) if (kind === "says nothing") socket.end();

  // A client that does not read notices the disconnection only when it reads on: the answer breaks off.
  const readAllLate = () => Promise.all(Array.from({ length: 5 }, () => readLate(file.url, waitMs)));
  let waitMs = 4_000;
  let late = readAllLate();
  const bidder = await connect(server, "socket.io", { token: (await makePerson(server, "bidder")).token });
  let taken = 0;
  const until = performance.now() + ALL_GONE_WITHIN_MS;
  const anybody = (): boolean => [...left].some(([kind, count]) => count > 0 && !kind.startsWith("keeps"));
  while (anybody() && performance.now() < until) {
    const answer = await bid(bidder, auctionId, 1100 + 100 * taken);
    expect(answer).toMatchObject({ ok: true });
    taken += 1;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await expect
    .poll(
      async () => {
        const found = await late;
        waitMs *= 2;
        if (found.includes("whole")) late = readAllLate();
        return found;
      },
      { timeout: ALL_GONE_WITHIN_MS },
    )
    .toEqual(Array(5).fill("broken off"));
  const stay = [...left].filter(([kind, count]) => count > 0 && !kind.startsWith("keeps"));
  process.stdout.write(`  slow clients beside ${taken} bids: ${open.length + 5} tried, ${stay.length} bad\n`);
  expect(stay).toEqual([]);
  expect(taken).toBeGreaterThan(10);
  const answers = open.filter(([kind]) => kind === "never sends its body").map(([, { said }]) => said());
  for (const said of answers)
    expect(said).toMatch(/^HTTP\/1\.1 408 .*\r\nx-request-id: [\da-f-]{36}\r\n.*"code":"INVALID"/s);
  for (const [, { socket }] of open) socket.destroy();
  bidder.close();
});

it("the server keeps a silent WebSocket, and serves others meanwhile", async () => {
  const silent = await Promise.all(Array.from({ length: 200 }, () => openPlain(server, {})));
  const client = await connect(server, "/ws", {});
  await client.ask("clock:sync", { t0: 1 });
  expect(silent.every(({ readyState }) => readyState === 1)).toBe(true);
  for (const socket of silent) socket.terminate();
  client.close();
});

it("the server does not unpack a compressed body, so that a small body cannot become large", async () => {
  const small = gzipSync(JSON.stringify({ auctionId: randomUUID(), amount: 5 }));
  const bomb = gzipSync(Buffer.alloc(60_000_000, 32));
  for (const [body, encoding] of [
    [small, "gzip"],
    [small, "deflate"],
    [bomb.subarray(0, 60_000), "gzip"],
    [small, "br, gzip"],
  ] as const) {
    const { status, body: answer } = await server.api("POST", "/api/bids", {
      token: admin.token,
      raw: new Uint8Array(body),
      headers: { "content-encoding": encoding },
    });
    expect([encoding, status, answer.code]).toEqual([encoding, 415, "UNSUPPORTED_MEDIA_TYPE"]);
  }
});

it("the server answers requests on one connection in order, however many are sent before the first answer", async () => {
  const { hostname, port } = new URL(server.address);
  const pipelined = connectTcp(Number(port), hostname);
  let said = "";
  pipelined.on("data", (chunk) => {
    said += chunk.toString("latin1");
  });
  pipelined.write("GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n".repeat(500));
  await expect.poll(() => said.split("HTTP/1.1 200").length - 1).toBe(500);
  pipelined.destroy();
});
