// Tests the life of an auction from outside: a cancelled or withdrawn lot starts anew, its bidders are notified, and
// Buy It Now has limits.
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectHistoryHolds, expectLedgerHolds } from "../support/check-history.ts";
import { connect, type LiveClient, transports } from "../support/e2e-live.ts";
import { mailKindsTo } from "../support/e2e-mailbox.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { say, ways } from "../support/e2e-ways.ts";
import { deadlineIn } from "../support/seed.ts";

const server = await sharedServer();

describeEndToEnd("a lot's life under fair play", () => {
  let admin: Person;
  let ada: Person;
  let bola: Person;
  let lotId: string;
  let people = 0;
  const open: LiveClient[] = [];

  beforeAll(async () => {
    admin = await makePerson(server, "admin", { role: "admin" });
  });
  beforeEach(async () => {
    ada = await makePerson(server, `adaeze-${++people}e`);
    bola = await makePerson(server, `bolanle-${people}e`);
    lotId = (await openAuction(server, admin))._id;
  });
  afterEach(async () => {
    for (const client of open.splice(0)) client.close();
    await expectHistoryHolds(server.server.database, lotId);
    for (const { id } of [ada, bola]) await expectLedgerHolds(server.server.database, id);
  });

  const bid = (person: Person, amount: number) =>
    say(server, "REST", person, "bid:place", { auctionId: lotId, amount });
  const setMax = (person: Person, maxAmount: number) =>
    say(server, "REST", person, "maxbid:set", { auctionId: lotId, maxAmount, currency: "NGN" });
  const lotNow = async () => (await server.api("GET", `/api/auctions/${lotId}`)).body.auction;
  /** An event of an earlier test's lot may come late, because a reader of the log publishes it. */
  const isOfLot = ({ auctionId }: { readonly auctionId: string }): boolean => auctionId === lotId;
  /** Passes over the event of the end, which may come after somebody has joined. */
  const isLater = (event: { readonly auctionId: string; readonly status: string }): boolean =>
    isOfLot(event) && event.status !== "ended";
  const kindsTo = (person: Person) => mailKindsTo(server, person.id, lotId);
  const join = async (transport: (typeof transports)[number], person?: Person): Promise<LiveClient> => {
    const client = await connect(server, transport, { token: person?.token });
    open.push(client);
    return client;
  };

  describe.each([
    ["cancelled", "lot-cancelled"],
    ["draft", "lot-withdrawn"],
  ] as const)("set to %s", (status, kind) => {
    it.each(transports)("notifies every bidder by event and mail, wherever they are, over %s", async (transport) => {
      await setMax(ada, 5000);
      await bid(bola, 1500);
      const [owner, bidder] = [await join(transport, ada), await join(transport, bola)];
      await setStatus(server, admin, lotId, status);
      for (const client of [owner, bidder]) {
        expect(await client.next("auction:status", isOfLot)).toMatchObject({ auctionId: lotId, status });
      }
      await owner.next("maxbid:removed");
      for (const person of [ada, bola]) expect(await kindsTo(person)).toContain(kind);
    });

    it("starts anew when it is opened again: no bids, the starting price and no old maximum", async () => {
      await setMax(ada, 5000);
      await bid(bola, 1500);
      await setStatus(server, admin, lotId, status);
      await server.api("PUT", `/api/auctions/${lotId}`, { token: admin.token, body: { title: "(empty box)" } });
      await setStatus(server, admin, lotId, "active");
      expect(await lotNow()).toMatchObject({
        status: "active",
        currentPrice: 1000,
        minimumBid: 1100,
        bidCount: 0,
        leader: null,
        title: "(empty box)",
      });
      expect((await server.api("GET", "/api/maxbids/user/active", { token: ada.token })).body.maxBids).toEqual([]);
      // The old maximum does not answer.
      expect((await bid(bola, 1100)).body.auction).toMatchObject({ isLeading: true, currentPrice: 1100, bidCount: 1 });
      const { body: mine } = await server.api("GET", "/api/bids/user/my-bids", { token: bola.token });
      expect(mine.map(({ amount, voided }: { amount: number; voided?: object }) => [amount, voided ?? null])).toEqual([
        [1100, null],
        [1500, { reason: status, at: expect.any(String) }],
      ]);
      const { body: highest } = await server.api("GET", `/api/bids/auction/${lotId}/highest`);
      expect(highest.bid).toMatchObject({ amount: 1100 });
    });

    it("withdraws the mail that asked the winner for money", async () => {
      await bid(bola, 1100);
      await bid(ada, 1500);
      await setStatus(server, admin, lotId, "ended");
      const winner = await join("/ws", ada);
      await setStatus(server, admin, lotId, status);
      expect(await winner.next("auction:status", isLater)).toMatchObject({ auctionId: lotId, status });
      // The event of the end is read after its commit, so it may come after the winner has joined.
      const win = await winner.next("win:changed", (event) => event.status !== "open");
      expect(win).toMatchObject({ auctionId: lotId, status: "void" });
      expect((await kindsTo(ada)).filter((kind) => kind !== "receipt").slice(-2)).toEqual(["won", "payment-withdrawn"]);
      expect(await kindsTo(bola)).toContain(kind);
    });
  });

  it.each(transports)("says why staff stopped it, if they said it to everybody, over %s", async (transport) => {
    await bid(bola, 1500);
    const watcher = await join(transport);
    await watcher.ask("auction:watch", { auctionId: lotId });
    const change = (body: object, key?: string) =>
      server.api("PATCH", `/api/auctions/admin/${lotId}/status`, {
        token: admin.token,
        body,
        ...(key && { headers: { "idempotency-key": key } }),
      });
    const publicReason = "We ask the seller about the mileage.";
    const asked = { status: "paused", reason: "Ada called", publicReason };
    const key = `pause-${lotId}`;
    await change(asked, key);
    expect((await change({ ...asked, publicReason: "Another" }, key)).body.code).toBe("COMMAND_ID_REUSED");
    const first = await watcher.next("auction:paused");
    expect(first).toMatchObject({ statusReason: publicReason });
    expect(await lotNow()).toMatchObject({ status: "paused", statusReason: publicReason });
    await change({ status: "active" });
    await watcher.next("auction:resumed");
    expect(await lotNow()).not.toHaveProperty("statusReason");
    await change({ status: "paused", reason: "Ada called again" });
    const second = await watcher.next("auction:paused", ({ version }) => version > first.version);
    expect(second).not.toHaveProperty("statusReason");
    await change({ status: "cancelled", publicReason: "It is damaged." });
    expect(await watcher.next("auction:ended")).toMatchObject({ status: "cancelled", statusReason: "It is damaged." });
    const cancelled = await lotNow();
    expect(cancelled).toMatchObject({ status: "cancelled", statusReason: "It is damaged.", bidCount: 0 });
    expect(JSON.stringify(cancelled)).not.toContain("Ada called");
    const { body } = await server.api("GET", `/api/bids/auction/${lotId}`);
    expect(body.bids, "its bids stay, struck through").toMatchObject([
      { amount: 1500, voided: { reason: "cancelled" } },
    ]);
  });

  it.each(transports)(
    "reaches the listing like a new lot when it is opened again after its end, over %s",
    async (transport) => {
      const { body } = await setMax(ada, 5000);
      await bid(bola, 1500);
      await setStatus(server, admin, lotId, "ended");
      const [listing, bidder, winner] = [
        await join(transport),
        await join(transport, bola),
        await join(transport, ada),
      ];
      await listing.ask("auctions:watch", {});
      await setStatus(server, admin, lotId, "active");
      const created = await listing.next("auction:created");
      expect(created.auction).toMatchObject({
        _id: lotId,
        status: "active",
        currentPrice: 1600,
        bidCount: 3,
        winner: null,
      });
      for (const client of [bidder, winner]) {
        expect(await client.next("auction:status", isLater)).toMatchObject({ auctionId: lotId, status: "active" });
      }
      expect(await kindsTo(bola)).toContain("lot-reopened");
      expect((await kindsTo(ada)).filter((kind) => kind !== "receipt").at(-1)).toBe("payment-withdrawn");
      // Bids and maxima stand, and maxima can be cancelled.
      expect((await bid(bola, 2000)).body.auction).toMatchObject({ isLeading: false, currentPrice: 2100 });
      expect((await say(server, "REST", ada, "maxbid:cancel", { maxBidId: body.maxBid._id })).ok).toBe(true);
    },
  );

  it.each(transports)("reaches the winner whose win a pause undoes, over %s", async (transport) => {
    await bid(bola, 1100);
    await bid(ada, 1500);
    await setStatus(server, admin, lotId, "ended");
    const winner = await join(transport, ada);
    await setStatus(server, admin, lotId, "paused");
    expect(await winner.next("auction:status", isLater)).toMatchObject({ auctionId: lotId, status: "paused" });
  });

  describe("Buy It Now", () => {
    const buyable = async (details: object = {}) =>
      (await openAuction(server, admin, { buyItNowPrice: 5000, ...details }))._id;
    const buy = (person: Person, auctionId: string, way: (typeof ways)[number] = "REST") =>
      say(server, way, person, "buy-it-now", { auctionId });

    it.each(ways)("allows each buyer one open purchase, over %s", async (way) => {
      const lots = [await buyable(), await buyable(), await buyable()];
      const answers = await Promise.all(lots.map((id) => buy(ada, id, way)));
      expect(answers.map(({ ok, body }) => (ok ? "ok" : body.code)).sort()).toEqual([
        "BUY_IT_NOW_OPEN",
        "BUY_IT_NOW_OPEN",
        "ok",
      ]);
      const bought = lots[answers.findIndex(({ ok }) => ok)] ?? "";
      await setStatus(server, admin, bought, "sold");
      expect((await buy(ada, lots.find((id) => id !== bought) ?? "", way)).ok).toBe(true);
      for (const id of lots) await expectHistoryHolds(server.server.database, id);
    });

    it.each(transports)("notifies the bidders of the sale, and of its reversal, over %s", async (transport) => {
      const id = await buyable();
      // Only Bola knows of her maximum, and even the notice to her does not mention it.
      await say(server, "REST", bola, "maxbid:set", { auctionId: id, maxAmount: 1050, currency: "NGN" });
      const bidder = await join(transport, bola);
      const inbox = async () =>
        (await server.api("GET", "/api/notifications", { token: bola.token })).body.notifications[0];
      expect((await buy(ada, id)).ok).toBe(true);
      await setStatus(server, admin, id, "sold");
      const nextStatus = (becomes: string) => bidder.next("auction:status", ({ status }) => status === becomes);
      expect(await nextStatus("sold")).toMatchObject({ auctionId: id });
      expect(await inbox()).toMatchObject({ kind: "lot-changed", title: "A lot you bid on was sold", auctionId: id });
      const { win } = (await server.api("GET", `/api/auctions/${id}/win`, { token: ada.token })).body;
      const reversed = { token: admin.token, body: { reason: "The transfer bounced" } };
      expect((await server.api("POST", `/api/settlements/${win._id}/reverse`, reversed)).status).toBe(200);
      expect(await nextStatus("paused")).toMatchObject({ auctionId: id });
      expect(await inbox()).toMatchObject({ kind: "lot-changed", title: "Your bids count again", auctionId: id });
      expect(JSON.stringify(await inbox())).not.toMatch(new RegExp(`bounced|${ada.username}`));
      await expectHistoryHolds(server.server.database, id);
    });

    it("is closed for 30 days to a buyer who did not pay, and for everybody after two unpaid purchases", async () => {
      const [id, other] = [await buyable(), await buyable()];
      for (const person of [ada, bola]) {
        const client = await join("/ws", person);
        expect((await buy(person, id)).ok).toBe(true);
        await deadlineIn(server.server.database, id, 0);
        await client.next("purchase:changed", ({ status }) => status === "forfeited");
      }
      expect(await buy(ada, other)).toMatchObject({
        body: { code: "BUY_IT_NOW_UNAVAILABLE", reason: "forfeited-before" },
      });
      const third = await makePerson(server, `third-${people}`);
      expect(await buy(third, id)).toMatchObject({
        body: { code: "BUY_IT_NOW_UNAVAILABLE", reason: "forfeited-before" },
      });
      expect((await buy(third, other)).ok).toBe(true);
      await expectHistoryHolds(server.server.database, id);
    });
  });
});
