// Tests conflicts of interest: an administrator with an interest in an auction cannot use an administrator's command on
// it, and administrators may bid only if the site allows it.
import { type Role, roles, staffRoles } from "@jara/shared/permissions";
import { describe, expect, it } from "vitest";
import {
  anAuction,
  bidPlaced,
  buyItNow,
  cancelMaxBid,
  changeStatus,
  confirmMaxBid,
  edit,
  factsOf,
  maxBidSet,
  minor,
  NOON,
  person,
  placeBid,
  purchaseId,
  removeAuction,
  setMaxBid,
  stateAfter,
  voidBids,
  withdrawBids,
} from "../../test/support/given-auction.ts";
import { played } from "../../test/support/play-auction.ts";
import { type Command, isOfStaff } from "./commands.ts";
import { decide } from "./decide.ts";
import type { AuctionEvent } from "./events.ts";
import { hasInterest, whyNotStaff } from "./interest.ts";
import type { AuctionState } from "./state.ts";

const chief = { role: "admin" } as const;
const closePayment: Command = {
  auctionId: "lot",
  userId: "chief",
  commandId: "any",
  settlementId: "any",
  note: null,
  type: "ClosePayment",
  as: "waived",
};
/** Every administrator's command, sent by "chief". */
const staffCommands: Command[] = [
  changeStatus("chief", "ended"),
  changeStatus("chief", "cancelled"),
  edit("chief", { title: "Mine" }),
  removeAuction("chief"),
  voidBids("bola", "fraud", null, "chief"),
  closePayment,
];
const boughtBy = (who: string): AuctionEvent[] => [
  {
    type: "BuyItNowStarted",
    purchaseId: purchaseId(who),
    buyer: person(who),
    priceMinor: minor(5000),
    feeMinor: minor(250),
    deadlineAt: NOON,
  },
  { type: "AuctionPaused", reason: "buy-it-now", pausedAt: NOON, pausedUntil: NOON },
];
const ended: AuctionEvent = { type: "AuctionEnded", endedAt: NOON, winner: person("chief"), dueAt: NOON };

const refusalOf = (state: AuctionState, command: Command, hasBid = false): string | null => {
  const decision = decide(state, command, { ...factsOf("chief", chief), hasBid, log: [] }, NOON);
  return decision.kind === "refused" ? decision.error.code : null;
};

describe("an administrator with an interest in the auction", () => {
  const interests: [string, AuctionState, boolean?][] = [
    ["the lead", stateAfter(anAuction(), bidPlaced("chief", 1, 1100))],
    ["a maximum", stateAfter(anAuction(), bidPlaced("bola", 1, 1100), maxBidSet("chief", 1150))],
    ["a purchase", stateAfter(anAuction(), ...boughtBy("chief"))],
    ["a win", stateAfter(anAuction(), bidPlaced("chief", 1, 1100), ended)],
    ["a win that was waived, with another leader", { ...stateAfter(anAuction(), ended), settlement: null }],
    ["a bid that was outbid", stateAfter(anAuction(), bidPlaced("chief", 1, 1100), bidPlaced("bola", 2, 1200)), true],
  ];

  it.each(interests)("cannot use any administrator's command on it with %s", (_what, state, hasBid) => {
    for (const command of staffCommands) {
      expect([command.type, refusalOf(state, command, hasBid)]).toEqual([command.type, "CONFLICT_OF_INTEREST"]);
    }
    const byChief = whyNotStaff(state, closePayment, { ...factsOf("chief", chief), hasBid: hasBid ?? false });
    expect(byChief?.code).toBe("CONFLICT_OF_INTEREST");
    // Another administrator may use the command.
    expect(whyNotStaff(state, closePayment, factsOf("admin"))).toBeNull();
  });

  it("gets this refusal before any other, and nobody else is an administrator", () => {
    const state = stateAfter(anAuction());
    expect(whyNotStaff(state, closePayment, factsOf("chief", chief))).toBeNull();
    for (const who of ["ada", "seller"]) expect(whyNotStaff(state, closePayment, factsOf(who))?.code).toBe("FORBIDDEN");
    expect(hasInterest(state, "chief")).toBe(false);
  });

  it("has a complete list of administrators' commands, and every other command is a bidder's", () => {
    expect(staffCommands.every(isOfStaff)).toBe(true);
    const bidders = [placeBid("ada", 1100), setMaxBid("ada", 2000), cancelMaxBid("ada"), confirmMaxBid("ada", 1)];
    const all = [...bidders, buyItNow("ada"), withdrawBids("ada")];
    expect(all.some(isOfStaff)).toBe(false);
    const state = stateAfter(anAuction());
    for (const command of all) expect(whyNotStaff(state, command, factsOf("ada"))).toBeNull();
  });

  it("loses the interest once the own bids are void", () => {
    const auction = played();
    auction.events(placeBid("chief", 1100), chief, true);
    auction.play(placeBid("bola", 1200)).refuses(changeStatus("chief", "ended"), "CONFLICT_OF_INTEREST", {}, chief);
    auction.play(voidBids("chief"));
    expect(auction.decide(changeStatus("chief", "ended"), chief).kind).toBe("accepted");
  });
});

describe("the roles of the staff", () => {
  const settled = { ...closePayment, as: "paid" } as const;
  const offer = { auctionId: "lot", userId: "chief", commandId: "any", settlementId: "any", offerId: "any" };
  const booking = { method: "cash", amountMinor: minor(100), reference: null, note: null } as const;
  const of = { auctionId: "lot", userId: "chief", commandId: "any", settlementId: "any", note: "any" };
  const published = anAuction();
  const reserved = anAuction({ reserveMinor: minor(2000), buyItNowMinor: minor(5000) });
  const closing: typeof reserved = { ...reserved, softClose: { windowSeconds: 120, capMinutes: 30 } };
  const draft = anAuction({ status: "draft" });
  const cases: [string, AuctionState, Command, readonly Role[]][] = [
    ["publishes a draft", stateAfter(draft), changeStatus("chief", "active"), ["cataloguer", "manager", "admin"]],
    ["cancels a draft", stateAfter(draft), changeStatus("chief", "cancelled"), ["manager", "admin"]],
    ["pauses a lot", stateAfter(published), changeStatus("chief", "paused"), ["manager", "admin"]],
    ["edits a lot", stateAfter(published), edit("chief", { title: "T" }), ["cataloguer", "manager", "admin"]],
    ["moves the end", stateAfter(published), edit("chief", { endsAt: NOON + 9e6 }), ["manager", "admin"]],
    ["ends it by an edit", stateAfter(published), edit("chief", { status: "ended" }), ["manager", "admin"]],
    [
      "moves a draft's end",
      stateAfter(draft),
      edit("chief", { endsAt: NOON + 9e6 }),
      ["cataloguer", "manager", "admin"],
    ],
    [
      "lowers the reserve of a published lot",
      stateAfter(reserved),
      edit("chief", { reserveMinor: minor(1500) }),
      ["manager", "admin"],
    ],
    [
      "removes the reserve of a published lot",
      stateAfter(reserved),
      edit("chief", { title: "T", reserveMinor: null }),
      ["manager", "admin"],
    ],
    [
      "changes the Buy It Now price of a published lot",
      stateAfter(reserved),
      edit("chief", { buyItNowMinor: minor(3000) }),
      ["manager", "admin"],
    ],
    [
      "gives Buy It Now to a published lot that has none",
      stateAfter(published),
      edit("chief", { buyItNowMinor: minor(3000) }),
      ["manager", "admin"],
    ],
    [
      "changes the reserve of a paused lot",
      stateAfter(reserved, { type: "AuctionPaused", reason: "admin", pausedAt: NOON, pausedUntil: null }),
      edit("chief", { reserveMinor: null }),
      ["manager", "admin"],
    ],
    [
      "changes the currency of a published lot",
      stateAfter(published),
      edit("chief", { currency: "USD" }),
      ["manager", "admin"],
    ],
    [
      "lowers the starting price of a published lot",
      stateAfter(published),
      edit("chief", { startingPriceMinor: minor(10) }),
      ["manager", "admin"],
    ],
    [
      "changes the increment of a published lot",
      stateAfter(published),
      edit("chief", { title: "T", incrementMinor: minor(1_000_000) }),
      ["manager", "admin"],
    ],
    [
      "gives a published lot the increment table",
      stateAfter(published),
      edit("chief", { incrementTable: true }),
      ["manager", "admin"],
    ],
    [
      "removes the soft close of a published lot",
      stateAfter(closing),
      edit("chief", { softClose: null }),
      ["manager", "admin"],
    ],
    [
      "sends the terms of a published lot back as they are",
      stateAfter(closing),
      edit("chief", {
        title: "T",
        startingPriceMinor: closing.startingPriceMinor,
        reserveMinor: minor(2000),
        buyItNowMinor: minor(5000),
        currency: "NGN",
        incrementMinor: closing.incrementMinor,
        incrementTable: false,
        softClose: { capMinutes: 30, windowSeconds: 120 },
      }),
      ["cataloguer", "manager", "admin"],
    ],
    [
      "changes the amounts of a draft",
      stateAfter(anAuction({ status: "draft", reserveMinor: minor(2000), buyItNowMinor: minor(5000) })),
      edit("chief", {
        startingPriceMinor: minor(10),
        reserveMinor: minor(1500),
        buyItNowMinor: minor(3000),
        currency: "USD",
        incrementMinor: minor(5),
        softClose: null,
      }),
      ["cataloguer", "manager", "admin"],
    ],
    ["deletes a lot", stateAfter(published), removeAuction("chief"), ["cataloguer", "manager", "admin"]],
    [
      "deletes a lot that somebody is buying",
      stateAfter(published, ...boughtBy("bola")),
      removeAuction("chief"),
      ["manager", "admin"],
    ],
    [
      "edits a lot that somebody is buying",
      stateAfter(published, ...boughtBy("bola")),
      edit("chief", { title: "T" }),
      ["cataloguer", "manager", "admin"],
    ],
    [
      "withdraws a lot that somebody is buying",
      stateAfter(published, ...boughtBy("bola")),
      edit("chief", { status: "draft" }),
      ["manager", "admin"],
    ],
    [
      "resumes a lot that somebody is buying",
      stateAfter(published, ...boughtBy("bola")),
      edit("chief", { status: "active" }),
      ["manager", "admin"],
    ],
    [
      "moves the end of a lot that somebody is buying",
      stateAfter(published, ...boughtBy("bola")),
      edit("chief", { endsAt: NOON }),
      ["manager", "admin"],
    ],
    ["voids bids", stateAfter(published), voidBids("bola", "fraud", null, "chief"), ["manager", "admin"]],
    ["confirms a payment", stateAfter(published), settled, ["cashier", "manager", "admin"]],
    ["waives a payment", stateAfter(published), closePayment, ["manager", "admin"]],
    ["books cash", stateAfter(published), { ...of, ...booking, type: "BookPayment" }, ["cashier", "manager", "admin"]],
    [
      "extends a deadline",
      stateAfter(published),
      { ...of, dueAt: NOON, type: "ExtendDeadline" },
      ["cashier", "manager", "admin"],
    ],
    [
      "reverses a payment",
      stateAfter(published),
      { ...of, type: "ReverseSettlement" },
      ["cashier", "manager", "admin"],
    ],
    ["offers a second chance", stateAfter(published), { ...offer, type: "OfferSecondChance" }, ["manager", "admin"]],
    ["sells below the reserve", stateAfter(published), { ...of, type: "SellToHighestBidder" }, ["manager", "admin"]],
  ];

  it.each(cases)("let exactly the right people use the command that %s", (_what, state, command, allowed) => {
    for (const role of roles) {
      const code = whyNotStaff(state, command, factsOf("chief", { role }))?.code ?? null;
      expect([role, code]).toEqual([role, allowed.includes(role) ? null : "FORBIDDEN"]);
    }
  });

  it("name the amounts in the refusal of an edit that changes one of them", () => {
    const command = edit("chief", { reserveMinor: minor(1500) });
    const refused = whyNotStaff(stateAfter(reserved), command, factsOf("chief", { role: "cataloguer" }));
    expect(refused?.message).toMatch(/only staff who run auctions can change its starting price, its reserve/);
    const increment = edit("chief", { incrementMinor: minor(1) });
    const alsoRefused = whyNotStaff(stateAfter(reserved), increment, factsOf("chief", { role: "cataloguer" }));
    expect(alsoRefused?.message).toMatch(/only staff who run auctions can change its increment/);
  });

  it.each(staffRoles)("do not bid as %s, and may not act on a lot that they lead", (role) => {
    const lot = stateAfter(anAuction({ buyItNowMinor: minor(5000) }));
    for (const command of [placeBid("chief", 1100), setMaxBid("chief", 2000), buyItNow("chief")]) {
      const decision = decide(lot, command, factsOf("chief", { role }), NOON);
      expect(decision).toMatchObject({ kind: "refused", error: { code: "CONFLICT_OF_INTEREST" } });
    }
    const led = stateAfter(anAuction(), bidPlaced("chief", 1, 1100));
    const command = role === "cashier" ? settled : edit("chief", { title: led.lot.title });
    expect(whyNotStaff(led, command, factsOf("chief", { role }))?.code).toBe("CONFLICT_OF_INTEREST");
  });
});

describe("an administrator as a bidder", () => {
  const commands = [placeBid("chief", 1100), setMaxBid("chief", 2000), buyItNow("chief")];

  it.each(commands)("cannot $type, unless the site lets staff bid", (command) => {
    const state = stateAfter(anAuction({ buyItNowMinor: minor(5000) }));
    expect(refusalOf(state, command)).toBe("CONFLICT_OF_INTEREST");
    const allowed = decide(state, command, { ...factsOf("chief", chief), staffMayBid: true }, NOON);
    expect(allowed.kind).toBe("accepted");
  });

  it("cannot confirm a maximum from before the promotion either, but can cancel it", () => {
    const auction = played().play(placeBid("bola", 1100), setMaxBid("chief", 1150), edit("admin", { title: "Other" }));
    auction.refuses(confirmMaxBid("chief", 2), "CONFLICT_OF_INTEREST", {}, chief);
    auction.events(cancelMaxBid("chief"), chief);
    expect(auction.state.maxBids.size).toBe(0);
  });

  it("is refused as the seller by the rule that applies to everybody", () => {
    const state = stateAfter(anAuction({ seller: person("chief") }));
    expect(refusalOf(state, placeBid("chief", 1100))).toBe("OWN_AUCTION");
  });
});
