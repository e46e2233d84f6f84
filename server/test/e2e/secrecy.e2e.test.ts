// Tests that only its owner sees a maximum: runs that differ only in what the leader hides look the same to everyone
// else.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { bid, connect, type LiveClient, setMax, settled } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { winOf } from "../support/given-wins.ts";
import { comparable } from "../support/normalise-run.ts";

/** Longer than a watcher's merging, so that every change leaves at once and in one order. */
const MERGING_OVER_MS = 60;

/** Everybody waits until all are there. */
const meetingOf = (people: number): (() => Promise<void>) => {
  let waiting: (() => void)[] = [];
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length < people) return;
      for (const go of waiting) go();
      waiting = [];
    });
};

const server = await sharedServer();

describeEndToEnd("secrecy of maxima", () => {
  let admin: Person;

  beforeAll(async () => {
    admin = await makePerson(server, "admin", { role: "admin" });
  });

  /** The paths that say anything of an auction or of its bids, as one person sees them. */
  const everythingOverRest = async (auctionId: string, person?: Person): Promise<unknown[]> => {
    const paths = [
      "/api/auctions",
      `/api/auctions/${auctionId}`,
      `/api/bids/auction/${auctionId}`,
      `/api/bids/auction/${auctionId}/highest`,
      `/api/maxbids/auction/${auctionId}`,
      `/api/maxbids/auction/${auctionId}/all`,
      "/api/maxbids/user/active",
      "/api/bids/user/my-bids",
      "/api/auctions/user/my-auctions",
      `/api/auctions/${auctionId}/win`,
      "/api/users/purchases",
      "/api/users/second-chances",
      "/api/users/profile",
    ];
    const answers = await Promise.all(paths.map((path) => server.api("GET", path, { token: person?.token })));
    return answers.map(({ status, body, headers }) => [
      status,
      body,
      headers.get("etag"),
      headers.get("last-modified"),
    ]);
  };

  describe("two runs that differ only in the leader's maximum", () => {
    /** Returns everything that everybody but the leader receives while the leader sets the given maxima in turn. */
    const play = async (
      run: string,
      hidden: [number, ...number[]],
      meet: () => Promise<void>,
    ): Promise<Record<string, string>> => {
      const leader = await makePerson(server, `leader-${run}-r`);
      const rival = await makePerson(server, `rival-${run}-l`);
      const names = { [leader.username]: "leader", [rival.username]: "rival" };
      const { _id: auctionId } = await openAuction(server, admin);
      const others = {
        rival: await connect(server, "socket.io", { token: rival.token }),
        visitor: await connect(server, "/ws"),
        admin: await connect(server, "socket.io", { token: admin.token }),
        listing: await connect(server, "/ws"),
        "admin listing": await connect(server, "/ws", { token: admin.token }),
      };
      const watchers = [others.rival, others.visitor, others.admin];
      const feeds = [others.listing, others["admin listing"]];
      const leading = await connect(server, "socket.io", { token: leader.token });
      for (const watcher of watchers) await watcher.ask("auction:watch", { auctionId });
      await feeds[0]?.ask("auctions:watch", {});
      await feeds[1]?.ask("admin:watch", {});
      // Viewers are counted once a second; from here on nobody comes or goes.
      for (const watcher of watchers) await watcher.next("auction:viewers", ({ count }) => count === 3);
      for (const watcher of watchers) watcher.forget();

      const answers: unknown[] = [];
      const rest: unknown[] = [];
      const untilSeen = async (version: number): Promise<void> => {
        const hasCome = (data: { auctionId: string; version: number }) =>
          data.version === version && data.auctionId === auctionId;
        const seen = (client: LiveClient) =>
          Promise.race([client.next("auction:price", hasCome), client.next("auction:countdown", hasCome)]);
        await Promise.all(watchers.map(seen));
        await Promise.all(
          feeds.map((client) =>
            Promise.race([client.next("auction:price", hasCome), client.next("auction:status", hasCome)]),
          ),
        );
        await new Promise((resolve) => setTimeout(resolve, MERGING_OVER_MS));
      };
      /** Both runs look at the same point of their story: the listing and its total hold both. */
      const look = async (...lookers: (Person | undefined)[]): Promise<void> => {
        await meet();
        for (const person of lookers) rest.push(await everythingOverRest(auctionId, person));
        await meet();
      };
      const everybody = [undefined, rival, admin];

      const [first, ...later] = hidden;
      expect(await setMax(leading, auctionId, first)).toMatchObject({ ok: true });
      await untilSeen(2);
      answers.push(await bid(others.rival, auctionId, 2000));
      await untilSeen(3);
      answers.push(await bid(others.rival, auctionId, 2100), await setMax(others.rival, auctionId, 2100));
      await look(...everybody);
      answers.push(await setMax(others.rival, auctionId, 10_000));
      await untilSeen(4);
      for (const amount of later) {
        expect(await setMax(leading, auctionId, amount)).toMatchObject({ ok: true, auction: { isLeading: true } });
      }
      await look(...everybody);
      const raised = await setMax(others.rival, auctionId, 20_000);
      answers.push(raised);
      await untilSeen(5);
      if (raised.ok) {
        const { _id: maxBidId } = raised.maxBid;
        answers.push(await others.rival.send("maxbid:cancel", { maxBidId, commandId: randomUUID() }));
      }
      answers.push(await bid(others.rival, auctionId, 30_000));
      await untilSeen(6);
      await setStatus(server, admin, auctionId, "paused");
      await untilSeen(7);
      await setStatus(server, admin, auctionId, "active");
      await untilSeen(8);
      await look(...everybody);
      answers.push(await others.visitor.send("auction:watch", { auctionId, sinceVersion: 1 }));
      // The leader wins, and a deposit is taken. Administrators may see maxima from now on.
      await setStatus(server, admin, auctionId, "ended");
      await Promise.all(watchers.map((client) => client.next("auction:ended", (data) => data.auctionId === auctionId)));
      await others["admin listing"].next(
        "settlement:changed",
        ({ settlement }) => settlement.auction._id === auctionId,
      );
      expect(await winOf(server, leader, auctionId)).toMatchObject({ status: "open", price: 30_100, deposit: 6_020 });
      await look(undefined, rival);

      const received: Record<string, string> = {
        answers: comparable(answers, names),
        rest: comparable(rest.map(withoutTheOtherRun(auctionId)), names),
      };
      for (const [who, client] of Object.entries(others)) {
        await settled(client);
        // The clock's own events come when they come, whatever anybody bids; a feed tells of the other run too. So does
        // the name of a list that changed: staff get those of their lists, a bidder those of their own.
        const mayHear = who.startsWith("admin")
          ? ["settlements"]
          : who === "rival"
            ? ["own-bids", "own-notifications"]
            : [];
        for (const { list } of client.of("list:changed")) expect(mayHear).toContain(list);
        const frames = client.frames
          .filter(({ type }) => !["auction:countdown", "auction:viewers", "list:changed"].includes(type))
          .filter((frame) => !feeds.includes(client) || JSON.stringify(frame).includes(auctionId));
        received[who] = comparable(frames, names);
        // Only the leader sees the deposit; administrators see it in the settlement.
        const isMoney = ({ type }: { type: string }) => /^(balance|win|purchase|settlement):/.test(type);
        expect(frames.filter(isMoney).map(({ type }) => type)).toEqual(
          who === "admin listing" ? ["settlement:changed"] : [],
        );
        client.close();
      }
      leading.close();
      return received;
    };

    /** Lists of auctions hold the other run's too. */
    const withoutTheOtherRun = (auctionId: string) => (answers: unknown) =>
      JSON.parse(JSON.stringify(answers), (_key, value) =>
        Array.isArray(value) && value.every((item) => item?.seller)
          ? value.filter((item) => item._id === auctionId)
          : value,
      );

    it("send everyone but the leader the same events, answers and bodies", async () => {
      const meet = meetingOf(2);
      const [low, high] = await Promise.all([
        play("low", [50_000], meet),
        play("high", [9_999_999.99, 60_000.5, 400_000, 400_000], meet),
      ]);
      for (const received of Object.values(low)) expect(received.length).toBeGreaterThan(200);
      expect(high).toEqual(low);
    });
  });

  it("a hidden change changes no event, version, bidCount, updatedAt or order of the listing", async () => {
    const leader = await makePerson(server, "hana");
    const waiting = await makePerson(server, "wale");
    const { _id: auctionId } = await openAuction(server, admin);
    await openAuction(server, admin, { title: "Another lot" });
    const [leading, other, visitor, boss] = await Promise.all([
      connect(server, "socket.io", { token: leader.token }),
      connect(server, "/ws", { token: waiting.token }),
      connect(server, "/ws"),
      connect(server, "socket.io", { token: admin.token }),
    ]);
    for (const client of [visitor, boss]) await client.ask("auction:watch", { auctionId });
    await visitor.ask("auctions:watch", {});
    await boss.ask("admin:watch", {});
    await setMax(leading, auctionId, 5000);
    for (const client of [visitor, boss]) {
      await client.next("auction:price", (data) => !("bids" in data));
      await client.next("auction:price", (data) => "bids" in data);
      // A count of one may come before it.
      await client.next("auction:viewers", ({ count }) => count === 2);
      client.forget();
    }
    const look = async () =>
      JSON.stringify([await everythingOverRest(auctionId), await everythingOverRest(auctionId, admin)]);
    const untimed = (text: string) => text.replace(/"serverTime":"[^"]+"/g, "");
    const before = untimed(await look());

    for (const amount of [8000, 6000, 6000.01]) {
      expect(await setMax(leading, auctionId, amount)).toMatchObject({
        ok: true,
        auction: { version: 2, bidCount: 1 },
      });
    }
    // Above the price but below the minimum bid: kept, and cannot bid.
    const kept = await setMax(other, auctionId, 1150);
    expect(kept).toMatchObject({ ok: true, maxBid: { autoBidCount: 0 }, auction: { version: 2, isLeading: false } });
    if (kept.ok) await other.ask("maxbid:cancel", { maxBidId: kept.maxBid._id, commandId: randomUUID() });

    await Promise.all([settled(visitor), settled(boss)]);
    for (const client of [visitor, boss]) {
      // Administrators are told within a second of the accounts that this test made, and of the lots that others ended.
      const others = client.frames.filter(
        ({ type, data }) =>
          type !== "auction:countdown" &&
          type !== "user:updated" &&
          !(type === "list:changed" && data.list === "settlements"),
      );
      expect(others).toEqual([]);
    }
    expect(untimed(await look())).toBe(before);
    for (const client of [leading, other, visitor, boss]) client.close();
  });

  // S413
  it("an administrator sees others' maxima only after the end, and a user or the loser never", async () => {
    const [leader, loser] = await Promise.all([makePerson(server, "lara"), makePerson(server, "musa")]);
    const { _id: auctionId } = await openAuction(server, admin);
    for (const [person, maxAmount] of [
      [loser, 3000],
      [leader, 7000],
    ] as const) {
      const body = { auctionId, maxAmount, currency: "NGN" };
      expect((await server.api("POST", "/api/maxbids", { token: person.token, body })).status).toBe(200);
    }
    const maximaSeenBy = async ({ token }: Person): Promise<number[]> => {
      const { body } = await server.api("GET", `/api/maxbids/auction/${auctionId}/all`, { token });
      return body.maxBids.map((maxBid: { maxAmount: number }) => maxBid.maxAmount);
    };
    for (const status of ["active", "paused"]) {
      await setStatus(server, admin, auctionId, status);
      expect(await maximaSeenBy(admin)).toEqual([]);
    }
    await setStatus(server, admin, auctionId, "ended");
    expect(await maximaSeenBy(admin)).toEqual([7000, 3000]);
    expect(await maximaSeenBy(loser)).toEqual([3000]);
    expect((await server.api("GET", `/api/maxbids/auction/${auctionId}/all`)).status).toBe(401);
  });
});
