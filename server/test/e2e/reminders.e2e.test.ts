// Tests reminders about watched lots and notifications about saved searches: what is written, only once, and to whom.
// It is long, because each file starts a server, so one file holds one subject.
import { afterAll, beforeAll, expect, it } from "vitest";
import { notifyOwners } from "../../src/features/auctions/saved-searches/notify-owners.ts";
import { sendReminders } from "../../src/features/watchlist/reminders.ts";
import { connect, transports } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { boughtBy } from "../support/given-wins.ts";
import { logIsRead } from "../support/read-log.ts";

const MATCHED_WITHIN = { timeout: 45_000, interval: 200 };

describeEndToEnd("coming back", () => {
  let server: TestServer;
  let admin: Person;
  /** As if two nodes ran it at once, and once more. */
  const remind = async () => {
    const { database: db } = server.server;
    await Promise.all([sendReminders(db), sendReminders(db)]);
    await sendReminders(db);
  };
  const inboxOf = async ({ id }: Person, about = "reminder") => {
    await logIsRead(server);
    const rows = await server.query<{ data: { what: string; title: string }; count: number }>(
      "select data, count from notifications where user_id = $1::text::uuid and about = $2 order by at, id",
      [id, about],
    );
    return rows.map(({ data }) => data);
  };
  const whats = async (person: Person) => (await inboxOf(person)).map(({ what }) => what);
  const readAll = ({ id }: Person) =>
    server.query("update notifications set read_at = now() where user_id = $1::text::uuid", [id]);
  /** Watched for a long time. */
  const watch = async (person: Person, auctionId: string, body: object = {}) => {
    const answer = await server.api("PUT", `/api/watchlist/${auctionId}`, { token: person.token, body });
    await server.query("update watches set created_at = now() - interval '3 days' where auction_id = $1::text::uuid", [
      auctionId,
    ]);
    return answer;
  };
  const choose = ({ token }: Person, reminders: string[]) =>
    server.api("PUT", "/api/watchlist/reminders", { token, body: { reminders } });
  const endIn = (auctionId: string, minutes: number, more = "") =>
    server.query(
      `update auctions set ends_at = clock_now() + interval '${minutes} minutes' ${more} where id = $1::text::uuid`,
      [auctionId],
    );

  beforeAll(async () => {
    server = await startTestServer({ because: "it shifts the clock" });
    admin = await makePerson(server, "admin", { role: "admin" });
  });
  afterAll(() => server?.close());

  it("keeps a wish price with a watched lot and the reminders that a person chose", async () => {
    const ada = await makePerson(server, "adaeze");
    const lot = await openAuction(server, admin);
    expect((await watch(ada, lot._id)).body).toEqual({ isWatching: true });
    expect((await watch(ada, lot._id, { wishPrice: 1500.5 })).body).toEqual({ isWatching: true, wishPrice: 1500.5 });
    expect((await watch(ada, lot._id)).body.wishPrice).toBe(1500.5);
    const { body } = await server.api("GET", "/api/watchlist", { token: ada.token });
    expect(body.wishes).toEqual({ [lot._id]: 1500.5 });
    expect((await watch(ada, lot._id, { wishPrice: null })).body).toEqual({ isWatching: true });
    expect((await watch(ada, lot._id, { wishPrice: -1 })).status).toBe(400);
    const path = "/api/watchlist/reminders";
    const first = await server.api("GET", path, { token: ada.token });
    expect(first.body.reminders).toContain("1h");
    expect(first.body.reminders).not.toContain("24h");
    expect((await choose(ada, ["24h", "15m"])).body.reminders).toEqual(["24h", "15m"]);
    expect((await choose(ada, [])).body.reminders).toEqual([]);
    expect((await choose(ada, ["1h", "1h"])).status).toBe(400);
    expect((await choose(ada, ["2h"])).status).toBe(400);
  });

  it.each(transports)(
    "reaches the person's open pages when the server's own job writes one, over %s",
    async (transport) => {
      const chidi = await makePerson(server, `chidi-${transport === "socket.io" ? 1 : 2}`);
      const device = await connect(server, transport, { token: chidi.token });
      const lot = await openAuction(server, admin, { title: "Kora" });
      await watch(chidi, lot._id);
      await endIn(lot._id, 55);
      await server.shiftClock(1_000);
      const { notification, unread } = await device.next("notification:created");
      expect([notification.kind, notification.auctionId, unread]).toEqual(["reminder", lot._id, 1]);
      device.close();
    },
  );

  it("reminds a day, an hour and a quarter of an hour before the end, each once for each scheduled end", async () => {
    const bola = await makePerson(server, "bola");
    await choose(bola, ["24h", "1h", "15m"]);
    const lot = await openAuction(server, admin, { title: "Bata" });
    await watch(bola, lot._id);
    for (const [minutes, what] of [
      [60 * 24 - 5, "24h"],
      [55, "1h"],
      [14, "15m"],
    ] as const) {
      await readAll(bola);
      await endIn(lot._id, minutes);
      await remind();
      expect((await whats(bola)).at(-1)).toBe(what);
    }
    expect(await whats(bola)).toEqual(["24h", "1h", "15m"]);
    // Soft close moved the same scheduled end.
    await server.query(
      "update auctions set extended_from = ends_at, ends_at = ends_at + interval '1 minute' where id = $1::text::uuid",
      [lot._id],
    );
    await remind();
    expect(await whats(bola)).toEqual(["24h", "1h", "15m"]);
    // An edit makes another scheduled end.
    await readAll(bola);
    await endIn(lot._id, 50, ", extended_from = null");
    await remind();
    expect(await whats(bola)).toEqual(["24h", "1h", "15m", "1h"]);
  });

  it("sends none that was not chosen, that is too late, about a lot watched just now, or about one that is over", async () => {
    const chidi = await makePerson(server, "chidi");
    const [unchosen, late, fresh, over, paused] = await Promise.all(
      ["a", "b", "c", "d", "e"].map((title) => openAuction(server, admin, { title })),
    );
    for (const lot of [unchosen, late, fresh, over, paused]) await watch(chidi, lot?._id ?? "");
    await endIn(unchosen?._id ?? "", 60 * 24 - 5);
    await endIn(late?._id ?? "", 20);
    await server.query("update watches set created_at = now() where auction_id = $1::text::uuid", [fresh?._id ?? ""]);
    await endIn(fresh?._id ?? "", 50);
    for (const [lot, status] of [
      [over, "ended"],
      [paused, "paused"],
    ] as const) {
      await setStatus(server, admin, lot?._id ?? "", status);
      await server.query("delete from lot_news");
      await endIn(lot?._id ?? "", 50);
    }
    await remind();
    expect(await whats(chidi)).toEqual([]);
  });

  it("reminds in the last hour while the price is below the wish, in place of the reminder of that hour", async () => {
    const [dayo, emeka] = [await makePerson(server, "dayo"), await makePerson(server, "emeka")];
    const lot = await openAuction(server, admin, { title: "Kora", startingPrice: 1000 });
    await watch(dayo, lot._id, { wishPrice: 1000.01 });
    await watch(emeka, lot._id, { wishPrice: 1000 });
    await endIn(lot._id, 50);
    await remind();
    expect(await inboxOf(dayo)).toEqual([
      { auctionId: lot._id, title: "Kora", what: "price", currency: "NGN", wishPrice: 1000.01 },
    ]);
    expect(await whats(emeka)).toEqual(["1h"]);
  });

  it("tells watchers of a pause, of its end, of an edit and of the first extension, but bidders hear as bidders", async () => {
    const [femi, gbenga] = [await makePerson(server, "femi"), await makePerson(server, "gbenga")];
    await choose(femi, ["paused", "changed", "extended"]);
    const lot = await openAuction(server, admin, { title: "Goje", softClose: { windowSeconds: 600, capMinutes: 60 } });
    await watch(femi, lot._id);
    await watch(gbenga, lot._id);
    for (const status of ["paused", "active"]) {
      await setStatus(server, admin, lot._id, status);
      await remind();
    }
    expect(await whats(femi)).toEqual(["paused", "resumed"]);
    await server.api("PUT", `/api/auctions/${lot._id}`, { token: admin.token, body: { title: "Goje, old" } });
    await remind();
    expect(await whats(femi)).toEqual(["paused", "resumed", "changed"]);
    const soon = new Date((await server.databaseNow()) + 60_000).toISOString();
    await server.api("PUT", `/api/auctions/${lot._id}`, { token: admin.token, body: { endTime: soon } });
    for (const amount of [5000, 6000]) {
      await server.api("POST", "/api/bids", { token: gbenga.token, body: { auctionId: lot._id, amount } });
      await remind();
    }
    expect((await whats(femi)).filter((what) => what === "extended")).toHaveLength(1);
    expect(await whats(gbenga)).not.toContain("extended");
  });

  it("notifies a watcher of a change if their bids no longer count", async () => {
    const [nneka, obi] = [await makePerson(server, "nneka"), await makePerson(server, "obinna")];
    const lot = await openAuction(server, admin, { title: "Sakara" });
    for (const [person, amount] of [
      [nneka, 5000],
      [obi, 6000],
    ] as const) {
      await watch(person, lot._id);
      await server.api("POST", "/api/bids", { token: person.token, body: { auctionId: lot._id, amount } });
    }
    const body = { userId: nneka.id, reason: "mistaken-amount", note: "A zero too many" };
    await server.api("POST", `/api/auctions/${lot._id}/void-bids`, { token: admin.token, body });
    await remind();
    await server.api("PUT", `/api/auctions/${lot._id}`, { token: admin.token, body: { title: "Sakara, old" } });
    await remind();
    expect(await whats(nneka)).toEqual(["changed"]);
    expect(await inboxOf(nneka, "lot-changed")).toEqual([]);
    // Obinna's bids count, so Obinna is notified of the same change only as a bidder.
    expect(await whats(obi)).toEqual([]);
    expect(await inboxOf(obi, "lot-changed")).toHaveLength(1);
  });

  it("tells of a price that a void brings below the wish, and of a lot that is listed again", async () => {
    const [halima, ife] = [await makePerson(server, "halima"), await makePerson(server, "ife")];
    const lot = await openAuction(server, admin, { title: "Agogo", startingPrice: 1000 });
    await watch(halima, lot._id, { wishPrice: 3000 });
    await server.api("POST", "/api/bids", { token: ife.token, body: { auctionId: lot._id, amount: 5000 } });
    await remind();
    expect(await whats(halima)).toEqual([]);
    const body = { userId: ife.id, reason: "mistaken-amount", note: "A zero too many" };
    expect((await server.api("POST", `/api/auctions/${lot._id}/void-bids`, { token: admin.token, body })).status).toBe(
      200,
    );
    await remind();
    expect(await whats(halima)).toEqual(["price"]);

    await setStatus(server, admin, lot._id, "ended");
    const copy = await server.api("POST", `/api/auctions/${lot._id}/relist`, { token: admin.token, body: {} });
    await remind();
    expect(await whats(halima)).toEqual(["price"]);
    await setStatus(server, admin, copy.body.auction._id, "active");
    await remind();
    expect(await inboxOf(halima)).toContainEqual(
      expect.objectContaining({ what: "relisted", auctionId: copy.body.auction._id }),
    );
  });

  it("tells of a price that a void brings below the wish during a pause at once, and of the last hour only once bidding goes on", async () => {
    const [halima, ife] = [await makePerson(server, "halimatu"), await makePerson(server, "ifeoma")];
    await choose(halima, ["price"]);
    const lot = await openAuction(server, admin, { title: "Ekwe", startingPrice: 1000 });
    await watch(halima, lot._id, { wishPrice: 3000 });
    await server.api("POST", "/api/bids", { token: ife.token, body: { auctionId: lot._id, amount: 5000 } });
    await setStatus(server, admin, lot._id, "paused");
    await remind();
    expect(await whats(halima)).toEqual([]);
    const body = { userId: ife.id, reason: "mistaken-amount", note: "A zero too many" };
    const voided = await server.api("POST", `/api/auctions/${lot._id}/void-bids`, { token: admin.token, body });
    expect(voided.status).toBe(200);
    await remind();
    expect(await whats(halima)).toEqual(["price"]);
    const inbox = await server.api("GET", "/api/notifications", { token: halima.token });
    expect(inbox.body).toMatchObject({
      unread: 1,
      notifications: [{ kind: "reminder", text: "“Ekwe” is at ₦1,000.00, below your ₦3,000.00. Bidding is paused." }],
    });

    // The hour before the end that stands while the lot is paused is no last hour, because the pause moves the end.
    await endIn(lot._id, 50);
    await remind();
    expect(await whats(halima)).toEqual(["price"]);
    await setStatus(server, admin, lot._id, "active");
    await remind();
    expect(await whats(halima)).toEqual(["price", "price"]);
    const after = await server.api("GET", "/api/notifications", { token: halima.token });
    expect(after.body.notifications[0].text).toMatch(/below your ₦3,000\.00\. It ends /);
  });

  /** Returns each reminder of a price, with the number of times that it was sent. */
  const prices = ({ id }: Person) =>
    server.query<{ wish: number; count: number }>(
      `select (data->>'wishPrice')::float8 as wish, count from notifications
       where user_id = $1::text::uuid and about = 'reminder' and data->>'what' = 'price' order by at, id`,
      [id],
    );
  const voidBids = async (auctionId: string, { id: userId }: Person) => {
    const body = { userId, reason: "mistaken-amount", note: "A zero too many" };
    const path = `/api/auctions/${auctionId}/void-bids`;
    expect((await server.api("POST", path, { token: admin.token, body })).status).toBe(200);
  };

  it("reminds once of a price that a void lowers below the wish in the last hour", async () => {
    const [tolu, uche] = [await makePerson(server, "tolu"), await makePerson(server, "uche")];
    await choose(tolu, ["price"]);
    const lot = await openAuction(server, admin, { title: "Bembe", startingPrice: 1000 });
    await watch(tolu, lot._id, { wishPrice: 3000 });
    const bid = (amount: number) =>
      server.api("POST", "/api/bids", { token: uche.token, body: { auctionId: lot._id, amount } });
    await bid(5000);
    await endIn(lot._id, 50);
    await remind();
    expect(await prices(tolu)).toEqual([]);
    await voidBids(lot._id, uche);
    await remind();
    expect(await prices(tolu)).toEqual([{ wish: 3000, count: 1 }]);
    // It rises above the wish and falls below it once more.
    await readAll(tolu);
    await bid(5000);
    await remind();
    await voidBids(lot._id, uche);
    await remind();
    expect(await prices(tolu)).toEqual(Array(2).fill({ wish: 3000, count: 1 }));
  });

  it("reminds of a lower price only the people below whose wish it fell, also if the price fell twice at once", async () => {
    const bidders = await Promise.all(["bimpe", "chika", "dele"].map((name) => makePerson(server, name)));
    const lot = await openAuction(server, admin, { title: "Omele", startingPrice: 1000 });
    const wishes = [1500, 3000, 4500, 6000];
    const watchers = await Promise.all(wishes.map((wish) => makePerson(server, `wish-${wish}`)));
    for (const [i, person] of watchers.entries()) {
      await choose(person, ["price"]);
      await watch(person, lot._id, { wishPrice: wishes[i] });
    }
    for (const [i, { token }] of bidders.entries()) {
      const amount = [2000, 4000, 5000][i];
      const answer = await server.api("POST", "/api/bids", { token, body: { auctionId: lot._id, amount } });
      expect(answer.status).toBe(201);
    }
    for (const person of bidders.slice(1).reverse()) await voidBids(lot._id, person);
    await remind();
    const inboxOf = await Promise.all(watchers.map(prices));
    expect(inboxOf).toEqual([[], [{ wish: 3000, count: 1 }], [{ wish: 4500, count: 1 }], []]);
  });

  it("does not remind of a lower price when a sale by Buy It Now is taken back", async () => {
    const [zainab, yemi] = [await makePerson(server, "zainab"), await makePerson(server, "yemi")];
    await choose(zainab, ["price"]);
    const { auction, win } = await boughtBy(server, admin, yemi);
    await watch(zainab, auction._id, { wishPrice: 3000 });
    await setStatus(server, admin, auction._id, "sold");
    const reversed = { token: admin.token, body: { reason: "The transfer bounced" } };
    expect((await server.api("POST", `/api/settlements/${win._id}/reverse`, reversed)).status).toBe(200);
    await remind();
    expect(await prices(zainab)).toEqual([]);
  });

  it("tells a watcher that a lot put back to draft starts again, and nothing about it before", async () => {
    const kemi = await makePerson(server, "kemi");
    const lot = await openAuction(server, admin, { title: "Shekere" });
    await watch(kemi, lot._id);
    await setStatus(server, admin, lot._id, "draft");
    await server.api("PUT", `/api/auctions/${lot._id}`, { token: admin.token, body: { title: "Secret title" } });
    await remind();
    expect(await whats(kemi)).toEqual([]);
    await setStatus(server, admin, lot._id, "active");
    await remind();
    expect(await whats(kemi)).toEqual(["started"]);
  });

  it("tells the owner of a search at once, in one notification while it is unread, until the search is opened", async () => {
    const lola = await makePerson(server, "lola");
    const query = { search: "udu" };
    const body = { name: "Udu", query, alert: "now" };
    const saved = (await server.api("POST", "/api/saved-searches", { token: lola.token, body })).body.savedSearch;
    const unread = async () =>
      await server.query<{ lots: number }>(
        `select (data->>'lots')::int as lots from notifications
         where user_id = $1::text::uuid and about = 'saved-search' and read_at is null`,
        [lola.id],
      );
    await openAuction(server, admin, { title: "Udu one" });
    await server.shiftClock(1_000);
    await expect.poll(unread, MATCHED_WITHIN).toEqual([{ lots: 1 }]);
    await openAuction(server, admin, { title: "Udu two" });
    await server.shiftClock(1_000);
    await expect.poll(unread, MATCHED_WITHIN).toEqual([{ lots: 2 }]);
    await server.api("POST", `/api/saved-searches/${saved._id}/seen`, { token: lola.token });
    expect(await unread()).toEqual([]);
    const { database: db } = server.server;
    await Promise.all([notifyOwners(db), notifyOwners(db)]);
    expect(await unread()).toEqual([]);
  });

  it("tells once a day, after 08:00 in Lagos, and never of a search that is switched off", async () => {
    const musa = await makePerson(server, "musa");
    for (const [name, alert] of [
      ["Oja", "daily"],
      ["Ogene", "off"],
    ] as const) {
      const body = { name, query: { search: name.toLowerCase() }, alert };
      await server.api("POST", "/api/saved-searches", { token: musa.token, body });
    }
    for (const title of ["Oja one", "Oja two", "Ogene one"]) await openAuction(server, admin, { title });
    const matches = () =>
      server.query(
        `select from saved_search_matches m join saved_searches s on s.id = m.search_id where s.user_id = $1::text::uuid`,
        [musa.id],
      );
    await server.shiftClock(1_000);
    await expect.poll(async () => (await matches()).length, MATCHED_WITHIN).toBe(3);
    const { database: db } = server.server;
    const digests = () => inboxOf(musa, "saved-searches-daily");
    await notifyOwners(db);
    expect(await digests()).toEqual([]);
    // As if the lots had been found before this morning.
    await server.query("update saved_search_matches set matched_at = matched_at - interval '25 hours'");
    await Promise.all([notifyOwners(db), notifyOwners(db)]);
    await notifyOwners(db);
    expect(await digests()).toEqual([
      { searches: [{ searchId: expect.any(String), name: "Oja", lots: 2, newest: expect.any(String) }] },
    ]);
    expect(await inboxOf(musa, "saved-search")).toEqual([]);
  });
});
