// Tests that every packet counts before it is decoded, on Socket.IO's WebSocket and HTTP polling and on /ws: a
// connection over its allowance is paused, then closed, while others bid. Also tests what a connection may do with
// namespaces, and when an address must wait.
import http, { type IncomingHttpHeaders } from "node:http";
import { connect as netConnect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PacketKind, packetKinds, text } from "../../trust/floods/packet-kinds.ts";
import { bid, connect, type LiveClient, openSocketIo } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person } from "../support/e2e-people.ts";
import { connectRaw, openAsPolling, openTransport, type RawConnection } from "../support/e2e-raw-frames.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

/** As docs/api-limits.md says them. */
const BURST = 300;
const REFUSED_CONNECTIONS = 5;
const BAD_CONNECT = '40{"token":"x"}';

/** The kinds whose every packet is in order, so that nothing but their number closes the connection. */
const inOrder = Object.entries(packetKinds).filter(
  ([name, { path }]) =>
    path !== "polling" && !/^(connects|packets of unknown|empty|binary events|fragments)/.test(name),
);
const repeated = (packet: Buffer, count: number): Buffer => Buffer.concat(Array.from({ length: count }, () => packet));
/** Counts the WebSocket frames, each with a head of six bytes. */
const framesIn = (bytes: Buffer): number => {
  let count = 0;
  for (let start = 0; start < bytes.length; start += 6 + ((bytes[start + 1] ?? 0) & 0x7f)) count += 1;
  return count;
};

describeEndToEnd("packets", () => {
  let server: TestServer;
  let admin: Person;
  let bidder: LiveClient;
  let auctionId: string;
  let placed = 0;
  let addresses = 0;
  /** One from which nothing came before. */
  const newAddress = (): string => `127.3.0.${++addresses}`;

  beforeAll(async () => {
    server = await startTestServer({ config: { hasRateLimits: true } });
    admin = await makePerson(server, "seller", { role: "admin" });
    ({ _id: auctionId } = await openAuction(server, admin));
    bidder = await connect(server, "socket.io", { token: (await makePerson(server, "bidder")).token });
  });
  afterAll(async () => {
    bidder?.close();
    await server?.close();
  });

  const takeBids = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n++)
      expect(await bid(bidder, auctionId, 1_100 + 100 * placed++)).toMatchObject({ ok: true });
  };
  const untilLimited = async (connection: RawConnection): Promise<void> => {
    while (!(await connection.next()).includes('"RATE_LIMITED"'));
  };
  const transportOf = ({ path }: PacketKind) => (path === "/ws" ? ("/ws" as const) : ("socket.io" as const));
  const joinedBy = ({ path, first }: PacketKind, address: string): Promise<RawConnection> =>
    connectRaw(server, path === "/ws" ? "/ws" : "socket.io", first.length > 0 ? undefined : null, address);

  describe("a connection", () => {
    it.each(inOrder)("is paused and resumed when it sends too many %s", async (_name, kind) => {
      const connection = await connectRaw(server, transportOf(kind), undefined, newAddress());
      connection.writeBytes(repeated(kind.again, Math.ceil((BURST + 60) / framesIn(kind.again))));
      // On a slow machine a part of the allowance is back before all of it is used.
      const more = setInterval(() => connection.writeBytes(repeated(kind.again, 25)), 100);
      await untilLimited(connection).finally(() => clearInterval(more));
      expect(await connection.ask('"clock:sync"', '{"t0":7}')).toMatchObject({ ok: true });
      connection.close();
    });

    it.each(Object.entries(packetKinds).filter(([, { path }]) => path !== "polling"))(
      "is closed when it floods with %s, and another user's bids are accepted meanwhile",
      async (_name, kind) => {
        const connection = await joinedBy(kind, newAddress());
        if (kind.path === "/ws") connection.writeBytes(kind.first);
        let isOpen = true;
        const closed = connection.closed.then((code) => {
          isOpen = false;
          return code;
        });
        const flood = setInterval(() => {
          if (isOpen) connection.writeBytes(repeated(kind.again, 5_000));
        }, 50);
        await takeBids(10);
        expect(await closed).not.toBe(0);
        clearInterval(flood);
      },
    );

    it("is closed when it asks for a namespace twice, and only its first token is read", async () => {
      const connection = await connectRaw(server, "socket.io", null, newAddress());
      for (let n = 0; n < 100; n++) connection.write(BAD_CONNECT);
      expect(await connection.closed).not.toBe(0);
      const refused = await connectRaw(server, "socket.io", null, newAddress());
      refused.write(BAD_CONNECT);
      expect(await refused.next()).toMatch(/^44.*"UNAUTHENTICATED"/);
      expect(await refused.closed).not.toBe(0);
    });

    it.each(["40/admin,", '42/admin,["x"]', '451-/admin,["x",{"_placeholder":true,"num":0}]', "41/admin,"])(
      "is closed at once by a packet of another namespace: %s",
      async (packet) => {
        const connection = await connectRaw(server, "socket.io", undefined, newAddress());
        connection.write(packet);
        expect(await connection.closed).not.toBe(0);
      },
    );

    it.each(['42["x"]', "43[]", "41"])(
      "is closed when it sends %s before it has joined its namespace",
      async (packet) => {
        const connection = await connectRaw(server, "socket.io", null, newAddress());
        connection.write(packet);
        expect(await connection.closed).not.toBe(0);
      },
    );

    it("is closed when it leaves its namespace, and when it asks for none", async () => {
      const left = await connectRaw(server, "socket.io", undefined, newAddress());
      left.write("41");
      const silent = await connectRaw(server, "socket.io", null, newAddress());
      expect(await left.closed).not.toBe(0);
      expect(await silent.closed).not.toBe(0);
    });
  });

  describe("HTTP polling", () => {
    const poll = (address: string, method: string, query = "", body = "") =>
      new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
        const request = http.request(`${server.address}/socket.io/?EIO=4&transport=polling${query}`, {
          method,
          localAddress: address,
          agent: false,
          headers: { "content-type": "text/plain;charset=UTF-8", "content-length": Buffer.byteLength(body) },
        });
        request.on("error", reject);
        request.on("response", (response) => {
          let text = "";
          response.on("data", (part) => {
            text += part;
          });
          response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
        });
        request.end(body);
      });
    const open = async (address: string): Promise<string> => {
      const { sid } = JSON.parse((await poll(address, "GET")).text.slice(1));
      const query = `&sid=${sid}`;
      expect((await poll(address, "POST", query, "40")).status).toBe(200);
      expect((await poll(address, "GET", query)).text).toMatch(/^40\{/);
      return query;
    };
    const packets = (count: number): string => Array.from({ length: count }, () => '42["x"]').join("\x1e");

    it("counts each packet of a request, and closes the session when there are too many", async () => {
      const address = newAddress();
      const query = await open(address);
      expect((await poll(address, "POST", query, packets(100))).status).toBe(200);
      expect((await poll(address, "GET", query)).text).toContain("acknowledgement");
      await poll(address, "POST", query, packets(1_500)).catch(() => {});
      await takeBids(5);
      expect((await poll(address, "GET", query)).status).toBe(400);
    });

    it("counts requests without packets", async () => {
      const address = newAddress();
      const query = await open(address);
      const { host, hostname, port } = new URL(server.address);
      const raw = netConnect({ host: hostname, port: Number(port), localAddress: address });
      const closed = new Promise((resolve) => raw.on("close", resolve));
      raw.on("error", () => {}).resume();
      raw.write(`PUT /socket.io/?EIO=4&transport=polling${query} HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(2_000));
      await closed;
      expect((await poll(address, "GET", query)).status).toBe(400);
    });

    it(`makes an address wait after ${REFUSED_CONNECTIONS} refused connections on every transport, and no other address`, async () => {
      const address = newAddress();
      // All at once, since an address that waits may try again after a second.
      const refused = Array.from({ length: REFUSED_CONNECTIONS }, async (_, n) => {
        const connection = await connectRaw(server, "socket.io", null, address);
        connection.write(n % 2 === 0 ? BAD_CONNECT : "40/x,");
        return await connection.closed;
      });
      for (const code of await Promise.all(refused)) expect(code).not.toBe(0);
      const [overSocketIo, overWs, { status, headers, text }] = await Promise.all([
        connectRaw(server, "socket.io", null, address).catch(String),
        connectRaw(server, "/ws", undefined, address).catch(String),
        poll(address, "GET"),
      ]);
      expect([overSocketIo, overWs]).toEqual([expect.stringContaining("429"), expect.stringContaining("429")]);
      expect([status, JSON.parse(text).code]).toEqual([429, "RATE_LIMITED"]);
      expect(Number(headers["retry-after"])).toBeGreaterThan(0);
      (await connectRaw(server, "socket.io", undefined, newAddress())).close();
    });
  });

  describe("a second transport of a session", () => {
    const EVENT = text('42["x"]');
    /** Upgrades, with or without a probe. */
    const upgraded = async ({ sid }: RawConnection, address: string, isProbed: boolean): Promise<RawConnection> => {
      const second = await openTransport(server, sid, address);
      if (isProbed) {
        second.write("2probe");
        expect(await second.next()).toBe("3probe");
      }
      second.write("5");
      second.write('420["x"]');
      expect(await second.next()).toContain("430[");
      return second;
    };

    it.each([true, false])("counts its packets (it was probed: %s)", async (isProbed) => {
      const address = newAddress();
      const second = await upgraded(await connectRaw(server, "socket.io", undefined, address), address, isProbed);
      second.writeBytes(repeated(EVENT, 2_000));
      await untilLimited(second);
      expect(await second.closed).not.toBe(0);
    });

    it("counts its packets after another one was probed and dropped", async () => {
      const address = newAddress();
      const first = await connectRaw(server, "socket.io", undefined, address);
      const dropped = await openTransport(server, first.sid, address);
      dropped.write("2probe");
      expect(await dropped.next()).toBe("3probe");
      dropped.close();
      await dropped.closed;
      const second = await upgraded(first, address, true);
      second.writeBytes(repeated(EVENT, 2_000));
      await untilLimited(second);
      expect(await second.closed).not.toBe(0);
    });

    it("is refused while another one upgrades and after one has, before it can send anything", async () => {
      const address = newAddress();
      const first = await connectRaw(server, "socket.io", undefined, address);
      const second = await openTransport(server, first.sid, address);
      await expect(openTransport(server, first.sid, address)).rejects.toThrow("400");
      second.write("5");
      second.write('420["x"]');
      expect(await second.next()).toContain("430[");
      await expect(openTransport(server, first.sid, address)).rejects.toThrow("400");
      second.close();
    });

    it("is refused when it is a WebSocket that names HTTP polling, and so is a first one", async () => {
      const address = newAddress();
      const first = await connectRaw(server, "socket.io", undefined, address);
      for (const sid of [first.sid, undefined]) {
        await expect(openAsPolling(server, sid, address)).rejects.toThrow("400");
      }
      // The session goes on, and may still upgrade.
      (await upgraded(first, address, true)).close();
    });

    it("is closed at once by a packet of another namespace, before it has upgraded", async () => {
      const address = newAddress();
      const first = await connectRaw(server, "socket.io", undefined, address);
      const second = await openTransport(server, first.sid, address);
      second.write('42/admin,["x"]');
      expect(await first.closed).not.toBe(0);
      expect(await second.closed).not.toBe(0);
    });
  });

  it("lets a client connect over polling, upgrade, command and come back", async () => {
    for (const transports of [["polling"], ["polling", "websocket"]] as const) {
      const socket = await openSocketIo(server, { token: admin.token }, [...transports]);
      expect(await socket.emitWithAck("clock:sync", { t0: 1 })).toMatchObject({ ok: true });
      if (transports.length > 1) await expect.poll(() => socket.io.engine.transport.name).toBe("websocket");
      expect(await socket.emitWithAck("clock:sync", { t0: 2 })).toMatchObject({ ok: true });
      socket.disconnect();
      await new Promise((resolve) => socket.connect().once("connect", () => resolve(null)));
      expect(await socket.emitWithAck("clock:sync", { t0: 3 })).toMatchObject({ ok: true });
      socket.disconnect();
    }
  });
});
