// Tests the staff's edits of auctions over REST, and what of them reaches watchers, the listing and other staff at
// once. It is long, because each file starts a server, so one file holds one subject.
import { randomUUID } from "node:crypto";
import { auctionAnswer } from "@jara/shared/rest/auctions";
import { beforeAll, describe, expect, it } from "vitest";
import { bid, connect, setMax, settled, type Transport, transports } from "../support/e2e-live.ts";
import { askForStatus, makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { expectShape, sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const server = await sharedServer();

describeEndToEnd("edits", () => {
  let admin: Person;
  let ada: Person;
  let bola: Person;

  beforeAll(async () => {
    admin = await makePerson(server, "admin", { role: "admin" });
    ada = await makePerson(server, "adaeze");
    bola = await makePerson(server, "bolaji");
  });

  const edit = (id: string, body: object, headers: Record<string, string> = {}) =>
    server.api("PUT", `/api/auctions/admin/${id}`, { token: admin.token, body, headers });
  const inHours = async (hours: number) => new Date((await server.databaseNow()) + hours * 3_600_000).toISOString();

  describe("over REST", () => {
    // S405
    it("take the whole form or a part of it, at both addresses, and answer the new auction", async () => {
      const { _id } = await openAuction(server, admin, { buyItNowPrice: 9000, reservePrice: 2000, location: "Kano" });
      const form = {
        title: "Udu drum",
        description: "Clay.",
        startingPrice: 1500,
        buyItNowPrice: null,
        reservePrice: 1500.5,
        bidIncrement: 0.5,
        currency: "USD",
        endTime: await inHours(5),
        status: "active",
        condition: "fair",
        categories: ["collectibles", "toys"],
        location: "",
      };
      const whole = await edit(_id, form);
      expect(whole.status).toBe(200);
      expectShape(auctionAnswer, whole.body);
      expect(whole.body.auction).toMatchObject({ ...form, location: null, currentPrice: 1500, version: 2 });
      const media = [{ url: "https://cdn.test/udu.jpg", type: "image" }];
      const part = await server.api("PUT", `/api/auctions/${_id}`, { token: admin.token, body: { media } });
      expect(part.body.auction).toMatchObject({
        title: "Udu drum",
        media,
        imageUrl: "https://cdn.test/udu.jpg",
        endTime: form.endTime,
        version: 3,
      });
      expect((await edit(_id, {})).body.auction.version).toBe(3);
    });

    it("are refused if a field has another value than the one that was seen, and name it", async () => {
      const { _id, ...shown } = await openAuction(server, admin, { reservePrice: 2000, location: "Kano" });
      const softClose = { windowSeconds: 60, capMinutes: 5 };
      const seen = {
        title: shown.title,
        reservePrice: 2000,
        location: "Kano",
        endTime: shown.endTime,
        softClose: null,
      };
      const endTime = await inHours(7);
      const changed = { title: "Udu", reservePrice: 1900, location: null, softClose };
      expect((await edit(_id, { ...changed, seen })).status).toBe(200);

      const late = await edit(_id, {
        title: "Ekwe",
        reservePrice: null,
        location: "Jos",
        softClose: null,
        endTime,
        seen,
      });
      expect([late.status, late.body.code, late.body.changes]).toEqual([
        409,
        "VALUE_CHANGED",
        [
          { field: "title", before: shown.title, after: "Udu" },
          { field: "reservePrice", before: 2000, after: 1900 },
          { field: "location", before: "Kano", after: null },
          { field: "softClose", before: null, after: softClose },
        ],
      ]);
      const { body } = await server.api("GET", `/api/auctions/${_id}`, { token: admin.token });
      expect(body.auction).toMatchObject({ ...changed, endTime: shown.endTime, version: 2 });

      // A field that is not written may have changed, and a value that is there already is no conflict.
      expect((await edit(_id, { endTime, seen: { endTime: shown.endTime } })).status).toBe(200);
      expect((await edit(_id, { title: "Udu", seen: { title: "Ogene" } })).status).toBe(200);
      expect((await edit(_id, { title: "Ekwe", seen: { title: "Udu" } })).body.auction.title).toBe("Ekwe");
      expect((await edit(_id, { title: "Ekwe", seen: { titel: "Udu" } })).status).toBe(400);
    });

    it("do not undo what a late bid did to the end since it was seen", async () => {
      const softClose = { windowSeconds: 3600, capMinutes: 600 };
      const { _id, endTime } = await openAuction(server, admin, { softClose, duration: 1 });
      await server.api("POST", "/api/bids", { token: ada.token, body: { auctionId: _id, amount: 1500 } });
      const late = await edit(_id, { endTime: await inHours(1), seen: { endTime } });
      expect([late.status, late.body.changes]).toMatchObject([409, [{ field: "endTime", before: endTime }]]);
    });

    it("set a status only if the auction has the status that was seen", async () => {
      const { _id } = await openAuction(server, admin);
      const set = (status: string, seen: string) =>
        server.api("PATCH", `/api/auctions/admin/${_id}/status`, { token: admin.token, body: { status, seen } });
      expect((await set("paused", "active")).status).toBe(200);
      const late = await set("cancelled", "active");
      expect([late.status, late.body.changes]).toEqual([409, [{ field: "status", before: "active", after: "paused" }]]);
      expect((await set("paused", "active")).status).toBe(200);
      expect((await edit(_id, { status: "ended", seen: { status: "active" } })).body.code).toBe("VALUE_CHANGED");
      expect((await set("active", "paused")).body.auction.status).toBe("active");
    });

    // S348
    it("with bids are refused for what bidders rely on, in the specification's words", async () => {
      const { _id } = await openAuction(server, admin);
      await server.api("POST", "/api/bids", { token: ada.token, body: { auctionId: _id, amount: 1500 } });
      for (const body of [{ startingPrice: 900 }, { currency: "USD" }, { title: "Kept", startingPrice: 900 }]) {
        const { status, body: answer } = await edit(_id, body);
        expect([status, answer.code]).toEqual([409, "AUCTION_HAS_BIDS"]);
      }
      const raised = await edit(_id, { reservePrice: 5000 });
      expect([raised.status, raised.body.code]).toEqual([409, "AUCTION_HAS_BIDS"]);
      expect(raised.body.issues).toMatchObject([{ path: "reservePrice" }]);
      const low = await edit(_id, { buyItNowPrice: 1500 });
      expect([low.status, low.body.message]).toEqual([
        400,
        "Buy It Now price must be higher than the current price of ₦1,500.00",
      ]);
      const { body } = await server.api("GET", `/api/auctions/${_id}`);
      expect(body.auction).toMatchObject({ title: "Talking drum", version: 2 });
    });

    it("let a cataloguer change only the prices of drafts, at both addresses", async () => {
      const cataloguer = await makePerson(server, "cataloguer", { role: "cataloguer" });
      const published = await openAuction(server, admin, { reservePrice: 90_000 });
      await server.api("POST", "/api/bids", { token: ada.token, body: { auctionId: published._id, amount: 5_000 } });
      const without = await openAuction(server, admin, {});
      const draft = await openAuction(server, admin, { startTime: await inHours(2), reservePrice: 90_000 });
      const bodies = [
        { reservePrice: 5_000 },
        { reservePrice: null },
        { title: "Low", buyItNowPrice: 95_000 },
        { reservePrice: 5_000, buyItNowPrice: 6_000 },
      ];
      for (const path of ["/api/auctions", "/api/auctions/admin"]) {
        const put = (id: string, body: object) => server.api("PUT", `${path}/${id}`, { token: cataloguer.token, body });
        for (const body of bodies) {
          const refused = await put(published._id, body);
          expect([refused.status, refused.body.code]).toEqual([403, "FORBIDDEN"]);
          expect((await put(draft._id, body)).status).toBe(200);
        }
        // A form sends the prices that the lot has. What a lot with bids says is for staff who run auctions.
        expect((await put(published._id, { reservePrice: 90_000 })).status).toBe(200);
        const said = await put(published._id, { location: path, reservePrice: 90_000 });
        expect([said.status, said.body.code]).toEqual([403, "FORBIDDEN"]);
        const refused = await put(without._id, { startingPrice: 10 });
        expect([refused.status, refused.body.code]).toEqual([403, "FORBIDDEN"]);
      }
      const { body } = await server.api("GET", `/api/auctions/${published._id}`, { token: admin.token });
      expect(body.auction).toMatchObject({ title: "Talking drum", reservePrice: 90_000, reserveMet: false });
      expect(body.auction.buyItNowPrice ?? null).toBeNull();
    });

    it("let a cataloguer change the increment and the soft close only of drafts", async () => {
      const cataloguer = await makePerson(server, "clerk", { role: "cataloguer" });
      const softClose = { windowSeconds: 120, capMinutes: 30 };
      const published = await openAuction(server, admin, { softClose });
      const draft = await openAuction(server, admin, { startTime: await inHours(2), softClose });
      const put = (id: string, body: object) =>
        server.api("PUT", `/api/auctions/${id}`, { token: cataloguer.token, body });
      for (const body of [{ bidIncrement: 1_000_000_000 }, { incrementTable: true }, { softClose: null }]) {
        const refused = await put(published._id, body);
        expect([refused.status, refused.body.code]).toEqual([403, "FORBIDDEN"]);
        expect((await put(draft._id, body)).status).toBe(200);
      }
      const same = { description: "A drum that talks.", bidIncrement: published.bidIncrement, softClose };
      expect((await put(published._id, same)).status).toBe(200);
      const { body } = await server.api("GET", `/api/auctions/${published._id}`);
      expect(body.auction).toMatchObject({ bidIncrement: published.bidIncrement, softClose });
    });

    it("are done once for one key, and another edit with the same key is refused", async () => {
      const { _id } = await openAuction(server, admin);
      const headers = { "idempotency-key": randomUUID() };
      for (let n = 0; n < 3; n++) {
        const { body } = await edit(_id, { title: "Once" }, headers);
        expect(body.auction).toMatchObject({ title: "Once", version: 2 });
      }
      expect((await edit(_id, { title: "Twice" }, headers)).body.code).toBe("COMMAND_ID_REUSED");
    });

    it("can set a draft's start, at which it then starts", async () => {
      const { _id } = await openAuction(server, admin, { startTime: await inHours(2), duration: 5 });
      const { body } = await edit(_id, { startTime: new Date((await server.databaseNow()) + 2_000).toISOString() });
      expect(body.auction.status).toBe("draft");
      await expect.poll(async () => (await server.api("GET", `/api/auctions/${_id}`)).status).toBe(200);
    });

    it("get 404 for an auction that does not exist", async () => {
      expect((await edit(randomUUID(), { title: "Nobody's" })).status).toBe(404);
      expect((await edit("none", { title: "Nobody's" })).body.code).toBe("NOT_FOUND");
    });
  });

  describe("deleting", () => {
    const remove = (id: string) => server.api("DELETE", `/api/auctions/${id}`, { token: admin.token });

    // S407
    it("removes an auction without bids from every list and call", async () => {
      const { _id } = await openAuction(server, admin, { title: "Vanishing zither" });
      const { status, body } = await remove(_id);
      expect([status, body]).toEqual([200, { message: "Auction deleted successfully!" }]);
      expect((await server.api("GET", `/api/auctions/${_id}`, { token: admin.token })).status).toBe(404);
      expect((await server.api("GET", "/api/auctions?search=vanishing+zither")).text).not.toContain(_id);
      const own = await server.api("GET", "/api/auctions/user/my-auctions", { token: admin.token });
      expect(own.text).not.toContain(_id);
      expect((await askForStatus(server, admin, _id, "active")).status).toBe(404);
      expect((await remove(_id)).status).toBe(404);
    });

    // S408
    it("is refused for an auction with bids, which stays unchanged", async () => {
      const { _id } = await openAuction(server, admin);
      await server.api("POST", "/api/bids", { token: ada.token, body: { auctionId: _id, amount: 1100 } });
      const { status, body } = await remove(_id);
      expect([status, body.code, body.message]).toEqual([
        409,
        "AUCTION_HAS_BIDS",
        "This auction has bids. Cancel it instead.",
      ]);
      expect((await server.api("GET", `/api/auctions/${_id}`)).body.auction).toMatchObject({
        status: "active",
        version: 2,
      });
    });
  });

  describe.each(transports)("live, over %s", (transport) => {
    it("notify watchers, listing and administrators of a deletion, and owners of their void maximum", async () => {
      const { _id } = await openAuction(server, admin);
      const [watcher, feed] = [await connect(server, transport), await watching(transport, "auctions:watch")];
      const [desk, owner] = [
        await watching(transport, "admin:watch", admin),
        await connect(server, transport, { token: ada.token }),
      ];
      expect((await setMax(owner, _id, 1050)).ok).toBe(true);
      await watcher.ask("auction:watch", { auctionId: _id });
      await server.api("DELETE", `/api/auctions/${_id}`, { token: admin.token });
      for (const client of [watcher, feed, desk]) {
        await client.next("auction:removed", ({ auctionId, version }) => auctionId === _id && version === 2);
      }
      expect(await watcher.next("auction:ended")).toMatchObject({ status: "cancelled", winner: null });
      await owner.next("maxbid:removed");
      expect(await watcher.send("auction:watch", { auctionId: _id })).toMatchObject({
        ok: false,
        error: { code: "NOT_FOUND" },
      });
      for (const client of [watcher, feed, desk, owner]) client.close();
    });

    // S406
    it("reach watchers in one piece with the bids that they cause, once for each version", async () => {
      const { _id } = await openAuction(server, admin, { reservePrice: 9000 });
      const watcher = await connect(server, transport);
      const rival = await connect(server, transport, { token: ada.token });
      expect((await bid(rival, _id, 1100)).ok).toBe(true);
      const leader = await connect(server, transport, { token: bola.token });
      expect((await setMax(leader, _id, 1300)).ok).toBe(true);
      await watcher.ask("auction:watch", { auctionId: _id });
      await settled(watcher);
      await settled(leader);
      for (const client of [watcher, leader]) client.forget();

      const endTime = await inHours(3);
      expect((await edit(_id, { reservePrice: 1250, endTime })).status).toBe(200);
      const updated = await watcher.next("auction:updated");
      expect(updated).toMatchObject({ auctionId: _id, version: 4, contentVersion: 1 });
      expect(updated.changes.map(({ field }) => field)).toEqual(["endTime"]);
      expect(updated.auction).toMatchObject({
        currentPrice: 1250,
        minimumBid: 1350,
        leader: { username: "b***i" },
        reserveMet: true,
        endTime,
      });
      expect(updated.auction).not.toHaveProperty("reservePrice");
      const price = await watcher.next("auction:price", ({ version }) => version === 4);
      expect(price).toMatchObject({ version: 4, fromVersion: 4, currentPrice: 1250, bidCount: 3 });
      expect("bids" in price && price.bids.map(({ amount, kind }) => [amount, kind])).toEqual([[1250, "auto"]]);
      await watcher.next("auction:countdown", (countdown) => countdown.version === 4 && countdown.endTime === endTime);
      await leader.next("maxbid:changed", ({ maxBid }) => maxBid.autoBidCount === 2);

      const late = await connect(server, transport);
      const { events } = await late.ask("auction:watch", { auctionId: _id, sinceVersion: 3 });
      expect(events?.map(({ type }) => type)).toEqual(["auction:updated", "auction:price"]);
      const closed = await edit(_id, { endTime: await inHours(-1) });
      expect(closed.body.auction).toMatchObject({ status: "ended", winner: { username: bola.username }, version: 5 });
      expect(await watcher.next("auction:ended")).toMatchObject({ version: 5, winner: { username: "b***i" } });
      for (const client of [watcher, leader, rival, late]) client.close();
    });

    it("let no maximum act that its owner has not confirmed on the changed lot", async () => {
      const { _id } = await openAuction(server, admin);
      const watcher = await connect(server, transport);
      const leader = await connect(server, transport, { token: ada.token });
      expect((await bid(leader, _id, 1100)).ok).toBe(true);
      const owner = await connect(server, transport, { token: bola.token });
      // Below the minimum bid, which the lower increment makes 1,150.
      const kept = await owner.ask("maxbid:set", {
        auctionId: _id,
        maxAmount: 1150,
        currency: "NGN",
        commandId: randomUUID(),
      });
      await watcher.ask("auction:watch", { auctionId: _id });
      expect((await edit(_id, { title: "Edited", bidIncrement: 50 })).status).toBe(200);
      const updated = await watcher.next("auction:updated");
      expect(updated).toMatchObject({
        contentVersion: 2,
        auction: { currentPrice: 1100, leader: { username: "a***e" } },
      });
      expect(await owner.next("maxbid:suspended")).toEqual({
        auctionId: _id,
        maxBidId: kept.maxBid._id,
        contentVersion: 2,
      });
      const confirm = { maxBidId: kept.maxBid._id, contentVersion: 2, commandId: randomUUID() };
      expect(await owner.ask("maxbid:confirm", confirm)).toMatchObject({
        maxBid: { isSuspended: false, contentVersion: 2, autoBidCount: 1 },
        auction: { currentPrice: 1150, isLeading: true },
      });
      for (const client of [watcher, leader, owner]) client.close();
    });

    it("replay a gap as it was or not at all, without later changes or drafts", async () => {
      const { _id } = await openAuction(server, admin);
      await setStatus(server, admin, _id, "draft");
      await edit(_id, { title: "For nobody's eyes yet" });
      await edit(_id, { title: "Talking drum" });
      await setStatus(server, admin, _id, "active");
      const late = await connect(server, transport);
      const shown = await late.ask("auction:watch", { auctionId: _id, sinceVersion: 1 });
      expect(shown).toMatchObject({ auction: { title: "Talking drum", status: "active", version: 5 } });
      expect(shown).not.toHaveProperty("events");

      await setStatus(server, admin, _id, "paused");
      await setStatus(server, admin, _id, "active");
      await edit(_id, { title: "Talking drums" });
      const { events } = await late.ask("auction:watch", { auctionId: _id, sinceVersion: 5 });
      expect(events?.map(({ type }) => type)).toEqual(["auction:paused", "auction:resumed", "auction:updated"]);
      await setStatus(server, admin, _id, "cancelled");
      const last = await late.ask("auction:watch", { auctionId: _id, sinceVersion: 7 });
      expect(last).toMatchObject({ auction: { status: "cancelled", version: 9 } });
      expect(last.events?.map(({ type }) => type)).toEqual(["auction:updated", "auction:ended"]);
      expect(last.events?.[0]?.data).toMatchObject({
        version: 8,
        auction: { status: "active", title: "Talking drums" },
      });
      late.close();
    });

    it("reach the listing and other administrators, with names and reserve, and a draft's reach administrators only", async () => {
      const feed = await watching(transport, "auctions:watch");
      const desk = await watching(transport, "admin:watch", admin);
      const { _id } = await openAuction(server, admin);
      await edit(_id, { title: "For all", reservePrice: 3000, startingPrice: 2000 });
      const listed = await feed.next("auction:updated", ({ auctionId }) => auctionId === _id);
      expect(listed.auction).toMatchObject({ title: "For all", hasReserve: true });
      expect(listed.auction).not.toHaveProperty("reservePrice");
      await feed.next("auction:price", ({ auctionId, currentPrice }) => auctionId === _id && currentPrice === 2000);
      const own = await desk.next("auction:updated", ({ auctionId }) => auctionId === _id);
      expect(own.auction).toMatchObject({ title: "For all", reservePrice: 3000 });

      await server.api("POST", "/api/bids", { token: ada.token, body: { auctionId: _id, amount: 3500 } });
      await desk.next("auction:price", ({ leader }) => leader?.username === ada.username);
      await setStatus(server, admin, _id, "ended");
      const ended = await desk.next(
        "auction:updated",
        ({ auction }) => auction._id === _id && auction.status === "ended",
      );
      expect(ended.auction).toMatchObject({ winner: { username: ada.username }, currentPrice: 3500 });
      await desk.next("auction:status", ({ auctionId, status }) => auctionId === _id && status === "ended");

      const draft = await openAuction(server, admin, { title: "Secret", startTime: await inHours(1) });
      await desk.next("auction:created", ({ auction }) => auction._id === draft._id);
      await edit(draft._id, { title: "Still secret" });
      await desk.next("auction:updated", ({ auction }) => auction.title === "Still secret");
      await edit(_id, { title: "Told after the draft" });
      await feed.next("auction:updated", ({ auction }) => auction.title === "Told after the draft");
      expect(JSON.stringify(feed.frames)).not.toContain("ecret");
      for (const client of [feed, desk]) client.close();
    });
  });

  const watching = async (transport: Transport, command: "auctions:watch" | "admin:watch", person?: Person) => {
    const client = await connect(server, transport, { token: person?.token });
    await client.ask(command, {});
    return client;
  };
});
