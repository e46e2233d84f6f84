// Tests lots that get a buyer after their end: by an offer to the runner-up after an unpaid win, or by a sale below the
// reserve.
import { randomUUID } from "node:crypto";
import { type SecondChance, secondChanceAnswer, secondChancesAnswer } from "@jara/shared/rest/settlements";
import { describe, expect, it } from "vitest";
import { expectHistoryHolds, expectLedgerHolds } from "../support/check-history.ts";
import { connect } from "../support/e2e-live.ts";
import { type Person, setStatus } from "../support/e2e-people.ts";
import { expectShape, type TestServer } from "../support/e2e-server.ts";
import { beforeEachWithSettlements, type SettlementSteps } from "../support/e2e-settlements.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { mailsAbout } from "../support/mails-about.ts";
import { dueIn } from "../support/seed.ts";

const RICH = 100_000_000;

describeEndToEnd("A late buyer", () => {
  let server: TestServer;
  let steps: SettlementSteps;
  let ada: Person;
  let bola: Person;
  beforeEachWithSettlements(
    (world) => {
      ({ server, steps, ada, bola } = world);
    },
    { because: "it shifts the clock to each forfeit" },
  );

  const holds = async (auctionId: string) => {
    await expectHistoryHolds(server.server.database, auctionId);
    for (const { id } of [ada, bola]) await expectLedgerHolds(server.server.database, id);
  };
  const wonMails = (auctionId: string) => mailsAbout(server.server.database, { id: auctionId }, "won");
  const offersTo = async ({ token }: Person): Promise<SecondChance[]> => {
    const body = await steps.done(server.api("GET", "/api/users/second-chances", { token }));
    expectShape(secondChancesAnswer, body);
    return body.offers;
  };
  const maximum = async ({ token }: Person, auctionId: string, maxAmount: number): Promise<void> => {
    const body = { auctionId, maxAmount, currency: "NGN" };
    expect((await server.api("POST", "/api/maxbids", { token, body })).status).toBe(200);
  };
  const offered = async () => {
    const { auction, settlement } = await steps.forfeited([
      [bola, 3000],
      [ada, 4000],
    ]);
    const key = randomUUID();
    const path = `settlements/${settlement._id}/second-chance`;
    for (let times = 0; times < 2; times++) await steps.done(steps.post(path, undefined, { key }));
    const [offer] = await offersTo(bola);
    if (!offer) throw new Error("no offer");
    return { auction, settlement, offer, path };
  };

  describe("a second chance", () => {
    it("is offered once, only to the runner-up, at the price without the defaulter's bids", async () => {
      const { auction, settlement, offer, path } = await offered();
      expect(offer).toMatchObject({ auction: { _id: auction._id }, price: 3000, depositNgn: 600 });
      expect(await offersTo(ada)).toEqual([]);
      expect(await steps.refused(steps.post(path))).toEqual([409, "SETTLEMENT_CLOSED"]);
      const { offers, actions } = await steps.detailsOf(settlement._id);
      expect(offers).toEqual([
        {
          _id: offer._id,
          person: { _id: bola.id, username: bola.username },
          price: 3000,
          status: "open",
          createdAt: expect.any(String),
          expiresAt: offer.expiresAt,
          closedAt: null,
        },
      ]);
      expect(actions.some(({ action }) => action === "second chance offered")).toBe(false);
      await holds(auction._id);
    });

    it("is told to the runner-up alone, by an event, when it is made and when it is answered", async () => {
      const { settlement } = await steps.forfeited([
        [bola, 3000],
        [ada, 4000],
      ]);
      const [his, hers] = [
        await connect(server, "socket.io", { token: bola.token }),
        await connect(server, "socket.io", { token: ada.token }),
      ];
      const isOffers = ({ list }: { list: string }) => list === "own-second-chances";
      await steps.done(steps.post(`settlements/${settlement._id}/second-chance`));
      await his.next("list:changed", isOffers);
      his.forget();
      const [offer] = await offersTo(bola);
      await steps.done(steps.post(`second-chances/${offer?._id}/decline`, undefined, { person: bola }));
      await his.next("list:changed", isOffers);
      expect(hers.of("list:changed").filter(isOffers)).toEqual([]);
      for (const client of [his, hers]) client.close();
    });

    it("opens a settlement of the runner-up's with a deposit, once, when it is accepted", async () => {
      const { auction, settlement, offer } = await offered();
      for (const person of [ada, steps.admin]) {
        expect(await steps.refused(steps.post(`second-chances/${offer._id}/accept`, undefined, { person }))).toEqual([
          404,
          "NOT_FOUND",
        ]);
      }
      const client = await connect(server, "/ws", { token: bola.token });
      const key = randomUUID();
      for (let times = 0; times < 2; times++) {
        const body = await steps.done(
          steps.post(`second-chances/${offer._id}/accept`, undefined, { person: bola, key }),
        );
        expectShape(secondChanceAnswer, body);
        expect(body.win).toMatchObject({ status: "open", price: 3000, deposit: 600, remaining: 2400 });
      }
      expect(await client.next("win:changed")).toMatchObject({
        auctionId: auction._id,
        status: "open",
        remaining: 2400,
      });
      expect(await client.next("balance:changed")).toMatchObject({ balance: RICH - 600 });
      client.close();
      expect(await steps.balanceOf(bola)).toBe(RICH - 600);
      expect(await offersTo(bola)).toEqual([]);
      const next = await steps.newestOf(auction);
      expect(next).toMatchObject({ status: "open", buyer: { _id: bola.id }, price: 3000 });
      expect(next._id).not.toBe(settlement._id);
      expect((await steps.detailsOf(settlement._id)).offers).toMatchObject([{ status: "accepted" }]);
      const [toAda, toBola] = await wonMails(auction._id);
      expect(toAda?.data).not.toHaveProperty("because");
      expect(toBola).toMatchObject({ userId: bola.id, data: { because: "second-chance", finalPrice: 3000 } });
      await steps.done(steps.post(`settlements/${next._id}/payment-received`));
      expect(await steps.auctionOf(auction._id)).toMatchObject({ status: "sold", winner: { username: bola.username } });
      await holds(auction._id);
    });

    it("is accepted once if two requests with different keys come at once", async () => {
      const { offer } = await offered();
      const accept = () => steps.post(`second-chances/${offer._id}/accept`, undefined, { person: bola });
      const answers = await Promise.all([accept(), accept()]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
      expect(await steps.balanceOf(bola)).toBe(RICH - 600);
    });

    it("takes nothing when it is declined, and nobody is left to get another offer", async () => {
      const { auction, settlement, offer, path } = await offered();
      const decline = `second-chances/${offer._id}/decline`;
      expect(await steps.refused(steps.post(decline, undefined, { person: ada }))).toEqual([404, "NOT_FOUND"]);
      expect((await steps.post(decline, { why: "no" }, { person: bola })).status).toBe(400);
      expect(await steps.done(steps.post(decline, undefined, { person: bola }))).toEqual({ win: null });
      expect(await steps.balanceOf(bola)).toBe(RICH);
      expect((await steps.detailsOf(settlement._id)).offers).toMatchObject([{ status: "declined" }]);
      expect(await steps.refused(steps.post(path))).toEqual([404, "NOT_FOUND"]);
      expect(
        await steps.refused(steps.post(`second-chances/${offer._id}/accept`, undefined, { person: bola })),
      ).toEqual([404, "NOT_FOUND"]);
      await holds(auction._id);
    });

    it("is refused to a person with too many unpaid wins, who can still decline, or accept after a pardon", async () => {
      const { auction, settlement, offer } = await offered();
      const unpaid = await steps.forfeited([[bola, 1500]]);
      await steps.forfeited([[bola, 1600]]);
      const balance = await steps.balanceOf(bola);
      const accept = `second-chances/${offer._id}/accept`;
      const { status, body } = await steps.post(accept, undefined, { person: bola });
      expect([status, body.code, body.message]).toEqual([403, "FORBIDDEN", expect.stringContaining("did not pay 2")]);
      expect(await steps.balanceOf(bola)).toBe(balance);
      expect(await offersTo(bola)).toMatchObject([{ _id: offer._id }]);
      expect((await steps.detailsOf(settlement._id)).offers).toMatchObject([{ status: "open" }]);
      await steps.done(steps.post(`settlements/${unpaid.settlement._id}/pardon`, { reason: "Illness" }));
      const { win } = await steps.done(steps.post(accept, undefined, { person: bola }));
      expect(win).toMatchObject({ status: "open", price: 3000 });
      await holds(auction._id);

      const other = await offered();
      await steps.forfeited([[bola, 1700]]);
      const answer = (how: string) =>
        steps.post(`second-chances/${other.offer._id}/${how}`, undefined, { person: bola });
      expect(await steps.refused(answer("accept"))).toEqual([403, "FORBIDDEN"]);
      expect(await steps.done(answer("decline"))).toEqual({ win: null });
      await holds(other.auction._id);
    });

    /** A shill's 4,000 takes Bola's maximum of 4,500 to 4,100, or without the shill to 1,100. Ada bids 5,000. */
    const shilled = async () => {
      const shill = await steps.newPerson("shill");
      const auction = await steps.newLot();
      await steps.bid(shill, auction._id, 4000);
      await maximum(bola, auction._id, 4500);
      await steps.bid(ada, auction._id, 5000);
      await setStatus(server, steps.admin, auction._id, "ended");
      const settlement = await steps.newestOf(auction);
      await dueIn(server.server.database, auction._id, -1);
      await steps.until(settlement._id, "forfeited");
      const offerIt = async () => {
        await steps.done(steps.post(`settlements/${settlement._id}/second-chance`));
        return (await offersTo(bola))[0] ?? expect.fail("no offer");
      };
      const voidShill = () =>
        steps.done(steps.post(`auctions/${auction._id}/void-bids`, { userId: shill.id, reason: "fraud" }));
      return { auction, settlement, offerIt, voidShill };
    };
    const accepted = (offer: SecondChance) =>
      steps.done(steps.post(`second-chances/${offer._id}/accept`, undefined, { person: bola }));

    it("costs less after a void of a bid that drove its price, and what was paid above it goes back", async () => {
      const { auction, offerIt, voidShill } = await shilled();
      await accepted(await offerIt());
      const second = await steps.newestOf(auction);
      expect(second).toMatchObject({ price: 4100, deposit: 820 });
      const payment = { method: "balance" };
      await steps.done(steps.post(`settlements/${second._id}/payments`, payment, { person: bola }));
      expect(await steps.balanceOf(bola)).toBe(RICH - 4100);
      await voidShill();
      expect(await steps.newestOf(auction)).toMatchObject({ _id: second._id, status: "paid", price: 1100 });
      expect(await steps.balanceOf(bola)).toBe(RICH - 1100);
      const [lowered] = await mailsAbout(server.server.database, { id: auction._id }, "win-lowered");
      expect(lowered).toMatchObject({ userId: bola.id, data: { finalPrice: 1100, returned: 3000 } });
      expect(await steps.auctionOf(auction._id)).toMatchObject({ status: "sold", currentPrice: 5000 });
      await holds(auction._id);
    });

    it("is withdrawn by a void of somebody else's bids, with the reason, and the next offer costs less", async () => {
      const { auction, settlement, offerIt, voidShill } = await shilled();
      const offer = await offerIt();
      expect(offer).toMatchObject({ price: 4100 });
      await voidShill();
      expect(await offersTo(bola)).toEqual([]);
      const [closed] = await mailsAbout(server.server.database, { id: auction._id }, "second-chance-closed");
      expect(closed).toMatchObject({ userId: bola.id, data: { as: "voided" } });
      expect((await steps.detailsOf(settlement._id)).offers).toMatchObject([{ status: "withdrawn" }]);
      const again = await offerIt();
      expect(again).toMatchObject({ price: 1100, depositNgn: 220 });
      expect((await accepted(again)).win).toMatchObject({ price: 1100, deposit: 220 });
      await holds(auction._id);
    });

    it("leaves a suspended person out of its price and of every later price, and shows staff nothing more about that person", async () => {
      const gone = await steps.newPerson("gone");
      const chidi = await steps.newPerson("chidi");
      const auction = await steps.newLot();
      await steps.bid(chidi, auction._id, 1200);
      await steps.bid(gone, auction._id, 3000);
      await maximum(bola, auction._id, 4500);
      await steps.bid(ada, auction._id, 5000);
      await setStatus(server, steps.admin, auction._id, "ended");
      const settlement = await steps.newestOf(auction);
      await dueIn(server.server.database, auction._id, -1);
      await steps.until(settlement._id, "forfeited");
      const suspend = { reason: "Shill bids", until: null, voidBids: false };
      const admin = { token: steps.admin.token };
      await steps.done(server.api("POST", `/api/admin/users/${gone.id}/suspend`, { ...admin, body: suspend }));
      const offerPath = `settlements/${settlement._id}/second-chance`;
      await steps.done(steps.post(offerPath));
      const offer = (await offersTo(bola))[0] ?? expect.fail("no offer");
      expect(offer).toMatchObject({ price: 1300 });
      await accepted(offer);
      await steps.done(steps.post(`auctions/${auction._id}/void-bids`, { userId: chidi.id, reason: "fraud" }));
      expect(await steps.newestOf(auction)).toMatchObject({ price: 1100, buyer: { _id: bola.id } });

      const path = `/api/auctions/admin/${auction._id}`;
      const history = await steps.done(server.api("GET", `${path}/history?limit=100`, admin));
      expect(JSON.stringify(history)).toContain("SecondChanceOffered");
      expect(JSON.stringify(history)).not.toContain("leftOut");
      const { entries } = await steps.done(server.api("GET", `${path}/complaint?userId=${gone.id}`, admin));
      expect(JSON.stringify(entries)).toContain("3,000");
      expect(JSON.stringify(entries)).not.toContain("offered the lot");
      const ofBola = await steps.done(server.api("GET", `${path}/complaint?userId=${bola.id}`, admin));
      expect(JSON.stringify(ofBola.entries)).toContain("offered the lot");
      const audit = await steps.done(server.api("GET", "/api/admin/audit-log?action=second%20chance%20offered", admin));
      expect(JSON.stringify(audit)).toContain(bola.id);
      expect(JSON.stringify(audit)).not.toContain("leftOut");
      expect(JSON.stringify(audit)).not.toContain(gone.id);
      await holds(auction._id);
    });

    it("expires if nobody answers it", async () => {
      const { auction, settlement, offer } = await offered();
      await steps.offerEnds(auction._id);
      await expect.poll(async () => (await steps.detailsOf(settlement._id)).offers[0]?.status).toBe("expired");
      expect(await offersTo(bola)).toEqual([]);
      const accept = steps.post(`second-chances/${offer._id}/accept`, undefined, { person: bola });
      expect((await steps.refused(accept))[1]).toMatch(/^(NOT_FOUND|AUCTION_ENDED)$/);
      expect(await steps.balanceOf(bola)).toBe(RICH);
      await holds(auction._id);
    });

    it("is refused while the win is open, without a runner-up, and if the administrator is the runner-up", async () => {
      const open = await steps.won([[ada, 2000]]);
      expect(await steps.refused(steps.post(`settlements/${open.settlement._id}/second-chance`))).toEqual([
        409,
        "SETTLEMENT_CLOSED",
      ]);
      const alone = await steps.forfeited([[ada, 2000]]);
      expect(await steps.refused(steps.post(`settlements/${alone.settlement._id}/second-chance`))).toEqual([
        404,
        "NOT_FOUND",
      ]);
    });
  });

  it("wins a lot that is reopened after the bids of a person who did not pay were voided", async () => {
    const { auction } = await steps.forfeited([
      [bola, 3000],
      [ada, 4000],
    ]);
    await steps.done(
      steps.post(`auctions/${auction._id}/void-bids`, { userId: ada.id, reason: "other", note: "Unpaid" }),
    );
    const endTime = new Date(Date.now() + 86_400_000).toISOString();
    const path = `/api/auctions/admin/${auction._id}`;
    await steps.done(server.api("PUT", path, { token: steps.admin.token, body: { endTime, status: "active" } }));
    const again = { token: ada.token, body: { auctionId: auction._id, amount: 9000 } };
    expect(await steps.refused(server.api("POST", "/api/bids", again))).toEqual([403, "FORBIDDEN"]);
    await setStatus(server, steps.admin, auction._id, "ended");
    expect(await steps.auctionOf(auction._id)).toMatchObject({
      winner: { username: bola.username },
      currentPrice: 3000,
    });
    await holds(auction._id);
  });

  describe("selling to the highest bidder", () => {
    // S480
    it("opens below the reserve a settlement like that of a win, once", async () => {
      const auction = await steps.ended([[ada, 3000]], { reservePrice: 9000 });
      expect(await steps.auctionOf(auction._id)).toMatchObject({ status: "ended", winner: null });
      const path = `admin/auctions/${auction._id}/sell-to-highest-bidder`;
      expect(await steps.refused(steps.post(path, undefined, { person: bola }))).toEqual([403, "FORBIDDEN"]);
      expect((await steps.post(path, { price: 5000 })).status).toBe(400);
      const key = randomUUID();
      for (let times = 0; times < 2; times++) await steps.done(steps.post(path, undefined, { key }));
      expect(await steps.newestOf(auction)).toMatchObject({
        status: "open",
        kind: "win",
        price: 3000,
        deposit: 600,
        remaining: 2400,
        buyer: { _id: ada.id },
      });
      expect(await steps.auctionOf(auction._id)).toMatchObject({ status: "ended", winner: { username: ada.username } });
      expect(await steps.refused(steps.post(path))).toEqual([409, "AUCTION_NOT_ACTIVE"]);
      expect(await wonMails(auction._id)).toMatchObject([
        { userId: ada.id, data: { because: "below-reserve", finalPrice: 3000 } },
      ]);
      await holds(auction._id);
    });

    it("is refused without a bid, before the end, for unknown lots, and to administrators with an interest", async () => {
      const sell = (id: string, person = steps.admin) =>
        steps.refused(steps.post(`admin/auctions/${id}/sell-to-highest-bidder`, undefined, { person }));
      const unbid = await steps.ended([], { reservePrice: 9000 });
      expect(await sell(unbid._id)).toEqual([409, "AUCTION_NOT_ACTIVE"]);
      const active = await steps.newLot({ reservePrice: 9000 });
      await steps.bid(ada, active._id, 1500);
      expect(await sell(active._id)).toEqual([409, "AUCTION_NOT_ACTIVE"]);
      expect((await sell(randomUUID()))[0]).toBe(404);
      const interested = await steps.interestedIn(active._id, 1800);
      await setStatus(server, steps.admin, active._id, "ended");
      expect(await sell(active._id, interested)).toEqual([403, "CONFLICT_OF_INTEREST"]);
      expect(await steps.newestOf(active)).toBeUndefined();
    });
  });
});
