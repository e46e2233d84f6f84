// Tests of rule 18: the maxima of somebody with too many unpaid wins place no bid.
import { describe, expect, it } from "vitest";
import {
  changeStatus,
  confirmMaxBid,
  edit,
  maxBidId,
  minor,
  placeBid,
  setMaxBid,
  voidBids,
} from "../../test/support/given-auction.ts";
import { played } from "../../test/support/play-auction.ts";
import type { Command } from "./commands.ts";

const suspend: Command = { type: "SuspendMaxBid", auctionId: "lot", ownerId: "debtor" };
const suspended = { type: "MaxBidSuspended", maxBidId: maxBidId("debtor"), ownerId: "debtor" };

const withDebtor = () => {
  const auction = played().play(setMaxBid("debtor", 5000));
  auction.maxUnpaidWins = 2;
  auction.unpaid.add("debtor");
  return auction;
};

describe("the maximum of somebody with too many unpaid wins", () => {
  it("is suspended once, in secret, and keeps the bids that it placed", () => {
    const auction = withDebtor();
    const { version } = auction.state;
    expect(auction.events(suspend)).toEqual([suspended]);
    expect(auction.state).toMatchObject({ version, priceMinor: 1100, leader: { id: "debtor" } });
    expect(auction.events(suspend)).toEqual([]);
  });

  it("stays if its owner may bid again when the command is decided, or if the lot is over", () => {
    const paid = withDebtor();
    paid.unpaid.clear();
    expect(paid.events(suspend)).toEqual([]);
    expect(withDebtor().play(changeStatus("admin", "ended")).events(suspend)).toEqual([]);
  });

  it("does not answer a bid or a maximum, also if nothing has suspended it before", () => {
    const answered = withDebtor().events(placeBid("ada", 1500));
    expect(answered).toMatchObject([{ type: "BidPlaced", kind: "manual" }, suspended]);
    const auction = withDebtor();
    expect(auction.events(setMaxBid("ada", 3000))).toMatchObject([
      { type: "MaxBidSet" },
      suspended,
      { type: "BidPlaced", bidder: { id: "ada" }, amountMinor: 1200 },
    ]);
    expect(auction.state.leader?.id).toBe("ada");
  });

  it("does not act when an edit or a reopening lets maxima bid", () => {
    const auction = played().play(placeBid("ada", 4000), setMaxBid("debtor", 4090));
    auction.maxUnpaidWins = 2;
    auction.unpaid.add("debtor");
    const events = auction.events(edit("admin", { incrementMinor: minor(10) }));
    expect(events.map(({ type }) => type)).not.toContain("BidPlaced");
    auction.play(changeStatus("admin", "ended"), edit("admin", { status: "active" }));
    expect(auction.state.leader?.id).toBe("ada");
  });

  it("cannot be confirmed before its owner may bid, and acts when it is confirmed after that", () => {
    const auction = withDebtor().play(suspend, placeBid("ada", 1500));
    auction.refuses(confirmMaxBid("debtor", 1), "FORBIDDEN");
    auction.unpaid.clear();
    auction.play(confirmMaxBid("debtor", 1));
    expect(auction.state).toMatchObject({ leader: { id: "debtor" }, priceMinor: 1600 });
  });

  it("stays suspended in the replay that a void makes", () => {
    const auction = withDebtor().play(placeBid("troll", 1500), placeBid("ada", 2000), voidBids("troll"));
    expect(auction.state).toMatchObject({ leader: { id: "ada" }, priceMinor: 2000 });
    expect(auction.state.maxBids.get("debtor")?.contentVersion).toBe(0);
  });
});
