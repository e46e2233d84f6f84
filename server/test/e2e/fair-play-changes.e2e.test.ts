// Tests content versions (rule 14) from outside: a lot that changes under its bidders, over REST and both transports.
// It is long, because each file starts a server, so one file holds one subject.
import { randomUUID } from "node:crypto";
import { changesAnswer } from "@jara/shared/rest/voids";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectHistoryHolds } from "../support/check-history.ts";
import { connect, type LiveClient, settled, transports } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person } from "../support/e2e-people.ts";
import { expectShape, sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { say, ways } from "../support/e2e-ways.ts";
import { logIsRead } from "../support/read-log.ts";

const boxed = [{ field: "title", before: "Talking drum", after: "(empty box)" }];

const server = await sharedServer();

describeEndToEnd("a lot that changes", () => {
  let admin: Person;
  let ada: Person;
  let bola: Person;
  let lotId: string;
  const open: LiveClient[] = [];

  beforeAll(async () => {
    admin = await makePerson(server, "admin", { role: "admin" });
    ada = await makePerson(server, "adaeze");
    bola = await makePerson(server, "bolanle");
  });
  beforeEach(async () => {
    lotId = (await openAuction(server, admin))._id;
  });
  afterEach(async () => {
    for (const client of open.splice(0)) client.close();
    await expectHistoryHolds(server.server.database, lotId);
  });

  const edit = (body: object) => server.api("PUT", `/api/auctions/${lotId}`, { token: admin.token, body });
  const bid = (person: Person, amount: number, more: object = {}) =>
    say(server, "REST", person, "bid:place", { auctionId: lotId, amount, ...more });
  const setMax = (person: Person, maxAmount: number, more: object = {}) =>
    say(server, "REST", person, "maxbid:set", { auctionId: lotId, maxAmount, currency: "NGN", ...more });
  const lotNow = async () => (await server.api("GET", `/api/auctions/${lotId}`)).body.auction;
  const changes = async (person?: Person) => {
    const { status, body } = await server.api("GET", `/api/auctions/${lotId}/changes`, { token: person?.token });
    expect(status).toBe(200);
    expectShape(changesAnswer, body);
    return body.changes;
  };
  const mailsTo = async (person: Person): Promise<{ kind: string; data: Record<string, unknown> }[]> => {
    await logIsRead(server);
    const rows = await server.query<{ kind: string; data: string | Record<string, unknown> }>(
      `select kind, data from outbox where user_id = $1::text::uuid and data->>'auctionId' = $2 and kind <> 'outbid'
         order by created_at`,
      [person.id, lotId],
    );
    return rows.map(({ kind, data }) => ({ kind, data: typeof data === "string" ? JSON.parse(data) : data }));
  };
  const join = async (person?: Person): Promise<LiveClient> => {
    const client = await connect(server, "/ws", { token: person?.token });
    open.push(client);
    return client;
  };

  // S352
  it("shows everybody its texts before and after each change with bids, but not the reserve", async () => {
    await bid(ada, 1100);
    await edit({ title: "(empty box)" });
    await edit({ reservePrice: 1050 });
    await edit({ reservePrice: null, condition: "fair" });
    const [first, second, ...others] = await changes();
    expect(first).toMatchObject({ contentVersion: 2, fields: boxed });
    // A reserve is not added with bids: that edit was refused.
    expect(second).toMatchObject({
      contentVersion: 3,
      fields: [{ field: "condition", before: "good", after: "fair" }],
    });
    expect(others).toEqual([]);
    expect(await changes(bola)).toEqual(await changes());
    expect(await lotNow()).toMatchObject({ contentVersion: 3, contentChangedAt: second.at });
  });

  it("shows that it has no reserve any more, and never the amount", async () => {
    lotId = (await openAuction(server, admin, { reservePrice: 7_654_321 }))._id;
    await bid(ada, 1100);
    await edit({ reservePrice: 6_543_210 });
    expect(await changes()).toEqual([]);
    const watcher = await join();
    await watcher.ask("auction:watch", { auctionId: lotId });
    await edit({ reservePrice: null });
    expect((await changes())[0].fields).toEqual([{ field: "hasReserve", before: true, after: false }]);
    await watcher.next("auction:updated", ({ contentVersion }) => contentVersion === 2);
    expect(JSON.stringify([watcher.frames, await changes(), await mailsTo(ada)])).not.toMatch(/7654321|6543210/);
  });

  // S354
  it("notifies watchers and bidders at once by event and mail, wherever they are", async () => {
    const watcher = await join();
    await watcher.ask("auction:watch", { auctionId: lotId });
    const [bidder, owner] = [await join(ada), await join(bola)];
    await bid(ada, 1100);
    const { body } = await setMax(bola, 5000);
    for (const client of [watcher, bidder, owner]) {
      await settled(client);
      client.forget();
    }
    await edit({ title: "(empty box)" });
    for (const client of [watcher, bidder, owner]) {
      expect(await client.next("auction:updated", ({ auctionId }) => auctionId === lotId)).toMatchObject({
        auctionId: lotId,
        contentVersion: 2,
        changes: [...boxed],
        auction: { title: "(empty box)" },
      });
    }
    expect(await owner.next("maxbid:suspended")).toEqual({
      auctionId: lotId,
      maxBidId: body.maxBid._id,
      contentVersion: 2,
    });
    expect(await owner.next("maxbid:changed")).toMatchObject({ maxBid: { isSuspended: true, contentVersion: 1 } });
    await settled(bidder);
    expect(bidder.of("maxbid:suspended")).toEqual([]);
    expect(watcher.of("maxbid:suspended")).toEqual([]);
    for (const person of [ada, bola]) {
      expect((await mailsTo(person)).filter(({ kind }) => kind === "lot-changed")).toEqual([
        { kind: "lot-changed", data: expect.objectContaining({ title: "(empty box)", fields: ["the title"] }) },
      ]);
    }
  });

  it("is changed with bids by staff who run auctions only, and says why it changed and by whom", async () => {
    const cataloguer = await makePerson(server, "cataloguer", { role: "cataloguer" });
    const as = { token: cataloguer.token };
    expect((await server.api("PUT", `/api/auctions/${lotId}`, { ...as, body: { title: "A drum" } })).status).toBe(200);
    await bid(ada, 1100);
    for (const path of [`/api/auctions/${lotId}`, `/api/auctions/admin/${lotId}`]) {
      const { status, body } = await server.api("PUT", path, { ...as, body: { title: "Other" } });
      expect([status, body.code]).toEqual([403, "FORBIDDEN"]);
    }
    const added = await server.api("POST", `/api/auctions/${lotId}/addenda`, { ...as, body: { text: "No lid" } });
    expect(added.status).toBe(403);
    expect((await edit({ title: "(empty box)", reason: "Somebody looked" })).status).toBe(200);
    expect(await changes()).toMatchObject([{ reason: "Somebody looked", changedBy: "admin" }]);
  });

  it("is corrected in public, while maxima go on bidding, and a bidder who showed a limit and withdraws stays out", async () => {
    const { body } = await setMax(ada, 5000);
    await setMax(bola, 6000);
    const owner = await join(ada);
    const { status } = await edit({ title: "Talking drums", isCorrection: true });
    expect(status).toBe(200);
    expect(await changes()).toMatchObject([{ contentVersion: 2, isCorrection: true }]);
    const corrected = await owner.next("auction:updated", ({ auctionId }) => auctionId === lotId);
    expect(corrected).toMatchObject({ isCorrection: true, auction: { fullVersion: 1 } });
    expect(owner.of("maxbid:suspended")).toEqual([]);
    const own = await server.api("GET", `/api/maxbids/auction/${lotId}`, { token: ada.token });
    expect(own.body.maxBid).toMatchObject({ _id: body.maxBid._id, isSuspended: false });
    expect((await edit({ title: "Talking drums, 12 kg", isCorrection: true })).body.code).toBe("INVALID");
    const left = await server.api("POST", `/api/auctions/${lotId}/withdraw-bids`, { token: bola.token });
    expect(left.status).toBe(200);
    expect((await bid(bola, 2000)).body).toMatchObject({
      code: "FORBIDDEN",
      message: expect.stringContaining("another bidder's limit"),
    });
  });

  // S328
  it.each(ways)("refuses a bid and a maximum for an older version, and answers the changes, over %s", async (way) => {
    await bid(bola, 1100);
    await edit({ title: "(empty box)" });
    await edit({ title: "A box", condition: "fair" });
    const refused = {
      ok: false,
      body: {
        code: "LOT_CHANGED",
        contentVersion: 3,
        changes: expect.arrayContaining([
          { field: "title", before: "Talking drum", after: "A box" },
          { field: "condition", before: "good", after: "fair" },
        ]),
      },
    };
    const max = { auctionId: lotId, maxAmount: 5000, currency: "NGN" } as const;
    expect(
      await say(server, way, ada, "bid:place", { auctionId: lotId, amount: 1200, contentVersion: 1 }),
    ).toMatchObject(refused);
    expect(await say(server, way, ada, "maxbid:set", { ...max, contentVersion: 1 })).toMatchObject(refused);
    expect(
      await say(server, way, ada, "bid:place", { auctionId: lotId, amount: 1200, contentVersion: 2 }),
    ).toMatchObject({
      body: {
        code: "LOT_CHANGED",
        changes: expect.arrayContaining([{ field: "title", before: "(empty box)", after: "A box" }]),
      },
    });
    expect(
      await say(server, way, ada, "bid:place", { auctionId: lotId, amount: 1200, contentVersion: 4 }),
    ).toMatchObject({
      body: { code: "INVALID" },
    });
    expect(await lotNow()).toMatchObject({ bidCount: 1, currentPrice: 1100 });
    expect(
      await say(server, way, ada, "bid:place", { auctionId: lotId, amount: 1200, contentVersion: 3 }),
    ).toMatchObject({
      ok: true,
    });
    // An old client does not say.
    expect(await say(server, way, bola, "bid:place", { auctionId: lotId, amount: 1300 })).toMatchObject({ ok: true });
  });

  // S326
  it.each(ways)("suspends a maximum until its owner confirms it, over %s", async (way) => {
    const { body } = await setMax(ada, 5000);
    const maxBidId: string = body.maxBid._id;
    await edit({ title: "(empty box)" });
    const confirm = (person: Person, contentVersion: number, commandId?: string) =>
      say(server, way, person, "maxbid:confirm", { maxBidId, contentVersion, ...(commandId && { commandId }) });
    // It does not answer, so the rival leads.
    expect((await bid(bola, 1200)).body.auction).toMatchObject({ isLeading: true, currentPrice: 1200 });
    expect((await server.api("GET", `/api/maxbids/auction/${lotId}`, { token: ada.token })).body.maxBid).toMatchObject({
      isSuspended: true,
      contentVersion: 1,
      auction: { contentVersion: 2 },
    });
    expect(await confirm(ada, 1)).toMatchObject({ body: { code: "LOT_CHANGED", changes: boxed } });
    expect(await confirm(ada, 3)).toMatchObject({ body: { code: "INVALID" } });
    expect(await confirm(bola, 2)).toMatchObject({ body: { code: "NOT_FOUND" } });
    const commandId = randomUUID();
    const confirmed = await confirm(ada, 2, commandId);
    expect(confirmed).toMatchObject({
      ok: true,
      body: {
        maxBid: { _id: maxBidId, isSuspended: false, contentVersion: 2, maxAmount: 5000 },
        auction: { currentPrice: 1300, isLeading: true },
      },
    });
    expect(await confirm(ada, 2, commandId)).toEqual(confirmed);
    expect(await confirm(ada, 2)).toMatchObject({ ok: true, body: { auction: { currentPrice: 1300 } } });
  });

  // S327
  it.each(ways)("lets a bidder withdraw once because of the change, over %s", async (way) => {
    await bid(ada, 1100);
    await bid(bola, 1500);
    const withdraw = (person: Person, commandId?: string) =>
      say(server, way, person, "bid:withdraw", { auctionId: lotId, ...(commandId && { commandId }) });
    expect(await withdraw(bola)).toMatchObject({ ok: false, body: { code: "FORBIDDEN" } });
    await edit({ title: "(empty box)" });
    const watcher = await join();
    await watcher.ask("auction:watch", { auctionId: lotId });
    const [commandId, stranger] = [randomUUID(), await makePerson(server, `stranger-${way.length}`)];
    expect(await withdraw(stranger)).toMatchObject({ ok: false, body: { code: "NOT_FOUND" } });
    const withdrawn = await withdraw(bola, commandId);
    expect(withdrawn).toMatchObject({
      ok: true,
      body: { auction: { currentPrice: 1100, isLeading: false, bidCount: 1 } },
    });
    expect(await withdraw(bola, commandId)).toEqual(withdrawn);
    expect(await withdraw(bola)).toMatchObject({ ok: false, body: { code: "NOT_FOUND" } });
    expect(await watcher.next("auction:bids-voided")).toMatchObject({
      bidder: { username: "b***e" },
      reason: "withdrawn",
      currentPrice: 1100,
      minimumBid: 1200,
      bidCount: 1,
      leader: { username: "a***e" },
    });
    expect((await mailsTo(bola)).at(-1)).toMatchObject({ kind: "own-bids-voided", data: { reason: "withdrawn" } });
    expect((await mailsTo(ada)).at(-1)).toMatchObject({ kind: "bids-voided", data: { isWithdrawn: true } });
    // Rule 15 bars nobody who withdrew.
    expect((await bid(bola, 1200)).ok).toBe(true);
    // Nor does that bid, made on the changed lot, give a second way out.
    expect(await withdraw(bola)).toMatchObject({ ok: false, body: { code: "FORBIDDEN" } });
  });

  describe.each(transports)("over %s", (transport) => {
    it("shows a reader who missed it what changed", async () => {
      await bid(ada, 1100);
      await edit({ title: "(empty box)" });
      const late = await connect(server, transport);
      open.push(late);
      const { events } = await late.ask("auction:watch", { auctionId: lotId, sinceVersion: 2 });
      expect(events?.[0]).toMatchObject({ type: "auction:updated", data: { contentVersion: 2, changes: boxed } });
    });
  });
});
