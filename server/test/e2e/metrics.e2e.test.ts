// Tests /metrics of a real server: counters and gauges are right, and every metric that the dashboard and the alerts
// use is there. Redis is away throughout.
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { projectRoot } from "../../src/config.ts";
import { startTwoNodes, type TwoNodes } from "../support/e2e-in-process-nodes.ts";
import { bid, connect, type LiveClient, settled } from "../support/e2e-live.ts";
import { type Sample, scrape, sumOf } from "../support/e2e-metrics.ts";
import { makePerson, openAuction, type Person } from "../support/e2e-people.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { canHaveNodes } from "../support/throwaway-redis.ts";

describeEndToEnd("/metrics", () => {
  let server: TestServer;
  let admin: Person;
  const clients: LiveClient[] = [];
  beforeAll(async () => {
    server = await startTestServer({ config: { redisUrl: "redis://127.0.0.1:1" } });
    admin = await makePerson(server, "admin", { role: "admin" });
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    await server?.close();
  });
  const join = async (...args: Parameters<typeof connect>): Promise<LiveClient> => {
    const client = await connect(...args);
    clients.push(client);
    return client;
  };
  /** Until the server has seen what the test just did to its sockets. */
  const eventually = (holds: (samples: Sample[]) => void): Promise<void> =>
    vi.waitFor(async () => holds(await scrape(server)), { timeout: 45_000, interval: 50 });

  it("counts commands by type and code, batches, statements, events and their lag", async () => {
    const ada = await makePerson(server, "ada");
    const { _id } = await openAuction(server, admin);
    const bidder = await join(server, "socket.io", { token: ada.token });
    const watcher = await join(server, "/ws");
    await watcher.ask("auction:watch", { auctionId: _id });
    const before = await scrape(server);
    expect((await bid(bidder, _id, 1100)).ok).toBe(true);
    expect(await bid(bidder, _id, 1)).toMatchObject({ ok: false, error: { code: "BID_TOO_LOW" } });
    const placed = { token: ada.token, body: { auctionId: _id, amount: 1200 } };
    expect((await server.api("POST", "/api/bids", placed)).status).toBe(201);
    await watcher.next("auction:price", ({ currentPrice }) => currentPrice === 1200);
    const after = await scrape(server);
    const more = (name: string, labels?: Record<string, string>) =>
      sumOf(after, name, labels) - sumOf(before, name, labels);

    expect(more("jara_commands_total", { type: "PlaceBid", code: "ok" })).toBe(2);
    expect(more("jara_commands_total", { type: "PlaceBid", code: "BID_TOO_LOW" })).toBe(1);
    expect(more("jara_socket_commands_total", { command: "bid:place", code: "ok" })).toBe(1);
    expect(more("jara_socket_commands_total", { command: "bid:place", code: "BID_TOO_LOW" })).toBe(1);
    expect(more("jara_command_seconds_count")).toBe(3);
    expect(more("jara_batch_commands_sum")).toBe(3);
    expect(more("jara_batch_commands_count")).toBe(more("jara_commit_seconds_count"));
    expect(more("jara_commit_seconds_count")).toBeGreaterThan(0);
    expect(more("jara_database_seconds_count")).toBeGreaterThan(more("jara_commit_seconds_count"));
    expect(more("jara_fanout_lag_seconds_count")).toBe(more("jara_fanout_events_total", { audience: "watchers" }));
    expect(more("jara_fanout_events_total", { audience: "watchers" })).toBeGreaterThan(0);
    expect(more("jara_http_requests_total", { route: "POST /api/bids", status: "201" })).toBe(1);
    expect(more("jara_frames_total")).toBeGreaterThan(0);
    expect(sumOf(after, "jara_command_seconds_bucket", { le: "+Inf" })).toBe(
      sumOf(after, "jara_command_seconds_count"),
    );
    // No label names anybody or anything.
    const labels = JSON.stringify(after.map((sample) => sample.labels));
    for (const secret of [_id, ada.id, ada.username, ada.token]) expect(labels).not.toContain(secret);
  });

  it("counts the changes of a hot auction that were merged into another event", async () => {
    const { _id } = await openAuction(server, admin);
    const bidders = await Promise.all(
      ["bola", "chidi"].map(async (name) => join(server, "/ws", { token: (await makePerson(server, name)).token })),
    );
    const watcher = await join(server, "socket.io");
    await watcher.ask("auction:watch", { auctionId: _id });
    const before = await scrape(server);
    const COUNT = 40;
    const answers = await Promise.all(
      Array.from({ length: COUNT }, (_, i) => bid(bidders[i % 2] as LiveClient, _id, 2000 + i * 1000)),
    );
    const accepted = answers.filter(({ ok }) => ok).length;
    const last = Math.max(...answers.map((answer) => (answer.ok ? answer.auction.version : 0)));
    await watcher.next("auction:price", ({ version }) => version === last);
    const after = await scrape(server);
    const more = (name: string, labels?: Record<string, string>) =>
      sumOf(after, name, labels) - sumOf(before, name, labels);
    const ofWatchers = { audience: "watchers" };
    const [events, merged] = [
      more("jara_fanout_events_total", ofWatchers),
      more("jara_fanout_merged_total", ofWatchers),
    ];
    expect(merged).toBeGreaterThan(0);
    expect([events, events + merged]).toEqual([watcher.of("auction:price").length, accepted]);
  });

  it("shows the connections, their transports and the watched auctions", async () => {
    for (const client of clients.splice(0)) client.close();
    const dayo = await makePerson(server, "dayo");
    const { _id } = await openAuction(server, admin);
    const user = await join(server, "socket.io", { token: dayo.token });
    const visitor = await join(server, "/ws");
    await user.ask("auction:watch", { auctionId: _id });
    await visitor.ask("auction:watch", { auctionId: _id });
    await settled(visitor);
    await eventually((samples) => {
      expect(sumOf(samples, "jara_sockets", { transport: "socket.io", who: "user" })).toBe(1);
      expect(sumOf(samples, "jara_sockets", { transport: "websocket", who: "visitor" })).toBe(1);
      expect(sumOf(samples, "jara_sockets")).toBe(2);
      expect(sumOf(samples, "jara_watchers")).toBe(2);
      expect(sumOf(samples, "jara_watched_auctions")).toBe(1);
      // The auction's, and the user's own.
      expect(sumOf(samples, "jara_rooms")).toBe(2);
      expect(sumOf(samples, "jara_admission_waiting")).toBe(0);
      expect(Math.abs(sumOf(samples, "jara_clock_behind_seconds"))).toBeLessThan(60);
    });
    user.close();
    await eventually((samples) => expect(sumOf(samples, "jara_sockets")).toBe(1));
  });

  it("shows how many jobs wait in the database, and that Redis is away", async () => {
    const [now] = [await scrape(server)];
    expect(sumOf(now, "jara_database_up")).toBe(1);
    expect(now.find(({ name }) => name === "jara_redis_heard")?.value).toBe(0);
    await server.query(
      `insert into outbox (id, kind, data, to_address, due_at, created_at)
       values (gen_random_uuid(), 'verify-email', '{}', 'late@jara.test', now() - interval '1 hour', now())`,
    );
    await eventually((samples) => expect(sumOf(samples, "jara_mails_overdue")).toBe(1));
  });

  it("has every metric that the dashboard and the alerts use", async () => {
    const { text } = await server.api("GET", "/metrics");
    const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    const read = (file: string) => readFileSync(path.join(projectRoot, "deploy", file), "utf8");
    const dashboard = JSON.parse(read("grafana/jara.json"));
    const expressions = [
      ...(JSON.stringify(dashboard).match(/"expr":"(?:[^"\\]|\\.)*"/g) ?? []),
      ...(read("alerts.yml").match(/^ *expr: .*$/gm) ?? []),
    ];
    expect(expressions.length).toBeGreaterThan(20);
    const asked = new Set(expressions.flatMap((one) => one.match(/\b(?:jara|nodejs|process)_[a-z0-9_]+/g) ?? []));
    const missing = [...asked].filter(
      (name) => !known.has(name) && !known.has(name.replace(/_(bucket|sum|count)$/, "")),
    );
    expect(missing).toEqual([]);
    expect(asked.size).toBeGreaterThan(15);
  });
});

describe.skipIf(!canHaveNodes())("/metrics of two nodes", () => {
  let nodes: TwoNodes;
  let watcher: LiveClient | undefined;
  beforeAll(async () => {
    nodes = await startTwoNodes();
  });
  afterAll(async () => {
    watcher?.close();
    await nodes?.close();
  });

  it("show the connection of the nodes, the changes from the other node, and the writes that came too late", async () => {
    const { here, there } = nodes;
    const admin = await makePerson(here, "admin", { role: "admin" });
    const ada = await makePerson(here, "ada");
    const { _id: auctionId } = await openAuction(here, admin);
    await vi.waitFor(async () => expect(sumOf(await scrape(there), "jara_redis_heard")).toBe(1), { timeout: 45_000 });
    watcher = await connect(there, "socket.io");
    await watcher.ask("auction:watch", { auctionId });
    const place = (node: TestServer, amount: number) =>
      node.api("POST", "/api/bids", { token: ada.token, body: { auctionId, amount } });
    // Each knows the auction as it was before the other's bid.
    for (const [i, node] of [there, here, there].entries()) {
      expect((await place(node, 2000 + i * 1000)).status).toBe(201);
    }
    await watcher.next("auction:price", ({ currentPrice }) => currentPrice === 4000);
    const samples = await scrape(there);
    expect(sumOf(samples, "jara_fence_misses_total", { reason: "stale" })).toBe(1);
    expect(sumOf(samples, "jara_fanout_remote_lag_seconds_count")).toBeGreaterThan(0);
  });
});
