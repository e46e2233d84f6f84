// Tests the events of a sale from outside: its watchers get them at once when staff act on the whole sale, on both
// transports and through another node, also while Redis is down. No event shows a draft.
import { randomUUID } from "node:crypto";
import type { Events } from "@jara/shared/live-commands";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { startTwoNodes, type TwoNodes } from "../support/e2e-in-process-nodes.ts";
import { connect, type LiveClient, type Transport, transports } from "../support/e2e-live.ts";
import { makePerson, type Person } from "../support/e2e-people.ts";
import { inHours, SECOND, salesOn } from "../support/e2e-sales.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { canHaveNodes } from "../support/throwaway-redis.ts";

type SaleEvent = Events["sale:changed"];

describeEndToEnd("the events of a sale", () => {
  let server: TestServer;
  let admin: Person;
  const clients: LiveClient[] = [];
  beforeAll(async () => {
    server = await startTestServer({ because: "it shifts the clock" });
    admin = await makePerson(server, "admin", { role: "admin" });
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    await server?.close();
  });

  const { makeSale, makeLots, setLots, act, publishedSale, statusesOf } = salesOn(() => ({ server, admin }));
  const open = async (transport: Transport, token?: string): Promise<LiveClient> => {
    const client = await connect(server, transport, { token });
    clients.push(client);
    return client;
  };
  const fits = (change: Partial<SaleEvent["sale"]>) => (event: SaleEvent) =>
    Object.entries(change).every(([field, value]) => event.sale[field as keyof SaleEvent["sale"]] === value);

  it.each(transports)("tell of a pause, a shift, the way on, a text and the end (%s)", async (transport) => {
    const { sale } = await publishedSale(3);
    const visitor = await open(transport);
    const { sale: now, serverTime } = await visitor.ask("sale:watch", { saleId: sale._id });
    expect(now).toMatchObject({ _id: sale._id, status: "published", isPaused: false, isOver: false });
    expect(Date.parse(serverTime)).toBeLessThanOrEqual((await server.databaseNow()) + 1_000);
    await act(sale, "pause");
    const paused = await visitor.next("sale:changed", fits({ isPaused: true }));
    expect(paused.sale.revision).toBe(now.revision + 1);
    await act(sale, "resume");
    const resumed = await visitor.next("sale:changed", fits({ isPaused: false, revision: now.revision + 2 }));
    await act(sale, "shift", { body: { seconds: 600 } });
    const shifted = await visitor.next("sale:changed", fits({ revision: now.revision + 3 }));
    expect(Date.parse(shifted.sale.closesAt) - Date.parse(resumed.sale.closesAt)).toBe(600_000);
    const body = { revision: now.revision + 3, title: "Another title" };
    expect((await server.api("PUT", `/api/sales/${sale._id}`, { token: admin.token, body })).status).toBe(200);
    await visitor.next("sale:changed", fits({ title: "Another title" }));
    await act(sale, "end");
    const over = await visitor.next("sale:changed", fits({ isOver: true }));
    const heard = visitor.of("sale:changed");
    expect(heard.map(({ sale: { revision } }) => revision)).toEqual(
      heard.map(({ sale: { revision } }) => revision).sort((a, b) => a - b),
    );
    expect(heard.every(({ saleId }) => saleId === sale._id)).toBe(true);
    expect(over.sale).toEqual((await visitor.ask("sale:watch", { saleId: sale._id })).sale);
  });

  it("report the moved opening after a pause, and the end of a sale that had not opened", async () => {
    const { sale } = await publishedSale(2, { opensAt: inHours(1) });
    const visitor = await open("/ws");
    await visitor.ask("sale:watch", { saleId: sale._id });
    await act(sale, "pause");
    await act(sale, "resume");
    const resumed = await visitor.next("sale:changed", fits({ isPaused: false, revision: sale.revision + 2 }));
    const moved = (to: string | null, from: string | null) => Date.parse(to ?? "") - Date.parse(from ?? "");
    expect(moved(resumed.sale.opensAt, sale.opensAt)).toBeGreaterThan(0);
    expect(moved(resumed.sale.opensAt, sale.opensAt)).toBe(moved(resumed.sale.closesAt, sale.closesAt));
    await act(sale, "end");
    await visitor.next("sale:changed", fits({ isOver: true }));
  });

  it("tell that a sale is over when its last lot closes by the clock, and nothing when another lot closes", async () => {
    const closesAt = new Date((await server.databaseNow()) + 60 * SECOND).toISOString();
    const ids = await makeLots(2);
    const sale = await makeSale({ closesAt, spacingSeconds: 60 });
    await setLots(sale, ids);
    await act(sale, "publish");
    const visitor = await open("/ws");
    await visitor.ask("sale:watch", { saleId: sale._id });
    visitor.forget();
    for (const lots of [1, 2]) {
      await server.shiftClock(60 * SECOND);
      await vi.waitFor(
        async () => expect((await statusesOf(ids)).filter((status) => status === "ended")).toHaveLength(lots),
        15_000,
      );
    }
    await visitor.next("sale:changed", fits({ isOver: true }));
    expect(visitor.of("sale:changed")).toHaveLength(1);
  });

  it("are for published sales; staff watch drafts and hear that they are published", async () => {
    const sale = await makeSale();
    await setLots(sale, await makeLots(1));
    const ada = await makePerson(server, `ada-${randomUUID().slice(0, 8)}`);
    for (const client of [await open("/ws"), await open("socket.io", ada.token)])
      expect(await client.send("sale:watch", { saleId: sale._id })).toMatchObject({
        ok: false,
        error: { code: "NOT_FOUND" },
      });
    const desk = await open("socket.io", admin.token);
    expect((await desk.ask("sale:watch", { saleId: sale._id })).sale.status).toBe("draft");
    await act(sale, "publish");
    await desk.next("sale:changed", fits({ status: "published" }));
    for (const client of clients.slice(-3, -1)) expect(client.of("sale:changed")).toEqual([]);
  });

  it("tell the staff who make lots that drafts and actions have changed, and nobody else", async () => {
    const ada = await makePerson(server, `ada-${randomUUID().slice(0, 8)}`);
    const [desk, visitor] = [await open("socket.io", admin.token), await open("socket.io", ada.token)];
    const changed = async () => {
      await desk.next("list:changed", ({ list }) => list === "sales");
      desk.forget();
    };
    const sale = await makeSale();
    await setLots(sale, await makeLots(1));
    await changed();
    await act(sale, "publish");
    await changed();
    expect(visitor.of("list:changed")).toEqual([]);
  });

  it("end with sale:unwatch, and an id that names nothing is not found", async () => {
    const { sale } = await publishedSale(1);
    const [leaves, stays] = [await open("/ws"), await open("socket.io")];
    for (const client of [leaves, stays]) await client.ask("sale:watch", { saleId: sale._id });
    await leaves.ask("sale:unwatch", { saleId: sale._id });
    await leaves.ask("sale:unwatch", { saleId: randomUUID() });
    await act(sale, "pause");
    await stays.next("sale:changed", fits({ isPaused: true }));
    expect(leaves.of("sale:changed")).toEqual([]);
    for (const saleId of [randomUUID(), "no-id", `${sale._id}:admins`])
      expect((await leaves.send("sale:watch", { saleId })).ok).toBe(false);
  });
});

describe.skipIf(!canHaveNodes())("the events of a sale through two nodes", () => {
  let nodes: TwoNodes;
  beforeAll(async () => {
    nodes = await startTwoNodes();
  });
  afterAll(() => nodes?.close());

  it("come to the watchers of the other node at once, and within seconds while Redis is away", async () => {
    const admin = await makePerson(nodes.here, "admin", { role: "admin" });
    const { publishedSale, act } = salesOn(() => ({ server: nodes.here, admin }));
    const { sale } = await publishedSale(1, { closesAt: inHours(2) });
    const watcher = await connect(nodes.there, "socket.io");
    await watcher.ask("sale:watch", { saleId: sale._id });
    await act(sale, "pause");
    await watcher.next("sale:changed", ({ sale: { isPaused } }) => isPaused);
    onTestFinished(() => nodes.redis.start());
    await nodes.redis.stop();
    await act(sale, "resume");
    const { sale: received } = await watcher.next("sale:changed", ({ sale: { isPaused } }) => !isPaused);
    expect(received.isOver).toBe(false);
    watcher.close();
  });
});
