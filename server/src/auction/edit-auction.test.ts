// Tests which terms an administrator's edit may change and when, and what follows from it at once.
import { ADDENDA_MAX } from "@jara/shared/addenda";
import { describe, expect, it } from "vitest";
import {
  anAuction,
  bidPlaced,
  buyItNow,
  changeStatus,
  closeAuction,
  confirmMaxBid,
  ENDS_AT,
  edit,
  expirePurchase,
  given,
  maxBidConfirmed,
  maxBidId,
  maxBidSet,
  minor,
  NOON,
  noHolidays,
  person,
  placeBid,
  purchaseId,
  removeAuction,
  STARTED_AT,
  voidBids,
} from "../../test/support/given-auction.ts";
import { book, closePayment, reverse } from "../../test/support/given-money.ts";
import { type PlayedAuction, played } from "../../test/support/play-auction.ts";
import type { AuctionEdited, AuctionEvent } from "./events.ts";
import { evolveChange } from "./evolve.ts";
import { settlementDueAt } from "./settlement/settlement-due.ts";
import { type AuctionState, settlementIdOf } from "./state.ts";

const HOUR = 60 * 60 * 1000;
const edited = (changes: AuctionEdited["changes"], before: AuctionEdited["before"]): AuctionEdited => ({
  type: "AuctionEdited",
  changes,
  before,
});
/** An edit of the lot's content or rules, with bids or maxima (content.test.ts). */
const newVersion = (
  contentVersion: number,
  changes: AuctionEdited["changes"],
  before: AuctionEdited["before"],
): AuctionEdited => ({ ...edited(changes, before), contentVersion, contentChangedAt: NOON, changedBy: "admin" });
const paused: AuctionEvent = { type: "AuctionPaused", reason: "admin", pausedAt: NOON - HOUR, pausedUntil: null };
const endedAt = (at: number, winner: string | null, depositMinor = 220): AuctionEvent => ({
  type: "AuctionEnded",
  endedAt: at,
  winner: winner === null ? null : person(winner),
  dueAt: winner === null ? null : settlementDueAt(at, noHolidays, 3),
  ...(winner !== null && {
    deposit: { takenMinor: minor(depositMinor), worthMinor: minor(depositMinor) },
    settlementId: settlementIdOf("lot", 3),
  }),
});
/** Continues from a state. */
const from = (state: AuctionState) => ({ ...given(anAuction()), state });

describe("an edit", () => {
  it("records each changed field with its old and new value, and nothing else", () => {
    const after = given(anAuction())
      .when(edit("admin", { title: "Another lot", description: "As seen", condition: "good", location: "Kano" }))
      .thenEvents(edited({ title: "Another lot", location: "Kano" }, { title: "A lot", location: null }));
    expect(after.lot).toMatchObject({ title: "Another lot", description: "As seen", location: "Kano" });
    expect(after).toMatchObject({ version: 2, revision: 2 });
  });

  it("is accepted and does nothing if it changes nothing", () => {
    const media = [{ type: "image", url: "/1.jpg", originalName: "1.jpg" }] as const;
    const lot = { title: "A lot", description: "", categories: ["toys"], condition: "good", location: null } as const;
    const auction = given(anAuction({ lot: { ...lot, media } }));
    auction.when(edit("admin", {})).thenEvents();
    const same = [{ url: "/1.jpg", originalName: "1.jpg", type: "image" }] as const;
    auction
      .when(edit("admin", { ...lot, media: same, endsAt: ENDS_AT, status: "active", startsAt: STARTED_AT }))
      .thenEvents();
  });

  it("refuses one addendum too many, and names the field of the call", () => {
    const addenda = Array.from({ length: ADDENDA_MAX }, (_, n) => ({ at: NOON - HOUR, text: `Addendum ${n}` }));
    const full = given(anAuction({ lot: { ...anAuction().lot, addenda } }));
    const message = `A lot can have at most ${ADDENDA_MAX} addenda.`;
    full
      .when(edit("admin", { addendum: "One more" }))
      .thenRefused("INVALID", { message, issues: [{ path: "text", message }] });
  });

  it("is only for administrators", () => {
    given(anAuction())
      .when(edit("ada", { title: "Mine" }))
      .thenRefused("FORBIDDEN");
    given(anAuction())
      .when(edit("admin", { title: "Mine" }), { isBanned: true })
      .thenRefused("FORBIDDEN");
  });

  it("is refused from the end time on, whether or not the clock has closed the auction", () => {
    given(anAuction())
      .when(edit("admin", { endsAt: ENDS_AT + HOUR }), {}, ENDS_AT)
      .thenRefused("AUCTION_ENDED");
  });
});

describe("an edit of prices", () => {
  it("moves the price with the starting price if there are no bids", () => {
    const after = given(anAuction())
      .when(edit("admin", { startingPriceMinor: minor(2500) }))
      .thenEvents(edited({ startingPriceMinor: minor(2500) }, { startingPriceMinor: minor(1000) }));
    expect(after).toMatchObject({ priceMinor: 2500, startingPriceMinor: 2500, bidCount: 0 });
  });

  // S346
  it("cannot change starting price and currency once there are bids, and says so", () => {
    const auction = given(anAuction(), bidPlaced("ada", 1, 1100));
    const message = "This auction has bids: its currency and starting price can no longer change.";
    for (const wanted of [{ startingPriceMinor: minor(900) }, { currency: "USD" }] as const) {
      auction.when(edit("admin", wanted)).thenRefused("AUCTION_HAS_BIDS", { message });
    }
    auction.when(edit("admin", { startingPriceMinor: minor(1000), currency: "NGN" })).thenEvents();
  });

  // S183
  it("cannot raise the reserve once there are bids, because that would find a hidden maximum, but can lower it", () => {
    const message = "This auction has bids: its reserve can be lowered or removed, but no longer raised or added.";
    const issues = [{ path: "reservePrice", message }];
    const bids = [maxBidSet("ada", 5000), bidPlaced("ada", 1, 1100, "auto")];
    const reserved = given(anAuction({ reserveMinor: minor(6000) }), ...bids);
    reserved.when(edit("admin", { reserveMinor: minor(6001) })).thenRefused("AUCTION_HAS_BIDS", { message, issues });
    given(anAuction({ reserveMinor: minor(6000) }), ...bids, endedAt(NOON - HOUR, null))
      .when(edit("admin", { reserveMinor: minor(6001) }))
      .thenRefused("AUCTION_HAS_BIDS", { issues });
    given(anAuction(), ...bids)
      .when(edit("admin", { reserveMinor: minor(1000) }))
      .thenRefused("AUCTION_HAS_BIDS", { issues });
    reserved
      .when(edit("admin", { reserveMinor: null }))
      .thenEvents(newVersion(2, { reserveMinor: null }, { reserveMinor: minor(6000) }));
    given(anAuction({ reserveMinor: minor(6000) }))
      .when(edit("admin", { reserveMinor: minor(6001) }))
      .thenEvents(edited({ reserveMinor: minor(6001) }, { reserveMinor: minor(6000) }));
  });

  it("is refused while somebody pays for Buy It Now", () => {
    const auction = anAuction({ buyItNowMinor: minor(5000) });
    given(
      auction,
      {
        type: "BuyItNowStarted",
        purchaseId: purchaseId("ada"),
        buyer: person("ada"),
        priceMinor: minor(5000),
        feeMinor: minor(250),
        deadlineAt: NOON + HOUR,
      },
      { type: "AuctionPaused", reason: "buy-it-now", pausedAt: NOON, pausedUntil: NOON + HOUR },
    )
      .when(edit("admin", { currency: "USD" }))
      .thenRefused("AUCTION_HAS_BIDS");
  });

  it("cannot change the currency of a lot whose bids are void or whose purchases are closed", () => {
    const message = "Somebody has bid on this lot or bought it before: its currency can no longer change.";
    const issues = [{ path: "currency", message }];
    const lot = () => played(anAuction({ buyItNowMinor: minor(500_000) }));
    const bought = () => lot().play(buyItNow("ada"));
    const id = purchaseId("ada");
    const cases: Record<string, PlayedAuction> = {
      "bids of a cancelled lot": lot().play(placeBid("ada", 5000), changeStatus("admin", "cancelled")),
      "bids of a draft": lot().play(placeBid("ada", 5000), changeStatus("admin", "draft")),
      "voided bids": lot().play(placeBid("ada", 5000), voidBids("ada")),
      "a waived purchase": bought().play(book(id, 90_000), closePayment(id, "waived")),
      "a void purchase": bought().play(changeStatus("admin", "active")),
      "a forfeited purchase": bought()
        .at(NOON + 2 * HOUR)
        .play(expirePurchase),
      "a pardoned purchase": bought()
        .at(NOON + 2 * HOUR)
        .play(expirePurchase, reverse(id)),
      "an undone sale": bought().play(closePayment(id, "paid"), changeStatus("admin", "active")),
    };
    for (const [name, auction] of Object.entries(cases)) {
      const decision = auction.decide(edit("admin", { currency: "USD" }));
      expect(decision, name).toMatchObject({ kind: "refused", error: { code: "AUCTION_HAS_BIDS", message, issues } });
      auction.play(edit("admin", { currency: "NGN", title: "Another drum" }));
    }
  });

  it("voids the maxima in the old currency when it changes the currency", () => {
    const after = given(anAuction(), maxBidSet("ada", 1050))
      .when(edit("admin", { currency: "USD" }))
      .thenEvents(edited({ currency: "USD" }, { currency: "NGN" }), {
        type: "MaxBidCancelled",
        maxBidId: maxBidId("ada"),
        ownerId: "ada",
      });
    expect(after.maxBids.size).toBe(0);
  });

  // S347
  it.each([
    [{ buyItNowMinor: minor(1000) }, "buyItNowPrice", "Buy It Now price must be higher than starting price"],
    [{ reserveMinor: minor(999) }, "reservePrice", "Reserve price cannot be lower than starting price"],
    [
      { startingPriceMinor: minor(3000), reserveMinor: minor(2000) },
      "reservePrice",
      "Reserve price cannot be lower than starting price",
    ],
    [
      { startingPriceMinor: minor(3000), buyItNowMinor: minor(3000) },
      "buyItNowPrice",
      "Buy It Now price must be higher than starting price",
    ],
  ])("must keep the prices consistent: %j", (wanted, path, message) => {
    given(anAuction())
      .when(edit("admin", wanted))
      .thenRefused("INVALID", { message, issues: [{ path, message }] });
  });

  it("must set a Buy It Now price above the current price once there are bids, but may leave a lower one unchanged", () => {
    const auction = given(anAuction({ buyItNowMinor: minor(2000) }), bidPlaced("ada", 1, 2500));
    const message = "Buy It Now price must be higher than the current price of ₦25.00";
    auction.when(edit("admin", { buyItNowMinor: minor(2500) })).thenRefused("INVALID", { message });
    auction
      .when(edit("admin", { buyItNowMinor: minor(2501) }))
      .thenEvents(newVersion(2, { buyItNowMinor: minor(2501) }, { buyItNowMinor: minor(2000) }));
    auction.when(edit("admin", { buyItNowMinor: minor(2000), title: "A lot" })).thenEvents();
    auction
      .when(edit("admin", { buyItNowMinor: null }))
      .thenEvents(newVersion(2, { buyItNowMinor: null }, { buyItNowMinor: minor(2000) }));
  });
});

describe("the contest that an edit causes", () => {
  const kept = [maxBidSet("ada", 9000), bidPlaced("ada", 1, 1100, "auto"), maxBidSet("bola", 1150)];

  it("waits for the owner's confirmation if a lower increment would let a maximum bid", () => {
    const fell = newVersion(2, { incrementMinor: minor(50) }, { incrementMinor: minor(100) });
    given(anAuction(), ...kept)
      .when(edit("admin", { incrementMinor: minor(50) }))
      .thenEvents(fell);
    const after = given(anAuction(), ...kept, fell)
      .when(confirmMaxBid("bola", 2))
      .thenEvents(maxBidConfirmed("bola"), bidPlaced("bola", 2, 1150, "auto"));
    // Ada's maximum is suspended: it does not answer before she confirms it.
    expect(after).toMatchObject({ priceMinor: 1150, leader: person("bola"), bidCount: 2 });
    given(anAuction(), ...kept, fell, maxBidConfirmed("bola"), bidPlaced("bola", 2, 1150, "auto"))
      .when(confirmMaxBid("ada", 2))
      .thenEvents(maxBidConfirmed("ada"), bidPlaced("ada", 3, 1200, "auto"));
  });

  // S349
  it("does not happen if the increment falls too little, and the increment cannot rise with bids", () => {
    const auction = given(anAuction(), ...kept);
    const fell = newVersion(2, { incrementMinor: minor(51) }, { incrementMinor: minor(100) });
    auction.when(edit("admin", { incrementMinor: minor(51) })).thenEvents(fell);
    given(anAuction(), ...kept, fell)
      .when(confirmMaxBid("bola", 2))
      .thenEvents(maxBidConfirmed("bola"));
    const message = "This auction has bids: its increment can be lowered, but no longer raised.";
    const issues = [{ path: "bidIncrement", message }];
    for (const incrementMinor of [minor(101), minor(500)]) {
      auction.when(edit("admin", { incrementMinor })).thenRefused("AUCTION_HAS_BIDS", { message, issues });
    }
    given(anAuction(), bidPlaced("ada", 1, 1100), endedAt(NOON - HOUR, "ada"))
      .when(edit("admin", { incrementMinor: minor(101) }))
      .thenRefused("AUCTION_HAS_BIDS", { issues });
    // The lot has no bids. A maximum that cannot bid yet prevents no change of the rules, and is suspended.
    given(anAuction(), maxBidSet("ada", 1050))
      .when(edit("admin", { incrementMinor: minor(500) }))
      .thenEvents(newVersion(2, { incrementMinor: minor(500) }, { incrementMinor: minor(100) }));
  });

  it("gives the lead to the earlier of two equal maxima that could not bid before, at its amount", () => {
    const fell = newVersion(2, { incrementMinor: minor(10) }, { incrementMinor: minor(100) });
    const confirmed = [maxBidConfirmed("bola"), bidPlaced("bola", 2, 1110, "auto")];
    given(anAuction(), bidPlaced("ada", 1, 1100), maxBidSet("chidi", 1150), maxBidSet("bola", 1150), fell)
      .when(confirmMaxBid("bola", 2))
      .thenEvents(...confirmed);
    // Confirming does not reset `reachedRevision`: Chidi's maximum was set first.
    given(anAuction(), bidPlaced("ada", 1, 1100), maxBidSet("chidi", 1150), maxBidSet("bola", 1150), fell, ...confirmed)
      .when(confirmMaxBid("chidi", 2))
      .thenEvents(maxBidConfirmed("chidi"), bidPlaced("bola", 3, 1150, "auto"), bidPlaced("chidi", 4, 1150, "auto"));
  });

  it("leaves the lead to a manual bid with a maximum of the same amount, and a rival's must clear the increment", () => {
    const past = [maxBidSet("ada", 1150), bidPlaced("ada", 1, 1150), maxBidSet("bola", 1200)];
    const fellTo = (increment: number) =>
      newVersion(2, { incrementMinor: minor(increment) }, { incrementMinor: minor(100) });
    given(anAuction(), ...past, fellTo(51))
      .when(confirmMaxBid("bola", 2))
      .thenEvents(maxBidConfirmed("bola"));
    given(anAuction(), ...past, fellTo(50))
      .when(confirmMaxBid("bola", 2))
      .thenEvents(maxBidConfirmed("bola"), bidPlaced("bola", 2, 1200, "auto"));
  });

  it("places one auto-bid at the reserve when the reserve falls to the leader's maximum", () => {
    const reserved = anAuction({ reserveMinor: minor(6000) });
    const auction = given(reserved, maxBidSet("ada", 5000), bidPlaced("ada", 1, 1100, "auto"));
    auction
      .when(edit("admin", { reserveMinor: minor(5001) }))
      .thenEvents(edited({ reserveMinor: minor(5001) }, { reserveMinor: minor(6000) }));
    auction
      .when(edit("admin", { reserveMinor: minor(5000) }))
      .thenEvents(
        edited({ reserveMinor: minor(5000) }, { reserveMinor: minor(6000) }),
        bidPlaced("ada", 2, 5000, "auto"),
      );
    auction
      .when(edit("admin", { reserveMinor: null }))
      .thenEvents(newVersion(2, { reserveMinor: null }, { reserveMinor: minor(6000) }));
    given(reserved, bidPlaced("ada", 1, 1100))
      .when(edit("admin", { reserveMinor: minor(1100) }))
      .thenEvents(edited({ reserveMinor: minor(1100) }, { reserveMinor: minor(6000) }));
  });

  it("happens when the starting price falls and there are no bids", () => {
    given(anAuction(), maxBidSet("ada", 1050))
      .when(edit("admin", { startingPriceMinor: minor(900) }))
      .thenEvents(
        edited({ startingPriceMinor: minor(900) }, { startingPriceMinor: minor(1000) }),
        bidPlaced("ada", 1, 1000, "auto"),
      );
  });

  it("does not happen on an ended auction, but when that auction is opened again", () => {
    const auction = given(anAuction({ reserveMinor: minor(6000) }), ...kept, endedAt(NOON - HOUR, null));
    const change = edited({ reserveMinor: minor(5000) }, { reserveMinor: minor(6000) });
    auction.when(edit("admin", { reserveMinor: minor(5000) })).thenEvents(change);
    auction
      .when(edit("admin", { reserveMinor: minor(5000), status: "active" }))
      .thenEvents(change, { type: "AuctionReopened" }, bidPlaced("ada", 2, 5000, "auto"));
  });
});

describe("an edit of the end time", () => {
  // S355
  it("keeps the stored end if a form sends it cut to the minute beside other fields, and takes that minute as the end if it comes alone", () => {
    const [stored, cut] = [ENDS_AT + 37_123, ENDS_AT];
    const lot = () => given(anAuction({ endsAt: stored }));
    lot()
      .when(edit("admin", { location: "Kano", endsAt: cut }))
      .thenEvents(edited({ location: "Kano" }, { location: null }));
    for (const more of [{}, { startsAt: STARTED_AT }, { status: "active" } as const]) {
      lot()
        .when(edit("admin", { endsAt: cut, ...more }))
        .thenEvents(edited({ endsAt: cut }, { endsAt: stored }));
    }
    given(anAuction({ status: "draft", startsAt: NOON + HOUR, endsAt: stored }))
      .when(edit("admin", { startsAt: NOON, endsAt: cut }))
      .thenEvents(edited({ startsAt: NOON, endsAt: cut }, { startsAt: NOON + HOUR, endsAt: stored }));
  });

  it("moves the end in either direction", () => {
    for (const endsAt of [NOON + 1, ENDS_AT + 100 * HOUR]) {
      const after = given(anAuction())
        .when(edit("admin", { endsAt }))
        .thenEvents(edited({ endsAt }, { endsAt: ENDS_AT }));
      expect(after).toMatchObject({ status: "active", endsAt });
    }
  });

  it.each([NOON, NOON - 5 * HOUR])(
    "closes the auction with the leader as winner if the end is now or past (%i)",
    (endsAt) => {
      const after = given(anAuction(), bidPlaced("ada", 1, 1100))
        .when(edit("admin", { endsAt }))
        .thenEvents(edited({ endsAt: NOON }, { endsAt: ENDS_AT }), endedAt(NOON, "ada"));
      expect(after).toMatchObject({ status: "ended", winner: person("ada"), endsAt: NOON });
    },
  );

  it("gives the win to the maximum that meets the lowered reserve if the same edit closes the auction", () => {
    given(anAuction({ reserveMinor: minor(6000) }), maxBidSet("ada", 5000), bidPlaced("ada", 1, 1100, "auto"))
      .when(edit("admin", { endsAt: NOON, reserveMinor: minor(4000) }))
      .thenEvents(
        edited({ reserveMinor: minor(4000), endsAt: NOON }, { reserveMinor: minor(6000), endsAt: ENDS_AT }),
        bidPlaced("ada", 2, 4000, "auto"),
        endedAt(NOON, "ada", 800),
      );
  });

  it("sets the end during a pause, for this pause only", () => {
    const endsAt = NOON + 2 * HOUR;
    const auction = given(anAuction(), paused, edited({ endsAt }, { endsAt: ENDS_AT }));
    expect(auction.state.isEndSet).toBe(true);
    const resumed = auction.when(changeStatus("admin", "active")).thenEvents({ type: "AuctionResumed", endsAt });
    expect(resumed.isEndSet).toBe(false);
    const again = evolveChange(resumed, [{ ...paused, pausedAt: NOON } as AuctionEvent]);
    expect(from(again).state.isEndSet).toBe(false);
  });

  it("sets the end also if the same edit resumes the auction", () => {
    const endsAt = NOON + 2 * HOUR;
    given(anAuction(), paused)
      .when(edit("admin", { endsAt, status: "active" }))
      .thenEvents(edited({ endsAt }, { endsAt: ENDS_AT }), { type: "AuctionResumed", endsAt });
  });

  it("leaves an end that passed during the pause alone if it edits something else", () => {
    const late = ENDS_AT + 5 * HOUR;
    given(anAuction(), paused)
      .when(edit("admin", { title: "Another lot", endsAt: ENDS_AT, status: "paused" }), {}, late)
      .thenEvents(edited({ title: "Another lot" }, { title: "A lot" }));
  });

  it("must be repeated before a resume if its end has passed, but after an unpaid purchase the lot resumes and closes", () => {
    const endsAt = NOON + HOUR / 2;
    given(anAuction(), paused, edited({ endsAt }, { endsAt: ENDS_AT }))
      .when(changeStatus("admin", "active"), {}, NOON + HOUR)
      .thenRefused("END_TIME_PASSED");
    const priceMinor = minor(5000);
    const deadlineAt = NOON + HOUR;
    const bought: AuctionEvent[] = [
      {
        type: "BuyItNowStarted",
        purchaseId: purchaseId("ada"),
        buyer: person("ada"),
        priceMinor,
        feeMinor: minor(250),
        deadlineAt,
      },
      { type: "AuctionPaused", reason: "buy-it-now", pausedAt: NOON, pausedUntil: deadlineAt },
      edited({ endsAt }, { endsAt: ENDS_AT }),
    ];
    const auction = anAuction({ buyItNowMinor: priceMinor });
    const forfeited = { type: "PurchaseForfeited", purchaseId: purchaseId("ada"), buyer: person("ada") } as const;
    const resumed = { type: "AuctionResumed", endsAt } as const;
    given(auction, ...bought)
      .when(expirePurchase, {}, deadlineAt)
      .thenEvents({ ...forfeited, penaltyMinor: minor(500) }, resumed);
    given(auction, ...bought, { ...forfeited, penaltyMinor: minor(500) }, resumed)
      .when(closeAuction, {}, deadlineAt)
      .thenEvents(endedAt(deadlineAt, null));
  });

  it("requires an end after the start of a draft, and a start only for a draft", () => {
    const draft = given(anAuction({ status: "draft", startsAt: NOON + HOUR, endsAt: NOON + 3 * HOUR }));
    draft.when(edit("admin", { endsAt: NOON + HOUR })).thenRefused("INVALID", { issues: [expect.anything()] });
    draft
      .when(edit("admin", { startsAt: NOON + 2 * HOUR }))
      .thenEvents(edited({ startsAt: NOON + 2 * HOUR }, { startsAt: NOON + HOUR }));
    const message = "Only a draft's start time can be changed";
    given(anAuction())
      .when(edit("admin", { startsAt: NOON + HOUR }))
      .thenRefused("INVALID", { message, issues: [expect.objectContaining({ path: "startTime" })] });
  });
});

describe("a status in an edit", () => {
  it("is carried out with the edit in one change", () => {
    const terms = [{ title: "Another lot" }, { title: "A lot" }] as const;
    const auction = given(anAuction(), bidPlaced("ada", 1, 1100));
    const after = auction
      .when(edit("admin", { title: "Another lot", status: "cancelled" }))
      // No new content version, because the same change voids the lot's bids.
      .thenEvents(edited(...terms), { type: "AllBidsVoided", reason: "cancelled" }, { type: "AuctionCancelled" });
    expect(after).toMatchObject({ status: "cancelled", bidCount: 0, contentVersion: 1, version: 3, revision: 3 });
    const paused = auction
      .when(edit("admin", { title: "Another lot", status: "paused" }))
      .thenEvents(newVersion(2, ...terms), {
        type: "AuctionPaused",
        reason: "admin",
        pausedAt: NOON,
        pausedUntil: null,
      });
    expect(paused).toMatchObject({ status: "paused", bidCount: 1, contentVersion: 2 });
  });

  it("opens an ended auction with the new end, and without one refuses the whole edit", () => {
    const auction = given(anAuction(), endedAt(NOON, null));
    const late = ENDS_AT + HOUR;
    auction.when(edit("admin", { title: "Another lot", status: "active" }), {}, late).thenRefused("END_TIME_PASSED");
    auction
      .when(edit("admin", { endsAt: late + HOUR, status: "active" }), {}, late)
      .thenEvents(edited({ endsAt: late + HOUR }, { endsAt: ENDS_AT }), { type: "AuctionReopened" });
  });

  it("keeps the start time that the edit gives a draft", () => {
    const startsAt = NOON + HOUR;
    const after = given(anAuction())
      .when(edit("admin", { status: "draft", startsAt }))
      .thenEvents({ type: "AuctionWithdrawn" }, edited({ startsAt }, { startsAt: null }));
    expect(after).toMatchObject({ status: "draft", startsAt });
  });
});

describe("the deletion of an auction", () => {
  it("voids maxima and an unpaid purchase, and every later command is refused", () => {
    const bought: AuctionEvent[] = [
      {
        type: "BuyItNowStarted",
        purchaseId: purchaseId("bola"),
        buyer: person("bola"),
        priceMinor: minor(5000),
        feeMinor: minor(250),
        deadlineAt: NOON + HOUR,
      },
      { type: "AuctionPaused", reason: "buy-it-now", pausedAt: NOON, pausedUntil: NOON + HOUR },
    ];
    const auction = given(anAuction({ buyItNowMinor: minor(5000) }), maxBidSet("ada", 1050), ...bought);
    const after = auction
      .when(removeAuction("admin"))
      .thenEvents(
        { type: "PurchaseVoided", purchaseId: purchaseId("bola"), buyer: person("bola"), priceMinor: minor(1000) },
        { type: "MaxBidCancelled", maxBidId: maxBidId("ada"), ownerId: "ada" },
        { type: "AuctionRemoved" },
      );
    expect(after).toMatchObject({ isRemoved: true, status: "cancelled", purchase: null, pausedAt: null });
    const gone = given(anAuction(), { type: "AuctionRemoved" });
    for (const command of [removeAuction("admin"), changeStatus("admin", "active"), edit("admin", { title: "Back" })]) {
      gone.when(command).thenRefused("NOT_FOUND");
    }
    gone.when(closeAuction, {}, ENDS_AT).thenEvents();
  });

  it("is only for administrators, and refused if other people have a part in the auction", () => {
    given(anAuction()).when(removeAuction("ada")).thenRefused("FORBIDDEN");
    const message = "This auction has bids. Cancel it instead.";
    given(anAuction(), bidPlaced("ada", 1, 1100))
      .when(removeAuction("admin"))
      .thenRefused("AUCTION_HAS_BIDS", { message });
    const purchase = { purchaseId: purchaseId("ada"), buyer: person("ada"), priceMinor: minor(5000) };
    given(
      anAuction({ buyItNowMinor: minor(5000) }),
      { type: "BuyItNowStarted", ...purchase, feeMinor: minor(250), deadlineAt: NOON + HOUR },
      { type: "AuctionPaused", reason: "buy-it-now", pausedAt: NOON, pausedUntil: NOON + HOUR },
      { type: "PurchasePaid", ...purchase },
      { type: "AuctionSold", winner: person("ada") },
    )
      .when(removeAuction("admin"))
      .thenRefused("AUCTION_HAS_BIDS");
  });
});
