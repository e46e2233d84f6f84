// Tests push messages from outside, with real bids, a real push service on this machine, and messages decrypted with
// the browser's keys: whose browser gets them, and which addresses the server never calls.
import { PUSH_BROWSERS_MAX, pushBrowsersAnswer, pushSubscriptionAnswer } from "@jara/shared/rest/push";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { makePerson, openAuction, type Person, signToken } from "../support/e2e-people.ts";
import { expectShape, PUSH_KEYS, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { type LocalPush, openTestBrowser, startLocalPush, type TestBrowser } from "../support/local-push.ts";

const PATH = "/api/notifications/push-subscriptions";

describeEndToEnd("push messages", () => {
  let server: TestServer;
  let push: LocalPush;
  let admin: Person;
  beforeAll(async () => {
    push = await startLocalPush(PUSH_KEYS.publicKey);
    server = await startTestServer({ config: { push: { ...PUSH_KEYS, services: [push.origin] } } });
    admin = await makePerson(server, "admin", { role: "admin" });
  });
  afterAll(async () => {
    await server?.close();
    await push?.close();
  });

  let people = 0;
  const person = (name: string): Promise<Person> => {
    people += 1;
    return makePerson(server, `${name}${people}`);
  };
  const post = (token: string | undefined, body: unknown) => server.api("POST", PATH, { token, body });
  const subscribe = async (token: string, browser: TestBrowser): Promise<string> => {
    const { status, body } = await post(token, browser.subscription);
    expect(status).toBe(201);
    expectShape(pushSubscriptionAnswer, body);
    return body.subscription._id;
  };
  const browsersOf = async (token: string) => {
    const { body } = await server.api("GET", PATH, { token });
    expectShape(pushBrowsersAnswer, body);
    return body.browsers;
  };
  const bid = async ({ token }: Person, auctionId: string, amount: number): Promise<void> => {
    const { status, text } = await server.api("POST", "/api/bids", {
      token,
      body: { auctionId, amount },
    });
    expect([status, text]).toEqual([201, expect.anything()]);
  };
  const messagesOf = (browser: TestBrowser, count: number) =>
    vi.waitFor(() => {
      const messages = browser.messages();
      expect(messages).toHaveLength(count);
      return messages;
    }, 20_000);
  /** Resolves when the server has handled the person's news. It records that only after it has sent the messages. */
  const handled = ({ id }: Person) =>
    vi.waitFor(async () => {
      const due = await server.query<{ isDue: boolean }>(
        `select push_due_at is not null as "isDue" from notifications where user_id = $1::text::uuid and about = 'outbid'`,
        [id],
      );
      expect(due).toEqual([{ isDue: false }]);
    }, 20_000);

  it("tells a person at once that they were outbid, and leads to the next bid", async () => {
    const [ada, bola] = [await person("ada"), await person("bola")];
    const phone = openTestBrowser(push);
    const id = await subscribe(ada.token, phone);
    const lot = await openAuction(server, admin, { title: "Talking drum" });
    await bid(ada, lot._id, 1_100);
    await bid(bola, lot._id, 1_500);
    const [message] = await messagesOf(phone, 1);
    expect(message).toEqual({
      for: id,
      title: "You have been outbid",
      text: "“Talking drum” is at ₦1,500.00. The minimum bid is ₦1,600.00.",
      tag: `outbid:${lot._id}`,
      link: `/auction/${lot._id}?bid=next`,
      at: expect.any(String),
    });
    const [sent] = push.arrived.filter(({ path }) => path === phone.path);
    expect(sent).toMatchObject({ urgency: "high", topic: expect.stringMatching(/^[\w-]{32}$/) });
    expect(sent?.ttl).toBeLessThanOrEqual(24 * 3600);
    expect(push.wrong).toEqual([]);
  });

  it("says nothing of the maximum that outbid a person", async () => {
    const [ada, bola] = [await person("ada"), await person("bola")];
    const phone = openTestBrowser(push);
    await subscribe(bola.token, phone);
    const lot = await openAuction(server, admin);
    const body = { auctionId: lot._id, maxAmount: 77_777, currency: "NGN" };
    expect((await server.api("POST", "/api/maxbids", { token: ada.token, body })).status).toBe(200);
    await bid(bola, lot._id, 2_000);
    const [message] = await messagesOf(phone, 1);
    expect(message.text).toContain("₦2,100.00");
    expect(JSON.stringify(message)).not.toMatch(/77,?777/);
    expect(JSON.stringify(message)).not.toContain(ada.username);
  });

  it("drops the message of a person who leads again before it is sent", async () => {
    const [ada, bola] = [await person("ada"), await person("bola")];
    const phone = openTestBrowser(push);
    await subscribe(ada.token, phone);
    const lot = await openAuction(server, admin);
    await bid(ada, lot._id, 1_100);
    await bid(bola, lot._id, 1_200);
    const pushed = await messagesOf(phone, 1);
    await bid(ada, lot._id, 1_500);
    // As if the message was still to be sent.
    await server.query("update notifications set push_due_at = clock_now() where user_id = $1::text::uuid", [ada.id]);
    await handled(ada);
    expect(phone.messages()).toEqual(pushed);
  });

  it.each(["log-out", "an end from another device"])("stops with %s", async (how) => {
    const [ada, bola] = [await person("ada"), await person("bola")];
    const phone = openTestBrowser(push);
    await subscribe(ada.token, phone);
    const lot = await openAuction(server, admin);
    await bid(ada, lot._id, 1_100);
    if (how === "log-out") {
      expect((await server.api("POST", "/api/auth/logout", { token: ada.token })).status).toBe(204);
    } else {
      await server.query("update sessions set revoked_at = now(), ended_by = 'revoked' where id = $1::text::uuid", [
        ada.sessionId,
      ]);
    }
    await bid(bola, lot._id, 1_500);
    await handled(ada);
    expect(phone.messages()).toEqual([]);
  });

  it("follows the person who logs in on a shared phone, under another id", async () => {
    const [ada, bola, chidi] = [await person("ada"), await person("bola"), await person("chidi")];
    const phone = openTestBrowser(push);
    const first = await subscribe(ada.token, phone);
    const second = await subscribe(bola.token, phone);
    expect(second).not.toBe(first);
    expect(await browsersOf(ada.token)).toEqual([]);
    const lot = await openAuction(server, admin);
    await bid(ada, lot._id, 1_100);
    await bid(bola, lot._id, 1_300);
    await bid(chidi, lot._id, 1_500);
    const [message] = await messagesOf(phone, 1);
    expect(message.for).toBe(second);
    await Promise.all([ada, bola].map(handled));
    expect(phone.messages()).toHaveLength(1);
  });

  it("lists and removes a person's browsers, and nobody else's", async () => {
    const [ada, bola] = [await person("ada"), await person("bola")];
    const [phone, laptop] = [openTestBrowser(push), openTestBrowser(push)];
    const id = await subscribe(ada.token, phone);
    await subscribe(ada.token, laptop);
    await subscribe(ada.token, phone);
    expect(await browsersOf(ada.token)).toMatchObject([
      { device: "Test", isCurrent: true, lastUsedAt: null },
      { device: "Test", isCurrent: true },
    ]);
    const remove = (token: string, path: string, body?: object) => server.api("DELETE", path, { token, body });
    expect((await remove(bola.token, PATH, laptop.subscription)).status).toBe(404);
    expect((await remove(ada.token, `${PATH}/${id}`)).status).toBe(404);
    const [newest] = await browsersOf(ada.token);
    expect((await remove(bola.token, `${PATH}/${newest._id}`)).status).toBe(404);
    expect((await remove(ada.token, PATH, laptop.subscription)).body.browsers).toHaveLength(1);
    expect((await remove(ada.token, `${PATH}/${newest._id}`)).body.browsers).toEqual([]);
    expect((await remove(ada.token, `${PATH}/nonsense`)).status).toBe(404);
  });

  it("keeps the newest browsers of a person who has too many", async () => {
    const ada = await person("ada");
    const ids: string[] = [];
    for (let made = 0; made < PUSH_BROWSERS_MAX + 2; made += 1)
      ids.push(await subscribe(ada.token, openTestBrowser(push)));
    const kept = (await browsersOf(ada.token)).map(({ _id }: { _id: string }) => _id);
    expect(kept.sort()).toEqual(ids.slice(2).sort());
  });

  it.each([
    "https://evil.test/push",
    "http://127.0.0.1:5432/",
    "https://169.254.169.254/latest/meta-data",
    "https://fcm.googleapis.com@evil.test/",
    "http://fcm.googleapis.com/fcm/send/x",
    "not an address",
  ])("never calls elsewhere: refuses %s", async (endpoint) => {
    const ada = await person("ada");
    const { subscription } = openTestBrowser(push);
    const { status, body } = await post(ada.token, { ...subscription, endpoint });
    expect([status, body.code, body.issues[0].path]).toEqual([400, "INVALID", "endpoint"]);
    expect(await browsersOf(ada.token)).toEqual([]);
  });

  it("takes known services, and refuses keys that nothing can be encrypted for", async () => {
    const ada = await person("ada");
    const { keys } = openTestBrowser(push).subscription;
    const endpoint = "https://updates.push.services.mozilla.com/wpush/v2/gAAAA";
    const wrong = [
      { ...keys, auth: "AAAA" },
      { ...keys, p256dh: `B${"A".repeat(86)}` },
      { ...keys, p256dh: keys.auth },
      { p256dh: keys.p256dh },
      undefined,
    ];
    for (const given of wrong) expect((await post(ada.token, { endpoint, keys: given })).status).toBe(400);
    expect((await post(ada.token, { endpoint, keys })).status).toBe(201);
    expect((await post(undefined, { endpoint, keys })).status).toBe(401);
    const otherSession = await signToken({ sub: ada.id, sid: crypto.randomUUID() });
    expect((await post(otherSession, { endpoint, keys })).status).toBe(401);
  });

  it("gives browsers the key to subscribe with", async () => {
    const { body } = await server.api("GET", "/api/site");
    expect(body.pushKey).toBe(PUSH_KEYS.publicKey);
    expect(JSON.stringify(body)).not.toContain(PUSH_KEYS.privateKey);
  });
});

describeEndToEnd("a site without push messages", () => {
  it("says so, and takes no subscription", async () => {
    const server = await startTestServer({ config: { push: null } });
    const ada = await makePerson(server, "ada");
    expect((await server.api("GET", "/api/site")).body.pushKey).toBeNull();
    const { subscription } = openTestBrowser({ origin: "https://fcm.googleapis.com", arrived: [] });
    expect((await server.api("POST", PATH, { token: ada.token, body: subscription })).status).toBe(503);
    await server.close();
  });
});
