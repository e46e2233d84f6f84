// Tests second chances: who is asked, at which price, until when, and what an answer does.
import { SECOND_CHANCE_MS } from "@jara/shared/payment-rules";
import { describe, expect, it } from "vitest";
import { accountsIn } from "../../test/support/check-settlements.ts";
import {
  changeStatus,
  closeAuction,
  ENDS_AT,
  edit,
  minor,
  noHolidays,
  placeBid,
  setMaxBid,
  voidBids,
} from "../../test/support/given-auction.ts";
import { answer, closePayment, expireOffer, forfeit, offer, payFromBalance } from "../../test/support/given-money.ts";
import { type PlayedAuction, played } from "../../test/support/play-auction.ts";
import type { Command } from "./commands.ts";
import { settlementDueAt } from "./settlement-due.ts";

const DAY = 24 * 60 * 60 * 1000;
const DUE_AT = settlementDueAt(ENDS_AT, noHolidays, 3);

const idOf = (auction: PlayedAuction): string => auction.state.settlement?.id ?? "none";
/** Ended and forfeited after these bids. */
const forfeitedAfter = (...bids: Command[]) => {
  const auction = played()
    .play(...bids)
    .at(ENDS_AT)
    .play(closeAuction)
    .at(DUE_AT);
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

  it("takes no deposit from money that is bound on other auctions", () => {
    const auction = asked();
    auction.balances.set("bola", 500);
    auction.reserved.set("bola", minor(350));
    auction.play(answer("bola", "accept"));
    expect(auction.state.settlement).toMatchObject({ amountMinor: 1700, depositMinor: 150 });
    expect(auction.balanceOf("bola")).toBe(350);
    accountsIn(auction.steps);
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

  it("is no longer possible once the lot was opened again or sold, or bids were voided", () => {
    for (const command of [
      edit("admin", { endsAt: DUE_AT + 9 * DAY, status: "active" }),
      changeStatus("admin", "cancelled"),
      changeStatus("admin", "sold"),
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
