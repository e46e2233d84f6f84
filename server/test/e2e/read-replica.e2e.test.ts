// Tests lists that are read on a replica, with a primary and a streaming standby of this test's own: nothing that
// somebody has just done is missing, whatever the standby does.
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  hasPostgres,
  startThrowawayPostgres,
  startThrowawayStandby,
  type ThrowawayPostgres,
} from "../../bench/throwaway-postgres.ts";
import { checkReplica } from "../../src/tools/operator/checks/replica.ts";
import { scrape, sumOf } from "../support/e2e-metrics.ts";
import { makePerson, openAuction, type Person } from "../support/e2e-people.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";
import { postgresUrl } from "../support/fresh-database.ts";

const connectTo = ({ url }: ThrowawayPostgres) => postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });

// The order counts: each test goes on with the servers as the one before it left them.
describe.skipIf(!hasPostgres())("lists on a replica", { shuffle: false }, () => {
  let primary: ThrowawayPostgres;
  let standby: ThrowawayPostgres;
  let operator: postgres.Sql;
  let server: TestServer;
  let admin: Person;
  let ada: Person;

  beforeAll(async () => {
    const started = await startThrowawayPostgres();
    const copied = started && (await startThrowawayStandby(started));
    if (!started || !copied) throw new Error("PostgreSQL's server programs are not installed");
    [primary, standby] = [started, copied];
    operator = connectTo(standby);
    server = await startTestServer({
      at: { databaseUrl: primary.url, drop: async () => {} },
      config: { databaseReadUrl: standby.url },
    });
    admin = await makePerson(server, "admin", { role: "admin" });
    ada = await makePerson(server, "ada");
  }, 120_000);
  afterAll(async () => {
    await server?.close();
    await operator?.end({ timeout: 1 });
    await standby?.stop();
    await primary?.stop();
  });

  const figure = async (name: string, labels = {}): Promise<number> => sumOf(await scrape(server), name, labels);
  const answered = (by: "replica" | "primary") => figure("jara_list_statements_total", { server: by });
  const isUsed = () => figure("jara_replica_used");
  const used = (value: number) => expect.poll(isUsed).toBe(value);
  const get = async (path: string, who?: Person) => {
    const { status, body } = await server.api("GET", path, { token: who?.token });
    expect([path, status]).toEqual([path, 200]);
    return body;
  };
  const titles = async (): Promise<string[]> =>
    (await get("/api/auctions?limit=100")).auctions.map(({ title }: { title: string }) => title);

  /** Does something in every way that a list shows, and looks at once. Each list must have it. */
  const doAndLook = async (name: string): Promise<void> => {
    const { _id: auctionId } = await openAuction(server, admin, { title: name });
    expect(await titles()).toContain(name);
    const own = await get("/api/auctions/user/my-auctions", admin);
    expect(own[0]._id).toBe(auctionId);
    expect((await get("/api/auctions/admin/all?sortBy=createdAt", admin)).auctions[0]._id).toBe(auctionId);

    const bid = await server.api("POST", "/api/bids", { token: ada.token, body: { auctionId, amount: 5000 } });
    expect(bid.status).toBe(201);
    const { auctions } = await get(`/api/auctions?search=${encodeURIComponent(name)}`, ada);
    expect(auctions[0]).toMatchObject({ _id: auctionId, currentPrice: 5000, isLeading: true });
    expect((await get("/api/bids/user/my-bids", ada))[0]).toMatchObject({ amount: 5000, auction: { _id: auctionId } });
    const mine = await get("/api/bids/user/my-auctions?tab=active&limit=100", ada);
    expect(mine.auctions.map(({ auction }: { auction: { _id: string } }) => auction._id)).toContain(auctionId);
    expect((await get(`/api/auctions/admin/${auctionId}/history`, admin)).entries[0].type).toBe("BidPlaced");

    await server.api("PUT", `/api/watchlist/${auctionId}`, { token: ada.token });
    expect((await get("/api/watchlist", ada)).auctions.map(({ _id }: { _id: string }) => _id)).toContain(auctionId);
    await server.api("DELETE", `/api/watchlist/${auctionId}`, { token: ada.token });
    expect((await get("/api/watchlist", ada)).auctions.map(({ _id }: { _id: string }) => _id)).not.toContain(auctionId);

    // Another program, past this node.
    const username = name.toLowerCase().replaceAll(" ", "-");
    const { id } = await makePerson(server, username);
    expect((await get(`/api/users/admin/search?q=${username}`, admin)).users[0]?._id).toBe(id);
  };

  it("reads them there, and asks the primary for none", async () => {
    await used(1);
    const before = await answered("primary");
    await get("/api/auctions");
    await get("/api/auctions/facets");
    await get("/api/bids/user/my-bids", ada);
    expect(await answered("primary")).toBe(before);
    expect(await answered("replica")).toBeGreaterThan(2);
    const seen = await operator`select query from pg_stat_activity where application_name = 'jara lists'`;
    expect(seen.length).toBeGreaterThan(0);
  });

  it("says with jara check that the replica can be read, and why another server cannot", async () => {
    const said = async (databaseReadUrl: string) => {
      const [finding] = await checkReplica(server.server.database, { databaseReadUrl });
      return `${finding?.state} ${finding?.says}`;
    };
    expect(await said(standby.url)).toMatch(/^ok the replica at 127\.0\.0\.1:\d+ has replayed everything/);
    expect(await said(primary.url)).toMatch(/^wrong .* is no standby/);
    expect(await said(postgresUrl)).toMatch(/^wrong .* is no copy/);
    expect(await said("postgres://jara@127.0.0.1:1/jara")).toMatch(
      /^wrong .*DATABASE_READ_URL; lists are read on the primary/,
    );
  });

  it("shows at once what was done, by whomever", async () => {
    const before = await answered("replica");
    for (let round = 0; round < 5; round += 1) await doAndLook(`Prompt ${round}`);
    expect(await answered("replica")).toBeGreaterThan(before + 20);
  });

  it("waits for a replica that is always a moment behind, and shows the same", async () => {
    await operator`alter system set recovery_min_apply_delay = '40ms'`;
    await operator`select pg_reload_conf()`;
    const delay = async () => (await operator`show recovery_min_apply_delay`)[0]?.recovery_min_apply_delay;
    await expect.poll(delay).toBe("40ms");
    const before = await answered("replica");
    for (let round = 0; round < 3; round += 1) await doAndLook(`Late ${round}`);
    expect(await answered("replica")).toBeGreaterThan(before + 10);
    await operator`alter system reset recovery_min_apply_delay`;
    await operator`select pg_reload_conf()`;
  });

  it("reads on the primary while the replica lags, and there again when it has caught up", async () => {
    await operator`select pg_wal_replay_pause()`;
    await doAndLook("Paused");
    await used(0);
    await expect.poll(() => figure("jara_replica_lag_seconds")).toBeGreaterThan(0);
    const before = await answered("replica");
    await doAndLook("Still paused");
    expect(await answered("replica")).toBe(before);
    await operator`select pg_wal_replay_resume()`;
    await used(1);
    expect(await titles()).toContain("Still paused");
    expect(await answered("replica")).toBeGreaterThan(before);
  });

  it("answers although the replica hangs", async () => {
    const found = await operator`select pid from pg_stat_activity where application_name = 'jara lists'`;
    const pids = found.map(({ pid }) => Number(pid));
    for (const pid of pids) process.kill(pid, "SIGSTOP");
    try {
      await doAndLook("Hanging");
      await used(0);
    } finally {
      for (const pid of pids) process.kill(pid, "SIGCONT");
    }
    await used(1);
  });

  it("answers without an error while the replica is killed, and reads there again when it is back", async () => {
    let isOver = false;
    let count = 0;
    const readers = Array.from({ length: 4 }, async () => {
      for (; !isOver; count += 1) await get("/api/auctions?limit=5");
    });
    const reading = Promise.all(readers);
    try {
      await standby.end("SIGQUIT");
      const before = count;
      await used(0);
      await doAndLook("Without a replica");
      expect(count).toBeGreaterThan(before);
    } finally {
      isOver = true;
      await reading;
    }
    await standby.start();
    await used(1);
    await doAndLook("Back");
  });

  it("reads nothing on a replica that was promoted, because it goes its own way", async () => {
    const promoted = connectTo(standby);
    await promoted`select pg_promote()`;
    await promoted`update auctions set title = 'Foreign'`;
    await promoted`update auction_search set title = 'foreign'`;
    expect(await titles()).not.toContain("Foreign");
    await used(0);
    expect(await titles()).toContain("Back");
    await promoted.end({ timeout: 1 });
  });
});
