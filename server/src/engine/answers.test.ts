// Tests the conversion of outcomes to answers, and the ids of maxima, which client and server both use.
import { refusal } from "@jara/shared/errors";
import { maxBidAnswer, placeBidAnswer } from "@jara/shared/rest/bids";
import { buyItNowAnswer } from "@jara/shared/rest/buy-it-now";
import { describe, expect, it } from "vitest";
import {
  anAuction,
  bidPlaced,
  buyItNow,
  decided,
  factsOf,
  given,
  maxBidSet,
  minor,
  NOON,
  placeBid,
  setMaxBid,
  voidBids,
} from "../../test/support/given-auction.ts";
import { evolveChange } from "../auction/evolve.ts";
import { isUuid } from "../platform/database/uuid.ts";
import { refused } from "../platform/lib/result.ts";
import { toBuyItNow, toPlacedBid, toSetMaxBid } from "./answers.ts";
import { maxBidIdOf } from "./max-bid-id.ts";
import { acceptedOutcome, fingerprintOf } from "./outcome.ts";

const at = Date.UTC(2026, 10, 18, 9, 0, 0, 42);
const bid = placeBid("ada", 1150);
const bidEvents = [bidPlaced("ada", 1, 1150)];
const bidOutcome = acceptedOutcome(
  bid,
  given(anAuction())
    .when(bid)
    .thenEvents(...bidEvents),
  bidEvents,
);
const max = setMaxBid("ada", 5000);
const maxEvents = [maxBidSet("ada", 5000), bidPlaced("ada", 1, 1100, "auto")];
const maxOutcome = acceptedOutcome(
  max,
  given(anAuction())
    .when(max)
    .thenEvents(...maxEvents),
  maxEvents,
);

describe("an answer", () => {
  it("to a bid contains the bid's id, its amount as placed, and the time of the commit", () => {
    const answer = toPlacedBid({ outcome: bidOutcome, at });
    expect(placeBidAnswer.parse(answer)).toEqual(answer);
    expect(answer).toMatchObject({
      bid: { _id: "lot-1", amount: 11.5, timestamp: "2026-11-18T09:00:00.042Z" },
      auction: { currentPrice: 11.5, minimumBid: 12.5, isLeading: true },
    });
  });

  it("to a bid that an auto-bid outbids at once has the bidder's own amount, not the price", () => {
    const events = [bidPlaced("bola", 2, 2000), bidPlaced("ada", 3, 2100, "auto")];
    const command = placeBid("bola", 2000);
    const after = given(anAuction(), ...maxEvents)
      .when(command)
      .thenEvents(...events);
    expect(toPlacedBid({ outcome: acceptedOutcome(command, after, events), at })).toMatchObject({
      bid: { _id: "lot-2", amount: 20 },
      auction: { currentPrice: 21, isLeading: false },
    });
  });

  it("to a max bid has the maximum as its owner sees it", () => {
    const answer = toSetMaxBid({ outcome: maxOutcome, at });
    expect(maxBidAnswer.parse(answer)).toMatchObject({
      maxBid: { maxAmount: 50, autoBidCount: 1, lastAutoBidAmount: 11 },
    });
    expect(answer).toMatchObject({ auction: { currentPrice: 11, isLeading: true } });
  });

  it("to Buy It Now has the total, the ways to pay and the deadline", () => {
    const command = buyItNow("ada");
    const auction = given(anAuction({ buyItNowMinor: minor(5001) }));
    const decision = decided(auction.state, command, factsOf("ada"), NOON);
    if (decision.kind === "refused") throw new Error("refused");
    const outcome = acceptedOutcome(command, evolveChange(auction.state, decision.events), decision.events);
    const contact = { whatsapp: "+2348012345678", email: "help@jara.test" };
    const answer = toBuyItNow({ outcome, at }, contact);
    const deadline = new Date(NOON + 60 * 60 * 1000).toISOString();
    expect(buyItNowAnswer.parse(answer)).toEqual(answer);
    expect(answer).toEqual({
      auction: {
        _id: "lot",
        title: "A lot",
        status: "paused",
        version: 2,
        currency: "NGN",
        buyItNowPrice: 50.01,
        buyItNowFee: 2.51,
        totalAmount: 52.52,
        pausedUntil: deadline,
      },
      paymentInstructions: { deadline, ...contact },
    });
    // The outcome as it is read back from the database.
    expect(toBuyItNow({ outcome: JSON.parse(JSON.stringify(outcome)), at }, contact)).toEqual(answer);
    expect(() => toPlacedBid({ outcome, at })).toThrow();
    expect(() => toBuyItNow({ outcome: bidOutcome, at }, contact)).toThrow();
  });

  it("to a refused command is the error itself", () => {
    const answered = { outcome: refused("AUCTION_PAUSED"), at };
    expect(toPlacedBid(answered)).toEqual(refusal("AUCTION_PAUSED"));
    expect(toSetMaxBid(answered)).toEqual(refusal("AUCTION_PAUSED"));
  });

  it("is not made for another kind of command: that throws, because it is a bug", () => {
    expect(() => toPlacedBid({ outcome: maxOutcome, at })).toThrow();
    expect(() => toSetMaxBid({ outcome: bidOutcome, at })).toThrow();
  });
});

describe("a fingerprint", () => {
  it("differs if the request differs, and does not depend on the user or the id", () => {
    const purchase = buyItNow("ada");
    expect(fingerprintOf({ ...purchase, purchaseId: "another" })).toBe(fingerprintOf(purchase));
    const asked = [
      bid,
      purchase,
      { ...purchase, auctionId: "other" },
      placeBid("ada", 1151),
      { ...bid, auctionId: "other" },
      max,
      setMaxBid("ada", 1150),
      voidBids("ada"),
      { ...voidBids("ada"), fromBid: 2 },
    ];
    const prints = [...asked, setMaxBid("ada", 5000, "USD")].map(fingerprintOf);
    expect(new Set(prints).size).toBe(prints.length);
    expect(fingerprintOf({ ...bid, userId: "bola", commandId: "other" })).toBe(fingerprintOf(bid));
  });
});

describe("a max bid's id", () => {
  it("is a UUID from auction and owner, the same on every node", () => {
    const id = maxBidIdOf("lot", "ada");
    expect(isUuid(id)).toBe(true);
    expect(maxBidIdOf("lot", "ada")).toBe(id);
    expect(new Set([id, maxBidIdOf("lot", "bola"), maxBidIdOf("lots", "ada"), maxBidIdOf("lot ada", "")]).size).toBe(4);
  });
});
