// Tests `user:updated` on the administrators' feed: it comes for every account that is made or changes, to
// administrators alone, at every node, and ends with the true values. It never comes because of a bid.
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { CLIENT_ID, type GoogleProvider, googlePerson, startGoogle } from "../support/e2e-google.ts";
import { startTwoNodes, type TwoNodes } from "../support/e2e-in-process-nodes.ts";
import { bid, connect, type LiveClient, setMax, settled, transports } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person } from "../support/e2e-people.ts";
import { lastVerificationLink, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { deadlineIn } from "../support/seed.ts";
import { canHaveNodes } from "../support/throwaway-redis.ts";

type Transport = (typeof transports)[number];
type UserEvent = { _id: string; balance: number; role: string };

const clients: LiveClient[] = [];
const join = async (server: TestServer, transport: Transport, person?: Person): Promise<LiveClient> => {
  const client = await connect(server, transport, person ? { token: person.token } : {});
  clients.push(client);
  return client;
};
const watchAsAdmin = async (server: TestServer, transport: Transport, admin: Person): Promise<LiveClient> => {
  const client = await join(server, transport, admin);
  await client.ask("admin:watch", {});
  return client;
};
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

const eventsAbout = (client: LiveClient, of: { id: string }): UserEvent[] =>
  client
    .of("user:updated")
    .map(({ user }) => user)
    .filter(({ _id }) => _id === of.id);
const next = async (client: LiveClient, of: { id: string }, fits: (user: UserEvent) => boolean = () => true) =>
  (await client.next("user:updated", ({ user }) => user._id === of.id && fits(user))).user;

const put = async (server: TestServer, by: Person, url: string, body: unknown): Promise<void> => {
  const { status, text } = await server.api("PUT", url, { token: by.token, body });
  expect(status, text).toBe(200);
};
const setRole = (server: TestServer, by: Person, of: Person, role: "user" | "admin") =>
  put(server, by, `/api/users/admin/role/${of.id}`, { role });
const edit = (server: TestServer, by: Person, of: Person, action: string, balance: number) =>
  put(server, by, `/api/users/admin/balance/${of.id}`, { action, balance });

describeEndToEnd("the administrators' feed of accounts", () => {
  let google: GoogleProvider;
  let server: TestServer;
  let admin: Person;
  let people = 0;
  const person = (balance = 1_000_000) => makePerson(server, `person-${++people}`, { balance });

  beforeAll(async () => {
    google = await startGoogle();
    const settings = { clientId: CLIENT_ID, secret: null, issuer: google.issuer };
    server = await startTestServer({ config: { google: settings } });
    admin = await makePerson(server, "root", { role: "admin" });
  });
  afterAll(async () => {
    await server?.close();
    await google?.stop();
  });

  describe.each(transports)("over %s", (transport) => {
    // S154
    it("sends a change of role, balance or profile as the search shows it", async () => {
      const ada = await person(100);
      const feed = await watchAsAdmin(server, transport, admin);
      await setRole(server, admin, ada, "admin");
      await next(feed, ada, ({ role }) => role === "admin");
      await setRole(server, admin, ada, "user");
      await next(feed, ada, ({ role }) => role === "user");
      await edit(server, admin, ada, "add", 23.45);
      await next(feed, ada, ({ balance }) => balance === 123.45);
      const change = { firstName: "Ada", phone: "0801 234 5678", address: { city: "Enugu" } };
      await put(server, ada, "/api/users/profile", change);
      const { user } = await feed.next(
        "user:updated",
        (event) => event.user._id === ada.id && event.user.firstName === "Ada",
      );
      const found = await server.api("GET", `/api/users/admin/search?q=${ada.username}`, { token: admin.token });
      expect(found.body.users).toContainEqual(user);
      expect(user).toMatchObject({
        _id: ada.id,
        balance: 123.45,
        role: "user",
        isBanned: false,
        address: { city: "Enugu" },
      });
    });

    // S155
    it("sends a registration, its verification, and a new account by Google", async () => {
      const feed = await watchAsAdmin(server, transport, admin);
      const email = `sade-${++people}@people.test`;
      const body = { username: `sade-${people}`, email, password: "secret-enough" };
      const registered = await server.api("POST", "/api/auth/register", { body });
      const { id } = registered.body.user;
      expect((await feed.next("user:updated", ({ user }) => user._id === id)).user).toMatchObject({
        email,
        isEmailVerified: false,
      });
      const token = new URL(lastVerificationLink(server)).searchParams.get("token");
      expect((await server.api("POST", "/api/auth/verify-email", { body: { token, email } })).status).toBe(200);
      await feed.next("user:updated", ({ user }) => user._id === id && user.isEmailVerified);

      const googleToken = await google.idToken(googlePerson(`ngozi-${people}`));
      const signedIn = await server.api("POST", "/api/auth/google", { body: { googleToken } });
      await next(feed, signedIn.body.user);
    });

    it("sends a forfeit once", async () => {
      const buyer = await person(1000);
      const { _id: auctionId } = await openAuction(server, admin, { buyItNowPrice: 5000 });
      const feed = await watchAsAdmin(server, transport, admin);
      const bought = await server.api("POST", `/api/auctions/${auctionId}/buy-it-now`, { token: buyer.token });
      expect(bought.status, bought.text).toBe(200);
      await deadlineIn(server.server.database, auctionId, 0);
      await next(feed, buyer, ({ balance }) => balance === 500);
      await settled(feed);
      expect(eventsAbout(feed, buyer).filter(({ balance }) => balance === 500)).toHaveLength(1);
    });

    // S156
    it("sends nothing to anybody else, and nothing more to a demoted administrator", async () => {
      const [chief, ada] = [await person(), await person()];
      await setRole(server, admin, chief, "admin");
      const feed = await watchAsAdmin(server, transport, admin);
      const [former, own, visitor] = [
        await watchAsAdmin(server, transport, chief),
        await join(server, transport, ada),
        await join(server, transport),
      ];
      await own.ask("auctions:watch", {});
      await visitor.ask("auctions:watch", {});
      await edit(server, admin, ada, "set", 5);
      await next(former, ada, ({ balance }) => balance === 5);
      await setRole(server, admin, chief, "user");
      await former.next("user:changed", ({ role }) => role === "user");
      former.forget();
      await edit(server, admin, ada, "set", 6);
      await next(feed, ada, ({ balance }) => balance === 6);
      await own.next("balance:changed", ({ balance }) => balance === 6);
      for (const client of [former, own, visitor]) {
        await settled(client);
        expect(client.of("user:updated")).toEqual([]);
      }
      expect(eventsAbout(feed, chief).at(-1)).toMatchObject({ role: "user" });
    });

    // S157
    it("sends no change of an account for bids, however many", async () => {
      const { _id: auctionId } = await openAuction(server, admin);
      // Before they are made: an earlier test's feed that is not gone yet would be told of them in its place.
      const feed = await watchAsAdmin(server, transport, admin);
      const bidders = [await person(), await person()] as const;
      // That they are there is news itself, made without the server as they were.
      for (const bidder of bidders) await next(feed, bidder);
      feed.forget();
      const sides = [await join(server, transport, bidders[0]), await join(server, transport, bidders[1])] as const;
      for (let amount = 1100; amount < 6100; amount += 100) {
        expect(await bid(sides[(amount / 100) % 2 === 0 ? 0 : 1], auctionId, amount)).toMatchObject({ ok: true });
      }
      expect(await setMax(sides[0], auctionId, 20_000)).toMatchObject({ ok: true });
      // A later change of an account is told, so what there was before it has been.
      await edit(server, admin, bidders[0], "add", 1);
      await next(feed, bidders[0], ({ balance }) => balance === 1_000_001);
      expect(bidders.flatMap((bidder) => eventsAbout(feed, bidder))).toHaveLength(1);
    });
  });

  it("finds an unpublished change by polling, and sends it once", async () => {
    const feed = await watchAsAdmin(server, "/ws", admin);
    const ada = await person();
    await next(feed, ada);
    feed.forget();
    // As the command line does it.
    await server.query(
      `with changed as (update users set role = 'admin', revision = revision + 1 where id = $1::text::uuid)
       insert into admin_actions (id, actor_id, action, user_id, details, at)
       values (gen_random_uuid(), null, 'role', $1::text::uuid, '{}', clock_timestamp())`,
      [ada.id],
    );
    await next(feed, ada, ({ role }) => role === "admin");
    const later = await person();
    await next(feed, later);
    expect(eventsAbout(feed, ada)).toHaveLength(1);
  });
});

describe.skipIf(!canHaveNodes())("the administrators' feed of accounts at two nodes", () => {
  let nodes: TwoNodes;
  let here: TestServer;
  let there: TestServer;
  let admin: Person;
  let people = 0;

  beforeAll(async () => {
    nodes = await startTwoNodes();
    ({ here, there } = nodes);
    admin = await makePerson(here, "root", { role: "admin" });
  });
  afterAll(async () => {
    await nodes?.close();
  });
  const person = () => makePerson(here, `person-${++people}`, { balance: 0 });

  // S158
  it.each(transports)("sends a change of the other node, over %s", async (transport) => {
    const ada = await person();
    const feeds = [await watchAsAdmin(here, transport, admin), await watchAsAdmin(there, transport, admin)];
    await setRole(here, admin, ada, "admin");
    for (const feed of feeds) await next(feed, ada, ({ role }) => role === "admin");
    await edit(there, admin, ada, "add", 7);
    for (const feed of feeds) await next(feed, ada, ({ balance }) => balance === 7);
    await put(here, ada, "/api/users/profile", { lastName: "Obi" });
    for (const feed of feeds) {
      await feed.next("user:updated", ({ user }) => user._id === ada.id && user.lastName === "Obi");
    }
    const body = { username: `new-${++people}`, email: `new-${people}@people.test`, password: "secret-enough" };
    const { id } = (await there.api("POST", "/api/auth/register", { body })).body.user;
    for (const feed of feeds) await next(feed, { id });
  });

  // S159
  it("ends with the true values on every screen after edits at both nodes, and never goes back", async () => {
    const ada = await person();
    const feeds = [await watchAsAdmin(here, "socket.io", admin), await watchAsAdmin(there, "/ws", admin)];
    await Promise.all(Array.from({ length: 20 }, (_, i) => edit(i % 2 === 0 ? here : there, admin, ada, "add", 5)));
    for (const feed of feeds) {
      await next(feed, ada, ({ balance }) => balance === 100);
      await settled(feed);
      const balances = eventsAbout(feed, ada).map(({ balance }) => balance);
      expect(balances).toEqual([...balances].sort((a, b) => a - b));
    }
  });

  it("sends roles, balance edits and registrations to the other node without Redis too", async () => {
    onTestFinished(() => nodes.redis.start());
    await nodes.redis.stop();
    const feed = await watchAsAdmin(there, "/ws", admin);
    const ada = await person();
    await setRole(here, admin, ada, "admin");
    await next(feed, ada, ({ role }) => role === "admin");
    await edit(here, admin, ada, "add", 9);
    await next(feed, ada, ({ balance }) => balance === 9);
    const body = { username: `new-${++people}`, email: `new-${people}@people.test`, password: "secret-enough" };
    const { id } = (await here.api("POST", "/api/auth/register", { body })).body.user;
    await next(feed, { id });
    await nodes.redis.start();
  });
});
