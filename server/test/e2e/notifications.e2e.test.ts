// Tests the inbox from outside: the notifications that come, over both transports; reading on one device and seeing it
// on the others; notifications that no longer hold; and the choices of how to be notified. It is long, because each
// file starts a server, so one file holds one subject.
import { randomUUID } from "node:crypto";
import { formatMoney } from "@jara/shared/money";
import { isOnAtFirst, isSwitchable, notificationKinds, notificationWays } from "@jara/shared/notification-kinds";
import {
  type Notifications,
  notificationPreferencesAnswer,
  notificationsAnswer,
  unreadAnswer,
} from "@jara/shared/rest/notifications";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { evictNotifications } from "../../src/features/notifications/evict.ts";
import { writtenLagosTime } from "../../src/platform/lib/lagos-time.ts";
import { connect, settled, transports } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { expectShape, sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { logIsRead } from "../support/read-log.ts";

const server = await sharedServer();

describeEndToEnd("the inbox", () => {
  let admin: Person;
  let ada: Person;
  let bola: Person;
  let people = 0;
  beforeAll(async () => {
    admin = await makePerson(server, "admin", { role: "admin" });
  });
  beforeEach(async () => {
    people += 1;
    ada = await makePerson(server, `ada-${people}`);
    bola = await makePerson(server, `bola-${people}`);
  });

  const newLot = () => openAuction(server, admin, { title: `Drum ${randomUUID().slice(0, 8)}` });
  const bid = async (who: Person, auctionId: string, amount: number) => {
    const { status, text } = await server.api("POST", "/api/bids", { token: who.token, body: { auctionId, amount } });
    expect(status, text).toBe(201);
  };
  /** Once the readers have written what follows from everything that happened before. */
  const inbox = async (who: Person, query = ""): Promise<Notifications> => {
    await logIsRead(server);
    const { status, body } = await server.api("GET", `/api/notifications${query}`, { token: who.token });
    expect(status).toBe(200);
    expectShape(notificationsAnswer, body);
    return body;
  };
  const read = async (who: Person, body: object) => {
    const answer = await server.api("POST", "/api/notifications/read", { token: who.token, body });
    expect(answer.status, answer.text).toBe(200);
    expectShape(unreadAnswer, answer.body);
    return answer.body.unread as number;
  };
  const choose = async (who: Person, body: object) => {
    const answer = await server.api("PUT", "/api/notifications/preferences", { token: who.token, body });
    if (answer.status === 200) expectShape(notificationPreferencesAnswer, answer.body);
    return answer;
  };
  /** Ada is outbid on a new lot. */
  const outbidAda = async () => {
    const auction = await newLot();
    await bid(ada, auction._id, 1100);
    await bid(bola, auction._id, 1200);
    await logIsRead(server);
    return auction;
  };

  it.each(transports)("tells the person who is outbid, and nobody else, over %s", async (transport) => {
    const [own, other] = await Promise.all([
      connect(server, transport, { token: ada.token }),
      connect(server, transport, { token: bola.token }),
    ]);
    const auction = await outbidAda();
    const { notification, unread } = await own.next("notification:created");
    expect(notification).toMatchObject({
      kind: "outbid",
      auctionId: auction._id,
      title: "You have been outbid",
      isRead: false,
      count: 1,
      text: `“${auction.title}” is at ₦1,200.00. The minimum bid is ₦1,300.00.`,
      link: `/auction/${auction._id}?bid=next`,
    });
    expect(unread).toBe(1);
    expect(await inbox(ada)).toMatchObject({ notifications: [notification], unread: 1, pagination: { total: 1 } });
    await settled(other);
    expect(other.of("notification:created")).toEqual([]);
    expect(await inbox(bola)).toMatchObject({ notifications: [], unread: 0 });
    own.close();
    other.close();
  });

  it.each(transports)("is read on all devices once it is read on one, over %s", async (transport) => {
    await outbidAda();
    const devices = await Promise.all([1, 2].map(() => connect(server, transport, { token: ada.token })));
    const [one] = (await inbox(ada)).notifications;
    expect(await read(ada, { ids: [one?._id] })).toBe(0);
    for (const device of devices) {
      expect(await device.next("notifications:read", ({ ids }) => ids.length > 0)).toMatchObject({
        ids: [one?._id],
        unread: 0,
      });
      device.close();
    }
    expect(await inbox(ada)).toMatchObject({ notifications: [{ isRead: true }], unread: 0 });
    expect(await inbox(ada, "?unread=true")).toMatchObject({ notifications: [], pagination: { total: 0 } });
  });

  it("counts an outbid no longer once the person leads again, and tells their devices so", async () => {
    const device = await connect(server, "/ws", { token: ada.token });
    const auction = await outbidAda();
    await device.next("notification:created", ({ unread }) => unread === 1);
    device.forget();
    await bid(ada, auction._id, 1300);
    expect(await device.next("notifications:read", ({ unread }) => unread === 0)).toMatchObject({ ids: [] });
    expect(await inbox(ada)).toMatchObject({
      notifications: [{ isRead: true, state: "leading", text: `You lead “${auction.title}”.` }],
      unread: 0,
    });
    await bid(bola, auction._id, 1400);
    expect((await device.next("notifications:read", ({ unread }) => unread === 1)).unread).toBe(1);
    expect(await inbox(ada)).toMatchObject({
      notifications: [{ isRead: false, text: `“${auction.title}” is at ₦1,400.00. The minimum bid is ₦1,500.00.` }],
    });
    device.close();
  });

  it("shows an outbid with the title and the time of the lot's newest state, the newest first", async () => {
    const first = await outbidAda();
    const second = await outbidAda();
    const shown = async () =>
      (await inbox(ada)).notifications.map(({ auctionId, title, at }) => ({ auctionId, title, at: Date.parse(at) }));
    const [newest, older] = await shown();
    expect([newest?.auctionId, older?.auctionId]).toEqual([second._id, first._id]);
    await setStatus(server, admin, first._id, "ended");
    const { auction } = (await server.api("GET", `/api/auctions/${first._id}`)).body;
    const ended = { auctionId: first._id, title: "You did not win", at: Date.parse(auction.endedAt) };
    expect(ended.at).toBeGreaterThan(older?.at ?? Number.NaN);
    expect(await shown()).toEqual([ended, newest]);

    await bid(ada, second._id, 1300);
    const { bids } = (await server.api("GET", `/api/bids/auction/${second._id}`, { token: ada.token })).body;
    const leads = { auctionId: second._id, title: "You lead now", at: Date.parse(bids[0].timestamp) };
    expect(await shown()).toEqual([leads, ended]);
  });

  it("shows a lot that ended once: as won, as lost, or as not sold, and the counts say as many", async () => {
    const shown = async (who: Person) => {
      const { notifications, pagination, unread } = await inbox(who);
      expect(pagination.total).toBe(notifications.length);
      expect(notifications.filter(({ isRead }) => !isRead)).toHaveLength(unread);
      return notifications.map(({ auctionId, kind, title, state }) => [auctionId, kind, title, state]);
    };
    const lost = await outbidAda();
    await setStatus(server, admin, lost._id, "ended");
    const asLost = [lost._id, "outbid", "You did not win", "lost"];
    expect(await shown(ada)).toEqual([asLost]);

    const won = await outbidAda();
    await read(ada, { all: true });
    // A second notification of the same lot, because the first is read.
    await bid(ada, won._id, 1300);
    await bid(bola, won._id, 1400);
    expect((await inbox(ada)).pagination.total).toBe(3);
    await bid(ada, won._id, 1500);
    expect(await shown(ada)).toEqual([[won._id, "outbid", "You lead now", "leading"], asLost]);
    await setStatus(server, admin, won._id, "ended");
    expect(await shown(ada)).toEqual([[won._id, "won", "You won", undefined], asLost]);

    const unsold = await openAuction(server, admin, { title: "Dùndún", reservePrice: 9000 });
    await bid(ada, unsold._id, 1100);
    await bid(bola, unsold._id, 1200);
    await inbox(ada);
    await bid(ada, unsold._id, 1300);
    await setStatus(server, admin, unsold._id, "ended");
    expect((await shown(ada)).filter(([id]) => id === unsold._id)).toEqual([
      [unsold._id, "lot-changed", "The lot was not sold", undefined],
    ]);
    // Who does not see wins keeps the older one.
    await choose(ada, { kinds: [{ kind: "won", onScreen: false }] });
    expect((await shown(ada)).filter(([id]) => id === won._id)).toEqual([[won._id, "outbid", "You won", "won"]]);
  });

  it("shows an outbid again when its lot is reopened after a win and ends otherwise", async () => {
    const auction = await outbidAda();
    const titles = async () => (await inbox(ada)).notifications.map(({ title }) => title);
    await bid(ada, auction._id, 1300);
    await setStatus(server, admin, auction._id, "ended");
    expect(await titles()).toEqual(["You won"]);
    const endTime = new Date((await server.databaseNow()) + 3_600_000).toISOString();
    const body = { endTime, status: "active" };
    const reopened = await server.api("PUT", `/api/auctions/admin/${auction._id}`, { token: admin.token, body });
    expect(reopened.status, reopened.text).toBe(200);
    await bid(bola, auction._id, 1400);
    expect(await titles()).toContain("You have been outbid");
    await setStatus(server, admin, auction._id, "ended");
    expect(await titles()).toContain("Bidding is over");
  });

  it("no longer counts an outbid when the person's bids do not count, also after the lot was cancelled and started anew", async () => {
    const outbid = async () => (await inbox(ada)).notifications.find(({ kind }) => kind === "outbid");
    const voided = await outbidAda();
    const mistake = { userId: ada.id, reason: "mistaken-amount", note: "A zero too many" };
    const path = `/api/auctions/${voided._id}/void-bids`;
    expect((await server.api("POST", path, { token: admin.token, body: mistake })).status).toBe(200);
    expect(await outbid()).toBeUndefined();
    expect((await inbox(ada, "?unread=true")).notifications.map(({ kind }) => kind)).toEqual(["bids-voided"]);

    const anew = await outbidAda();
    for (const status of ["cancelled", "active"]) await setStatus(server, admin, anew._id, status);
    expect(await outbid()).toBeUndefined();
    // With a bid they are outbid again.
    await bid(ada, anew._id, 1100);
    await bid(bola, anew._id, 1200);
    expect(await outbid()).toMatchObject({ isRead: false, auctionId: anew._id });
  });

  it("asks a winner to pay until they have paid", async () => {
    const auction = await outbidAda();
    await setStatus(server, admin, auction._id, "ended");
    const won = async () => (await inbox(bola)).notifications.find(({ kind }) => kind === "won");
    expect(await won()).toMatchObject({ title: "You won", isRead: false, link: `/auction/${auction._id}?pay` });
    expect((await won())?.text).toContain("Please pay ₦960.00 before");
    const win = await server.api("GET", `/api/auctions/${auction._id}/win`, { token: bola.token });
    const paid = await server.api("POST", `/api/settlements/${win.body.win._id}/payments`, {
      token: bola.token,
      body: { method: "balance", commandId: randomUUID() },
    });
    expect(paid.status, paid.text).toBeLessThan(300);
    expect(await won()).toMatchObject({ isRead: true, link: `/auction/${auction._id}` });
    expect((await won())?.text).not.toContain("Please pay");
    const kinds = (await inbox(bola)).notifications.map(({ kind }) => kind);
    expect(kinds).toContain("paid");
  });

  it("asks a winner for what is due now and until when: after a part payment, more time and a lowered win", async () => {
    const auction = await newLot();
    const chidi = await makePerson(server, `chidi-${people}`);
    const max = { auctionId: auction._id, maxAmount: 6000, currency: "NGN" };
    await bid(chidi, auction._id, 3000);
    await bid(ada, auction._id, 4900);
    const set = await server.api("POST", "/api/maxbids", { token: bola.token, body: max });
    expect(set.status, set.text).toBeLessThan(300);
    await setStatus(server, admin, auction._id, "ended");
    const ofKind = async (wanted: string) => (await inbox(bola)).notifications.find(({ kind }) => kind === wanted);
    const won = async () => (await ofKind("won"))?.text;
    const { body } = await server.api("GET", `/api/auctions/${auction._id}/win`, { token: bola.token });
    const post = async (call: string, details: object) => {
      const headers = { "idempotency-key": randomUUID() };
      const answer = await server.api("POST", call, { token: admin.token, headers, body: details });
      expect(answer.status, answer.text).toBe(200);
    };
    const asks = (price: string, due: string, until: string) =>
      `“${auction.title}” for ${price}. Please pay ${due} before ${writtenLagosTime(until)}.`;
    expect(await won()).toBe(asks("₦5,000.00", "₦4,000.00", body.win.dueAt));
    await post(`/api/settlements/${body.win._id}/payments`, { method: "cash", amount: 500 });
    expect(await won()).toBe(asks("₦5,000.00", "₦3,500.00", body.win.dueAt));
    const dueAt = new Date(Date.parse(body.win.dueAt) + 7 * 86_400_000).toISOString();
    await post(`/api/settlements/${body.win._id}/extend`, { dueAt, reason: "She travels" });
    expect(await won()).toBe(asks("₦5,000.00", "₦3,500.00", dueAt));
    const extended = await ofKind("due");
    expect(extended?.text).toContain(`Please pay ₦3,500.00 before ${writtenLagosTime(dueAt)}.`);
    await post(`/api/settlements/${body.win._id}/payments`, { method: "cash", amount: 300 });
    expect((await ofKind("due"))?.text).toContain(`Please pay ₦3,200.00 before ${writtenLagosTime(dueAt)}.`);
    await post(`/api/auctions/${auction._id}/void-bids`, { userId: ada.id, reason: "fraud", note: "A shill" });
    const lowered = await server.api("GET", `/api/auctions/${auction._id}/win`, { token: bola.token });
    const { price, remaining } = lowered.body.win;
    expect(price).toBe(3100);
    expect(await won()).toBe(asks(formatMoney(price, "NGN"), formatMoney(remaining, "NGN"), dueAt));
  });

  it("asks a buyer for what is due now and until when", async () => {
    const auction = await openAuction(server, admin, { buyItNowPrice: 6000 });
    const headers = { "idempotency-key": randomUUID() };
    const path = `/api/auctions/${auction._id}/buy-it-now`;
    const bought = await server.api("POST", path, { token: bola.token, headers });
    expect(bought.status, bought.text).toBeLessThan(300);
    const text = async () => (await inbox(bola)).notifications.find(({ kind }) => kind === "won")?.text;
    const { body } = await server.api("GET", `/api/auctions/${auction._id}/win`, { token: bola.token });
    const { _id, remaining, dueAt } = body.win;
    const pay = (due: number) => `Please pay ${formatMoney(due, "NGN")} before ${writtenLagosTime(dueAt)}.`;
    expect(await text()).toContain(pay(remaining));
    const paid = await server.api("POST", `/api/settlements/${_id}/payments`, {
      token: admin.token,
      headers: { "idempotency-key": randomUUID() },
      body: { method: "cash", amount: 1000 },
    });
    expect(paid.status, paid.text).toBe(200);
    expect(await text()).toContain(pay(remaining - 1000));
  });

  it("marks only one's own, only up to the given time, and twice is like once", async () => {
    await outbidAda();
    const [one] = (await inbox(ada)).notifications;
    expect(await read(bola, { ids: [one?._id, randomUUID(), "no-uuid"] })).toBe(0);
    expect((await inbox(ada)).unread).toBe(1);
    const before = new Date(Date.parse(one?.at ?? "") - 1).toISOString();
    expect(await read(ada, { all: true, upTo: before })).toBe(1);
    for (const time of ["first", "second"]) expect(await read(ada, { all: true }), time).toBe(0);
    for (const body of [{}, { all: false }, { ids: [] }, { ids: [1] }, { all: true, ids: ["x"] }]) {
      const { status } = await server.api("POST", "/api/notifications/read", { token: ada.token, body });
      expect(status, JSON.stringify(body)).toBe(400);
    }
  });

  it("comes page by page, the newest first", async () => {
    for (let i = 0; i < 3; i++) await outbidAda();
    const all = (await inbox(ada)).notifications.map(({ _id }) => _id);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => inbox(ada, `?limit=1&page=${page}`)));
    expect(pages.flatMap(({ notifications }) => notifications.map(({ _id }) => _id))).toEqual(all);
    expect(pages[3]).toMatchObject({ notifications: [], unread: 3, pagination: { total: 3, pages: 3 } });
    const times = (await inbox(ada)).notifications.map(({ at }) => at);
    expect(times).toEqual([...times].sort().reverse());
  });

  it("leaves out kinds that the person does not want on the screen, and what they chose holds on all devices", async () => {
    const device = await connect(server, "socket.io", { token: ada.token });
    const { body } = await choose(ada, { kinds: [{ kind: "outbid", onScreen: false }] });
    expect(body.preferences.kinds[0]).toMatchObject({ kind: "outbid", onScreen: false, push: true, mail: true });
    await outbidAda();
    await settled(device);
    expect(await inbox(ada)).toMatchObject({ notifications: [], unread: 0 });
    expect(device.of("notification:created")).toEqual([]);
    await choose(ada, { kinds: [{ kind: "outbid", onScreen: true }] });
    expect(await inbox(ada)).toMatchObject({ unread: 1 });
    device.close();
  });

  it("keeps choices that a change leaves out, and refuses to switch off what protects the person", async () => {
    await choose(ada, { kinds: [{ kind: "outbid", push: false }], quietHours: { from: 1320, to: 360 } });
    await choose(ada, { kinds: [{ kind: "outbid", mail: false }], digest: true });
    const { body } = await server.api("GET", "/api/notifications/preferences", { token: ada.token });
    expectShape(notificationPreferencesAnswer, body);
    expect(body.preferences).toMatchObject({ quietHours: { from: 1320, to: 360 }, digest: true });
    expect(body.preferences.kinds[0]).toEqual({ kind: "outbid", onScreen: true, push: false, mail: false, fixed: [] });
    expect(body.preferences.kinds.map(({ kind }: { kind: string }) => kind)).not.toContain("staff");
    for (const kind of notificationKinds) {
      for (const way of notificationWays) {
        const { status } = await choose(bola, { kinds: [{ kind, [way]: false }] });
        const isOff = isSwitchable(kind, way) || !isOnAtFirst(kind, way);
        expect(status, `${kind} ${way}`).toBe(isOff ? 200 : 400);
      }
    }
    for (const change of [
      { quietHours: { from: 60, to: 60 } },
      { quietHours: { from: -1, to: 60 } },
      { other: true },
    ]) {
      expect((await choose(ada, change)).status, JSON.stringify(change)).toBe(400);
    }
    expect((await choose(ada, { quietHours: null })).body.preferences.quietHours).toBeNull();
  });

  it("has the same switch of outbid mails as the profile and the link in the mail", async () => {
    const mailOf = async () => {
      const { body } = await server.api("GET", "/api/notifications/preferences", { token: ada.token });
      return body.preferences.kinds[0].mail;
    };
    const { body } = await server.api("PUT", "/api/users/profile", {
      token: ada.token,
      body: { wantsOutbidMail: false },
    });
    expect([body.user.wantsOutbidMail, await mailOf()]).toEqual([false, false]);
    await choose(ada, { kinds: [{ kind: "outbid", mail: true }] });
    const profile = await server.api("GET", "/api/users/profile", { token: ada.token });
    expect([profile.body.user.wantsOutbidMail, await mailOf()]).toEqual([true, true]);
  });

  it("forgets what is older than 90 days", async () => {
    await outbidAda();
    const age = (days: number) =>
      server.query(
        `update notifications set at = clock_timestamp() - $2::text::int * interval '1 day' where user_id = $1::text::uuid`,
        [ada.id, days],
      );
    await age(89);
    await evictNotifications(server.server.database, 10);
    expect((await inbox(ada)).notifications).toHaveLength(1);
    await age(91);
    await evictNotifications(server.server.database, 10);
    expect((await inbox(ada)).notifications).toEqual([]);
  });

  it("shows nothing of a lot that is a draft again, and staff's news to staff alone", async () => {
    const auction = await outbidAda();
    await setStatus(server, admin, auction._id, "draft");
    await server.query("update auctions set title = 'A secret' where id = $1::text::uuid", [auction._id]);
    const { notifications } = await inbox(ada);
    expect(notifications.map(({ title }) => title)).toContain("An auction was withdrawn");
    expect(JSON.stringify(notifications)).not.toContain("A secret");
    const clerk = await makePerson(server, `clerk-${people}`, { role: "manager" });
    await server.query(
      `insert into outbox (id, kind, data, to_address, user_id, due_at, created_at)
       values (gen_random_uuid(), 'staff-joined', '{"username": "x", "role": "manager"}', 'a@b.test', $1::text::uuid, now(), now())`,
      [clerk.id],
    );
    expect((await inbox(clerk)).notifications).toHaveLength(1);
    await server.query("update users set role = 'user' where id = $1::text::uuid", [clerk.id]);
    expect((await inbox(clerk)).notifications).toEqual([]);
  });
});
