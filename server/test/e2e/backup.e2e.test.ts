// Tests `jara backup` while people bid, `jara restore` into an empty database, and a server started on it, as
// docs/operations.md describes it.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { hasPostgres, startThrowawayPostgres, type ThrowawayPostgres } from "../../bench/throwaway-postgres.ts";
import { openDatabase } from "../../src/platform/database/database.ts";
import { expectHistoryHolds, expectLedgerHolds } from "../support/check-history.ts";
import { type EagerBidder, overSocketIo, type Tried } from "../support/e2e-eager-bidder.ts";
import { bid, connect } from "../support/e2e-live.ts";
import { databaseSettings, runJara } from "../support/e2e-operator.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";
import { copyOf, type FreshDatabase, migrationsFolder } from "../support/fresh-database.ts";
import { hasPgPrograms } from "../support/pg-programs.ts";

const WAIT_OPTIONS = { timeout: 45_000, interval: 10 };
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const dropped = (made: FreshDatabase): FreshDatabase => {
  undo.push(() => made.drop());
  return made;
};
/** The tests use the system's PostgreSQL, because its `pg_dump` may be too old for the built-in one. */
let system: ThrowawayPostgres | null = null;
const emptyDatabase = async (): Promise<FreshDatabase> => dropped(await copyOf(null, system?.url));
const database = async (): Promise<FreshDatabase> => {
  const made = await emptyDatabase();
  await (await openDatabase({ url: made.databaseUrl }, migrationsFolder)).close();
  return made;
};
const start = async (at: FreshDatabase): Promise<TestServer> => {
  const server = await startTestServer({ at });
  let isClosed = false;
  const close = async (): Promise<void> => {
    if (!isClosed) await server.close();
    isClosed = true;
  };
  undo.push(close);
  return { ...server, close };
};
const folder = (): string => {
  const made = mkdtempSync(path.join(tmpdir(), "jara-backup-"));
  undo.push(() => rmSync(made, { recursive: true, force: true }));
  return made;
};
/** The one dump in a backup folder. */
const dumpIn = (to: string): string =>
  path.join(to, readdirSync(to).find((name) => /\.(dump|tar\.gz)$/.test(name)) ?? "");

interface Market {
  readonly people: readonly Person[];
  readonly bidders: readonly EagerBidder[];
  readonly sold: string;
}

/** Two people who bid without a pause until the market is closed, a maximum, and a win that waits for its payment. */
const openMarket = async (server: TestServer): Promise<Market> => {
  const admin = await makePerson(server, "admin", { role: "admin" });
  const people = [await makePerson(server, "ada"), await makePerson(server, "bola")] as const;
  const lots = await Promise.all(people.map(() => openAuction(server, admin)));
  const { _id: sold } = await openAuction(server, admin);
  const placed = { token: people[0].token, body: { auctionId: sold, amount: 1100 } };
  expect((await server.api("POST", "/api/bids", placed)).status).toBe(201);
  const maximum = { auctionId: lots[0]?._id, maxAmount: 50_000_000, currency: "NGN" };
  expect((await server.api("POST", "/api/maxbids", { token: people[0].token, body: maximum })).status).toBe(200);
  await setStatus(server, admin, sold, "ended");
  const bidders = await Promise.all(
    people.map((person, i) =>
      overSocketIo({ address: server.address, person, auctionId: lots[i]?._id ?? "", startAt: 1000 }),
    ),
  );
  for (const bidder of bidders) undo.push(() => bidder.stop());
  return { people: [admin, ...people], bidders, sold };
};

const accepted = ({ bidders }: Market): Tried[] =>
  bidders.flatMap(({ tried }) => tried.filter(({ outcome }) => outcome === "ok"));
const moreAccepted = async (market: Market, count: number): Promise<void> => {
  const before = accepted(market).length;
  await vi.waitFor(() => expect(accepted(market).length).toBeGreaterThanOrEqual(before + count), WAIT_OPTIONS);
};

/** Accounts, log, bids, ledgers as one moment, with everything in it that was accepted before; and it goes on. */
const expectWhole = async (server: TestServer, market: Market, before: readonly Tried[]): Promise<void> => {
  for (const { id, token, username } of market.people) {
    const { status, body } = await server.api("GET", "/api/users/profile", { token });
    expect([status, body.user?.username]).toEqual([200, username]);
    await expectLedgerHolds(server.server.database, id);
  }
  const rows = await server.query<{ id: string }>("select command_id as id from commands");
  const known = new Set(rows.map(({ id }) => id));
  expect(before.filter(({ commandId }) => !known.has(commandId))).toEqual([]);
  for (const { auctionId } of market.bidders) await expectHistoryHolds(server.server.database, auctionId);
  const sold = await expectHistoryHolds(server.server.database, market.sold);
  expect(sold).toMatchObject({ status: "ended", settlement: { winner: { username: "ada" } } });
  const { body: list } = await server.api("GET", "/api/auctions");
  expect(list.total).toBe(market.bidders.length);

  for (const [i, { auctionId, tried }] of market.bidders.entries()) {
    const { body } = await server.api("GET", `/api/auctions/${auctionId}`);
    const client = await connect(server, "socket.io", { token: market.people[i + 1]?.token });
    undo.push(() => client.close());
    const next = await bid(client, auctionId, body.auction.minimumBid);
    expect(next).toMatchObject({ ok: true, auction: { version: body.auction.version + 1 } });
    // A command that was answered before the backup gets the same answer again, and has no second effect.
    const first = tried.find((one) => before.includes(one)) as Tried;
    const again = await bid(client, auctionId, first.amount, first.commandId);
    expect(again).toMatchObject({ ok: true, bid: { amount: first.amount } });
    const { version } = await expectHistoryHolds(server.server.database, auctionId);
    expect(version).toBe(body.auction.version + 1);
  }
};

const restoreInto = (at: FreshDatabase, file: string, ...flags: string[]) =>
  runJara(["restore", file, ...flags], { ...databaseSettings(at), DATA_DIR: folder() });

describe.skipIf(!hasPgPrograms() || !hasPostgres())("a backup of PostgreSQL", () => {
  beforeAll(async () => {
    system = await startThrowawayPostgres();
  });
  afterAll(() => system?.stop());

  it("is complete though it is made while people bid, and people can bid after it is restored", async () => {
    const original = await database();
    const server = await start(original);
    const market = await openMarket(server);
    await moreAccepted(market, 20);
    const before = accepted(market);

    const [to, dataDir] = [folder(), folder()];
    mkdirSync(path.join(dataDir, "media"));
    writeFileSync(path.join(dataDir, "media", `${"a1".repeat(16)}.webp`), "a picture");
    const during = accepted(market).length;
    const settings = { ...databaseSettings(original), DATA_DIR: dataDir };
    const made = await runJara(["backup", "--to", to, "--keep-daily", "7", "--keep-weekly", "4"], settings);
    expect(made).toMatchObject({
      code: 0,
      said: expect.stringMatching(/read back and compared[\s\S]*1 uploads, 1 of them new/),
    });
    // They really bid while it was made, and after.
    expect(accepted(market).length).toBeGreaterThan(during);
    await moreAccepted(market, 20);
    const file = dumpIn(to);
    expect(await restoreInto(original, file)).toMatchObject({
      code: 1,
      said: expect.stringContaining("Stop all servers"),
    });
    await server.close();
    expect(await restoreInto(original, file)).toMatchObject({
      code: 1,
      said: expect.stringContaining("This database has data"),
    });

    const empty = await emptyDatabase();
    const restored = await restoreInto(empty, file);
    expect(restored).toMatchObject({
      code: 0,
      said: expect.stringMatching(/3 balances .* 3 auctions .*: all add up[\s\S]*1 uploads were missing/),
    });
    const after = await start(empty);
    const rows = await after.query<{ count: number }>("select count(*)::int as count from commands");
    expect(rows[0]?.count).toBeLessThan(accepted(market).length);
    await expectWhole(after, market, before);
  });

  it("replaces data only when told to, and everything is as it was if it cannot be restored", async () => {
    const original = await database();
    const to = folder();
    expect((await runJara(["backup", "--to", to, "--no-uploads"], databaseSettings(original))).code).toBe(0);
    const file = dumpIn(to);
    const there = await database();
    const add = await start(there);
    await makePerson(add, "ada");
    await add.close();

    const cut = path.join(folder(), "cut.dump");
    writeFileSync(cut, readFileSync(file).subarray(0, -20_000));
    writeFileSync(`${cut}.empty.dump`, "");
    expect(await restoreInto(there, cut, "--move-existing")).toMatchObject({
      code: 1,
      said: expect.stringMatching(/end of file/),
    });
    expect(await restoreInto(there, `${cut}.empty.dump`)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/is empty/),
    });
    const usersOf = async (schema: string) => {
      const server = await start(there);
      const rows = await server.query<{ username: string }>(`select username from ${schema}.users`);
      await server.close();
      return rows.map(({ username }) => username);
    };
    expect(await usersOf("public")).toEqual(["ada"]);
    const moved = await restoreInto(there, file, "--move-existing");
    expect([moved.code, moved.said]).toEqual([0, expect.stringMatching(/is in the schema jara_before_\w+ now/)]);
    expect(await usersOf("public")).toEqual([]);
    expect(await usersOf(/jara_before_\w+/.exec(moved.said)?.[0] ?? "")).toEqual(["ada"]);
  });

  it("is not made of a database whose balances do not add up, and an unfinished one does not count", async () => {
    const original = await database();
    const server = await start(original);
    const { id } = await makePerson(server, "ada");
    await server.query("update users set balance_minor = balance_minor + 1 where id = $1::text::uuid", [id]);
    await server.close();
    const to = folder();
    const made = await runJara(["backup", "--to", to], databaseSettings(original));
    expect(made).toMatchObject({ code: 1, said: expect.stringMatching(/1 balances are not the sum of their ledger/) });
    expect(readdirSync(to)).toEqual([]);
  });
});
