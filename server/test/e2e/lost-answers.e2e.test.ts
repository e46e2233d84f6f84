// Tests commits that happened but whose answer from the database was lost. Watchers, the listing and the staff's feed
// get the same events as after a commit whose answer came, once.
import { randomUUID } from "node:crypto";
import type { PushFrame } from "@jara/shared/live-commands";
import type { Win } from "@jara/shared/rest/settlements";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, type LiveClient } from "../support/e2e-live.ts";
import { askForStatus, lot, makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { pay, winOf } from "../support/given-wins.ts";
import { loseAnswer, loseAnswerOfNewLot } from "../support/lose-answer.ts";
import { endIn } from "../support/seed.ts";

/** Events of the auction that are not compared, because they come at intervals. */
const notCompared = new Set(["auction:viewers", "auction:countdown"]);

const idOf = ({ data }: PushFrame): unknown => {
  if ("auctionId" in data) return data.auctionId;
  return "auction" in data ? data.auction._id : undefined;
};
/** Returns the frame's content without ids and times. */
const said = ({ type, data }: PushFrame): object => {
  const { version, status, currentPrice, auction, changes } = data as unknown as Record<string, never>;
  return { type, version, status, currentPrice, changes, of: (auction as { status?: string } | undefined)?.status };
};

const server = await sharedServer();

describeEndToEnd("a commit whose answer is lost", () => {
  let admin: Person;
  let bidder: Person;
  let rival: Person;
  let watcher: LiveClient;
  let listing: LiveClient;
  let staff: LiveClient;
  let leader: LiveClient;
  beforeAll(async () => {
    admin = await makePerson(server, "admin", { role: "admin" });
    bidder = await makePerson(server, "bidder");
    rival = await makePerson(server, "rival");
    watcher = await connect(server, "socket.io");
    listing = await connect(server, "/ws");
    staff = await connect(server, "socket.io", { token: admin.token });
    leader = await connect(server, "socket.io", { token: bidder.token });
    await listing.ask("auctions:watch", {});
    await staff.ask("admin:watch", {});
  });
  afterAll(async () => {
    for (const client of [watcher, listing, staff, leader]) client?.close();
  });

  const bid = (person: Person, auctionId: string, amount: number) =>
    server.api("POST", "/api/bids", { token: person.token, body: { auctionId, amount } });

  /** Waits until every client got what was sent so far: another auction's price waits the longest. */
  const settle = async (): Promise<void> => {
    const { _id } = await openAuction(server, admin);
    for (const amount of [1100, 1200]) expect((await bid(rival, _id, amount)).status).toBe(201);
    for (const client of [listing, staff])
      await client.next("auction:price", ({ auctionId, version }) => auctionId === _id && version === 3);
    await Promise.all([watcher, leader].map((client) => client.ask("clock:sync", { t0: 1 })));
  };

  const statusChange =
    (from: string, to: string) =>
    async (auctionId: string): Promise<() => Promise<{ readonly status: number }>> => {
      if (from !== "active") await setStatus(server, admin, auctionId, from);
      return () => askForStatus(server, admin, auctionId, to);
    };
  type Prepare = (auctionId: string) => Promise<() => Promise<{ readonly status: number }>>;
  const changes: [string, string, Prepare][] = [
    ["the opening of a draft", "AuctionStarted", statusChange("draft", "active")],
    ["a pause", "AuctionPaused", statusChange("active", "paused")],
    ["a resumption", "AuctionResumed", statusChange("paused", "active")],
    ["an end by the staff", "AuctionEnded", statusChange("active", "ended")],
    ["a second opening", "AuctionReopened", statusChange("ended", "active")],
    ["a cancellation", "AuctionCancelled", statusChange("active", "cancelled")],
    ["a withdrawal", "AuctionWithdrawn", statusChange("active", "draft")],
    [
      "Buy It Now",
      "BuyItNowStarted",
      async (auctionId) => {
        // A person has at most one purchase to pay.
        const { token } = await makePerson(server, `buyer${randomUUID().slice(0, 8)}`);
        const headers = { "idempotency-key": randomUUID() };
        return () => server.api("POST", `/api/auctions/${auctionId}/buy-it-now`, { token, headers });
      },
    ],
    [
      "the deletion",
      "AuctionRemoved",
      async (auctionId) => () => server.api("DELETE", `/api/auctions/${auctionId}`, { token: admin.token }),
    ],
  ];

  /** An open auction that the watcher watches, and its change. */
  const given = async (prepare: Prepare, event: string) => {
    const { _id: auctionId } = await openAuction(server, admin, { buyItNowPrice: 900_000 });
    // An auction with bids cannot be deleted.
    if (event !== "AuctionRemoved") expect((await bid(bidder, auctionId, 1100)).status).toBe(201);
    const change = await prepare(auctionId);
    await watcher.send("auction:watch", { auctionId });
    return { auctionId, change };
  };
  const forgetAll = async (): Promise<void> => {
    await settle();
    for (const client of [watcher, listing, staff, leader]) client.forget();
  };
  const seenOf = (auctionId: string): object[][] =>
    [watcher, listing, staff].map(({ frames }) =>
      frames.filter((frame) => idOf(frame) === auctionId && !notCompared.has(frame.type)).map(said),
    );

  describe("of an auction", () => {
    /** The events of everybody for each change whose answer comes. All are made at once: each look takes a while. */
    const known = new Map<string, object[][]>();
    beforeAll(async () => {
      const all = await Promise.all(
        changes.map(async ([what, event, prepare]) => ({ what, ...(await given(prepare, event)) })),
      );
      await forgetAll();
      const answers = await Promise.all(all.map(({ change }) => change()));
      expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
      await settle();
      for (const { what, auctionId } of all) known.set(what, seenOf(auctionId));
    });

    it.each(changes)("sends everybody the events of %s", async (what, event, prepare) => {
      expect(known.get(what)?.[1]?.length).toBeGreaterThan(0);
      const { auctionId, change } = await given(prepare, event);
      await forgetAll();
      const isLost = loseAnswer(server, event);
      expect([(await change()).status, isLost()]).toEqual([503, true]);
      // The last of its events, whatever the change is.
      if (event === "AuctionRemoved") await listing.next("auction:removed", (event) => event.auctionId === auctionId);
      else await staff.next("auction:status", (event) => event.auctionId === auctionId);
      await settle();
      expect(seenOf(auctionId)).toEqual(known.get(what));
    });
  });

  it.each(["a new lot", "a copy"])(
    "announces %s to everybody who may see it, once, and a repeat makes no other",
    async (what) => {
      const old = await openAuction(server, admin);
      await setStatus(server, admin, old._id, "ended");
      await settle();
      for (const client of [listing, staff]) client.forget();
      const title = `Lost and found: ${what} ${randomUUID()}`;
      const headers = { "idempotency-key": randomUUID() };
      const make = () =>
        what === "a copy"
          ? server.api("POST", `/api/auctions/${old._id}/relist`, { token: admin.token, headers, body: {} })
          : server.api("POST", "/api/auctions", { token: admin.token, headers, body: lot({ title }) });
      const isLost = loseAnswerOfNewLot(server);
      expect([(await make()).status, isLost()]).toEqual([503, true]);
      const { auction } = await staff.next("auction:created");
      const again = await make();
      expect([again.status, again.body.auction._id]).toEqual([201, auction._id]);
      await settle();
      const announced = (client: LiveClient): number =>
        client.frames.filter((frame) => frame.type === "auction:created" && idOf(frame) === auction._id).length;
      // A copy is a draft, which the public does not see.
      expect([announced(listing), announced(staff)]).toEqual([what === "a copy" ? 0 : 1, 1]);
    },
  );

  it("sends the end of an auction by the clock to the listing and the staff, once", async () => {
    const { _id: auctionId } = await openAuction(server, admin);
    await bid(bidder, auctionId, 1100);
    await watcher.ask("auction:watch", { auctionId });
    for (const client of [watcher, listing, staff, leader]) client.forget();
    const isLost = loseAnswer(server, "AuctionEnded");
    await endIn(server.server.database, auctionId, 500);
    for (const client of [listing, staff]) {
      await client.next("auction:status", (event) => event.auctionId === auctionId && event.status === "ended");
    }
    expect(isLost()).toBe(true);
    await watcher.next("auction:ended", (event) => event.auctionId === auctionId);
    await leader.next("auction:won", (event) => event.auctionId === auctionId);
    await settle();
    const ends = (client: LiveClient, type: string): number =>
      client.frames.filter((frame) => frame.type === type && idOf(frame) === auctionId).length;
    expect([ends(listing, "auction:status"), ends(staff, "auction:status")]).toEqual([1, 1]);
    expect([ends(watcher, "auction:ended"), ends(leader, "auction:won")]).toEqual([1, 1]);
  });

  it("sends a lost change before the next one, and sends `bid:outbid` to the person whom it outbid", async () => {
    const { _id: auctionId } = await openAuction(server, admin);
    expect((await bid(bidder, auctionId, 1100)).status).toBe(201);
    await watcher.ask("auction:watch", { auctionId });
    await settle();
    for (const client of [watcher, listing, staff, leader]) client.forget();
    const isLost = loseAnswer(server, "BidPlaced");
    const [first, second] = await Promise.all([
      bid(rival, auctionId, 1200),
      server.api("PATCH", `/api/auctions/admin/${auctionId}/status`, {
        token: admin.token,
        body: { status: "paused" },
      }),
    ]);
    expect([first.status, isLost()]).toEqual([503, true]);
    if (second.status === 503) await setStatus(server, admin, auctionId, "paused");
    await listing.next("auction:status", (event) => event.auctionId === auctionId && event.status === "paused");
    expect(await leader.next("bid:outbid", (event) => event.auctionId === auctionId)).toMatchObject({
      currentPrice: 1200,
    });
    await settle();
    const versions = watcher.frames
      .filter((frame) => idOf(frame) === auctionId && !notCompared.has(frame.type))
      .map(({ type, data }) => [type, (data as { version: number }).version]);
    expect(versions).toEqual([
      ["auction:price", 3],
      ["auction:paused", 4],
    ]);
  });

  it("sends a payer the new balance after a payment from the balance, once", async () => {
    const payer = await makePerson(server, "payer", { balance: 20_000 });
    // Make the account older, because the server sends accounts that were made in the last seconds again by itself.
    await server.server.database.query("update users set created_at = created_at - interval '1 day' where id = $1", [
      payer.id,
    ]);
    const device = await connect(server, "socket.io", { token: payer.token });
    const { _id: auctionId } = await openAuction(server, admin, { buyItNowPrice: 5000 });
    const bought = await server.api("POST", `/api/auctions/${auctionId}/buy-it-now`, { token: payer.token });
    expect(bought.status).toBe(200);
    const win = (await winOf(server, payer, auctionId)) as Win;
    // The purchase takes the deposit.
    expect(await device.next("balance:changed")).toMatchObject({ balance: 20_000 - 1000 });
    device.forget();
    const isLost = loseAnswer(server, "PaymentReceived");
    expect([(await pay(server, payer, win._id, { method: "balance" })).status, isLost()]).toEqual([503, true]);
    expect(await device.next("balance:changed")).toMatchObject({ balance: 20_000 - 5250 });
    await settle();
    expect(device.frames.filter(({ type }) => type === "balance:changed")).toHaveLength(1);
    device.close();
  });
});
