// Tests soft close (rule 13) from outside: which bids move the end, by how much, and who is notified.
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { expectHistoryHolds, logOf } from "../support/check-history.ts";
import { connect, type LiveClient, settled, type Transport, transports } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person } from "../support/e2e-people.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { say, ways } from "../support/e2e-ways.ts";
import { goTo } from "../support/shift-clock.ts";

const anyTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const MINUTE = 60_000;

describeEndToEnd("soft close", () => {
  let server: TestServer;
  let admin: Person;
  let ada: Person;
  let bola: Person;
  const open: LiveClient[] = [];

  beforeAll(async () => {
    server = await startTestServer({ because: "it shifts the clock" });
    admin = await makePerson(server, "admin", { role: "admin" });
    ada = await makePerson(server, "adaeze");
    bola = await makePerson(server, "bolanle");
  });
  afterEach(() => {
    for (const client of open.splice(0)) client.close();
  });
  afterAll(() => server?.close());

  const fromNow = async (ms: number): Promise<string> => new Date((await server.databaseNow()) + ms).toISOString();
  const endingIn = async (ms: number, softClose: object | null) =>
    openAuction(server, admin, { endTime: await fromNow(ms), softClose: softClose as never });
  const auctionNow = async (id: string) => (await server.api("GET", `/api/auctions/${id}`)).body.auction;
  const follow = async (transport: Transport, auctionId: string): Promise<LiveClient> => {
    const client = await connect(server, transport);
    open.push(client);
    await client.ask("auctions:watch", {});
    await client.ask("auction:watch", { auctionId });
    await client.next("auction:countdown");
    client.forget();
    return client;
  };

  it.each(ways)(
    "moves the end to the bid's time plus the window, in the same commit, for a bid over %s",
    async (way) => {
      const { _id, endTime } = await endingIn(20_000, { windowSeconds: 120, capMinutes: 30 });
      const followers = [await follow("socket.io", _id), await follow("/ws", _id)];
      const { ok, body } = await say(server, way, ada, "bid:place", { auctionId: _id, amount: 1100 });
      expect(ok).toBe(true);
      const newEnd = new Date(Date.parse(body.bid.timestamp) + 120_000).toISOString();
      expect(body.auction.endTime).toBe(newEnd);
      for (const follower of followers) {
        expect(await follower.next("auction:extended")).toEqual({
          auctionId: _id,
          version: 2,
          endTime: newEnd,
          extendedBy: Date.parse(newEnd) - Date.parse(endTime),
          serverTime: anyTime,
        });
        await follower.next("auction:price", ({ version }) => version === 2);
        await follower.next(
          "auction:countdown",
          (countdown) => countdown.version === 2 && countdown.endTime === newEnd,
        );
        // The listing's card needs the new end.
        await follower.next("auction:updated", ({ auction }) => auction.version === 2 && auction.endTime === newEnd);
      }
      expect(await auctionNow(_id)).toMatchObject({
        version: 2,
        endTime: newEnd,
        latestEndTime: new Date(Date.parse(endTime) + 30 * MINUTE).toISOString(),
      });
      const extended = (await logOf(server.server.database, _id)).at(-1)?.events.map(({ type }) => type);
      expect(extended).toEqual(["BidPlaced", "AuctionExtended"]);
      const { body: history } = await server.api("GET", `/api/auctions/admin/${_id}/history`, { token: admin.token });
      expect(history.entries[0].summary).toMatch(/end/);
      expect(history.entries[0].details[1]).toMatchObject({ type: "AuctionExtended", from: endTime, endsAt: newEnd });
      await expectHistoryHolds(server.server.database, _id);
    },
  );

  it("does not move the end, and sends nobody anything, when nothing public changes", async () => {
    const { _id } = await endingIn(25_000, { windowSeconds: 30, capMinutes: 30 });
    const max = (person: Person, maxAmount: number) =>
      say(server, "REST", person, "maxbid:set", { auctionId: _id, maxAmount, currency: "NGN" });
    const led = await max(ada, 5000);
    const follower = await follow("/ws", _id);
    // The leader's maximum, up and down; a rival's below the minimum bid.
    for (const answer of [await max(ada, 9000), await max(ada, 7000), await max(bola, 1150)]) {
      expect(answer).toMatchObject({ ok: true, body: { auction: { endTime: led.body.auction.endTime, version: 2 } } });
    }
    await settled(follower);
    // The countdown tells the time that is left, once this machine was slow enough.
    const ofLot = follower.frames.filter(({ data }) => "auctionId" in data && data.auctionId === _id);
    expect(ofLot.filter(({ type }) => !/^auction:(viewers|countdown)$/.test(type))).toEqual([]);
  });

  // S324
  it("closes at the new end and accepts bids until then", async () => {
    const { _id, endTime } = await endingIn(50_000, { windowSeconds: 60, capMinutes: 1 });
    const follower = await follow("socket.io", _id);
    const { body } = await say(server, "REST", ada, "bid:place", { auctionId: _id, amount: 1100 });
    const newEnd = Date.parse(body.auction.endTime);
    expect(newEnd).toBe(Date.parse(body.bid.timestamp) + MINUTE);
    await goTo(server, Date.parse(endTime) + 50);
    await settled(follower);
    expect((await auctionNow(_id)).status).toBe("active");
    await goTo(server, newEnd);
    const ended = await follower.next("auction:ended");
    expect(Date.parse(ended.serverTime)).toBeGreaterThanOrEqual(newEnd);
    expect(ended).toMatchObject({ status: "ended", winner: { username: "a***e" } });
    const [row] = await server.query<{ at: number }>(
      `select (extract(epoch from at) * 1000)::float8 as at from auction_events
       where auction_id = $1::text::uuid order by revision desc limit 1`,
      [_id],
    );
    expect(row?.at).toBeGreaterThanOrEqual(newEnd);
    expect(await say(server, "REST", bola, "bid:place", { auctionId: _id, amount: 1200 })).toMatchObject({
      body: { code: "AUCTION_ENDED" },
    });
  });

  it("repeats the end that the bid had set when the command is sent again", async () => {
    const { _id } = await endingIn(20_000, { windowSeconds: 60, capMinutes: 30 });
    const commandId = "00000000-0000-4000-8000-0000000000aa";
    const first = await say(server, "REST", ada, "bid:place", { auctionId: _id, amount: 1100, commandId });
    await say(server, "REST", bola, "bid:place", { auctionId: _id, amount: 1200 });
    expect(await say(server, "/ws", ada, "bid:place", { auctionId: _id, amount: 1100, commandId })).toEqual(first);
  });

  describe.each(transports)("over %s", (transport) => {
    it("replays the extension to a client that missed it", async () => {
      const { _id } = await endingIn(20_000, { windowSeconds: 60, capMinutes: 30 });
      await say(server, "REST", ada, "bid:place", { auctionId: _id, amount: 1100 });
      const late = await connect(server, transport);
      open.push(late);
      const { events, auction } = await late.ask("auction:watch", { auctionId: _id, sinceVersion: 1 });
      expect(events?.map(({ type }) => type)).toEqual(["auction:price", "auction:extended"]);
      expect(events?.[1]?.data).toMatchObject({ version: 2, endTime: auction.endTime });
    });
  });
});
