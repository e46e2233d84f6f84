// Tests that the plain WebSocket is a Fastify route: the hooks of every route run on it, and Socket.IO's upgrades are
// not affected.
import { io } from "socket.io-client";
import { describe, expect, it } from "vitest";
import { connect, openPlain } from "../support/e2e-live.ts";
import { scrape, sumOf } from "../support/e2e-metrics.ts";
import { askRaw, upgradeLines } from "../support/e2e-raw-http.ts";
import { FOREIGN_ORIGIN, sharedServer, startTestServer } from "../support/e2e-server.ts";

const server = await sharedServer();
const upgrade = upgradeLines(new URL(server.address).host);

describe("the plain WebSocket", () => {
  it("runs the hooks of every route before it refuses an upgrade", async () => {
    const before = sumOf(await scrape(server), "jara_http_requests_total", { route: "GET /ws" });
    const badToken = await askRaw(server, "/ws", [...upgrade, "Authorization: Bearer forged"]);
    const badOrigin = await askRaw(server, "/ws", [...upgrade, `Origin: ${FOREIGN_ORIGIN}`]);
    expect([badToken.status, badOrigin.status]).toEqual([401, 403]);
    for (const { headers, isOver } of [badToken, badOrigin]) {
      expect(isOver).toBe(true);
      expect(headers.get("connection")).toBe("close");
      expect(headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    }
    const refused = async () => sumOf(await scrape(server), "jara_http_requests_total", { route: "GET /ws" }) - before;
    await expect.poll(refused).toBe(2);
  });

  it.each(["", "Bearer", "Basic YTpi"])("refuses an upgrade whose Authorization header is %j", async (header) => {
    expect((await askRaw(server, "/ws", [...upgrade, `Authorization: ${header}`])).status).toBe(401);
  });

  it("answers an upgrade by another method or to another address with 404, and closes the connection", async () => {
    for (const [method, target] of [
      ["POST", "/ws"],
      ["HEAD", "/ws"],
      ["GET", "/ws/"],
      ["GET", "/api/site"],
    ] as const) {
      expect(await askRaw(server, target, upgrade, { method })).toMatchObject({ status: 404, isOver: true });
    }
  });

  it("answers a request without an upgrade like an unknown address", async () => {
    const [here, unknown] = await Promise.all([server.api("GET", "/ws"), server.api("GET", "/no-such-page")]);
    expect([here.status, here.text]).toEqual([unknown.status, unknown.text]);
    expect((await server.api("POST", "/ws")).status).toBe(404);
  });
});

it.each([[["websocket"]], [["polling", "websocket"]]])(
  "Socket.IO uses its WebSocket beside the route, from %s",
  async (transports) => {
    const plain = await openPlain(server, {});
    const socket = io(server.address, { transports, forceNew: true, reconnection: false });
    await expect.poll(() => socket.connected && socket.io.engine.transport.name).toBe("websocket");
    expect(await socket.emitWithAck("clock:sync", { t0: 1 })).toMatchObject({ ok: true });
    socket.disconnect();
    plain.close();
  },
);

it("closes the sockets of both transports when the server closes", async () => {
  const closing = await startTestServer({ because: "it closes" });
  const clients = [await connect(closing, "socket.io"), await connect(closing, "/ws")];
  await closing.close();
  await Promise.all(clients.map(({ closed }) => closed));
});
