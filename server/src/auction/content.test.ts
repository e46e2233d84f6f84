// Tests rule 14: a lot's content has a version; after a new version maxima wait until their owners confirm, and bidders
// may withdraw.
import { detailNames, lotDetails } from "@jara/shared/lot-fields";
import { describe, expect, it } from "vitest";
import {
  anAuction,
  bidPlaced,
  buyItNow,
  cancelMaxBid,
  changeStatus,
  confirmMaxBid,
  ENDS_AT,
  edit,
  given,
  maxBidConfirmed,
  maxBidId,
  maxBidSet,
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
import { played } from "../../test/support/play-auction.ts";
import type { EditAuction } from "./commands.ts";
import { mergedChanges, NOTICE_MS, publicChanges, WITHDRAWAL_MS } from "./content.ts";
import type { AuctionEdited, AuctionEvent } from "./events.ts";
import { evolveChange } from "./evolve.ts";
import { isSuspended } from "./state.ts";

const HOUR = 60 * 60 * 1000;
const rich = anAuction({
  reserveMinor: minor(3000),
  buyItNowMinor: minor(9000),
  softClose: { windowSeconds: 120, capMinutes: 30 },
});
const retitled: AuctionEdited = {
  type: "AuctionEdited",
  changes: { title: "(empty box)" },
  before: { title: "A lot" },
  contentVersion: 2,
  contentChangedAt: NOON,
  changedBy: "admin",
};

describe("a new content version", () => {
  const changes: [string, EditAuction["edit"]][] = [
    ["title", { title: "(empty box)" }],
    ["description", { description: "Broken" }],
    ["condition", { condition: "poor" }],
    ["categories", { categories: ["toys"] }],
    ["location", { location: "Kano" }],
    ["media", { media: [{ url: "/2.jpg", type: "image" }] }],
    ...detailNames.map((name): [string, EditAuction["edit"]] => [lotDetails[name].label, { [name]: "Bring a van." }]),
    ["increment", { incrementMinor: minor(50) }],
    ["Buy It Now price", { buyItNowMinor: minor(8000) }],
    ["Buy It Now price to none", { buyItNowMinor: null }],
    ["reserve to none", { reserveMinor: null }],
  ];
  const others: [string, EditAuction["edit"]][] = [
    ["end time", { endsAt: ENDS_AT + HOUR }],
    ["reserve's amount, which is secret", { reserveMinor: minor(2500) }],
    ["nothing", { title: "A lot" }],
  ];

  it.each(changes)("comes from an edit of the %s, with a bid or with only a maximum", (_what, wanted) => {
    for (const past of [bidPlaced("ada", 1, 1100), maxBidSet("ada", 1050)]) {
      const auction = given(rich, past);
      const after = auction.when(edit("admin", wanted)).thenAccepted();
      expect(after).toMatchObject({ contentVersion: 2, contentChangedAt: NOON });
    }
  });

  it.each([...changes, ...others])("does not come from an edit of the %s without bids and maxima", (_what, wanted) => {
    const after = given(rich).when(edit("admin", wanted)).thenAccepted();
    expect(after).toMatchObject({ contentVersion: 1, contentChangedAt: null });
  });

  it.each(others)("does not come from an edit of the %s", (_what, wanted) => {
    const auction = given(rich, bidPlaced("ada", 1, 1100));
    expect(auction.when(edit("admin", wanted)).thenAccepted()).toMatchObject({ contentVersion: 1 });
  });

  it("comes from an edit of the soft close or a new reserve with only a maximum, because bids forbid both", () => {
    const kept = given(anAuction(), maxBidSet("ada", 1050));
    for (const wanted of [{ softClose: { windowSeconds: 60, capMinutes: 5 } }, { reserveMinor: minor(2000) }]) {
      expect(kept.when(edit("admin", wanted)).thenAccepted().contentVersion).toBe(2);
    }
  });

  it("comes from an edit after the end too, because a won lot must show the texts that were bid on", () => {
    const ended: AuctionEvent = { type: "AuctionEnded", endedAt: NOON - 1, winner: person("ada"), dueAt: NOON + HOUR };
    const after = given(anAuction(), bidPlaced("ada", 1, 1100), ended)
      .when(edit("admin", { title: "(empty box)" }))
      .thenEvents(retitled);
    expect(after).toMatchObject({ status: "ended", endsAt: ENDS_AT, contentVersion: 2 });
  });
});

describe("the content of a lot that somebody is buying", () => {
  const changes: [string, EditAuction["edit"]][] = [
    ["title", { title: "(empty box)" }],
    ["pictures", { media: [{ url: "/2.jpg", type: "image" }] }],
    ["addenda", { addendum: "The lid is broken" }],
    ["increment", { incrementMinor: minor(50) }],
    ["Buy It Now price", { buyItNowMinor: minor(8000) }],
    ["Buy It Now price to none", { buyItNowMinor: null }],
    ["soft close to none", { softClose: null }],
    ["reserve to none", { reserveMinor: null }],
  ];
  const message =
    "Somebody is buying this lot with Buy It Now. Its texts, pictures and terms cannot change until the purchase is paid " +
    "or over.";
  const bought = () => played(rich).play(buyItNow("bola"));

  it.each(changes)("allows no change of its %s until the purchase is paid or over", (_what, wanted) => {
    for (const bids of [[], [placeBid("ada", 1100)]]) {
      const auction = played(rich).play(...bids, buyItNow("bola"));
      auction.refuses(edit("admin", wanted), "AUCTION_HAS_BIDS", { message });
    }
    // It also allows none in the edit that confirms the payment, and none after the payment is taken back.
    const paying = edit("admin", { ...wanted, status: "sold" });
    bought().refuses(paying, "AUCTION_HAS_BIDS", { message });
    const id = purchaseId("bola");
    const again = bought().play(closePayment(id, "paid"), reverse(id));
    again.refuses(edit("admin", wanted), "AUCTION_HAS_BIDS", { message });
  });

  it("changes with an edit that ends the purchase without a penalty, and after the purchase", () => {
    for (const status of ["active", "ended", "cancelled", "draft"] as const) {
      const auction = bought().play(edit("admin", { title: "(empty box)", status }));
      expect(auction.state).toMatchObject({ status, purchase: null, lot: { title: "(empty box)" } });
    }
    const waived = bought().play(closePayment(purchaseId("bola"), "waived"), edit("admin", { title: "(empty box)" }));
    expect(waived.state.lot.title).toBe("(empty box)");
  });

  it("allows an edit of the end or of the reserve's amount, and one that changes nothing", () => {
    const auction = bought().play(edit("admin", { endsAt: ENDS_AT + HOUR, reserveMinor: minor(2500), title: "A lot" }));
    expect(auction.state).toMatchObject({ status: "paused", endsAt: ENDS_AT + HOUR, reserveMinor: 2500 });
  });
});

describe("a suspended maximum", () => {
  const led = [maxBidSet("ada", 5000), bidPlaced("ada", 1, 1100, "auto"), retitled];

  it("does not answer a rival's bid, and its owner no longer leads", () => {
    const auction = given(anAuction(), ...led);
    const maxBid = auction.state.maxBids.get("ada");
    expect(maxBid && isSuspended(auction.state, maxBid)).toBe(true);
    const after = auction.when(placeBid("bola", 1200)).thenEvents(bidPlaced("bola", 2, 1200));
    expect(after.leader).toEqual(person("bola"));
  });

  it("does not raise a rival's price, and does not bid for its owner's lower one", () => {
    given(anAuction(), ...led)
      .when(setMaxBid("bola", 4000))
      .thenEvents(maxBidSet("bola", 4000), bidPlaced("bola", 2, 1200, "auto"));
  });

  it("does not bid when the reserve falls to its amount", () => {
    const reserved = anAuction({ reserveMinor: minor(6000) });
    const fell: AuctionEvent = {
      type: "AuctionEdited",
      changes: { reserveMinor: minor(4000) },
      before: { reserveMinor: minor(6000) },
    };
    given(reserved, ...led)
      .when(edit("admin", { reserveMinor: minor(4000) }))
      .thenEvents(fell);
    given(reserved, ...led, fell)
      .when(confirmMaxBid("ada", 2))
      .thenEvents(maxBidConfirmed("ada"), bidPlaced("ada", 2, 4000, "auto"));
  });

  it("acts at once when its owner confirms it, and keeps its old place in time", () => {
    const past = [...led, bidPlaced("bola", 2, 1200), maxBidSet("chidi", 5000), bidPlaced("chidi", 3, 1300, "auto")];
    const after = given(anAuction(), ...past)
      .when(confirmMaxBid("ada", 2))
      .thenEvents(maxBidConfirmed("ada"), bidPlaced("chidi", 4, 5000, "auto"), bidPlaced("ada", 5, 5000, "auto"));
    expect(after).toMatchObject({ leader: person("ada"), priceMinor: 5000 });
  });

  it("is confirmed by setting it again, to a higher, a lower or the same amount", () => {
    for (const amount of [4000, 5000, 6000]) {
      const after = given(anAuction(), ...led)
        .when(setMaxBid("ada", amount))
        .thenEvents(maxBidSet("ada", amount));
      expect(after.maxBids.get("ada")).toMatchObject({ contentVersion: 2, autoBidCount: 1 });
    }
  });

  it("can be cancelled", () => {
    given(anAuction(), ...led)
      .when(cancelMaxBid("ada"))
      .thenEvents({ type: "MaxBidCancelled", maxBidId: maxBidId("ada"), ownerId: "ada" });
  });

  it("is not confirmed by a manual bid of its owner", () => {
    const after = given(anAuction(), ...led)
      .when(placeBid("ada", 1200))
      .thenEvents(bidPlaced("ada", 2, 1200));
    expect(after.maxBids.get("ada")).toMatchObject({ contentVersion: 1 });
  });

  it("waits for another confirmation when the lot changes again", () => {
    const again: AuctionEdited = { ...retitled, changes: { title: "Third" }, contentVersion: 3 };
    const auction = given(anAuction(), ...led, maxBidConfirmed("ada"), again);
    auction.when(confirmMaxBid("ada", 2)).thenRefused("LOT_CHANGED", { contentVersion: 3 });
    auction.when(placeBid("bola", 1200)).thenEvents(bidPlaced("bola", 2, 1200));
  });
});

describe("a confirmation", () => {
  const past = [maxBidSet("ada", 5000), bidPlaced("ada", 1, 1100, "auto")];
  const auction = given(anAuction(), ...past, retitled);

  it("is accepted and does nothing if the maximum is not suspended", () => {
    given(anAuction(), ...past)
      .when(confirmMaxBid("ada", 1))
      .thenEvents();
  });

  it("names the version that was read; an older version gets the change, and a future one is refused", () => {
    auction.when(confirmMaxBid("ada", 1)).thenRefused("LOT_CHANGED", { contentVersion: 2 });
    auction.when(confirmMaxBid("ada", 3)).thenRefused("INVALID", { issues: [expect.anything()] });
  });

  it("is only for the owner on an open auction, and does not check the balance", () => {
    auction.when(confirmMaxBid("bola", 2)).thenRefused("NOT_FOUND");
    auction.when({ ...confirmMaxBid("bola", 2), maxBidId: maxBidId("ada") }).thenRefused("NOT_FOUND");
    auction.when(confirmMaxBid("ada", 2), {}, ENDS_AT).thenRefused("AUCTION_ENDED");
    auction.when(confirmMaxBid("ada", 2), { isBanned: true }).thenRefused("FORBIDDEN");
    auction.when(confirmMaxBid("ada", 2), { balanceMinor: -1 }).thenEvents(maxBidConfirmed("ada"));
  });

  it("is invisible to everybody else if it places no bid: the public version stays", () => {
    const after = auction.when(confirmMaxBid("ada", 2)).thenEvents(maxBidConfirmed("ada"));
    expect(after).toMatchObject({ version: auction.state.version, revision: auction.state.revision + 1 });
  });
});

describe("a bid or maximum that names the version its author has read", () => {
  const auction = given(anAuction(), bidPlaced("ada", 1, 1100), retitled);

  it.each([placeBid("bola", 1200), setMaxBid("bola", 1150)])("is refused if the version is older: $type", (command) => {
    auction.when({ ...command, contentVersion: 1 }).thenRefused("LOT_CHANGED", { contentVersion: 2 });
    auction.when({ ...command, contentVersion: 3 }).thenRefused("INVALID");
    auction.when({ ...command, contentVersion: 2 }).thenAccepted();
    // An old client sends no content version.
    auction.when(command).thenAccepted();
  });
});

describe("the notice after a content change", () => {
  const bid = bidPlaced("ada", 1, 1100);
  const endAfter = (wanted: EditAuction["edit"], endsAt: number, now = NOON): number =>
    given(anAuction({ endsAt }), bid).when(edit("admin", wanted), {}, now).thenAccepted().endsAt;

  // S353
  it("leaves at least two hours, and never brings the end nearer", () => {
    expect(endAfter({ title: "Other" }, NOON + 1)).toBe(NOON + NOTICE_MS);
    expect(endAfter({ title: "Other" }, NOON + NOTICE_MS - 1)).toBe(NOON + NOTICE_MS);
    for (const endsAt of [NOON + NOTICE_MS, NOON + NOTICE_MS + 1, NOON + 50 * HOUR]) {
      expect(endAfter({ title: "Other" }, endsAt)).toBe(endsAt);
    }
  });

  it("does not apply to other edits, or if nobody has bid", () => {
    expect(endAfter({ endsAt: NOON + 1 }, NOON + HOUR)).toBe(NOON + 1);
    const none = given(anAuction({ endsAt: NOON + HOUR })).when(edit("admin", { title: "Other" }));
    expect(none.thenAccepted().endsAt).toBe(NOON + HOUR);
  });

  it("overrides an earlier end from the same edit, even an end of now", () => {
    for (const endsAt of [NOON + HOUR, NOON, NOON - HOUR]) {
      expect(endAfter({ title: "Other", endsAt }, NOON + 5 * HOUR)).toBe(NOON + NOTICE_MS);
    }
    expect(endAfter({ title: "Other", endsAt: NOON + 9 * HOUR }, NOON + HOUR)).toBe(NOON + 9 * HOUR);
  });

  it("counts from the resume if the auction is paused", () => {
    const endsAt = NOON + HOUR;
    const paused: AuctionEvent = { type: "AuctionPaused", reason: "admin", pausedAt: NOON, pausedUntil: null };
    const auction = given(anAuction({ endsAt }), bid, paused);
    const now = NOON + 10 * HOUR;
    // The pause is longer than the rest of the auction and the notice; neither ends the auction.
    const edited = auction.when(edit("admin", { title: "Other" }), {}, now).thenAccepted();
    expect(edited).toMatchObject({ status: "paused", endsAt: NOON + NOTICE_MS, isEndSet: false });
    for (const later of [now, now + HOUR]) {
      const after = played(anAuction({ endsAt }));
      after
        .at(NOON - 1000)
        .play(placeBid("ada", 1100))
        .at(NOON)
        .play(changeStatus("admin", "paused"));
      after
        .at(now)
        .play(edit("admin", { title: "Other" }))
        .at(later)
        .play(changeStatus("admin", "active"));
      expect(after.state.endsAt).toBe(later + NOTICE_MS);
    }
  });

  it("counts from the change if an administrator has set another end during the pause", () => {
    const auction = played(anAuction({ endsAt: NOON + HOUR }))
      .at(NOON - 1000)
      .play(placeBid("ada", 1100));
    auction.at(NOON).play(changeStatus("admin", "paused"), edit("admin", { endsAt: NOON + 3 * HOUR }));
    const at = NOON + 2 * HOUR;
    auction.at(at).play(edit("admin", { title: "Other" }));
    expect(auction.state).toMatchObject({ status: "paused", endsAt: at + NOTICE_MS, isEndSet: true });
    auction.at(at + HOUR).play(changeStatus("admin", "active"));
    expect(auction.state.endsAt).toBe(at + NOTICE_MS);
  });

  it("publishes the end with the change, and moves a soft close's schedule with it", () => {
    const softly = anAuction({ endsAt: NOON + HOUR, softClose: { windowSeconds: 120, capMinutes: 5 } });
    const after = given(softly, bid)
      .when(edit("admin", { title: "Other" }))
      .thenEvents({
        type: "AuctionEdited",
        changes: { title: "Other", endsAt: NOON + NOTICE_MS },
        before: { title: "A lot", endsAt: NOON + HOUR },
        contentVersion: 2,
        contentChangedAt: NOON,
        changedBy: "admin",
        scheduledEndsAt: NOON + HOUR,
      });
    expect(after).toMatchObject({ endsAt: NOON + NOTICE_MS, extendedFrom: null });
  });
});

describe("many changes of one lot", () => {
  const DAY = 24 * HOUR;
  const change = (n: number) => edit("admin", { title: `Change ${n}` });

  const upToTheBound = (auction = played().play(placeBid("ada", 1100))): typeof auction => {
    for (let n = 1; n <= 30; n++) auction.at(auction.state.endsAt - 1000).tried(change(n));
    return auction;
  };

  it("move its end by a day at most past the schedule, however many there are", () => {
    const { state } = upToTheBound();
    expect(state).toMatchObject({ scheduledEndsAt: ENDS_AT });
    expect(state.endsAt).toBeLessThanOrEqual(ENDS_AT + DAY);
    expect(state.endsAt).toBeGreaterThan(ENDS_AT + DAY - NOTICE_MS);
  });

  it("are refused if less than two hours would be left, unless they set a later end, end the lot or correct it", () => {
    const auction = upToTheBound(played().play(setMaxBid("ada", 9000), placeBid("bola", 2000)));
    const { endsAt } = auction.state;
    auction.at(endsAt - 1000);
    for (const wanted of [{ title: "Other" }, { addendum: "No lid" }, { media: [] as never, title: "Other" }]) {
      auction.refuses(edit("admin", wanted), "INVALID", { message: expect.stringContaining("a later end") });
    }
    expect(auction.decide(edit("admin", { title: "Other", status: "ended" })).kind).toBe("accepted");
    expect(auction.decide(edit("admin", { description: "As seen.", isCorrection: true })).kind).toBe("accepted");
    auction.play(edit("admin", { title: "Other", endsAt: endsAt + HOUR }));
    expect(auction.state.endsAt - auction.now).toBeGreaterThan(NOTICE_MS - 2000);
  });

  it("count a pause as a part of the schedule", () => {
    const auction = played().play(placeBid("ada", 1100));
    auction.at(ENDS_AT - 1000).play(change(1), changeStatus("admin", "paused"));
    auction.at(auction.now + 5 * HOUR).play(changeStatus("admin", "active"));
    const shift = auction.state.endsAt - (ENDS_AT - 1000 + NOTICE_MS);
    const { endsAt } = upToTheBound(auction).state;
    expect(shift).toBeGreaterThanOrEqual(5 * HOUR);
    expect(endsAt).toBeLessThanOrEqual(ENDS_AT + shift + DAY);
    expect(endsAt).toBeGreaterThan(ENDS_AT + shift + DAY - NOTICE_MS);
  });

  it("start anew from an end that an administrator sets, and a sale's shift moves the bound with the end", () => {
    const auction = played().play(placeBid("ada", 1100));
    auction.at(ENDS_AT - 1000).play(change(1));
    auction.play({ ...edit("admin", {}), type: "ShiftTimes", byMs: HOUR } as never);
    expect(auction.state.scheduledEndsAt).toBe(ENDS_AT + HOUR);
    auction.play({ type: "KeepOpen", auctionId: "lot", untilMs: auction.state.endsAt + HOUR });
    expect(auction.state.scheduledEndsAt).toBe(ENDS_AT + 2 * HOUR);
    auction.play(edit("admin", { endsAt: ENDS_AT + 9 * HOUR }));
    expect(auction.state.scheduledEndsAt).toBeNull();
  });
});

describe("a change of what a lot says by a cataloguer", () => {
  const asCataloguer = (auction: ReturnType<typeof played>): typeof auction => {
    auction.roles.set("cat", "cataloguer");
    return auction;
  };
  const all: [string, EditAuction["edit"]][] = [
    ["title", { title: "Other" }],
    ["condition", { condition: "poor" }],
    ["media", { media: [{ url: "/2.jpg", type: "image" }] }],
    ["addenda", { addendum: "No lid" }],
    ["title, as a correction", { title: "A lots", isCorrection: true }],
  ];
  it.each(all)("is refused with bids or maxima, and allowed without: %s", (_what, wanted) => {
    for (const command of [placeBid("ada", 1100), setMaxBid("ada", 1050)]) {
      asCataloguer(played()).play(command).refuses(edit("cat", wanted), "FORBIDDEN");
    }
    asCataloguer(played()).play(edit("cat", wanted));
    asCataloguer(played()).play(placeBid("ada", 1100), edit("cat", { title: "A lot" }));
  });

  it("is public with the reason and the role of its author", () => {
    const auction = played().play(placeBid("ada", 1100));
    const [event] = auction.events(edit("admin", { title: "Other", reason: "The lid is missing" }));
    expect(event).toMatchObject({ changeReason: "The lid is missing", changedBy: "admin" });
  });
});

describe("a withdrawal of one's own bids after a change of the lot", () => {
  const changed = () => played().play(placeBid("ada", 1100), placeBid("bola", 2000), edit("admin", { title: "Other" }));

  it("voids one's own bids and maximum, and allows a new bid", () => {
    const auction = changed();
    const [event] = auction.events(withdrawBids("bola"));
    expect(event).toMatchObject({
      type: "BidsVoided",
      reason: "withdrawn",
      bidder: person("bola"),
      voided: [{ number: 2, reason: "withdrawn" }],
    });
    expect(auction.state).toMatchObject({ priceMinor: 1100, leader: person("ada"), barredIds: new Set() });
    auction.refuses(withdrawBids("bola"), "NOT_FOUND");
    auction.play(placeBid("bola", 1200));
  });

  it("removes a maximum without a bid too", () => {
    const auction = played().play(placeBid("ada", 1100), setMaxBid("bola", 1150), edit("admin", { title: "Other" }));
    auction.play(withdrawBids("bola"));
    expect(auction.state.maxBids.size).toBe(0);
  });

  it("is refused if nothing changed, because bids are binding", () => {
    played().play(placeBid("ada", 1100)).refuses(withdrawBids("ada"), "FORBIDDEN");
    // An edit of the end time does not change the lot's content.
    const later = played().play(placeBid("ada", 1100), edit("admin", { endsAt: ENDS_AT + HOUR }));
    later.refuses(withdrawBids("ada"), "FORBIDDEN");
  });

  it("is refused after a later bid, maximum or confirmation, and possible again after the next change", () => {
    for (const command of [placeBid("bola", 3000), setMaxBid("bola", 3000)]) {
      const auction = changed().play(command).refuses(withdrawBids("bola"), "FORBIDDEN");
      auction.play(edit("admin", { title: "Third" }), withdrawBids("bola"));
      expect(auction.state.leader).toEqual(person("ada"));
    }
    const confirmed = played().play(setMaxBid("bola", 3000), edit("admin", { title: "Other" }));
    confirmed.play(confirmMaxBid("bola", 2)).refuses(withdrawBids("bola"), "FORBIDDEN");
  });

  it("is not prevented by other people's actions, such as an auto-bid that answered a rival before the change", () => {
    const auction = played().play(setMaxBid("bola", 3000), placeBid("ada", 2000), edit("admin", { title: "Other" }));
    auction.play(placeBid("ada", 2200), withdrawBids("bola"));
    expect(auction.state).toMatchObject({ leader: person("ada"), priceMinor: 2200 });
  });

  it("is possible until 24 hours after the change or until the end, to the millisecond", () => {
    const long = played(anAuction({ endsAt: NOON + 50 * HOUR })).play(placeBid("ada", 1100));
    long.at(NOON + HOUR).play(edit("admin", { title: "Other" }));
    const until = NOON + HOUR + WITHDRAWAL_MS;
    expect(long.at(until - 1).decide(withdrawBids("ada")).kind).toBe("accepted");
    long.at(until).refuses(withdrawBids("ada"), "FORBIDDEN");
    const short = changed();
    expect(short.at(ENDS_AT - 1).decide(withdrawBids("bola")).kind).toBe("accepted");
    short.at(ENDS_AT).refuses(withdrawBids("bola"), "AUCTION_ENDED");
  });

  it("is possible while the auction is paused, and never on a draft, a cancelled or an ended auction", () => {
    for (const [status, code] of [
      ["draft", "NOT_FOUND"],
      ["cancelled", "AUCTION_NOT_ACTIVE"],
      ["ended", "AUCTION_ENDED"],
      ["sold", "AUCTION_ENDED"],
    ] as const) {
      changed().play(changeStatus("admin", status)).refuses(withdrawBids("bola"), code);
    }
    changed().play(changeStatus("admin", "paused"), withdrawBids("bola"));
  });

  /** Without the troll's bid the maxima reach more than Ada's bid, so the void strikes her bid out too. */
  const passedOver = (opened = played()) => {
    const auction = opened.play(placeBid("troll", 1190), setMaxBid("bola", 1280), setMaxBid("chidi", 1289));
    auction.play(edit("admin", { incrementMinor: minor(10) }), placeBid("ada", 1200), voidBids("troll"));
    expect(auction.state).toMatchObject({ priceMinor: 1289, leader: person("chidi") });
    return auction;
  };

  it("includes a bid by hand that a void passed over, so that no later void brings it back", () => {
    const auction = passedOver().refuses(withdrawBids("ada"), "FORBIDDEN");
    auction.play(edit("admin", { title: "Other" }));
    const { priceMinor, leader, bidCount, maxBids } = auction.state;
    const [event] = auction.events(withdrawBids("ada"));
    expect(event).toMatchObject({ reason: "withdrawn", bidder: person("ada"), voided: [], recorded: [] });
    expect(auction.state).toMatchObject({ priceMinor, leader, bidCount, maxBids, barredIds: new Set(["troll"]) });
    auction.refuses(withdrawBids("ada"), "NOT_FOUND");
    auction.play(voidBids("chidi"), voidBids("bola"));
    expect(auction.state).toMatchObject({ priceMinor: 1000, leader: null });
  });

  it("is refused 24 hours after the change for a bid by hand that a void passed over, because that time is over", () => {
    const auction = passedOver(played(anAuction({ endsAt: NOON + 50 * HOUR })));
    auction.at(NOON + HOUR).play(edit("admin", { title: "Other" }));
    auction.at(NOON + HOUR + WITHDRAWAL_MS).refuses(withdrawBids("ada"), "FORBIDDEN");
  });

  it("is refused for a bid by hand that a void passed over, from somebody who bid after the change", () => {
    const auction = passedOver().play(edit("admin", { title: "Other" }), placeBid("ada", 2000));
    auction.refuses(withdrawBids("ada"), "FORBIDDEN");
  });

  it("is refused without bids", () => {
    changed().refuses(withdrawBids("chidi"), "NOT_FOUND");
    changed().play(voidBids("bola")).refuses(withdrawBids("bola"), "NOT_FOUND");
  });
});

describe("the public changes of an edit", () => {
  it("have the wire's fields with old and new values, but say of the reserve only whether there is one", () => {
    expect(
      publicChanges({
        changes: { title: "B", incrementMinor: minor(50), buyItNowMinor: null, endsAt: NOON, reserveMinor: null },
        before: {
          title: "A",
          incrementMinor: minor(100),
          buyItNowMinor: minor(5000),
          endsAt: NOON - HOUR,
          reserveMinor: minor(777_777),
        },
      }),
    ).toEqual([
      { field: "title", before: "A", after: "B" },
      { field: "bidIncrement", before: 1, after: 0.5 },
      { field: "buyItNowPrice", before: 50, after: null },
      { field: "endTime", before: new Date(NOON - HOUR).toISOString(), after: new Date(NOON).toISOString() },
      { field: "hasReserve", before: true, after: false },
    ]);
    const secret = { changes: { reserveMinor: minor(5) }, before: { reserveMinor: minor(777_777) } };
    expect(publicChanges(secret)).toEqual([]);
  });

  it("merge several edits into the values before the first and after the last", () => {
    const title = (before: string, after: string) => ({ field: "title", before, after });
    const place = (before: string | null, after: string | null) => ({ field: "location", before, after });
    expect(mergedChanges([[title("A", "B"), place(null, "Kano")], [title("B", "C")], [place("Kano", null)]])).toEqual([
      title("A", "C"),
    ]);
  });
});

describe("a lot that changed while it was ended", () => {
  const MINUTE = 60 * 1000;
  const ended: AuctionEvent = { type: "AuctionEnded", endedAt: NOON - 1, winner: person("ada"), dueAt: NOON + HOUR };
  const led = [maxBidSet("ada", 5000), bidPlaced("ada", 1, 1100, "auto")];
  const reopened: AuctionEvent = { type: "AuctionReopened" };
  const endMoved = (to: number, from: number): AuctionEvent => ({
    type: "AuctionEdited",
    changes: { endsAt: to },
    before: { endsAt: from },
  });

  it("opens with two hours at least, so that the owners of suspended maxima can confirm them", () => {
    const auction = given(anAuction(), ...led, ended, retitled);
    const late = ENDS_AT - 10 * MINUTE;
    const after = auction
      .when(changeStatus("admin", "active"), {}, late)
      .thenEvents(reopened, { ...(endMoved(late + NOTICE_MS, ENDS_AT) as AuctionEdited), scheduledEndsAt: ENDS_AT });
    expect(after).toMatchObject({ status: "active", endsAt: late + NOTICE_MS });
    auction.when(changeStatus("admin", "active"), {}, ENDS_AT - NOTICE_MS).thenEvents(reopened);
  });

  it("gets the two hours also if one edit changes the lot, sets the end and opens it", () => {
    const soon = NOON + 5 * MINUTE;
    const after = given(anAuction(), ...led, ended)
      .when(edit("admin", { title: "(empty box)", endsAt: soon, status: "active" }))
      .thenAccepted();
    expect(after).toMatchObject({ status: "active", contentVersion: 2, endsAt: NOON + NOTICE_MS });
  });

  it("gets the two hours also if the lot is paused first", () => {
    const late = ENDS_AT - 10 * MINUTE;
    const paused = given(anAuction(), ...led, ended, retitled)
      .when(changeStatus("admin", "paused"), {}, late)
      .thenAccepted();
    expect(evolveChange(paused, [{ type: "AuctionResumed", endsAt: paused.endsAt + HOUR }]).endsAt).toBe(
      late + NOTICE_MS + HOUR,
    );
    expect(paused.isEndSet).toBe(false);
  });

  it.each(["active", "paused"] as const)("lets its bidders withdraw for a day from its opening as %s on", (status) => {
    const auction = played().play(placeBid("bola", 1100), placeBid("ada", 5000), changeStatus("admin", "ended"));
    auction.play(edit("admin", { description: "Broken" })).at(NOON + WITHDRAWAL_MS + HOUR);
    const openedAt = auction.now;
    auction.play(edit("admin", { endsAt: openedAt + 2 * WITHDRAWAL_MS, status }));
    expect(auction.state.contentChangedAt).toBe(openedAt);
    const withdraw = (now: number) => auction.at(now).decide(withdrawBids("ada")).kind;
    expect([WITHDRAWAL_MS - 1, WITHDRAWAL_MS].map((ms) => withdraw(openedAt + ms))).toEqual(["accepted", "refused"]);
  });

  it("opens with two hours at least also if it has manual bids alone", () => {
    const auction = played().play(placeBid("ada", 5000), changeStatus("admin", "ended"));
    auction.play(edit("admin", { title: "(empty box)" })).at(ENDS_AT - MINUTE);
    auction.play(changeStatus("admin", "active"));
    expect(auction.state.endsAt).toBe(ENDS_AT - MINUTE + NOTICE_MS);
  });

  it("lets nobody withdraw again if it did not change since it was open", () => {
    const auction = played().play(placeBid("ada", 5000), edit("admin", { title: "(empty box)" }));
    const changedAt = auction.state.contentChangedAt;
    auction
      .play(changeStatus("admin", "ended"))
      .at(ENDS_AT - MINUTE)
      .play(changeStatus("admin", "active"));
    expect(auction.state.contentChangedAt).toBe(changedAt);
  });
});
