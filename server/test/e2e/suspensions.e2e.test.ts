// Tests the suspension of an account and its restoration, from outside: what ends, what is voided, who is notified, and
// who may do it.
import { randomUUID } from "node:crypto";
import { suspendAnswer, suspendPreviewAnswer } from "@jara/shared/rest/suspensions";
import { userActionsAnswer, userBidsAnswer, userNotesAnswer, userPageAnswer } from "@jara/shared/rest/user-page";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { suspend } from "../../src/features/accounts/suspensions/suspend.ts";
import { expectHistoryHolds } from "../support/check-history.ts";
import { startTwoNodes, type TwoNodes } from "../support/e2e-in-process-nodes.ts";
import { connect, type LiveClient, transports, within } from "../support/e2e-live.ts";
import { logIn, mailsTo, mailTo, PASSWORD, type Registered, register, statusOf } from "../support/e2e-mailbox.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { expectShape, sharedServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { canHaveNodes } from "../support/throwaway-redis.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const clients: LiveClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

const suspendAt = (
  server: TestServer,
  by: Pick<Person, "token">,
  userId: string,
  more: object = {},
  key: string = randomUUID(),
) =>
  server.api("POST", `/api/admin/users/${userId}/suspend`, {
    token: by.token,
    headers: { "idempotency-key": key },
    body: { reason: "Shill bids", until: null, voidBids: false, ...more },
  });
const restoreAt = (
  server: TestServer,
  by: Pick<Person, "token">,
  userId: string,
  reason = "A mistake",
  key: string = randomUUID(),
) =>
  server.api("POST", `/api/admin/users/${userId}/restore`, {
    token: by.token,
    headers: { "idempotency-key": key },
    body: { reason },
  });
const bid = (server: TestServer, { token }: { token: string }, auctionId: string, amount: number) =>
  server.api("POST", "/api/bids", { token, body: { auctionId, amount } });

const server = await sharedServer();

describeEndToEnd("suspending an account", () => {
  let admin: Person;
  let ada: Person;
  let troll: Registered;
  beforeAll(async () => {
    admin = await makePerson(server, "admin", { role: "admin" });
    ada = await makePerson(server, "adaeze");
  });
  beforeEach(async () => {
    troll = await register(server, "troll");
    await server.api("PUT", `/api/users/admin/balance/${troll.id}`, {
      token: admin.token,
      body: { balance: 1_000_000, action: "set" },
    });
  });

  const read = async (path: string) =>
    (await server.api("GET", `/api/admin/users/${path}`, { token: admin.token })).body;
  const preview = async () => await read(`${troll.id}/suspend-preview`);
  const priceOf = async (lotId: string) => {
    const { auction } = (await server.api("GET", `/api/auctions/${lotId}`, { token: admin.token })).body;
    return [auction.currentPrice, auction.leader?.username ?? null];
  };
  /** Ada bids 1,500 and the troll drives the price. */
  const contested = async (title: string): Promise<string> => {
    const { _id } = await openAuction(server, admin, { title });
    expect((await bid(server, ada, _id, 1500)).status).toBe(201);
    expect((await bid(server, troll, _id, 4000)).status).toBe(201);
    return _id;
  };

  it("ends REST and the connections of both transports, and says why at the next log-in", async () => {
    const joined = await Promise.all(transports.map((one) => connect(server, one, { token: troll.token })));
    clients.push(...joined);
    const until = new Date(Date.now() + 7 * DAY_MS).toISOString();
    const answer = await suspendAt(server, admin, troll.id, { until });
    expect(answer.status).toBe(200);
    expectShape(suspendAnswer, answer.body);
    expect(answer.body).toMatchObject({
      user: { _id: troll.id, isBanned: true },
      suspension: {
        reason: "Shill bids",
        until,
        by: { username: admin.username },
        liftedAt: null,
        voidBids: false,
        lots: [],
      },
    });
    expect(await statusOf(server, troll.token)).toBe(401);
    for (const client of joined) {
      expect(await client.next("session:ended")).toEqual({ reason: "withdrawn" });
      await within(() => "the connection to close", client.closed);
    }

    const refused = await logIn(server, troll.email, PASSWORD);
    expect([refused.status, refused.body.code]).toEqual([403, "FORBIDDEN"]);
    expect(refused.body.message).toMatch(
      /^This account has been suspended until .* Lagos time\. The reason: “Shill bids”/,
    );
    const guess = await logIn(server, troll.email, "wrong guess");
    expect([guess.status, guess.text.includes("suspended"), guess.text.includes("Shill")]).toEqual([401, false, false]);
    expect(await mailsTo(server, troll.email, "account-suspended")).toEqual([
      { reason: "Shill bids", until, voidsBids: false },
    ]);
  });

  it("leaves bids as they are, unless it is asked to void them", async () => {
    const lotId = await contested("Left alone");
    await suspendAt(server, admin, troll.id);
    expect(await priceOf(lotId)).toEqual([4000, troll.username]);
  });

  it("voids the bids on every open lot as previewed, and maxima that nobody sees", async () => {
    const [first, second] = [await contested("Void one"), await contested("Void two")];
    const { _id: hidden } = await openAuction(server, admin, { title: "Only a maximum" });
    // Below the minimum bid: it stands and cannot bid.
    const body = { auctionId: hidden, maxAmount: 1050, currency: "NGN" };
    expect((await server.api("POST", "/api/maxbids", { token: troll.token, body })).status).toBe(200);

    const before = await preview();
    expectShape(suspendPreviewAnswer, before);
    const effect = {
      priceBefore: 4000,
      priceAfter: 1500,
      leaderBefore: { username: troll.username },
      leaderAfter: { username: ada.username },
    };
    expect(before).toMatchObject({
      lots: [
        { auctionId: first, title: "Void one", effect, message: null },
        { auctionId: second, effect },
      ],
      pagination: { total: 2 },
    });
    expect(await priceOf(first)).toEqual([4000, troll.username]);

    const key = randomUUID();
    const { body: done } = await suspendAt(server, admin, troll.id, { voidBids: true }, key);
    // The maximum on the third lot is voided too, but no answer names that lot while it is open.
    expect(done.suspension.lots).toHaveLength(2);
    expect(done.suspension.lots).toMatchObject([
      { auctionId: first, title: "Void one", isDone: true, message: null, effect },
      { auctionId: second, isDone: true, message: null, effect },
    ]);
    expect([await priceOf(first), await priceOf(second)]).toEqual([
      [1500, ada.username],
      [1500, ada.username],
    ]);
    // The page of the person does not show it either, until the lot is over.
    const shownOf = async () =>
      (await read(`${troll.id}/actions`)).actions.map(({ auctionId }: { auctionId: string | null }) => auctionId);
    const shown = await shownOf();
    expect([shown.includes(first), shown.includes(hidden)]).toEqual([true, false]);
    const [maxima] = await server.query(
      "select count(*)::int as n from max_bids where user_id = $1::text::uuid and not cancelled",
      [troll.id],
    );
    expect(maxima).toEqual({ n: 0 });
    // The same key again answers the same and voids nothing twice.
    const again = await suspendAt(server, admin, troll.id, { voidBids: true }, key);
    expect([again.status, again.body]).toEqual([200, done]);
    const other = await suspendAt(server, admin, troll.id, { reason: "Another", voidBids: true }, key);
    expect([other.status, other.body.code]).toEqual([409, "COMMAND_ID_REUSED"]);
    expect(await mailsTo(server, troll.email, "account-suspended")).toHaveLength(1);
    for (const lotId of [first, second, hidden]) await expectHistoryHolds(server.server.database, lotId);
    expect((await preview()).lots).toEqual([]);
    await setStatus(server, admin, hidden, "ended");
    expect(await shownOf()).toContain(hidden);
  });

  it("is finished by the job if the server stops after the commit", async () => {
    const lotId = await contested("Interrupted");
    const order = { actorId: admin.id, userId: troll.id, commandId: randomUUID() };
    // The statement alone, as if the node was killed after it.
    const { is } = await suspend(server.server.database, { ...order, reason: "Fraud", until: null, voidBids: true });
    expect(is).toBe("done");
    await vi.waitFor(async () => expect(await priceOf(lotId)).toEqual([1500, ada.username]), {
      timeout: 45_000,
      interval: 100,
    });
    await vi.waitFor(
      async () =>
        expect((await read(troll.id)).suspensions[0].lots).toMatchObject([{ auctionId: lotId, isDone: true }]),
      { timeout: 45_000, interval: 100 },
    );
  });

  it("restores the account: the person can log in, and neither the bids nor the sessions come back", async () => {
    const lotId = await contested("Restored");
    await suspendAt(server, admin, troll.id, { voidBids: true });
    const key = randomUUID();
    const restored = await restoreAt(server, admin, troll.id, "A mix-up", key);
    expect(restored.status).toBe(200);
    expect(restored.body).toMatchObject({ user: { isBanned: false }, suspension: null });
    expect(await statusOf(server, troll.token)).toBe(401);
    const { status, body } = await logIn(server, troll.email, PASSWORD);
    expect([status, await statusOf(server, body.token)]).toEqual([200, 200]);
    expect(await priceOf(lotId)).toEqual([1500, ada.username]);
    expect(await mailTo(server, troll.email, "account-restored")).toEqual({ reason: "A mix-up" });
    expect((await read(troll.id)).suspensions).toMatchObject([
      { reason: "Shill bids", liftedBy: { username: admin.username }, liftReason: "A mix-up" },
    ]);

    // The same key again does not lift a later suspension.
    await suspendAt(server, admin, troll.id);
    expect((await restoreAt(server, admin, troll.id, "A mix-up", key)).body.user.isBanned).toBe(true);
    expect((await restoreAt(server, admin, troll.id)).body.user.isBanned).toBe(false);
    const refused = await restoreAt(server, admin, troll.id);
    expect([refused.status, refused.body.code]).toEqual([409, "ALREADY_EXISTS"]);
  });

  it("lasts until it is lifted and voids nothing if the request gives a reason alone; lifting needs no body", async () => {
    const token = admin.token;
    const suspended = await server.api("POST", `/api/admin/users/${troll.id}/suspend`, {
      token,
      body: { reason: "Why" },
    });
    expect(suspended.body).toMatchObject({ user: { isBanned: true }, suspension: { until: null, voidBids: false } });
    const restored = await server.api("POST", `/api/admin/users/${troll.id}/restore`, { token });
    expect(restored.body).toMatchObject({ user: { isBanned: false }, suspension: null });
    expect(await mailTo(server, troll.email, "account-restored")).toEqual({ reason: "" });
  });

  it("ends by itself when its time is over, once", async () => {
    const { body } = await suspendAt(server, admin, troll.id, { until: new Date(Date.now() + DAY_MS).toISOString() });
    expect((await logIn(server, troll.email, PASSWORD)).status).toBe(403);
    await server.query(
      "update suspensions set at = now() - interval '2 days', until = now() - interval '1 second' where id = $1::text::uuid",
      [body.suspension._id],
    );
    await vi.waitFor(async () => expect((await logIn(server, troll.email, PASSWORD)).status).toBe(200), {
      timeout: 45_000,
      interval: 200,
    });
    expect(await mailsTo(server, troll.email, "account-restored")).toEqual([{ reason: null }]);
    expect((await read(troll.id)).suspensions).toMatchObject([{ liftedBy: null, liftReason: null }]);
  });

  it("refuses a second suspension, a time in the past, oneself, an unknown account and an invalid body", async () => {
    const codeOf = async (call: ReturnType<typeof suspendAt>) => {
      const { status, body } = await call;
      return [status, body.code];
    };
    const past = new Date(Date.now() - 1000).toISOString();
    expect(await codeOf(suspendAt(server, admin, troll.id, { until: past }))).toEqual([400, "INVALID"]);
    for (const bad of [{ reason: "" }, { reason: "  " }, { until: "soon" }, { voidBids: "yes" }, { more: 1 }]) {
      expect(await codeOf(suspendAt(server, admin, troll.id, bad))).toEqual([400, "INVALID"]);
    }
    expect(await codeOf(suspendAt(server, admin, admin.id))).toEqual([403, "FORBIDDEN"]);
    expect(await codeOf(suspendAt(server, admin, admin.id.toUpperCase()))).toEqual([403, "FORBIDDEN"]);
    expect(await codeOf(suspendAt(server, ada, troll.id))).toEqual([403, "FORBIDDEN"]);
    expect(await codeOf(suspendAt(server, admin, randomUUID()))).toEqual([404, "NOT_FOUND"]);
    expect(await codeOf(suspendAt(server, admin, "nobody"))).toEqual([404, "NOT_FOUND"]);
    expect((await suspendAt(server, admin, troll.id)).status).toBe(200);
    expect(await codeOf(suspendAt(server, admin, troll.id))).toEqual([409, "ALREADY_EXISTS"]);
  });

  it("lets one of two administrators who suspend each other at once stay", async () => {
    const one = await makePerson(server, `one-${troll.username}`, { role: "admin" });
    const other = await makePerson(server, `two-${troll.username}`, { role: "admin" });
    const answers = await Promise.all([suspendAt(server, one, other.id), suspendAt(server, other, one.id)]);
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    const rows = await server.query(
      "select count(*)::int as n from users where banned_at is null and id in ($1::text::uuid, $2::text::uuid)",
      [one.id, other.id],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  it("restores an account that the command line suspended", async () => {
    await server.query("update users set banned_at = now(), revision = revision + 1 where id = $1::text::uuid", [
      troll.id,
    ]);
    expect((await logIn(server, troll.email, PASSWORD)).body.message).toBe("This account has been suspended.");
    expect((await suspendAt(server, admin, troll.id)).status).toBe(409);
    expect((await restoreAt(server, admin, troll.id)).body.user.isBanned).toBe(false);
    expect((await logIn(server, troll.email, PASSWORD)).status).toBe(200);
  });

  it("mails nothing to an address that is not verified", async () => {
    const unverified = await register(server, "unverified", { isVerified: false });
    await suspendAt(server, admin, unverified.id);
    await restoreAt(server, admin, unverified.id);
    expect(await mailsTo(server, unverified.email, "account-suspended")).toEqual([]);
    expect(await mailsTo(server, unverified.email, "account-restored")).toEqual([]);
  });

  describe("the page about a user", () => {
    it("shows account, facts, bids, sessions, and what administrators did", async () => {
      const lotId = await contested("Seen by staff");
      const page = await read(troll.id);
      expectShape(userPageAnswer, page);
      expect(page).toMatchObject({
        user: { _id: troll.id, email: troll.email, balance: 1_000_000 },
        facts: { hasPassword: true, usesGoogle: false, lastSeenAt: expect.any(String) },
        suspensions: [],
      });
      const { bids, pagination } = await read(`${troll.id}/bids?limit=1`);
      expectShape(userBidsAnswer, { bids, pagination });
      expect(bids).toMatchObject([
        {
          amount: 4000,
          isAutoBid: false,
          voidReason: null,
          auction: { _id: lotId, isLeading: true, currentPrice: 4000 },
        },
      ]);
      expect((await read(`${troll.id}/sessions`)).sessions).toMatchObject([
        { device: "Chrome on Android", isCurrent: false },
      ]);
      await suspendAt(server, admin, troll.id, { voidBids: true });
      expect((await read(`${troll.id}/bids`)).bids).toMatchObject([{ voidReason: "suspended" }]);
      const done = await read(`${troll.id}/actions`);
      expectShape(userActionsAnswer, done);
      expect(
        done.actions.map(({ action, actor }: { action: string; actor: object }) => ({ action, actor })),
      ).toMatchObject([
        { action: "bids voided", actor: { username: admin.username } },
        { action: "suspended", actor: { username: admin.username } },
        { action: "balance", actor: { username: admin.username } },
      ]);
    });

    it("hides from an administrator with an interest in a lot who bids on it", async () => {
      const lotId = await contested("Of interest");
      await server.query("update users set role = 'admin', revision = revision + 1 where id = $1::text::uuid", [
        ada.id,
      ]);
      const mine = async (path: string) =>
        (await server.api("GET", `/api/admin/users/${troll.id}/${path}`, { token: ada.token })).body;
      const seen = [await mine("bids"), await mine("suspend-preview")];
      await server.query("update users set role = 'user', revision = revision + 1 where id = $1::text::uuid", [ada.id]);
      expect([seen[0].bids, seen[1].lots]).toEqual([[], []]);
      expect((await read(`${troll.id}/bids`)).bids).toMatchObject([{ auction: { _id: lotId } }]);
      // The page does not show the effect of a suspension on that lot either.
      await suspendAt(server, admin, troll.id, { voidBids: true });
      await server.query("update users set role = 'admin', revision = revision + 1 where id = $1::text::uuid", [
        ada.id,
      ]);
      const page = (await server.api("GET", `/api/admin/users/${troll.id}`, { token: ada.token })).body;
      await server.query("update users set role = 'user', revision = revision + 1 where id = $1::text::uuid", [ada.id]);
      expect(page.suspensions).toMatchObject([{ reason: "Shill bids", lots: [] }]);
      expect((await read(troll.id)).suspensions).toMatchObject([{ lots: [{ auctionId: lotId }] }]);
    });

    it("keeps notes with their author, page by page, newest first", async () => {
      const write = (text: string) =>
        server.api("POST", `/api/admin/users/${troll.id}/notes`, { token: admin.token, body: { text } });
      for (const text of ["First", "Second", "Third"]) expect((await write(text)).status).toBe(201);
      const notes = await read(`${troll.id}/notes?limit=2`);
      expectShape(userNotesAnswer, notes);
      expect(notes).toMatchObject({
        notes: [{ text: "Third", author: { username: admin.username } }, { text: "Second" }],
        pagination: { pages: 2, total: 3 },
      });
      expect((await write(" ")).status).toBe(400);
      expect((await write("x".repeat(2001))).status).toBe(400);
    });

    it("logs the user out everywhere, and lets them log in again", async () => {
      const client = await connect(server, "/ws", { token: troll.token });
      clients.push(client);
      const answer = await server.api("DELETE", `/api/admin/users/${troll.id}/sessions`, { token: admin.token });
      expect([answer.status, answer.body]).toEqual([200, { sessions: [] }]);
      expect(await client.next("session:ended")).toEqual({ reason: "withdrawn" });
      expect(await statusOf(server, troll.token)).toBe(401);
      expect((await logIn(server, troll.email, PASSWORD)).status).toBe(200);
      expect((await read(`${troll.id}/actions`)).actions[0]).toMatchObject({ action: "logged out everywhere" });
    });

    it("is found by the phone number, however it is written", async () => {
      await server.query("update users set phone = '+234 803 555 0199' where id = $1::text::uuid", [troll.id]);
      for (const q of ["0803 555 0199", "+2348035550199", "803-555-0199", "5550199"]) {
        const { users } = await server
          .api("GET", `/api/users/admin/search?q=${encodeURIComponent(q)}`, { token: admin.token })
          .then(({ body }) => body);
        expect(users.map(({ _id }: { _id: string }) => _id)).toEqual([troll.id]);
        await server.query("update users set phone = '0803-555-0199' where id = $1::text::uuid", [troll.id]);
      }
      await server.query("update users set phone = null where id = $1::text::uuid", [troll.id]);
    });
  });
});

describe.skipIf(!canHaveNodes())("suspending an account, two nodes", () => {
  let nodes: TwoNodes;
  beforeAll(async () => {
    nodes = await startTwoNodes();
  });
  afterAll(() => nodes?.close());

  // No bound on the time: the other node looks at the database every second, and a busy machine may be later.
  it("ends REST and both transports on the other node, and refuses bids in flight there", async () => {
    const { here, there } = nodes;
    const admin = await makePerson(here, "admin", { role: "admin" });
    const { _id: auctionId } = await openAuction(here, admin);
    const troll = await makePerson(here, "troll");
    const joined = await Promise.all(transports.map((one) => connect(there, one, { token: troll.token })));
    clients.push(...joined);
    // The other node has cached the account.
    expect((await bid(there, troll, auctionId, 1500)).status).toBe(201);
    expect((await suspendAt(here, admin, troll.id)).status).toBe(200);
    expect(await statusOf(there, troll.token)).toBe(401);
    for (const client of joined) await client.next("session:ended");
    for (const client of joined) await within(() => "the connection to close", client.closed);
    expect((await bid(there, troll, auctionId, 1700)).status).toBe(401);
  });
});
