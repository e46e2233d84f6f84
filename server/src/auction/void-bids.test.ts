// Tests rule 15: the state of an auction after one person's bids are voided, while it is open and after its end.
import { fallbackRates } from "@jara/shared/money";
import { describe, expect, it } from "vitest";
import {
  anAuction,
  bidPlaced,
  buyItNow,
  cancelMaxBid,
  changeStatus,
  closeAuction,
  ENDS_AT,
  edit,
  expirePurchase,
  minor,
  NOON,
  person,
  placeBid,
  purchaseId,
  setMaxBid,
  voidBids,
  withdrawBids,
} from "../../test/support/given-auction.ts";
import { closePayment, reverse } from "../../test/support/given-money.ts";
import { type PlayedAuction, played } from "../../test/support/play-auction.ts";
import { effectOf } from "../engine/outcome.ts";
import type { Command, VoidBids } from "./commands.ts";
import type { BidsVoided } from "./events.ts";
import { create, evolve } from "./evolve.ts";
import { isReserveMet } from "./state.ts";
import { previewOfVoid } from "./void-bids.ts";

const DAY = 24 * 60 * 60 * 1000;

/** Executes a void and returns the event that it recorded. */
const voided = (auction: PlayedAuction, ...[bidder, ...others]: Parameters<typeof voidBids>): BidsVoided => {
  const [event, restated, ...rest] = auction.events(voidBids(bidder, ...others));
  if (event?.type !== "BidsVoided") expect.fail("nothing was voided");
  expect(restated).toEqual({ type: "MaximaRestated", maxBids: [...auction.state.maxBids.values()] });
  expect(rest).toEqual([]);
  return event;
};

const previewed = ({ state, log }: PlayedAuction, who: string, now: number) =>
  previewOfVoid(state, { log, rates: fallbackRates }, { bidderId: who }, now);

describe("a void of somebody's bids while the auction is open", () => {
  // S331
  it("returns the lead and the price to the former leader, and marks the bids as void", () => {
    const auction = played().play(placeBid("bola", 1100), placeBid("troll", 1_000_000));
    const event = voided(auction, "troll", "fraud", "Ten billion");
    expect(event).toEqual({
      type: "BidsVoided",
      bidder: person("troll"),
      reason: "fraud",
      note: "Ten billion",
      priceMinor: 1100,
      leader: person("bola"),
      bidCount: 1,
      voidedBidCount: 1,
      voided: [{ number: 2, reason: "fraud" }],
      recorded: [],
      isWinnerVoided: false,
      showedLimit: false,
    });
    expect(auction.state).toMatchObject({ priceMinor: 1100, leader: person("bola"), bidCount: 1, voidedBidCount: 1 });
    // One public change. The next bid's number follows all recorded numbers.
    expect(auction.state).toMatchObject({ version: 4, revision: 4, status: "active", endsAt: ENDS_AT });
    expect(auction.events(placeBid("bola", 1200))).toEqual([bidPlaced("bola", 3, 1200)]);
  });

  it("leaves the starting price and no leader if nobody else has bid", () => {
    const auction = played().play(placeBid("troll", 5000), placeBid("troll", 6000));
    const event = voided(auction, "troll");
    expect(event).toMatchObject({ leader: null, priceMinor: 1000, bidCount: 0, recorded: [] });
    expect(event.voided).toEqual([1, 2].map((number) => ({ number, reason: "fraud" })));
    expect(auction.state).toMatchObject({ leader: null, priceMinor: 1000, bidCount: 0, voidedBidCount: 2 });
    expect(auction.events(placeBid("ada", 1100))).toEqual([bidPlaced("ada", 3, 1100)]);
  });

  it("removes the auto-bids that answered a shill, so that the price is where the maximum stood before", () => {
    const auction = played().play(setMaxBid("ada", 5000), placeBid("shill", 4000));
    expect(auction.state.priceMinor).toBe(4100);
    const event = voided(auction, "shill");
    // The first auto-bid is the same in the replay and keeps its number. The auto-bid that answered the shill does not
    // exist there.
    expect(event.voided).toEqual([
      { number: 2, reason: "fraud" },
      { number: 3, reason: "recalculated" },
    ]);
    expect(event).toMatchObject({ priceMinor: 1100, leader: person("ada"), bidCount: 1, recorded: [] });
    expect(auction.state.maxBids.get("ada")).toMatchObject({
      amountMinor: 5000,
      autoBidCount: 1,
      lastAutoBidMinor: 1100,
    });
  });

  it("keeps bids that the replay reproduces, so that another rival's contest is unchanged", () => {
    const auction = played().play(setMaxBid("ada", 5000), placeBid("shill", 2000), setMaxBid("bola", 4000));
    const event = voided(auction, "shill");
    expect(event.voided).toEqual([
      { number: 2, reason: "fraud" },
      { number: 3, reason: "recalculated" },
    ]);
    expect(event).toMatchObject({ priceMinor: 4100, leader: person("ada"), bidCount: 3, recorded: [] });
  });

  it("records auto-bids that the voided bids had prevented, at the time of the command that set the maximum", () => {
    const auction = played().play(placeBid("troll", 1100));
    const setAt = auction.now;
    auction.play(setMaxBid("ada", 1150));
    expect(auction.state.leader).toEqual(person("troll"));
    const event = voided(auction, "troll");
    expect(event).toMatchObject({ priceMinor: 1100, leader: person("ada"), bidCount: 1, voidedBidCount: 1 });
    const { type: _, ...bid } = bidPlaced("ada", 2, 1100, "auto");
    expect(event.recorded).toEqual([{ ...bid, at: setAt }]);
    expect(auction.state.maxBids.get("ada")).toMatchObject({ autoBidCount: 1, lastAutoBidMinor: 1100 });
  });

  it("does not accept commands that were refused meanwhile", () => {
    const auction = played().play(placeBid("troll", 9000));
    auction.refuses(setMaxBid("ada", 5000), "MAX_BID_TOO_LOW").refuses(placeBid("bola", 2000), "BID_TOO_LOW");
    expect(voided(auction, "troll")).toMatchObject({ priceMinor: 1000, leader: null });
  });

  it("removes the maximum of a person who has never bid with it", () => {
    const auction = played().play(placeBid("ada", 1100), setMaxBid("troll", 1150));
    auction.events({ ...voidBids("troll"), includesHidden: true });
    expect(auction.state).toMatchObject({ priceMinor: 1100, bidCount: 1, leader: person("ada") });
    expect(auction.state.maxBids.size).toBe(0);
  });

  it("voids a manual bid that the replay has exceeded, so that the price never falls within the replay", () => {
    const auction = played().play(placeBid("troll", 1190), setMaxBid("bola", 1280), setMaxBid("chidi", 1289));
    auction.play(edit("admin", { incrementMinor: minor(10) }), placeBid("ada", 1200));
    const event = voided(auction, "troll");
    expect(event).toMatchObject({ priceMinor: 1289, leader: person("chidi"), bidCount: 3 });
    expect(event.voided).toEqual([
      { number: 1, reason: "fraud" },
      { number: 2, reason: "recalculated" },
    ]);
    expect(event.recorded.map(({ bidder, amountMinor }) => [bidder.id, amountMinor])).toEqual([
      ["bola", 1100],
      ["bola", 1280],
      ["chidi", 1289],
    ]);
  });

  it("can void a person whose only bid an earlier void has exceeded, because the bid would come back otherwise", () => {
    const auction = played().play(placeBid("troll", 1190), setMaxBid("bola", 1280), setMaxBid("chidi", 1289));
    auction.play(edit("admin", { incrementMinor: minor(10) }), placeBid("shill", 1200));
    voided(auction, "troll");
    expect(voided(auction, "shill")).toMatchObject({ voided: [], recorded: [], priceMinor: 1289 });
    auction.refuses(voidBids("shill"), "NOT_FOUND");
    expect(voided(auction, "chidi")).toMatchObject({ priceMinor: 1100, leader: person("bola") });
  });

  it("can leave the reserve not met if a contest with the voided bidder had met it", () => {
    const auction = played(anAuction({ reserveMinor: minor(3000) }));
    auction.play(setMaxBid("ada", 2500), placeBid("troll", 3000), placeBid("troll", 3500));
    expect(isReserveMet(auction.state)).toBe(true);
    expect(voided(auction, "troll")).toMatchObject({ priceMinor: 1100, leader: person("ada") });
    expect(isReserveMet(auction.state)).toBe(false);
  });

  it("keeps bids as they came after a lower increment, and undoes nothing else", () => {
    const auction = played().play(placeBid("troll", 1100), edit("admin", { incrementMinor: minor(10) }));
    auction.play(placeBid("ada", 1110), placeBid("troll", 8000));
    voided(auction, "troll");
    expect(auction.state).toMatchObject({ priceMinor: 1110, leader: person("ada"), incrementMinor: 10 });
  });

  it("is possible while the auction is paused, and leaves it paused", () => {
    const auction = played().play(placeBid("ada", 1100), placeBid("troll", 9000), changeStatus("admin", "paused"));
    voided(auction, "troll");
    expect(auction.state).toMatchObject({ status: "paused", priceMinor: 1100, leader: person("ada") });
  });

  it("is possible while somebody pays for Buy It Now, and changes the bids but not the purchase", () => {
    const auction = played(anAuction({ buyItNowMinor: minor(9000) }));
    auction.play(placeBid("ada", 1100), placeBid("troll", 8000), buyItNow("bola"));
    voided(auction, "troll");
    expect(auction.state).toMatchObject({ status: "paused", priceMinor: 1100, purchase: { buyer: person("bola") } });
    auction.play(changeStatus("admin", "sold"));
    expect(auction.state).toMatchObject({ status: "sold", winner: person("bola"), priceMinor: 9000 });
    auction.play(changeStatus("admin", "active"));
    expect(auction.state).toMatchObject({ status: "active", priceMinor: 1100, leader: person("ada") });
  });

  it("keeps the price of a reserve that fell after the payment of a purchase was taken back", () => {
    const auction = played(anAuction({ reserveMinor: minor(5000), buyItNowMinor: minor(9000) }));
    auction.play(setMaxBid("ada", 3000), placeBid("zed", 1200), buyItNow("bola"));
    auction.play(closePayment(purchaseId("bola"), "paid"), reverse(purchaseId("bola")));
    auction.play(edit("admin", { reserveMinor: minor(2500) }));
    expect(auction.state).toMatchObject({ status: "paused", priceMinor: 2500, leader: person("ada") });
    auction.at(auction.state.pausedUntil ?? 0).play(expirePurchase);
    voided(auction, "zed");
    expect(auction.state).toMatchObject({ status: "active", priceMinor: 2500, leader: person("ada") });
  });

  it("has a preview of its effects", () => {
    const auction = played().play(setMaxBid("ada", 5000), placeBid("shill", 4000));
    const preview = previewed(auction, "shill", NOON);
    voided(auction, "shill");
    expect(preview).toMatchObject({ priceMinor: 1100, leader: person("ada"), bidCount: 1 });
    expect(previewed(auction, "shill", NOON)).toMatchObject({ code: "NOT_FOUND" });
  });

  // S332
  it("leads to the same auction in whichever order several people are voided", () => {
    const start = () =>
      played().play(setMaxBid("ada", 5000), placeBid("one", 2000), setMaxBid("two", 4000), placeBid("one", 9000));
    const [forth, back] = [start(), start()];
    voided(forth, "one");
    voided(forth, "two");
    voided(back, "two");
    voided(back, "one");
    expect(forth.state).toMatchObject({ priceMinor: 1100, leader: person("ada"), bidCount: 1 });
    const { priceMinor, leader, bidCount, maxBids } = forth.state;
    expect(back.state).toMatchObject({ priceMinor, leader, bidCount, maxBids });
  });
});

describe("a void from one bid on", () => {
  const from = (
    auction: PlayedAuction,
    who: string,
    fromBid: number,
    reason: VoidBids["reason"] = "mistaken-amount",
  ) => {
    const [event, , kept, ...rest] = auction.events({ ...voidBids(who, reason), fromBid });
    if (event?.type !== "BidsVoided") expect.fail("nothing was voided");
    expect([kept, rest]).toEqual([{ type: "EarlierBidsKept" }, []]);
    return event;
  };
  const refusal = (auction: PlayedAuction, who: string, fromBid: number) => {
    const decision = auction.decide({ ...voidBids(who), fromBid });
    return decision.kind === "refused" ? decision.error : expect.fail("it was accepted");
  };

  it("keeps the person's earlier bids, so that a mistaken amount leaves them in the lead at their bid before it", () => {
    const auction = played().play(placeBid("bola", 1100), placeBid("ada", 1200), placeBid("ada", 90_000));
    expect(from(auction, "ada", 3)).toMatchObject({
      fromBid: 3,
      priceMinor: 1200,
      leader: person("ada"),
      bidCount: 2,
      voided: [{ number: 3, reason: "mistaken-amount" }],
      recorded: [],
    });
    expect(auction.events(placeBid("bola", 1300))).toEqual([bidPlaced("bola", 4, 1300)]);
  });

  it("takes a maximum back to the one before it", () => {
    const auction = played().play(setMaxBid("ada", 1500), placeBid("bola", 1400), setMaxBid("ada", 90_000));
    auction.play(placeBid("bola", 20_000));
    expect(auction.state).toMatchObject({ priceMinor: 20_100, leader: person("ada") });
    // Bid 5 is the auto-bid of the second maximum. Its command was Bola's, so the maximum would place it again.
    expect(refusal(auction, "ada", 5).message).toContain("would stand");
    auction.play(placeBid("ada", 30_000));
    expect(from(auction, "ada", 6)).toMatchObject({ priceMinor: 20_100, voided: [{ number: 6 }] });
    const event = voided(played().play(setMaxBid("ada", 1500), setMaxBid("ada", 90_000)), "ada");
    expect(event).not.toHaveProperty("fromBid");
  });

  it("brings back nothing that the kept commands had not placed, and adds up with later voids", () => {
    const auction = played().play(
      placeBid("ada", 1100),
      placeBid("bola", 1200),
      placeBid("ada", 1300),
      placeBid("bola", 1400),
    );
    from(auction, "ada", 3);
    expect(auction.state).toMatchObject({ priceMinor: 1400, leader: person("bola"), bidCount: 3 });
    from(auction, "bola", 4);
    expect(auction.state).toMatchObject({ priceMinor: 1200, leader: person("bola"), bidCount: 2 });
    voided(auction, "bola");
    expect(auction.state).toMatchObject({ priceMinor: 1100, leader: person("ada"), bidCount: 1 });
    voided(auction, "ada");
    expect(auction.state).toMatchObject({ priceMinor: 1000, leader: null, bidCount: 0 });
  });

  it("is refused for a bid that nobody made, another person's, and one that is void", () => {
    const auction = played().play(placeBid("ada", 1100), placeBid("bola", 1200), placeBid("ada", 1300));
    for (const number of [2, 9]) expect(refusal(auction, "ada", number).code).toBe("NOT_FOUND");
    from(auction, "ada", 3);
    expect(refusal(auction, "ada", 3).code).toBe("NOT_FOUND");
  });

  it("leaves the winner the lot at the lower price, unless the reserve is not met any more", () => {
    const ended = (reserve: number | null, mistaken: number) =>
      played(anAuction({ reserveMinor: reserve === null ? null : minor(reserve) }))
        .play(placeBid("ada", 1200), placeBid("ada", mistaken))
        .at(ENDS_AT)
        .play(closeAuction);
    const free = ended(null, 1500);
    expect(from(free, "ada", 2)).toMatchObject({ isWinnerVoided: false, priceMinor: 1200 });
    expect(free.state).toMatchObject({ status: "ended", winner: person("ada"), settlement: { amountMinor: 1200 } });
    const reserved = ended(50_000, 90_000);
    expect(from(reserved, "ada", 2)).toMatchObject({ isWinnerVoided: true, priceMinor: 1200 });
    expect(reserved.state).toMatchObject({ winner: null, settlement: null });
  });

  it("leaves a lot without a winner if the winner's bids before it would not win", () => {
    const auction = played().play(placeBid("ada", 1100), placeBid("bola", 1200), placeBid("ada", 90_000));
    auction.at(ENDS_AT).play(closeAuction);
    expect(from(auction, "ada", 3)).toMatchObject({ isWinnerVoided: true, leader: person("bola"), priceMinor: 1200 });
    expect(auction.state.winner).toBeNull();
  });

  it("is read by a server of an earlier version as an event that it does not know", () => {
    const auction = played().play(placeBid("ada", 1100), placeBid("ada", 1200));
    from(auction, "ada", 2);
    expect(auction.log.at(-1)?.events.map(({ type }) => type)).toEqual([
      "BidsVoided",
      "MaximaRestated",
      "EarlierBidsKept",
    ]);
  });
});

describe("a voided bidder", () => {
  it.each(["fraud", "suspended", "other"] as const)(
    "cannot bid, set a maximum or buy on this auction after a void for %s",
    (reason) => {
      const auction = played(anAuction({ buyItNowMinor: minor(9000) })).play(placeBid("troll", 1100));
      voided(auction, "troll", reason);
      const message =
        "Your bids on this auction were voided, or you withdrew them after they had shown another bidder's limit. You cannot bid on it again.";
      auction.refuses(placeBid("troll", 1100), "FORBIDDEN", { message });
      auction.refuses(setMaxBid("troll", 5000), "FORBIDDEN", { message });
      auction.refuses(buyItNow("troll"), "FORBIDDEN");
      auction.play(placeBid("ada", 1100));
    },
  );

  it("can bid again after a void for a mistaken amount, and those bids can be voided too", () => {
    const auction = played().play(placeBid("ada", 1100), placeBid("bola", 990_000));
    voided(auction, "bola", "mistaken-amount");
    auction.play(placeBid("bola", 1200));
    expect(auction.state).toMatchObject({ priceMinor: 1200, leader: person("bola"), bidCount: 2, voidedBidCount: 1 });
    const event = voided(auction, "bola", "fraud");
    // Only bids that still counted are voided.
    expect(event).toMatchObject({ voided: [{ number: 3, reason: "fraud" }], priceMinor: 1100, bidCount: 1 });
    auction.refuses(placeBid("bola", 1300), "FORBIDDEN");
  });

  it("stays excluded if a later void gives a mistaken amount as the reason", () => {
    const auction = played().play(setMaxBid("ada", 5000), placeBid("troll", 1200));
    voided(auction, "troll", "fraud");
    auction.refuses(voidBids("troll", "mistaken-amount"), "NOT_FOUND");
    auction.refuses(placeBid("troll", 1300), "FORBIDDEN");
  });
});

describe("a void of a maximum that placed no bid", () => {
  const everywhere = (bidder: string, reason: "fraud" | "mistaken-amount" = "fraud") => ({
    ...voidBids(bidder, reason, "A shill"),
    includesHidden: true,
  });
  /** Bola's maximum is below the minimum bid, so it places no bid. */
  const contest = () => played().play(placeBid("ada", 1100), setMaxBid("bola", 1150));

  it("is refused as a void of one lot, with the words for a person without bids, before and after other voids", () => {
    const message = "This person has no bids on this auction.";
    const auction = contest();
    for (const nobody of ["bola", "chidi"]) auction.refuses(voidBids(nobody), "NOT_FOUND", { message });
    auction.play(placeBid("shill", 1200), voidBids("shill"));
    for (const nobody of ["bola", "chidi"]) auction.refuses(voidBids(nobody), "NOT_FOUND", { message });
  });

  it("is secret as part of a void of all lots: nothing public changes, and the person is barred like any other", () => {
    const auction = contest();
    const { version, updatedAt, priceMinor, leader } = auction.state;
    const [id] = [...auction.state.maxBids.values()].map((one) => one.id);
    expect(auction.events(everywhere("bola"))).toEqual([
      { type: "MaxBidCancelled", maxBidId: id, ownerId: "bola", voided: { reason: "fraud", note: "A shill" } },
    ]);
    expect(auction.state).toMatchObject({ version, updatedAt, priceMinor, leader });
    expect(auction.state.maxBids.size).toBe(0);
    auction.refuses(setMaxBid("bola", 2000), "FORBIDDEN");
    auction.refuses(everywhere("bola"), "NOT_FOUND");
  });

  it("leaves the maximum out of later voids, which could let it bid", () => {
    const auction = contest();
    auction.events(everywhere("bola", "mistaken-amount"));
    expect(voided(auction, "ada")).toMatchObject({ recorded: [], leader: null, priceMinor: 1000 });
    // A maximum that is set after the void counts again.
    auction.play(setMaxBid("bola", 1500), placeBid("chidi", 1200));
    expect(voided(auction, "chidi")).toMatchObject({ leader: person("bola"), priceMinor: 1100 });
  });

  it("is public once the lot is over, when staff know the maxima", () => {
    const auction = contest().at(ENDS_AT).play(closeAuction);
    expect(voided(auction, "bola")).toMatchObject({ bidder: person("bola"), voided: [], priceMinor: 1100 });
  });
});

describe("a void is refused", () => {
  it("for a person without bids or maxima, one who is voided already, and the owner of a cancelled maximum", () => {
    const auction = played().play(placeBid("ada", 1100), setMaxBid("bola", 1150), cancelMaxBid("bola"));
    const message = "This person has no bids on this auction.";
    for (const nobody of ["bola", "seller", "nobody", ""]) {
      auction.refuses(voidBids(nobody), "NOT_FOUND", { message });
    }
    voided(auction, "ada");
    auction.refuses(voidBids("ada"), "NOT_FOUND", { message });
  });

  it("from a person who is not an administrator", () => {
    played()
      .play(placeBid("ada", 1100))
      .refuses(voidBids("ada", "fraud", null, "bola"), "FORBIDDEN")
      .refuses(voidBids("ada", "fraud", null, "ada"), "FORBIDDEN");
  });

  it("from an administrator about their own bids, or on an auction on which they have bids", () => {
    const auction = played().play(placeBid("ada", 1100));
    auction.refuses(voidBids("admin", "fraud", null, "admin"), "CONFLICT_OF_INTEREST");
    // "chief" bid while the site allowed it and was outbid, so chief has an interest in the others' bids.
    auction.events(placeBid("chief", 1200), { role: "admin" }, true);
    auction.play(placeBid("ada", 1300));
    const chief = { role: "admin" } as const;
    auction.refuses(voidBids("ada", "fraud", null, "chief"), "CONFLICT_OF_INTEREST", {}, chief);
    voided(auction, "chief");
    // Without bids that count there is no conflict of interest any more.
    auction.events(voidBids("ada", "fraud", null, "chief"), chief);
  });

  it("on a draft and on a cancelled auction, because its bids are void already", () => {
    for (const status of ["draft", "cancelled"] as const) {
      const auction = played().play(placeBid("ada", 1100), changeStatus("admin", status));
      auction.refuses(voidBids("ada"), "AUCTION_NOT_ACTIVE", { status });
    }
  });

  it("for bids from before a cancellation, because they stay void", () => {
    const auction = played().play(placeBid("troll", 9000), changeStatus("admin", "cancelled"));
    auction.play(changeStatus("admin", "active"), placeBid("ada", 1100));
    auction.refuses(voidBids("troll"), "NOT_FOUND");
    auction.play(placeBid("troll", 2000));
    expect(voided(auction, "troll").voided).toEqual([{ number: 3, reason: "fraud" }]);
    expect(auction.state).toMatchObject({ priceMinor: 1100, leader: person("ada"), bidCount: 1, voidedBidCount: 2 });
  });

  it("if the log does not begin with the auction's creation", () => {
    const auction = played().play(placeBid("ada", 1100));
    auction.log.shift();
    auction.refuses(voidBids("ada"), "AUCTION_NOT_ACTIVE");
  });

  it("if there is no log", () => {
    const auction = played().play(placeBid("ada", 1100));
    auction.log.length = 0;
    auction.refuses(voidBids("ada"), "AUCTION_NOT_ACTIVE");
  });
});

describe("a void after the end", () => {
  const ended = (...commands: readonly Command[]): PlayedAuction =>
    played()
      .play(...commands)
      .at(ENDS_AT)
      .play(closeAuction);

  it("leaves the lot without a winner if the winner is voided, and nobody else becomes the winner", () => {
    const auction = ended(placeBid("ada", 1100), placeBid("troll", 9000));
    expect(auction.state).toMatchObject({ winner: person("troll"), settlement: { amountMinor: 9000 } });
    expect(voided(auction, "troll")).toMatchObject({ isWinnerVoided: true, priceMinor: 1100, leader: person("ada") });
    expect(auction.state).toMatchObject({ status: "ended", winner: null, settlement: null, priceMinor: 1100 });
  });

  it("leaves a sold lot ended if the winner is voided", () => {
    const auction = ended(placeBid("ada", 1100), placeBid("troll", 9000)).play(changeStatus("admin", "sold"));
    expect(voided(auction, "troll")).toMatchObject({ isWinnerVoided: true });
    expect(auction.state).toMatchObject({ status: "ended", winner: null, settlement: null });
  });

  it("lowers what the winner owes to the replayed price if a shill is voided", () => {
    const auction = ended(setMaxBid("ada", 5000), placeBid("shill", 4000));
    expect(auction.state.settlement).toMatchObject({ amountMinor: 4100 });
    expect(voided(auction, "shill")).toMatchObject({ isWinnerVoided: false, priceMinor: 1100 });
    const { settlement } = auction.state;
    expect(settlement).toMatchObject({ winner: person("ada"), amountMinor: 1100 });
    expect(auction.state).toMatchObject({ status: "ended", winner: person("ada"), priceMinor: 1100 });
  });

  it("never raises what the winner owes or changes the winner, but only voids the bids", () => {
    // The troll's bid prevents two maxima from bidding. Without it they would raise the price up to 12.89, above Ada's
    // bid.
    const auction = played().play(placeBid("troll", 1190), setMaxBid("bola", 1280), setMaxBid("chidi", 1289));
    auction.play(edit("admin", { incrementMinor: minor(10) }), placeBid("ada", 1200));
    expect(previewed(auction, "troll", NOON)).toMatchObject({
      priceMinor: 1289,
      leader: person("chidi"),
    });
    auction.at(ENDS_AT).play(closeAuction);
    expect(voided(auction, "troll")).toMatchObject({
      isWinnerVoided: false,
      priceMinor: 1200,
      leader: person("ada"),
      bidCount: 1,
      voided: [{ number: 1, reason: "fraud" }],
      recorded: [],
    });
    expect(auction.state).toMatchObject({ winner: person("ada"), settlement: { amountMinor: 1200 } });
    expect([...auction.state.maxBids.keys()]).toEqual(["bola", "chidi"]);
  });

  it("has a preview that says that nobody has won without the winner", () => {
    const auction = ended(placeBid("chidi", 1100), placeBid("dayo", 4000));
    const preview = previewed(auction, "dayo", ENDS_AT);
    if ("code" in preview) expect.fail(preview.message);
    expect(effectOf(auction.state, preview)).toMatchObject({
      winner: { before: { username: "dayo" }, after: null },
    });
    const kept = previewed(auction, "chidi", ENDS_AT);
    if ("code" in kept) expect.fail(kept.message);
    expect(effectOf(auction.state, kept).winner).toEqual({ before: { username: "dayo" }, after: { username: "dayo" } });
    expect(effectOf(played().state, played().state)).not.toHaveProperty("winner");
  });

  it("changes only the bids if there was no winner", () => {
    const auction = played(anAuction({ reserveMinor: minor(9000) }));
    auction.play(placeBid("ada", 1100), placeBid("troll", 8000)).at(ENDS_AT).play(closeAuction);
    voided(auction, "troll");
    expect(auction.state).toMatchObject({ status: "ended", winner: null, priceMinor: 1100, leader: person("ada") });
  });

  it("keeps price and buyer of a lot that was sold by Buy It Now, whichever bidder is voided", () => {
    const auction = played(anAuction({ buyItNowMinor: minor(9000) }));
    auction.play(placeBid("ada", 1100), placeBid("bola", 8000), buyItNow("bola"), changeStatus("admin", "sold"));
    expect(voided(auction, "bola")).toMatchObject({ isWinnerVoided: false });
    expect(auction.state).toMatchObject({
      status: "sold",
      winner: person("bola"),
      priceMinor: 9000,
      leader: person("ada"),
      purchase: { id: purchaseId("bola"), bidPriceMinor: 1100 },
    });
  });

  it("waits until the end is recorded, so that nobody else becomes the winner", () => {
    const auction = played().play(placeBid("ada", 1100), placeBid("troll", 9000)).at(ENDS_AT);
    auction.refuses(voidBids("troll"), "UNAVAILABLE");
    expect(previewed(auction, "troll", ENDS_AT)).toMatchObject({ code: "UNAVAILABLE" });
    expect(auction.at(ENDS_AT - 1).decide(voidBids("troll")).kind).toBe("accepted");
    auction.at(ENDS_AT).play(closeAuction, voidBids("troll"));
    expect(auction.state).toMatchObject({ status: "ended", winner: null, leader: person("ada") });
  });

  it("is possible for 90 days after the end, to the millisecond", () => {
    const auction = ended(placeBid("ada", 1100));
    const until = ENDS_AT + 90 * DAY;
    auction.at(until).refuses(voidBids("ada"), "AUCTION_ENDED");
    expect(previewed(auction, "ada", until)).toMatchObject({ code: "AUCTION_ENDED" });
    expect(auction.at(until - 1).decide(voidBids("ada")).kind).toBe("accepted");
  });

  it("is not possible for longer if an administrator sets a sold lot to ended", () => {
    const auction = ended(placeBid("bola", 1100), placeBid("ada", 1200)).at(ENDS_AT + 80 * DAY);
    auction.play(voidBids("ada")).logged(changeStatus("admin", "sold"), { type: "AuctionSold", winner: null });
    auction.play(changeStatus("admin", "ended"));
    expect(auction.at(ENDS_AT + 90 * DAY - 1).decide(voidBids("bola")).kind).toBe("accepted");
    auction.at(ENDS_AT + 90 * DAY).refuses(voidBids("bola"), "AUCTION_ENDED");
  });

  it("is possible for 90 days after the sale of a lot that was bought, also if it is set to ended later", () => {
    const auction = played(anAuction({ buyItNowMinor: minor(9000) }));
    auction.play(placeBid("ada", 1100), buyItNow("bola"));
    const soldAt = auction.now;
    auction.play(closePayment(purchaseId("bola"), "paid"));
    const late = [() => auction, () => auction.at(soldAt + 80 * DAY).play(changeStatus("admin", "ended"))];
    for (const after of late) {
      expect(
        after()
          .at(soldAt + 90 * DAY - 1)
          .decide(voidBids("ada")).kind,
      ).toBe("accepted");
      auction.at(soldAt + 90 * DAY).refuses(voidBids("ada"), "AUCTION_ENDED");
    }
  });

  it("is possible for 90 days after the later end of a lot that opened again", () => {
    const auction = ended(placeBid("ada", 1100));
    const later = ENDS_AT + 50 * DAY;
    auction
      .play(edit("admin", { endsAt: later, status: "active" }))
      .at(later)
      .play(closeAuction);
    expect(auction.at(later + 90 * DAY - 1).decide(voidBids("ada")).kind).toBe("accepted");
    auction.at(later + 90 * DAY).refuses(voidBids("ada"), "AUCTION_ENDED");
  });
});

it("a voided auction can be rebuilt from its log alone", () => {
  const auction = played().play(setMaxBid("ada", 5000), placeBid("shill", 4000), setMaxBid("bola", 4800));
  voided(auction, "shill");
  const [first, ...changes] = JSON.parse(JSON.stringify(auction.log)) as typeof auction.log;
  const made = first?.events[0];
  if (made?.type !== "AuctionCreated") expect.fail("no beginning");
  let state = create(made, first?.at ?? 0);
  for (const { events } of changes) for (const event of events) state = evolve(state, event as BidsVoided);
  const { version: _, revision: __, ...rest } = auction.state;
  expect(state).toMatchObject(rest);
});

describe("a person whose bids showed somebody else's limit", () => {
  const change = edit("admin", { title: "Other" });
  /** The history shows ada's limit of 5,000. */
  const exposed = () => played().play(setMaxBid("ada", 5000), setMaxBid("cheat", 6000), change);

  it("cannot bid on the lot again after a withdrawal, or buy it", () => {
    const auction = played(anAuction({ buyItNowMinor: minor(90_000) }));
    auction.play(setMaxBid("ada", 5000), setMaxBid("cheat", 6000), change, withdrawBids("cheat"));
    expect(auction.state).toMatchObject({ priceMinor: 1100, leader: person("ada"), barredIds: new Set(["cheat"]) });
    const message = expect.stringContaining("had shown another bidder's limit");
    auction.refuses(placeBid("cheat", 1200), "FORBIDDEN", { message });
    auction.refuses(setMaxBid("cheat", 5100), "FORBIDDEN", { message });
    auction.refuses(buyItNow("cheat"), "FORBIDDEN");
  });

  it("cannot either after a void for a mistaken amount", () => {
    const auction = exposed().play(voidBids("cheat", "mistaken-amount"));
    auction.refuses(placeBid("cheat", 1200), "FORBIDDEN");
  });

  it("cannot either if somebody else's bid keeps the price up until that one goes too", () => {
    const auction = exposed().play(placeBid("bola", 7000), edit("admin", { condition: "poor" }));
    auction.play(withdrawBids("cheat"));
    expect(auction.state.priceMinor).toBe(7000);
    auction.play(withdrawBids("bola"));
    expect(auction.state).toMatchObject({ priceMinor: 1100, leader: person("ada") });
    auction.refuses(placeBid("cheat", 1200), "FORBIDDEN");
    auction.play(placeBid("bola", 1200));
  });

  it("stays barred when the lot starts anew", () => {
    const auction = exposed().play(withdrawBids("cheat"), changeStatus("admin", "cancelled"));
    auction.play(changeStatus("admin", "active"));
    auction.refuses(placeBid("cheat", 1200), "FORBIDDEN");
  });

  it("may bid again if the limit stays visible, or if there was none", () => {
    const met = played().play(setMaxBid("ada", 9000), placeBid("cheat", 2000), placeBid("bola", 3000), change);
    met.play(withdrawBids("cheat"), placeBid("cheat", 3200));
    const alone = played().play(placeBid("ada", 1100), placeBid("cheat", 2000), change, withdrawBids("cheat"));
    alone.play(placeBid("cheat", 1200));
  });
});
