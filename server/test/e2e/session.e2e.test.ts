// Tests how long sessions last, which data survive a restart of the server, and that one process owns a data folder.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../src/platform/database/database.ts";
import {
  bid,
  connect,
  type LiveClient,
  openPlain,
  setMax,
  type Transport,
  transports,
  within,
} from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person, setStatus, signToken } from "../support/e2e-people.ts";
import { lastVerificationLink, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { type FreshDatabase, makeDatabase } from "../support/fresh-database.ts";
import { shiftClock } from "../support/shift-clock.ts";

const open: LiveClient[] = [];
const join = async (server: TestServer, transport: Transport, token?: string): Promise<LiveClient> => {
  const client = await connect(server, transport, { token });
  open.push(client);
  return client;
};
afterEach(() => {
  for (const client of open.splice(0)) client.close();
});
const refused = (code: string) => ({ ok: false, error: { code } });

describeEndToEnd("sessions and restarts", () => {
  let place: FreshDatabase;
  let server: TestServer;
  let admin: Person;
  const start = async (): Promise<void> => {
    server = await startTestServer({ at: place });
  };
  beforeAll(async () => {
    place = await makeDatabase();
    await start();
    admin = await makePerson(server, "admin", { role: "admin" });
  });
  afterAll(async () => {
    await server?.close();
    await place?.drop();
  });

  const change = (person: Person, what: string) =>
    server.query(`update users set ${what}, revision = revision + 1 where id = $1::text::uuid`, [person.id]);
  const profileStatus = async (token: string) => (await server.api("GET", "/api/users/profile", { token })).status;

  it.each([
    ["banned user", "banned_at = now()"],
    ["user whose tokens were withdrawn", "token_version = token_version + 1"],
  ])("refuse the token of a %s everywhere from that moment on", async (who, what) => {
    const person = await makePerson(server, who.replaceAll(" ", "-").slice(0, 12));
    for (const transport of transports) await join(server, transport, person.token);
    expect(await profileStatus(person.token)).toBe(200);
    await change(person, what);
    expect(await profileStatus(person.token)).toBe(401);
    for (const transport of transports) {
      await expect(join(server, transport, person.token)).rejects.toMatchObject({
        details: { code: "UNAUTHENTICATED" },
      });
    }
  });

  it.each([
    ["suspended", "banned_at = now()"],
    ["withdrawn", "token_version = token_version + 1"],
  ])(
    "close the open connections of an account that is %s, and carry out no later command of theirs",
    async (who, what) => {
      const person = await makePerson(server, `${who}-open`, { role: "admin" });
      const bidder = await makePerson(server, `${who}-bidder`);
      const { _id: auctionId } = await openAuction(server, admin);
      const clients = await Promise.all(transports.map((transport) => join(server, transport, person.token)));
      for (const client of clients) await client.ask("admin:watch", {});
      // One that does not listen: it never hears that it is closed, and does not answer the closing.
      const paused = await openPlain(server, { token: bidder.token });
      paused.pause();
      // As docs/accounts.md has it.
      await server.query(
        `with changed as (update users set ${what}, revision = revision + 1
         where id in ($1::text::uuid, $2::text::uuid) returning id)
       insert into admin_actions (id, action, user_id, details, at)
       select gen_random_uuid(), 'ban', id, '{}', clock_timestamp() from changed`,
        [person.id, bidder.id],
      );
      for (const client of clients) {
        expect(await client.next("session:ended")).toEqual({ reason: "withdrawn" });
        await within(() => "the connection to close", client.closed);
      }
      const data = { auctionId, amount: 5000, commandId: randomUUID() };
      paused.send(JSON.stringify({ id: 1, type: "bid:place", data }));
      // Reading again, it answers the closing behind its bid: once it is closed, the server has read the bid.
      const isClosed = once(paused, "close");
      paused.resume();
      await isClosed;
      // A bid of somebody else comes behind that one in the auction's queue.
      const other = await makePerson(server, `other-${randomUUID().slice(0, 8)}`);
      const later = { token: other.token, body: { auctionId, amount: 6000 } };
      expect((await server.api("POST", "/api/bids", later)).status).toBe(201);
      const { bids } = (await server.api("GET", `/api/bids/auction/${auctionId}`)).body;
      expect(bids.map((one: { amount: number }) => one.amount)).toEqual([6000]);
    },
  );

  it("notify a connection that its session has ended when the token expires, and close it", async () => {
    const person = await makePerson(server, "brief");
    const token = await signToken({ sub: person.id, sid: person.sessionId }, { expiresIn: "2s" });
    const expiring = await Promise.all(transports.map((transport) => join(server, transport, token)));
    const lasting = await Promise.all(transports.map((transport) => join(server, transport, person.token)));
    for (const client of expiring) {
      expect(await client.next("session:ended")).toEqual({ reason: "expired" });
      await within(() => "the connection to close", client.closed);
    }
    expect(await profileStatus(token)).toBe(401);
    for (const client of lasting) {
      expect((await client.ask("clock:sync", { t0: 1 })).t0).toBe(1);
      expect(client.frames).toEqual([]);
    }
  });

  describe.each(transports)("over %s", (transport) => {
    // S385
    it("use the database's present rights, so that an open connection gains and loses them", async () => {
      const { _id: auctionId } = await openAuction(server, admin);
      const person = await makePerson(server, `fickle-${transport.slice(1, 3)}`, { isVerified: false });
      // As old as most accounts: a new one is looked at each second, and its connections are closed once it is suspended.
      await change(person, "created_at = now() - interval '1 day'");
      // An unverified account without a password would get a link that sets one.
      await change(person, "password_hash = 'any'");
      const client = await join(server, transport, person.token);
      expect(await bid(client, auctionId, 1100)).toMatchObject(refused("EMAIL_NOT_VERIFIED"));
      await server.api("POST", "/api/auth/resend-verification", { body: { email: person.email } });
      const link = new URL(lastVerificationLink(server));
      const body = Object.fromEntries(link.searchParams);
      expect((await server.api("POST", "/api/auth/verify-email", { body })).status).toBe(200);
      expect(await client.next("user:changed")).toEqual({ role: "user", isEmailVerified: true });
      expect(await bid(client, auctionId, 1100)).toMatchObject({ ok: true });

      await change(person, "balance_minor = 23999");
      expect(await bid(client, auctionId, 1200)).toMatchObject(refused("INSUFFICIENT_BALANCE"));
      await change(person, "balance_minor = 24000");
      expect(await bid(client, auctionId, 1200)).toMatchObject({ ok: true });
      expect(await client.send("admin:watch", {})).toMatchObject(refused("FORBIDDEN"));
      await change(person, "role = 'admin'");
      expect(await client.send("admin:watch", {})).toMatchObject({ ok: true });
      await change(person, "role = 'user'");
      expect(await client.send("admin:watch", {})).toMatchObject(refused("FORBIDDEN"));
      await change(person, "banned_at = now()");
      expect(await bid(client, auctionId, 1500)).toMatchObject(refused("FORBIDDEN"));
    });
  });

  it("keep auctions, maxima, outcomes and log-ins, and close and start at once what came due meanwhile", async () => {
    const rival = await makePerson(server, "rival");
    const account = { username: "Keeper", email: "keeper@people.test", password: "kept safe" };
    const registered = await server.api("POST", "/api/auth/register", { body: account });
    await server.query(
      "update users set email_verified_at = now(), balance_minor = 100000000 where username = 'Keeper'",
    );
    const keeper = { token: registered.body.token as string };

    const running = await openAuction(server, admin, { reservePrice: 1500, location: "Jos" });
    const paused = await openAuction(server, admin);
    const soon = new Date((await server.databaseNow()) + 60_000).toISOString();
    const [ending, starting] = [
      await openAuction(server, admin, { endTime: soon }),
      await openAuction(server, admin, { startTime: soon }),
    ];
    const client = await join(server, "socket.io", keeper.token);
    expect(await setMax(client, running._id, 5000)).toMatchObject({ ok: true, auction: { currentPrice: 1500 } });
    const commandId = randomUUID();
    const first = await bid(client, ending._id, 1200, commandId);
    expect(first).toMatchObject({ ok: true });
    await setStatus(server, admin, paused._id, "paused");
    const look = async (id: string) => {
      const { auction } = (await server.api("GET", `/api/auctions/${id}`, { token: admin.token })).body;
      return { ...auction, serverTime: "" };
    };
    const before = [await look(running._id), await look(paused._id)];
    const bidsBefore = (await server.api("GET", `/api/bids/auction/${running._id}`)).body;

    await server.close();
    await within(() => "the closed server to let its clients go", client.closed);
    const database = await openDatabase({ url: place.databaseUrl }, null);
    await shiftClock(database, 60_000);
    await database.close();
    await start();

    expect([await look(running._id), await look(paused._id)]).toEqual(before);
    expect((await server.api("GET", `/api/bids/auction/${running._id}`)).body).toEqual(bidsBefore);
    const { email, password } = account;
    expect((await server.api("POST", "/api/auth/login", { body: { email, password } })).status).toBe(200);
    const again = await join(server, "/ws", keeper.token);

    // Both came due while nobody was there; whoever watches now sees it happen or sees it done.
    const untilStatus = async (auctionId: string, status: string): Promise<void> => {
      const { auction } = await again.ask("auction:watch", { auctionId });
      if (auction.status !== status) await again.next("auction:ended", (data) => data.auctionId === auctionId);
    };
    await untilStatus(ending._id, "ended");
    expect(await look(ending._id)).toMatchObject({ status: "ended", version: 3, winner: { username: "Keeper" } });
    const settlements = await server.query("select winner_id from settlements where auction_id = $1::text::uuid", [
      ending._id,
    ]);
    expect(settlements).toEqual([{ winner_id: registered.body.user.id }]);
    const listing = await join(server, "/ws");
    await listing.ask("auctions:watch", {});
    if ((await look(starting._id)).status === "draft") {
      await listing.next("auction:status", (data) => data.auctionId === starting._id);
    }
    expect(await look(starting._id)).toMatchObject({ status: "active", startTime: soon, version: 2 });

    expect(await bid(again, ending._id, 1200, commandId)).toEqual(first);
    expect(await bid(again, ending._id, 1300)).toMatchObject(refused("AUCTION_ENDED"));
    const other = await join(server, "/ws", rival.token);
    expect(await bid(other, running._id, 2000)).toMatchObject({
      ok: true,
      auction: { currentPrice: 2100, isLeading: false },
    });
    const { token } = keeper;
    expect((await server.api("GET", `/api/maxbids/auction/${running._id}`, { token })).body.maxBid).toMatchObject({
      maxAmount: 5000,
      autoBidCount: 2,
      lastAutoBidAmount: 2100,
    });
  });

  it("lose no answered bid, and answer all accepted ones, if a restart comes during a burst", async () => {
    const bidder = await makePerson(server, "burster");
    const { _id: auctionId } = await openAuction(server, admin);
    const client = await join(server, "/ws", bidder.token);
    const acknowledged: number[] = [];
    const codes = new Set<string>();
    let isClosed = false;
    void client.closed.then(() => {
      isClosed = true;
    });
    const place = async (n: number): Promise<void> => {
      // Those still unread when the connection closes get no answer.
      const answer = await bid(client, auctionId, 1100 + n * 100).catch(() => null);
      if (answer?.ok) acknowledged.push(answer.bid.amount);
      else if (answer) codes.add(answer.error.code);
    };
    let closing: Promise<void> | undefined;
    for (let n = 0; !isClosed && n < 20_000; n++) {
      void place(n);
      if (n % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
      if (acknowledged.length > 0) closing ??= server.close();
    }
    await closing;
    await start();
    const stored = await server.query<{ amount: number }>(
      "select amount_minor::float8 / 100 as amount from bids where auction_id = $1::text::uuid order by number",
      [auctionId],
    );
    const amounts = stored.map(({ amount }) => amount);
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(amounts).toEqual(acknowledged);
    expect(amounts).toEqual(amounts.map((_, n) => 1100 + n * 100));
    expect([...codes].filter((code) => code !== "UNAVAILABLE")).toEqual([]);
    const log = await server.query<{ revision: number }>(
      "select revision from auction_events where auction_id = $1::text::uuid order by revision",
      [auctionId],
    );
    expect(log.map(({ revision }) => revision)).toEqual(Array.from({ length: amounts.length + 1 }, (_, n) => n + 1));
  });
});
