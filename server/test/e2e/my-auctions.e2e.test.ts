// Tests a person's auctions in four tabs: which tab has which auction, what each row says, and the pages.
import { type MyTab, myTabs } from "@jara/shared/my-tabs";
import { type MyAuctions, myAuctionsAnswer } from "@jara/shared/rest/my-auctions";
import { describe, expect, it } from "vitest";
import { type Person, setStatus } from "../support/e2e-people.ts";
import { expectShape, type TestServer } from "../support/e2e-server.ts";
import { beforeEachWithSettlements, type SettlementSteps } from "../support/e2e-settlements.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { dueIn } from "../support/seed.ts";

describeEndToEnd("a person's auctions", () => {
  let server: TestServer;
  let steps: SettlementSteps;
  let ada: Person;
  let bola: Person;
  beforeEachWithSettlements((world) => {
    ({ server, steps, ada, bola } = world);
  });

  const list = async ({ token }: Person, query = ""): Promise<MyAuctions> => {
    const body = await steps.done(server.api("GET", `/api/bids/user/my-auctions${query}`, { token }));
    expectShape(myAuctionsAnswer, body);
    return body;
  };
  const titlesIn = async (person: Person, tab: MyTab): Promise<string[]> =>
    (await list(person, `?tab=${tab}`)).auctions.map(({ auction }) => auction.title);
  const tabsOf = async (person: Person): Promise<Record<MyTab, string[]>> =>
    Object.fromEntries(await Promise.all(myTabs.map(async (tab) => [tab, await titlesIn(person, tab)])));
  const setMax = (person: Person, auctionId: string, maxAmount: number) =>
    steps.done(
      server.api("POST", "/api/maxbids", { token: person.token, body: { auctionId, maxAmount, currency: "NGN" } }),
    );
  const rowOf = async (person: Person, tab: MyTab, auctionId: string) => {
    const row = (await list(person, `?tab=${tab}`)).auctions.find(({ auction }) => auction._id === auctionId);
    if (!row) throw new Error(`the auction is not in the tab ${tab}`);
    return row;
  };

  it("are none at first, and the tab of a person without auctions is Active", async () => {
    expect(await list(ada)).toEqual({
      auctions: [],
      tab: "active",
      counts: { action: 0, active: 0, won: 0, lost: 0 },
      pagination: { current: 1, pages: 1, total: 0, limit: 20 },
    });
  });

  it("name a running lot once, with the person's own bids, newest first, and the maximum", async () => {
    const lot = await steps.newLot();
    await steps.bid(ada, lot._id, 1100);
    await steps.bid(bola, lot._id, 1200);
    for (let amount = 1300; amount <= 1700; amount += 100) await steps.bid(ada, lot._id, amount);
    await setMax(ada, lot._id, 5000);
    const { auctions, tab, counts } = await list(ada);
    expect([tab, counts]).toEqual(["active", { action: 0, active: 1, won: 0, lost: 0 }]);
    expect(auctions).toMatchObject([
      {
        auction: { _id: lot._id, isLeading: true, currentPrice: 1700 },
        highestBid: 1700,
        bidCount: 6,
        owed: null,
        offer: null,
        listedAgainAs: null,
        maxBid: { _id: expect.any(String), maxAmount: 5000, isSuspended: false },
      },
    ]);
    expect(auctions[0]?.bids.map(({ amount, kind }) => [amount, kind])).toEqual(
      [1700, 1600, 1500, 1400, 1300].map((amount) => [amount, "manual"]),
    );
    expect((await list(bola)).auctions).toMatchObject([{ auction: { isLeading: false }, bidCount: 1, maxBid: null }]);
  });

  it("need an action while the person is outbid on a running lot, and no longer after the next bid", async () => {
    const lot = await steps.newLot();
    await steps.bid(ada, lot._id, 1100);
    await steps.bid(bola, lot._id, 1200);
    expect(await tabsOf(ada)).toEqual({ action: [lot.title], active: [lot.title], won: [], lost: [] });
    expect((await list(ada)).tab, "the tab that opens").toBe("action");
    expect(await titlesIn(bola, "action")).toEqual([]);
    await steps.bid(ada, lot._id, 1300);
    expect(await tabsOf(ada)).toEqual({ action: [], active: [lot.title], won: [], lost: [] });
    expect(await titlesIn(bola, "action")).toEqual([lot.title]);
    await setStatus(server, steps.admin, lot._id, "paused");
    expect(await tabsOf(bola), "nobody can bid during a pause").toMatchObject({ action: [], active: [lot.title] });
  });

  it("are won or lost at the end: the winner has to pay, then to collect the lot, then nothing", async () => {
    const { auction, settlement } = await steps.won([
      [bola, 1500],
      [ada, 2000],
    ]);
    const won = { action: [auction.title], active: [], won: [auction.title], lost: [] };
    expect(await tabsOf(ada)).toEqual(won);
    expect(await tabsOf(bola)).toEqual({ action: [], active: [], won: [], lost: [auction.title] });
    expect(await rowOf(ada, "won", auction._id)).toMatchObject({
      auction: { status: "ended", isLeading: true },
      owed: { _id: settlement._id, kind: "win", status: "open", total: 2000, remaining: 1600, pickup: null },
    });
    await steps.done(steps.post(`settlements/${settlement._id}/payments`, { method: "balance" }, { person: ada }));
    expect(await tabsOf(ada)).toEqual({ ...won, action: [] });
    expect((await rowOf(ada, "won", auction._id)).owed).toMatchObject({
      status: "paid",
      remaining: 0,
      pickup: "waiting",
    });
    await steps.done(steps.post(`settlements/${settlement._id}/ready`, { place: "Yaba", hours: "9 to 5" }));
    expect(await tabsOf(ada)).toEqual(won);
    expect((await rowOf(ada, "action", auction._id)).owed).toMatchObject({ pickup: "ready" });
    await server.query(
      `update settlements set handed_over_at = clock_timestamp(), handed_over_by = $2::text::uuid
       where id = $1::text::uuid`,
      [settlement._id, steps.admin.id],
    );
    expect(await tabsOf(ada)).toEqual({ ...won, action: [] });
  });

  it("have a Buy It Now purchase among the won ones, with its fee, though the buyer never bid", async () => {
    const { auction, settlement } = await steps.bought(ada);
    expect(await tabsOf(ada)).toEqual({ action: [auction.title], active: [], won: [auction.title], lost: [] });
    expect(await rowOf(ada, "action", auction._id)).toMatchObject({
      auction: { status: "paused" },
      highestBid: null,
      bidCount: 0,
      bids: [],
      owed: { _id: settlement._id, kind: "buy-it-now", status: "open", total: 5250, remaining: 4250 },
    });
  });

  it("list an unpaid win among the lost ones, and the offer to the runner-up as an action", async () => {
    const { auction, settlement } = await steps.forfeited([
      [bola, 3000],
      [ada, 4000],
    ]);
    expect(await tabsOf(ada)).toEqual({ action: [], active: [], won: [], lost: [auction.title] });
    expect((await rowOf(ada, "lost", auction._id)).owed).toMatchObject({ status: "forfeited", remaining: 0 });
    await steps.done(steps.post(`settlements/${settlement._id}/second-chance`));
    expect(await tabsOf(bola)).toEqual({ action: [auction.title], active: [], won: [], lost: [auction.title] });
    expect((await rowOf(bola, "action", auction._id)).offer).toMatchObject({ price: 3000 });
    await steps.offerEnds(auction._id);
    expect(await titlesIn(bola, "action")).toEqual([]);
  });

  it("follow the newest win: a win that was undone or not paid is lost, and the same lot can be won again", async () => {
    const lot = await steps.newLot();
    await setMax(ada, lot._id, 5000);
    const seen = async () => {
      const { body } = await server.api("GET", "/api/maxbids/user/active", { token: ada.token });
      const { counts } = await list(ada);
      return { isWon: body.maxBids[0].isWon, active: counts.active, won: counts.won, lost: counts.lost };
    };
    const running = { isWon: false, active: 1, won: 0, lost: 0 };
    const won = { isWon: true, active: 0, won: 1, lost: 0 };
    const changeTo = async (status: "active" | "ended") => await setStatus(server, steps.admin, lot._id, status);
    await steps.bid(bola, lot._id, 1200);
    expect(await seen()).toEqual(running);
    await changeTo("ended");
    expect(await seen()).toEqual(won);
    await changeTo("active");
    expect(await seen(), "the settlement is void").toEqual(running);
    await changeTo("ended");
    expect(await seen(), "won again, beside a void settlement").toEqual(won);
    await dueIn(server.server.database, lot._id, -1);
    await steps.until((await steps.newestOf(lot))._id, "forfeited");
    expect(await seen()).toEqual({ isWon: false, active: 0, won: 0, lost: 1 });
    await changeTo("active");
    await changeTo("ended");
    expect(await seen(), "won again, beside a forfeited settlement").toEqual(won);
    await steps.done(steps.post(`settlements/${(await steps.newestOf(lot))._id}/waive`, {}));
    expect(await seen(), "the newest win is waived").toEqual({ isWon: false, active: 0, won: 0, lost: 1 });
  });

  it("ask for no bid of a person whose bids are void, and count no voided bid", async () => {
    const lot = await steps.newLot();
    await steps.bid(ada, lot._id, 1100);
    await steps.bid(bola, lot._id, 1200);
    await steps.done(
      server.api("POST", `/api/auctions/${lot._id}/void-bids`, {
        token: steps.admin.token,
        body: { userId: ada.id, reason: "fraud", note: null },
      }),
    );
    expect(await tabsOf(ada)).toMatchObject({ action: [], active: [lot.title] });
    expect(await rowOf(ada, "active", lot._id)).toMatchObject({
      highestBid: null,
      bidCount: 1,
      bids: [{ amount: 1100, voided: { reason: "fraud" } }],
    });
    await steps.newPerson("chidi").then((chidi) => steps.bid(chidi, lot._id, 1500));
    expect(await titlesIn(bola, "action"), "whose bid still counts").toEqual([lot.title]);
  });

  it("need an action while a maximum is suspended because the lot changed", async () => {
    const lot = await steps.newLot();
    await setMax(ada, lot._id, 5000);
    expect(await titlesIn(ada, "action")).toEqual([]);
    await steps.done(
      server.api("PUT", `/api/auctions/${lot._id}`, { token: steps.admin.token, body: { description: "Cracked." } }),
    );
    expect(await titlesIn(ada, "action")).toEqual([lot.title]);
    expect((await rowOf(ada, "active", lot._id)).maxBid).toMatchObject({ isSuspended: true });
  });

  it("leave out drafts and removed lots, and list a cancelled lot as lost", async () => {
    const [draft, cancelled] = [await steps.newLot(), await steps.newLot()];
    for (const { _id } of [draft, cancelled]) await steps.bid(ada, _id, 1100);
    await setStatus(server, steps.admin, draft._id, "draft");
    await setStatus(server, steps.admin, cancelled._id, "cancelled");
    expect(await tabsOf(ada)).toEqual({ action: [], active: [], won: [], lost: [cancelled.title] });
    expect(await rowOf(ada, "lost", cancelled._id)).toMatchObject({ highestBid: null, bidCount: 1 });
  });

  it("contain the auction that is asked for by id, whatever its tab, if it is one of the person's", async () => {
    const [mine, other] = [await steps.newLot(), await steps.newLot()];
    await steps.bid(ada, mine._id, 1100);
    await steps.bid(bola, other._id, 1100);
    const one = await list(ada, `?tab=lost&auction=${mine._id}`);
    expect(one.auctions.map(({ auction }) => auction._id)).toEqual([mine._id]);
    expect([one.counts.active, one.pagination.total]).toEqual([1, 1]);
    expect((await list(ada, `?auction=${other._id}`)).auctions).toEqual([]);
    const unknown = await server.api("GET", "/api/bids/user/my-auctions?auction=x", { token: ada.token });
    expect(unknown.status).toBe(404);
  });

  describe("come page by page", () => {
    it("with the soonest end first while they run, and the latest end first once they are over", async () => {
      const lots = [];
      for (const duration of [30, 10, 20]) lots.push(await steps.newLot({ duration }));
      for (const { _id } of lots) {
        await steps.bid(bola, _id, 1100);
        await steps.bid(ada, _id, 1200);
      }
      const [late, early, middle] = lots.map(({ title }) => title);
      expect(await titlesIn(ada, "active")).toEqual([early, middle, late]);
      const pages = await Promise.all([1, 2, 3].map((page) => list(ada, `?tab=active&limit=2&page=${page}`)));
      expect(pages.map(({ auctions }) => auctions.map(({ auction }) => auction.title))).toEqual([
        [early, middle],
        [late],
        [],
      ]);
      expect(pages[1]?.pagination).toEqual({ current: 2, pages: 2, total: 3, limit: 2 });
      for (const { _id } of lots) await setStatus(server, steps.admin, _id, "ended");
      expect(await titlesIn(ada, "won")).toEqual([middle, early, late]);
      expect(await titlesIn(bola, "lost"), "by when they ended, not by when they should have").toEqual([
        middle,
        early,
        late,
      ]);
    });

    it("with at most 100 on a page, whatever is asked for", async () => {
      const lot = await steps.newLot();
      await steps.bid(ada, lot._id, 1100);
      expect((await list(ada, "?limit=500")).pagination).toEqual({ current: 1, pages: 1, total: 1, limit: 100 });
    });

    it("but not for a tab, page or limit that does not exist", async () => {
      for (const query of ["tab=all", "tab=", "page=0", "limit=0", "limit=x"]) {
        const { status } = await server.api("GET", `/api/bids/user/my-auctions?${query}`, { token: ada.token });
        expect([query, status]).toEqual([query, 400]);
      }
    });
  });
});
