// Tests second chances: who is asked, at which price, until when, and what an answer does.
import { SECOND_CHANCE_MS } from "@jara/shared/payment-rules";
import { describe, expect, it } from "vitest";
import { wrongByChecker } from "../../../test/support/check-by-checker.ts";
import {
  anAuction,
  changeStatus,
  closeAuction,
  ENDS_AT,
  edit,
  minor,
  noHolidays,
  person,
  placeBid,
  setMaxBid,
  voidBids,
} from "../../../test/support/given-auction.ts";
import {
  answer,
  book,
  closePayment,
  expireOffer,
  forfeit,
  offer,
  payFromBalance,
  reverse,
} from "../../../test/support/given-money.ts";
import { accountsIn } from "../../../test/support/money-accounts.ts";
import { type PlayedAuction, played } from "../../../test/support/play-auction.ts";
import type { Command } from "../commands.ts";
import { settlementDueAt } from "./settlement-due.ts";

const DAY = 24 * 60 * 60 * 1000;
const DUE_AT = settlementDueAt(ENDS_AT, noHolidays, 3);

const idOf = (auction: PlayedAuction): string => auction.state.settlement?.id ?? "none";
/** Ended and forfeited after these bids. */
const forfeitedAfter = (...bids: Command[]) => forfeited(played().play(...bids));
const forfeited = (auction: PlayedAuction): PlayedAuction => {
  auction.at(ENDS_AT).play(closeAuction).at(DUE_AT);
  return auction.play(forfeit(idOf(auction)));
};
const offered = (auction: PlayedAuction, offerId = "offer-1") => {
  auction.play(offer(idOf(auction), offerId));
  const { secondChance } = auction.state;
  return secondChance && [secondChance.person.id, secondChance.priceMinor];
};

describe("an answer to an offer", () => {
  const asked = () => {
    const auction = forfeitedAfter(placeBid("bola", 1700), placeBid("ada", 5000));
    offered(auction);
    return auction;
  };

  it("is not accepted from somebody who joined the staff meanwhile, unless the site lets staff bid", () => {
    asked().refuses(answer("bola", "accept"), "CONFLICT_OF_INTEREST", {}, { role: "cashier" });
    expect(asked().decide(answer("bola", "decline"), { role: "cashier" }).kind).toBe("accepted");
    expect(asked().decide(answer("bola", "accept"), { role: "cashier" }, true).kind).toBe("accepted");
  });

  it("needs 20% of the price, like a bid, without money that is bound on other auctions", () => {
    const auction = asked();
    auction.balances.set("bola", 339);
    const asksFor = (balance: number) => ({ required: 3.4, balance });
    auction.refuses(answer("bola", "accept"), "INSUFFICIENT_BALANCE", asksFor(3.39));
    auction.balances.set("bola", 689);
    auction.reserved.set("bola", minor(350));
    auction.refuses(answer("bola", "accept"), "INSUFFICIENT_BALANCE", asksFor(3.39));
    auction.balances.set("bola", 690);
    auction.play(answer("bola", "accept"));
    expect(auction.state.settlement).toMatchObject({ amountMinor: 1700, depositMinor: 340 });
    expect(auction.balanceOf("bola")).toBe(350);
    accountsIn(auction.steps);
    const poor = asked();
    poor.balances.set("bola", 0);
    poor.play(answer("bola", "decline"));
  });
});

describe("an offer to the runner-up", () => {
  it("goes to nobody whose account is deleted or suspended", () => {
    const auction = forfeitedAfter(placeBid("chidi", 1300), placeBid("bola", 1700), placeBid("ada", 5000));
    auction.gone.add("bola");
    expect(offered(auction)).toEqual(["chidi", 1300]);
    const alone = forfeitedAfter(placeBid("bola", 1700), placeBid("ada", 5000));
    alone.gone.add("bola");
    alone.refuses(offer(idOf(alone)), "NOT_FOUND");
  });

  it("does not go to a suspended person whose bid by hand a void had passed over", () => {
    const auction = played().play(placeBid("troll", 1190), setMaxBid("bola", 1280), setMaxBid("chidi", 1289));
    auction.play(edit("admin", { incrementMinor: minor(10) }), placeBid("dayo", 1200), voidBids("troll"));
    forfeited(auction);
    expect(auction.state).toMatchObject({ winner: { id: "chidi" }, priceMinor: 1289 });
    auction.gone.add("dayo");
    expect(offered(auction)).toEqual(["bola", 1100]);
    const { log } = auction;
    expect(log.at(-1)?.events[0]).toMatchObject({ leftOut: ["dayo"] });
    expect(wrongByChecker(auction)).toEqual([]);
    // The bid that was passed over does not count, so the lot may open again.
    auction.play(edit("admin", { endsAt: DUE_AT + 9 * DAY, status: "active" }));
  });

  it("names those whose account is deleted or suspended only if there are any", () => {
    const auction = forfeitedAfter(placeBid("chidi", 1300), placeBid("bola", 1700), placeBid("ada", 5000));
    expect(auction.events(offer(idOf(auction)))[0]).not.toHaveProperty("leftOut");
    const other = forfeitedAfter(placeBid("chidi", 1300), placeBid("bola", 1700), placeBid("ada", 5000));
    other.gone.add("bola");
    expect(other.events(offer(idOf(other)))).toEqual([expect.objectContaining({ leftOut: ["bola"] })]);
    expect(wrongByChecker(other)).toEqual([]);
  });

  it("has the price that the same bids without the defaulter would have reached", () => {
    // Ada's bid alone took Bola from the minimum over Chidi to 40.00.
    const auction = forfeitedAfter(
      placeBid("chidi", 2000),
      setMaxBid("bola", 4000),
      placeBid("ada", 3900),
      placeBid("ada", 5000),
    );
    expect(offered(auction)).toEqual(["bola", 2100]);
  });

  it("has the runner-up's own bid as price if nobody else bid", () => {
    expect(offered(forfeitedAfter(placeBid("bola", 1700), placeBid("ada", 5000)))).toEqual(["bola", 1700]);
  });

  it("is never above the runner-up's own highest bid or maximum", () => {
    for (const most of [1150, 1999, 2050, 7777]) {
      const auction = forfeitedAfter(placeBid("chidi", 1100), setMaxBid("bola", most), setMaxBid("ada", 9000));
      const [who, price] = offered(auction) ?? [];
      const own = Math.max(
        auction.state.maxBids.get(String(who))?.amountMinor ?? 0,
        ...auction.log.flatMap(({ events }) =>
          events.flatMap((event) => (event.type === "BidPlaced" && event.bidder.id === who ? event.amountMinor : [])),
        ),
      );
      expect(price).toBeLessThanOrEqual(own);
      expect(price).toBeGreaterThan(0);
    }
  });

  it("can be made after the winner's bids were voided too", () => {
    const auction = played().play(placeBid("bola", 1700), placeBid("ada", 5000)).at(ENDS_AT).play(closeAuction);
    auction.play(voidBids("ada"));
    expect(auction.state).toMatchObject({ winner: null, settlement: null });
    expect(offered(auction)).toEqual(["bola", 1700]);
  });

  it("can be made after the winner's bids were voided and an administrator set the lot to sold and back to ended", () => {
    const auction = played().play(placeBid("bola", 1700), placeBid("ada", 5000)).at(ENDS_AT).play(closeAuction);
    const toSold = changeStatus("admin", "sold");
    auction.play(voidBids("ada")).logged(toSold, { type: "AuctionSold", winner: null });
    auction.play(changeStatus("admin", "ended"));
    expect(offered(auction)).toEqual(["bola", 1700]);
    expect(wrongByChecker(auction)).toEqual([]);
    const unpaid = forfeitedAfter(placeBid("bola", 1700), placeBid("ada", 5000));
    unpaid.logged(toSold, { type: "AuctionSold", winner: person("ada") }).play(changeStatus("admin", "ended"));
    expect(offered(unpaid)).toEqual(["bola", 1700]);
    expect(wrongByChecker(unpaid)).toEqual([]);
  });

  it("is refused while the win is open, paid or waived, and while another offer is open", () => {
    const ended = () => played().play(placeBid("bola", 1700), placeBid("ada", 5000)).at(ENDS_AT).play(closeAuction);
    const open = ended();
    open.refuses(offer(idOf(open)), "SETTLEMENT_CLOSED");
    open.play(payFromBalance("ada", idOf(open))).refuses(offer(idOf(open)), "AUCTION_NOT_ACTIVE");
    const waived = ended();
    waived.play(closePayment(idOf(waived), "waived")).refuses(offer(idOf(waived)), "SETTLEMENT_CLOSED");
    const twice = forfeitedAfter(placeBid("bola", 1700), placeBid("ada", 5000));
    twice.refuses(offer("another"), "SETTLEMENT_CLOSED").refuses(offer(idOf(twice), "offer-1", "chidi"), "FORBIDDEN");
    twice.play(offer(idOf(twice))).refuses(offer(idOf(twice), "offer-2"), "SETTLEMENT_CLOSED");
  });

  it("requires another person who bid", () => {
    const auction = forfeitedAfter(placeBid("ada", 1100), placeBid("ada", 5000));
    auction.refuses(offer(idOf(auction)), "NOT_FOUND");
  });

  it("never goes to a person who was voided", () => {
    const auction = played().play(placeBid("chidi", 1100), placeBid("bola", 1700), placeBid("ada", 5000));
    auction.play(voidBids("bola")).at(ENDS_AT).play(closeAuction).at(DUE_AT);
    auction.play(forfeit(idOf(auction)));
    expect(offered(auction)).toEqual(["chidi", 1100]);
  });
});

describe("an answer", () => {
  const three = () => forfeitedAfter(placeBid("chidi", 1100), placeBid("bola", 1700), placeBid("ada", 5000));

  it("opens, if it accepts, a settlement at the offered price, with its own deposit and deadline", () => {
    const auction = three();
    offered(auction);
    auction.balances.set("bola", 1000);
    const before = auction.state.version;
    auction.play(answer("bola", "accept"));
    expect(auction.state).toMatchObject({
      status: "ended",
      winner: { id: "bola" },
      secondChance: null,
      settlement: {
        status: "open",
        amountMinor: 1700,
        depositMinor: 340,
        dueAt: settlementDueAt(auction.now - 1000, noHolidays, 3),
      },
    });
    expect(auction.state.version).toBe(before + 1);
    expect(auction.balanceOf("bola")).toBe(660);
    auction.balances.set("bola", 1360);
    auction.play(payFromBalance("bola", idOf(auction)));
    expect(auction.state.status).toBe("sold");
    expect(auction.balanceOf("bola")).toBe(0);
  });

  it("costs nothing if it declines, and the next offer goes to the next person", () => {
    const auction = three();
    expect(offered(auction)).toEqual(["bola", 1700]);
    const before = auction.balanceOf("bola");
    auction.play(answer("bola", "decline"));
    expect(auction.balanceOf("bola")).toBe(before);
    expect(auction.state).toMatchObject({ secondChance: null, winner: { id: "ada" } });
    expect(offered(auction, "offer-2")).toEqual(["chidi", 1100]);
    auction.play(answer("chidi", "decline", "offer-2")).refuses(offer(idOf(auction), "offer-3"), "NOT_FOUND");
  });

  it("comes only from the person who was asked, for this offer only", () => {
    const auction = three();
    offered(auction);
    auction.refuses(answer("chidi", "accept"), "NOT_FOUND").refuses(answer("bola", "accept", "other"), "NOT_FOUND");
    auction.play(answer("bola", "decline")).refuses(answer("bola", "accept"), "NOT_FOUND");
  });

  it("can accept a millisecond before the offer expires, and not at that moment", () => {
    for (const [late, code] of [
      [-1, "accepted"],
      [0, "refused"],
    ] as const) {
      const auction = three();
      offered(auction);
      auction.now = auction.now - 1000 + SECOND_CHANCE_MS + late;
      expect(auction.decide(answer("bola", "accept")).kind).toBe(code);
      expect(auction.events(expireOffer).map(({ type }) => type)).toEqual(
        code === "refused" ? ["SecondChanceClosed"] : [],
      );
    }
  });

  it("is refused to a person with too many unpaid wins, who can still decline", () => {
    const auction = three();
    offered(auction);
    auction.maxUnpaidWins = 2;
    auction.refuses(answer("bola", "accept"), "FORBIDDEN", {}, { unpaidWins: 2 });
    expect(auction.decide(answer("bola", "accept"), { unpaidWins: 1 }).kind).toBe("accepted");
    expect(auction.decide(answer("bola", "decline"), { unpaidWins: 2 }).kind).toBe("accepted");
    expect(auction.state.secondChance?.person.id).toBe("bola");
  });

  it("counts as declined if it never comes", () => {
    const auction = three();
    offered(auction);
    auction.now += DAY;
    auction.play(expireOffer);
    expect(offered(auction, "offer-2")).toEqual(["chidi", 1100]);
  });

  it("leads to the penalty if the runner-up accepts and does not pay, and then the next person can be asked", () => {
    const auction = three();
    offered(auction);
    auction.play(answer("bola", "accept"));
    auction.now = auction.state.settlement?.dueAt ?? 0;
    auction.play(forfeit(idOf(auction)));
    expect(auction.state.settlement).toMatchObject({ status: "forfeited", penaltyMinor: 170 });
    expect(offered(auction, "offer-2")).toEqual(["chidi", 1100]);
    accountsIn(auction.steps);
  });

  it("is no longer possible once the lot was opened again or cancelled, or bids were voided", () => {
    for (const command of [
      edit("admin", { endsAt: DUE_AT + 9 * DAY, status: "active" }),
      changeStatus("admin", "cancelled"),
      voidBids("chidi"),
      voidBids("bola"),
    ]) {
      const auction = three();
      offered(auction);
      auction.play(command);
      expect(auction.state.secondChance, JSON.stringify(command)).toBeNull();
      auction.refuses(answer("bola", "accept"), "NOT_FOUND");
    }
  });

  it("can be asked again from the same person after a later end of the lot", () => {
    const auction = three();
    offered(auction);
    auction.play(answer("bola", "decline"), edit("admin", { endsAt: DUE_AT + 9 * DAY, status: "active" }));
    auction.at(DUE_AT + 9 * DAY).play(closeAuction);
    auction.now = auction.state.settlement?.dueAt ?? 0;
    auction.play(forfeit(idOf(auction)));
    expect(offered(auction, "offer-2")).toEqual(["bola", 1700]);
  });
});

describe("a void of somebody else's bids", () => {
  const adds = (auction: PlayedAuction): void => {
    accountsIn(auction.steps);
    expect(wrongByChecker(auction)).toEqual([]);
  };
  /** The shill's 40.00 took Bola's maximum of 45.00 to 41.00; without it the bid of Chidi takes it to 12.00. */
  const shilled = (currency: "NGN" | "USD" = "NGN") =>
    forfeited(
      played(anAuction({ currency })).play(
        placeBid("chidi", 1100),
        placeBid("shill", 4000),
        setMaxBid("bola", 4500, currency),
        placeBid("ada", 5000),
      ),
    );
  const accepted = (currency: "NGN" | "USD" = "NGN") => {
    const auction = shilled(currency);
    offered(auction);
    return auction.play(answer("bola", "accept"));
  };

  it("lowers what the runner-up owes to the price without the voided person and the defaulter", () => {
    const auction = accepted();
    expect(auction.state.settlement).toMatchObject({ amountMinor: 4100, depositMinor: 820 });
    const { priceMinor, winner } = auction.state;
    auction.play(voidBids("shill"));
    expect(auction.state.settlement).toMatchObject({ status: "open", amountMinor: 1200, depositMinor: 820 });
    // Everybody knows the price of all bids, and the price that the runner-up accepted.
    expect(auction.state).toMatchObject({ priceMinor, winner, status: "ended" });
    adds(auction);
  });

  it("gives back what the runner-up had paid above the lower price, in naira and in dollars", () => {
    for (const currency of ["NGN", "USD"] as const) {
      const auction = accepted(currency);
      const before = auction.balanceOf("bola");
      auction.play(payFromBalance("bola", idOf(auction)));
      const paid = before - auction.balanceOf("bola");
      auction.play(voidBids("shill"));
      expect(auction.state).toMatchObject({ status: "sold", winner: { id: "bola" } });
      expect(auction.state.settlement).toMatchObject({ status: "paid", amountMinor: 1200, paidMinor: 1200 - 820 });
      expect(auction.balanceOf("bola")).toBe(before - paid + Math.floor((paid * 2900) / 3280));
      adds(auction);
    }
  });

  it("sells the lot if the lower price is paid already", () => {
    const auction = accepted();
    auction.play(book(idOf(auction), 380), voidBids("shill"));
    expect(auction.state).toMatchObject({ status: "sold", settlement: { status: "paid", amountMinor: 1200 } });
    adds(auction);
  });

  it("gives the same in each order with a void of the defaulter, and with the acceptance", () => {
    const shillFirst = accepted().play(voidBids("shill"), voidBids("ada"));
    const defaulterFirst = accepted().play(voidBids("ada"), voidBids("shill"));
    expect(shillFirst.state.settlement).toMatchObject({ amountMinor: 1200 });
    expect(defaulterFirst.state.settlement).toEqual(shillFirst.state.settlement);
    expect(defaulterFirst.state.priceMinor).toBe(1200);
    const voidFirst = shilled().play(voidBids("shill"));
    expect(offered(voidFirst)).toEqual(["bola", 1200]);
  });

  it("leaves out those who declined before, and nobody who declined or defaulted afterwards", () => {
    // Dayo declined, so Bola got the lot for 41.00.
    const auction = forfeited(
      played().play(
        placeBid("chidi", 1100),
        placeBid("shill", 4000),
        setMaxBid("bola", 4500),
        placeBid("dayo", 4700),
        placeBid("ada", 5000),
      ),
    );
    expect(offered(auction)).toEqual(["dayo", 4700]);
    auction.play(answer("dayo", "decline"));
    expect(offered(auction, "offer-2")).toEqual(["bola", 4100]);
    auction.play(answer("bola", "accept", "offer-2"));
    const id = idOf(auction);
    auction.at(auction.state.settlement?.dueAt ?? 0).play(forfeit(id));
    // Chidi is asked for 11.00, or for 40.00 as the shill, and declines. Then Bola's forfeit is taken back.
    expect(offered(auction, "offer-3")).toEqual(["shill", 4000]);
    auction.play(answer("shill", "decline", "offer-3"), reverse(id));
    expect(auction.state.settlement).toMatchObject({ status: "open", amountMinor: 4100 });
    auction.play(voidBids("ada"));
    expect(auction.state.settlement).toMatchObject({ amountMinor: 4100 });
    auction.play(voidBids("shill"));
    expect(auction.state.settlement).toMatchObject({ amountMinor: 1200 });
    adds(auction);
  });

  it("leaves out those whose account was suspended when the offer was made, also after their suspension ended", () => {
    for (const bids of [
      [placeBid("chidi", 1100), placeBid("dayo", 3000), setMaxBid("bola", 4500)],
      [placeBid("chidi", 1100), setMaxBid("bola", 1700), placeBid("dayo", 3000)],
    ]) {
      const auction = forfeitedAfter(...bids, placeBid("ada", 5000));
      auction.gone.add("dayo");
      expect(offered(auction)).toEqual(["bola", 1200]);
      auction.play(answer("bola", "accept"));
      auction.gone.clear();
      auction.play(voidBids("chidi"));
      expect(auction.state.settlement).toMatchObject({ amountMinor: 1100 });
      adds(auction);
    }
  });

  it("gives the same amount and deposit before and after the reversal of the runner-up's own forfeit", () => {
    const [one, other] = (["void first", "reversal first"] as const).map((order) => {
      const auction = accepted("USD");
      const id = idOf(auction);
      auction.at(auction.state.settlement?.dueAt ?? 0).play(forfeit(id));
      const commands = [voidBids("shill"), reverse(id)];
      auction.play(...(order === "void first" ? commands : commands.reverse()));
      adds(auction);
      const { dueAt: _, ...settlement } = auction.state.settlement ?? expect.fail("no win");
      return [settlement, auction.balanceOf("bola")];
    });
    expect(one).toEqual(other);
    expect(one?.[0]).toMatchObject({ status: "open", amountMinor: 1200, depositWorthMinor: 240 });
  });

  it("never raises what the runner-up owes, also if the bids that remain reach a higher price", () => {
    for (const who of ["chidi", "ada"]) {
      const auction = accepted().play(voidBids(who));
      expect(auction.state.settlement?.amountMinor, who).toBe(4100);
    }
  });

  it("is found by the history checker if it leaves the old price, or lowers it too far", () => {
    const auction = accepted().play(voidBids("shill"));
    const last = auction.log.at(-1) ?? expect.fail("no log");
    const [voided, ...others] = last.events;
    for (const owedMinor of [undefined, 1100, 4000]) {
      const events = [{ ...voided, owedMinor }, ...others] as typeof last.events;
      auction.log.splice(-1, 1, { ...last, events });
      expect(wrongByChecker(auction), `${owedMinor}`).toHaveLength(1);
    }
  });

  it("is found by the history checker if the offer leaves out somebody who took no part, or its own person", () => {
    const auction = forfeitedAfter(placeBid("bola", 1700), placeBid("ada", 5000));
    offered(auction);
    const last = auction.log.at(-1) ?? expect.fail("no log");
    for (const leftOut of [["nobody"], ["bola"]]) {
      const events = last.events.map((event) => ({ ...event, leftOut })) as unknown as typeof last.events;
      auction.log.splice(-1, 1, { ...last, events });
      expect(wrongByChecker(auction), `${leftOut}`).toHaveLength(1);
    }
  });

  it("withdraws an open offer, and the next offer has the lower price", () => {
    const auction = shilled();
    expect(offered(auction)).toEqual(["bola", 4100]);
    auction.play(voidBids("shill")).refuses(answer("bola", "accept"), "NOT_FOUND");
    expect(offered(auction, "offer-2")).toEqual(["bola", 1200]);
    auction.play(answer("bola", "accept", "offer-2"));
    expect(auction.state.settlement).toMatchObject({ amountMinor: 1200, depositMinor: 240 });
    adds(auction);
  });
});
