// Tests live bidding on both transports: the answers to a bidder, the events that watchers get, and the private events.
// The file is long, because each file starts a server. So one file holds one subject.
import { randomUUID } from "node:crypto";
import { compactPriceSchema, priceSchema } from "@jara/shared/calls/live-lot-events";
import { foldEvent, foldSnapshot } from "@jara/shared/fold-auction";
import type { PriceEvent } from "@jara/shared/live-commands";
import { auctionShape, maxBidShape } from "@jara/shared/live-shapes";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { bid, connect, type LiveClient, setMax, settled, type Transport, transports } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { endIn } from "../support/seed.ts";

const anyTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** The time of a pause's end may differ from that of its commit by this (`DATED_WITHIN_MS` in time-spans.ts). */
const DATED_WITHIN_MS = 1_000;

const server = await sharedServer();

describeEndToEnd("bidding", () => {
  let admin: Person;
  let ada: Person;
  let bola: Person;
  const open: LiveClient[] = [];

  beforeAll(async () => {
    admin = await makePerson(server, "admin", { role: "admin" });
    ada = await makePerson(server, "adaeze");
    bola = await makePerson(server, "bolanle");
  });
  afterEach(() => {
    for (const client of open.splice(0)) client.close();
  });

  const join = async (transport: Transport, person?: Person): Promise<LiveClient> => {
    const client = await connect(server, transport, { token: person?.token });
    open.push(client);
    return client;
  };
  const watching = async (transport: Transport, auctionId: string, person?: Person): Promise<LiveClient> => {
    const client = await join(transport, person);
    await client.ask("auction:watch", { auctionId });
    return client;
  };
  const priceAt = async (client: LiveClient, version: number): Promise<PriceEvent> =>
    (await client.next("auction:price", (data) => data.version >= version)) as PriceEvent;

  describe.each(transports)("over %s", (transport) => {
    it("sends a watcher first the auction's view and then its countdown", async () => {
      const auction = await openAuction(server, admin, { reservePrice: 5000, buyItNowPrice: 9000 });
      const visitor = await join(transport);
      const answer = await visitor.ask("auction:watch", { auctionId: auction._id });
      expect(Object.keys(answer).sort()).toEqual(["auction", "serverTime", "viewers"]);
      const { reservePrice: _, ...masked } = auction;
      expect(auctionShape.parse(answer.auction)).toEqual({ ...masked, serverTime: anyTime });
      expect(answer.viewers).toBe(1);
      expect(await visitor.next("auction:countdown")).toEqual({
        auctionId: auction._id,
        version: 1,
        status: "active",
        endTime: auction.endTime,
        serverTime: anyTime,
      });
      // The count of viewers comes when its second is over.
      expect(visitor.frames.filter(({ type }) => type !== "auction:viewers")).toHaveLength(1);
    });

    it("answers a bid to its bidder and shows it to other watchers with the bidder masked", async () => {
      const { _id: auctionId, endTime } = await openAuction(server, admin);
      const [bidder, visitor, seller] = await Promise.all([
        watching(transport, auctionId, ada),
        watching(transport, auctionId),
        watching(transport, auctionId, admin),
      ]);
      expect(await bid(bidder, auctionId, 1100.5)).toEqual({
        ok: true,
        bid: { _id: `${auctionId}-1`, amount: 1100.5, timestamp: anyTime },
        auction: {
          _id: auctionId,
          version: 2,
          currentPrice: 1100.5,
          minimumBid: 1200.5,
          bidCount: 1,
          endTime,
          status: "active",
          isLeading: true,
        },
      });
      const price = await priceAt(visitor, 2);
      const entry = { _id: `${auctionId}-1`, amount: 1100.5, kind: "manual", timestamp: anyTime };
      const event = {
        auctionId,
        version: 2,
        fromVersion: 2,
        currentPrice: 1100.5,
        minimumBid: 1200.5,
        bidCount: 1,
        currency: "NGN",
        leader: { username: "a***e" },
        reserveMet: true,
        bids: [{ ...entry, bidder: { username: "a***e" } }],
        serverTime: anyTime,
      };
      expect(priceSchema.parse(price)).toEqual(event);
      expect(await priceAt(seller, 2)).toEqual({
        ...event,
        leader: { username: ada.username },
        bids: [{ ...entry, bidder: { username: ada.username } }],
      });
      expect(await bidder.next("auction:mine")).toEqual({
        auctionId,
        version: 2,
        isLeading: true,
        bidIds: [`${auctionId}-1`],
      });
    });

    it("settles two maxima in one step, and sends watchers contiguous versions and each bidder their own part", async () => {
      const { _id: auctionId } = await openAuction(server, admin);
      const [first, second, visitor] = await Promise.all([
        watching(transport, auctionId, ada),
        watching(transport, auctionId, bola),
        watching(transport, auctionId),
      ]);
      const set = await setMax(first, auctionId, 5000);
      expect(set).toMatchObject({
        ok: true,
        maxBid: { maxAmount: 5000, currency: "NGN", autoBidCount: 1, lastAutoBidAmount: 1100 },
        auction: { currentPrice: 1100, isLeading: true },
      });
      if (set.ok) maxBidShape.parse(set.maxBid);
      const answer = await setMax(second, auctionId, 8000);
      expect(answer).toMatchObject({
        ok: true,
        auction: { version: 3, currentPrice: 5100, minimumBid: 5200, bidCount: 3, isLeading: true },
      });
      await priceAt(visitor, 3);

      const prices = visitor.of("auction:price") as PriceEvent[];
      let version = 1;
      for (const price of prices) {
        expect(price.fromVersion).toBe(version + 1);
        version = price.version;
      }
      expect(version).toBe(3);
      const entries = prices.flatMap((price) => [...price.bids].reverse());
      expect(entries.map(({ _id, amount, kind, bidder }) => [_id, amount, kind, bidder.username])).toEqual([
        [`${auctionId}-1`, 1100, "auto", "a***e"],
        [`${auctionId}-2`, 5000, "auto", "a***e"],
        [`${auctionId}-3`, 5100, "auto", "b***e"],
      ]);

      expect(await first.next("bid:outbid")).toEqual({
        auctionId,
        title: "Talking drum",
        currentPrice: 5100,
        minimumBid: 5200,
      });
      expect(await first.next("auction:mine", ({ isLeading }) => !isLeading)).toMatchObject({
        version: 3,
        bidIds: [`${auctionId}-2`],
      });
      const { maxBid } = await first.next("maxbid:changed", (data) => data.maxBid.autoBidCount === 2);
      expect(maxBid).toMatchObject({ maxAmount: 5000, lastAutoBidAmount: 5000, auction: { currentPrice: 5100 } });
      expect((await second.next("maxbid:changed")).maxBid).toMatchObject({ maxAmount: 8000, autoBidCount: 1 });

      await Promise.all([settled(first), settled(second), settled(visitor)]);
      expect(second.of("bid:outbid")).toEqual([]);
      expect(second.of("maxbid:changed")).toHaveLength(1);
      expect(first.of("maxbid:changed").every((event) => event.maxBid.maxAmount === 5000)).toBe(true);
      expect(first.of("auction:mine").flatMap(({ bidIds }) => bidIds)).toEqual([`${auctionId}-1`, `${auctionId}-2`]);
      expect(second.of("auction:mine").flatMap(({ bidIds }) => bidIds)).toEqual([`${auctionId}-3`]);
      const types = new Set(visitor.frames.map((frame) => frame.type));
      types.delete("auction:viewers");
      expect([...types].sort()).toEqual(["auction:countdown", "auction:price"]);
    });

    it("merges a burst: versions stay contiguous, the last state arrives, and no bid comes twice", async () => {
      const { _id: auctionId } = await openAuction(server, admin);
      const [bidder, visitor] = await Promise.all([join(transport, ada), watching(transport, auctionId)]);
      const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => bid(bidder, auctionId, 1100 + n * 100)));
      expect(answers.every((answer) => answer.ok)).toBe(true);
      expect(await priceAt(visitor, 61)).toMatchObject({ version: 61, currentPrice: 7000, bidCount: 60 });
      const prices = visitor.of("auction:price") as PriceEvent[];
      expect(prices.length).toBeLessThan(60);
      expect(prices.map((price) => price.fromVersion)).toEqual([2, ...prices.slice(0, -1).map((p) => p.version + 1)]);
      const ids = prices.flatMap((price) => price.bids.map((entry) => entry._id));
      expect(new Set(ids).size).toBe(ids.length);
      expect(prices.at(-1)?.bids[0]?._id).toBe(`${auctionId}-60`);
    });

    it("notifies only the owner of a cancelled maximum, and the leader stays", async () => {
      const { _id: auctionId } = await openAuction(server, admin);
      const [owner, rival] = await Promise.all([
        watching(transport, auctionId, ada),
        watching(transport, auctionId, bola),
      ]);
      const { maxBid } = await owner.ask("maxbid:set", {
        auctionId,
        maxAmount: 9000,
        currency: "NGN",
        commandId: randomUUID(),
      });
      const stranger = await rival.send("maxbid:cancel", { maxBidId: maxBid._id, commandId: randomUUID() });
      expect(stranger).toMatchObject({ ok: false, error: { code: "NOT_FOUND" } });
      expect(await owner.send("maxbid:cancel", { maxBidId: maxBid._id, commandId: randomUUID() })).toEqual({
        ok: true,
      });
      expect(await owner.next("maxbid:removed")).toEqual({ _id: maxBid._id });
      expect((await owner.ask("auction:watch", { auctionId })).auction).toMatchObject({
        version: 2,
        currentPrice: 1100,
        isLeading: true,
        leader: { username: "a***e" },
      });
      await settled(rival);
      expect(rival.of("maxbid:removed")).toEqual([]);
      expect(rival.of("maxbid:changed")).toEqual([]);
    });

    it("repeats the first outcome of a command sent again, also on another connection, and refuses a reused id", async () => {
      const { _id: auctionId } = await openAuction(server, admin);
      const [one, other] = await Promise.all([join("socket.io", ada), join("/ws", ada)]);
      const commandId = randomUUID();
      const answers = await Promise.all([
        bid(one, auctionId, 1100, commandId),
        bid(one, auctionId, 1100, commandId),
        bid(other, auctionId, 1100, commandId),
      ]);
      expect(answers[0]).toMatchObject({ ok: true, auction: { bidCount: 1 } });
      for (const answer of [...answers, await bid(other, auctionId, 1100, commandId)]) {
        expect(answer).toEqual(answers[0]);
      }
      expect(await bid(other, auctionId, 1300, commandId)).toMatchObject({
        ok: false,
        error: { code: "COMMAND_ID_REUSED" },
      });
      expect((await one.ask("auction:watch", { auctionId })).auction).toMatchObject({ bidCount: 1, version: 2 });
    });

    it("names the rule that refuses a command", async () => {
      const [unverified, poor] = await Promise.all([
        makePerson(server, `uche-${transport}`, { isVerified: false }),
        makePerson(server, `poor-${transport}`, { balance: 199.99 }),
      ]);
      const { _id: auctionId } = await openAuction(server, admin);
      const [visitor, bidder, seller, uche, pauper] = await Promise.all([
        join(transport),
        join(transport, ada),
        join(transport, admin),
        join(transport, unverified),
        join(transport, poor),
      ]);
      const refused = (error: object) => ({ ok: false, error: { message: expect.any(String), ...error } });
      expect(await bid(visitor, auctionId, 1100)).toEqual(refused({ code: "UNAUTHENTICATED" }));
      expect(await setMax(visitor, auctionId, 1100)).toEqual(refused({ code: "UNAUTHENTICATED" }));
      expect(await bid(seller, auctionId, 1100)).toEqual(refused({ code: "OWN_AUCTION" }));
      expect(await setMax(uche, auctionId, 1100)).toEqual(refused({ code: "EMAIL_NOT_VERIFIED" }));
      expect(await bid(bidder, auctionId, 1099.99)).toEqual(refused({ code: "BID_TOO_LOW", minimumBid: 1100 }));
      expect(await setMax(bidder, auctionId, 1000)).toEqual(refused({ code: "MAX_BID_TOO_LOW", currentPrice: 1000 }));
      expect(await setMax(bidder, auctionId, 1100, "USD")).toEqual(refused({ code: "WRONG_CURRENCY" }));
      expect(await bid(pauper, auctionId, 1100)).toEqual(
        refused({ code: "INSUFFICIENT_BALANCE", required: 220, balance: 199.99 }),
      );
      expect(await bid(bidder, randomUUID(), 1100)).toEqual(refused({ code: "NOT_FOUND" }));
      expect(await bidder.send("auction:watch", { auctionId: randomUUID() })).toEqual(refused({ code: "NOT_FOUND" }));
      const { auction } = await visitor.ask("auction:watch", { auctionId });
      expect(auction).toMatchObject({ version: 1, bidCount: 0 });
    });

    it("refuses bids during a pause, and moves the end by the length of the pause", async () => {
      const auction = await openAuction(server, admin);
      const auctionId = auction._id;
      const [bidder, visitor] = await Promise.all([join(transport, ada), watching(transport, auctionId)]);
      await visitor.next("auction:countdown");
      visitor.forget();

      expect((await setStatus(server, admin, auctionId, "paused")).body.auction).toMatchObject({
        status: "paused",
        pausedUntil: null,
      });
      const paused = await visitor.next("auction:paused");
      expect(paused).toMatchObject({ auctionId, version: 2, reason: "admin", pausedUntil: null });
      // Every ten seconds one comes by itself: of the version before, if it is just then.
      const countdownOf = (version: number) => visitor.next("auction:countdown", (data) => data.version === version);
      expect(await countdownOf(2)).toMatchObject({ status: "paused" });
      expect(await bid(bidder, auctionId, 1100)).toMatchObject({ ok: false, error: { code: "AUCTION_PAUSED" } });
      expect(await setMax(bidder, auctionId, 1100)).toMatchObject({ ok: false, error: { code: "AUCTION_PAUSED" } });

      visitor.forget();
      await new Promise((resolve) => setTimeout(resolve, DATED_WITHIN_MS * 1.5));
      await setStatus(server, admin, auctionId, "active");
      const resumed = await visitor.next("auction:resumed");
      expect(resumed).toMatchObject({ auctionId, version: 3 });
      expect(await countdownOf(3)).toMatchObject({ status: "active", endTime: resumed.endTime });
      const [logged] = await server.query<{ pausedMs: number }>(
        `select (extract(epoch from resumed.at) * 1000)::float8 - (paused.events::jsonb -> 0 ->> 'pausedAt')::float8 as "pausedMs"
         from auction_events paused join auction_events resumed using (auction_id)
         where auction_id = $1::text::uuid and paused.version = 2 and resumed.version = 3`,
        [auctionId],
      );
      const pausedMs = logged?.pausedMs ?? Number.NaN;
      expect(pausedMs).toBeGreaterThan(DATED_WITHIN_MS);
      const moved = Date.parse(resumed.endTime) - Date.parse(auction.endTime);
      expect(Math.abs(moved - pausedMs)).toBeLessThanOrEqual(DATED_WITHIN_MS);
      expect(await bid(bidder, auctionId, 1100)).toMatchObject({ ok: true, auction: { endTime: resumed.endTime } });
    });

    it("sends a new auction, its price without bids and its status to the listing", async () => {
      // A visitor: a person may still be notified of what happened in an earlier test.
      const listing = await join(transport);
      await listing.ask("auctions:watch", {});
      const { _id: auctionId } = await openAuction(server, admin, { reservePrice: 3000 });
      const { auction } = await listing.next("auction:created", (data) => data.auction._id === auctionId);
      expect(auction).toMatchObject({ title: "Talking drum", version: 1, hasReserve: true, reserveMet: false });
      expect(auction).not.toHaveProperty("reservePrice");
      const bidder = await join(transport, ada);
      await bid(bidder, auctionId, 1100);
      const price = await listing.next("auction:price", (data) => data.auctionId === auctionId);
      expect(compactPriceSchema.parse(price)).toMatchObject({
        version: 2,
        currentPrice: 1100,
        bidCount: 1,
        leader: { username: "a***e" },
      });
      await setStatus(server, admin, auctionId, "cancelled");
      expect(await listing.next("auction:status", (data) => data.auctionId === auctionId)).toEqual({
        auctionId,
        version: 3,
        status: "cancelled",
      });
      await listing.ask("auctions:unwatch", {});
      listing.forget();
      await openAuction(server, admin);
      await settled(listing);
      expect(listing.frames).toEqual([]);
    });

    it("opens the administrators' feed to administrators only, with full names", async () => {
      const [visitor, user, boss] = await Promise.all([join(transport), join(transport, ada), join(transport, admin)]);
      expect(await visitor.send("admin:watch", {})).toMatchObject({ ok: false, error: { code: "UNAUTHENTICATED" } });
      expect(await user.send("admin:watch", {})).toMatchObject({ ok: false, error: { code: "FORBIDDEN" } });
      await boss.ask("admin:watch", {});
      const { _id: auctionId } = await openAuction(server, admin, { reservePrice: 2000 });
      expect((await boss.next("auction:created", (data) => data.auction._id === auctionId)).auction).toMatchObject({
        reservePrice: 2000,
      });
      await bid(user, auctionId, 1100);
      expect(await boss.next("auction:price", (data) => data.auctionId === auctionId)).toMatchObject({
        leader: { username: ada.username },
      });
      await Promise.all([settled(visitor), settled(user)]);
      expect([...visitor.frames, ...user.of("auction:created"), ...user.of("auction:price")]).toEqual([]);
    });

    it("never sends full names to a user who names the administrators' room instead of an auction", async () => {
      const { _id: auctionId } = await openAuction(server, admin);
      const [spy, bidder] = await Promise.all([join(transport), join(transport, ada)]);
      let isBidding = true;
      const spying = (async () => {
        const codes = new Set<string>();
        while (isBidding) {
          const answer = await spy.send("auction:watch", { auctionId: `${auctionId}:admins` });
          codes.add(answer.ok ? "ok" : answer.error.code);
        }
        return codes;
      })();
      for (let n = 0; n < 40; n++) await bid(bidder, auctionId, 1100 + n * 100);
      isBidding = false;
      expect([...(await spying)]).toEqual(["NOT_FOUND"]);
      await settled(spy);
      expect(spy.frames).toEqual([]);
    });

    it("sends no more events of an auction after unwatch", async () => {
      const { _id: auctionId } = await openAuction(server, admin);
      const [bidder, staying, leaving] = await Promise.all([
        join(transport, ada),
        watching(transport, auctionId),
        watching(transport, auctionId),
      ]);
      await leaving.ask("auction:unwatch", { auctionId });
      leaving.forget();
      await bid(bidder, auctionId, 1100);
      await priceAt(staying, 2);
      await settled(leaving);
      expect(leaving.frames).toEqual([]);
    });

    it("replays exactly the missed changes, so that the fold gives the auction's present state", async () => {
      const { _id: auctionId } = await openAuction(server, admin);
      const [bidder, rival] = await Promise.all([join(transport, ada), join(transport, bola)]);
      await bid(bidder, auctionId, 1100);
      const reader = await join(transport);
      const before = await reader.ask("auction:watch", { auctionId });
      await reader.ask("auction:unwatch", { auctionId });
      await setMax(bidder, auctionId, 4000);
      await bid(rival, auctionId, 2000);
      await setStatus(server, admin, auctionId, "paused");
      await setStatus(server, admin, auctionId, "active");
      await bid(rival, auctionId, 4500);

      const sinceVersion = before.auction.version;
      const after = await reader.ask("auction:watch", { auctionId, sinceVersion });
      expect(after.events?.map(({ type, data }) => [type, "version" in data && data.version])).toEqual([
        ["auction:price", 3],
        ["auction:paused", 4],
        ["auction:resumed", 5],
        ["auction:price", 6],
      ]);
      let view = foldSnapshot(null, before.auction, null);
      for (const event of after.events ?? []) {
        const folded = foldEvent(view, event);
        expect(folded.kind).toBe("changed");
        if (folded.kind === "changed") view = folded.view;
      }
      const untimed = { serverTime: "", updatedAt: "", duration: 0 };
      expect({ ...view.auction, ...untimed }).toEqual({ ...after.auction, ...untimed });
      const listed = await server.api("GET", `/api/bids/auction/${auctionId}`);
      expect(view.bids).toEqual(listed.body.bids.slice(0, -1));
      expect((await reader.ask("auction:watch", { auctionId, sinceVersion: 6 })).events).toEqual([]);
    });

    it("leaves no gap between snapshot and events for watchers who come, leave and return during a burst", async () => {
      const { _id: auctionId } = await openAuction(server, admin);
      const [one, other] = await Promise.all([join(transport, ada), join(transport, bola)]);
      const readers = await Promise.all(Array.from({ length: 8 }, () => join(transport)));
      let isBidding = true;
      const bidding = (async () => {
        for (let round = 0; round < 16; round++) {
          const amounts = Array.from({ length: 5 }, (_, n) => 1100 + (round * 5 + n) * 100);
          await Promise.all(amounts.map((amount) => bid(round % 2 ? one : other, auctionId, amount)));
        }
        isBidding = false;
      })();
      const reading = readers.map(async (reader) => {
        let view = foldSnapshot(null, (await reader.ask("auction:watch", { auctionId })).auction, null);
        let folded = 0;
        const foldNew = (): void => {
          for (; folded < reader.frames.length; folded++) {
            const frame = reader.frames[folded];
            const result = frame ? foldEvent(view, frame) : undefined;
            expect(result?.kind).not.toBe("gap");
            if (result?.kind === "changed") view = result.view;
          }
        };
        while (isBidding) {
          await settled(reader);
          foldNew();
          await reader.ask("auction:unwatch", { auctionId });
          const sinceVersion = view.auction.version;
          const { auction, events } = await reader.ask("auction:watch", { auctionId, sinceVersion });
          for (const event of events ?? []) {
            const result = foldEvent(view, event);
            expect(result.kind).toBe("changed");
            if (result.kind === "changed") view = result.view;
          }
          expect(view.auction.version).toBe(auction.version);
          view = foldSnapshot(view, auction, null);
        }
        if (view.auction.version < 81) await reader.next("auction:price", ({ version }) => version === 81);
        foldNew();
        return view;
      });
      await bidding;
      const views = await Promise.all(reading);
      for (const { auction, bids } of views) {
        expect(auction).toMatchObject({ version: 81, bidCount: 80, currentPrice: 9000 });
        expect(bids[0]?._id).toBe(`${auctionId}-80`);
      }
    });

    it("sends only the snapshot if the gap is too long or the version never existed", async () => {
      const { _id: auctionId } = await openAuction(server, admin);
      const bidder = await join(transport, ada);
      await Promise.all(Array.from({ length: 101 }, (_, n) => bid(bidder, auctionId, 1100 + n * 100)));
      const watch = (sinceVersion: number) => bidder.ask("auction:watch", { auctionId, sinceVersion });
      expect(await watch(1)).toMatchObject({ auction: { version: 102 } });
      for (const sinceVersion of [0, 1, 103]) expect(await watch(sinceVersion)).not.toHaveProperty("events");
      const { events } = await watch(2);
      expect(events).toHaveLength(100);
    });

    it("answers a clock sample with its own t0 and the database's time", async () => {
      const client = await join(transport);
      expect(await client.send("clock:sync", { t0: 12.5 })).toEqual({ ok: true, t0: 12.5, serverTime: anyTime });
    });
  });

  describe("over both at once", () => {
    // S460
    it("sends the end to everybody who watches, and the deadline only to the winner", async () => {
      const { _id: auctionId } = await openAuction(server, admin);
      const [winner, loser, visitor, seller] = await Promise.all([
        watching("socket.io", auctionId, ada),
        watching("/ws", auctionId, bola),
        watching("/ws", auctionId),
        watching("socket.io", auctionId, admin),
      ]);
      await bid(loser, auctionId, 1100);
      await setMax(winner, auctionId, 4000);
      await endIn(server.server.database, auctionId, 0);
      const ended = await visitor.next("auction:ended");
      expect(ended).toMatchObject({
        auctionId,
        version: 4,
        status: "ended",
        finalPrice: 1200,
        winner: { username: "a***e" },
        reserveMet: true,
      });
      expect(await winner.next("auction:ended")).toEqual(ended);
      expect((await seller.next("auction:ended")).winner).toEqual({ username: ada.username });

      const [row] = await server.query<{ due: number; amount: number; winner: string }>(
        `select (extract(epoch from due_at) * 1000)::float8 as due, amount_minor::float8 as amount, winner_id as winner
         from settlements where auction_id = $1::text::uuid`,
        [auctionId],
      );
      expect(row).toMatchObject({ amount: 120_000, winner: ada.id });
      expect(await winner.next("auction:won")).toEqual({
        auctionId,
        title: "Talking drum",
        finalPrice: 1200,
        dueAt: new Date(row?.due ?? 0).toISOString(),
      });
      await Promise.all([settled(loser), settled(visitor), settled(seller)]);
      for (const other of [loser, visitor, seller]) expect(other.of("auction:won")).toEqual([]);
      expect(await bid(loser, auctionId, 9000)).toMatchObject({ ok: false, error: { code: "AUCTION_ENDED" } });
    });

    it("starts a scheduled draft on time: it is hidden until then, and then published to the listing", async () => {
      const [listing, drafts] = await Promise.all([join("/ws"), join("socket.io", admin)]);
      await listing.ask("auctions:watch", {});
      await drafts.ask("admin:watch", {});
      const startTime = new Date((await server.databaseNow()) + 3_000).toISOString();
      const draft = await openAuction(server, admin, { startTime, duration: 2 });
      const auctionId = draft._id;
      expect(draft).toMatchObject({ status: "draft", startTime, duration: 2 });
      expect(await listing.send("auction:watch", { auctionId })).toMatchObject({ error: { code: "NOT_FOUND" } });
      expect((await drafts.next("auction:created", (data) => data.auction._id === auctionId)).auction.status).toBe(
        "draft",
      );
      expect(listing.of("auction:created").filter(({ auction }) => auction._id === auctionId)).toEqual([]);

      const { auction } = await listing.next("auction:created", (data) => data.auction._id === auctionId);
      expect(auction).toMatchObject({ status: "active", version: 2, startTime, endTime: draft.endTime });
      expect(await listing.next("auction:status", (data) => data.auctionId === auctionId)).toEqual({
        auctionId,
        version: 2,
        status: "active",
      });
      expect(await bid(drafts, auctionId, 1100)).toMatchObject({ error: { code: "OWN_AUCTION" } });
      const bidder = await join("socket.io", ada);
      expect(await bid(bidder, auctionId, 1100)).toMatchObject({ ok: true });
    });

    it("counts viewers, and publishes the arrival of a crowd in fewer events than there were arrivals", async () => {
      const { _id: auctionId } = await openAuction(server, admin);
      const first = await watching("socket.io", auctionId);
      const people = await Promise.all(Array.from({ length: 12 }, (_, n) => makePerson(server, `viewer-${n}`)));
      const crowd = await Promise.all(
        people.map((person, n) => watching(n % 2 ? "socket.io" : "/ws", auctionId, person)),
      );
      await first.next("auction:viewers", ({ count }) => count === 13);
      expect(first.of("auction:viewers").length).toBeLessThan(13);
      for (const client of crowd) client.close();
      first.forget();
      expect(await first.next("auction:viewers", ({ count }) => count === 1)).toEqual({ auctionId, count: 1 });
    });

    it("counts 61 sockets of one address as one viewer, and a user once on both transports", async () => {
      const { _id: auctionId } = await openAuction(server, admin);
      const sockets = await Promise.all(
        Array.from({ length: 61 }, (_, n) => watching(n % 2 ? "socket.io" : "/ws", auctionId)),
      );
      const [visitor] = sockets as [LiveClient];
      expect((await visitor.ask("auction:watch", { auctionId })).viewers).toBe(1);
      await visitor.next("auction:viewers");
      const person = await makePerson(server, "on-two-devices");
      const devices = [await watching("socket.io", auctionId, person), await watching("/ws", auctionId, person)];
      expect((await visitor.ask("auction:watch", { auctionId })).viewers).toBe(2);
      await visitor.next("auction:viewers", ({ count }) => count === 2);
      expect(visitor.of("auction:viewers").map(({ count }) => count)).toEqual([1, 2]);
      visitor.forget();
      devices[0]?.close();
      await devices[0]?.closed;
      expect((await visitor.ask("auction:watch", { auctionId })).viewers).toBe(2);
      devices[1]?.close();
      await visitor.next("auction:viewers");
      expect(visitor.of("auction:viewers")).toEqual([{ auctionId, count: 1 }]);
    });
  });
});
