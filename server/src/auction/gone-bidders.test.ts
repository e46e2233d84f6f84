// Tests that nobody whose account is deleted or suspended leads a lot that opens again.
import { describe, expect, it } from "vitest";
import {
  anAuction,
  buyItNow,
  changeStatus,
  closeAuction,
  ENDS_AT,
  edit,
  minor,
  placeBid,
  purchaseId,
  setMaxBid,
  voidBids,
} from "../../test/support/given-auction.ts";
import { payFromBalance, reverse } from "../../test/support/given-money.ts";
import { played } from "../../test/support/play-auction.ts";

const DAY = 24 * 60 * 60 * 1000;

describe("a lot with bids of somebody whose account is deleted or suspended", () => {
  const over = () => {
    const auction = played(anAuction({ reserveMinor: minor(9000) }));
    auction.play(placeBid("bola", 1100), setMaxBid("ada", 5000)).at(ENDS_AT).play(closeAuction);
    auction.gone.add("ada");
    return auction;
  };

  it("opens again only after those bids are voided", () => {
    const auction = over();
    const message = expect.stringMatching(/^Void the bids of ada /);
    for (const status of ["active", "paused"] as const)
      auction.refuses(edit("admin", { endsAt: ENDS_AT + DAY, status }), "AUCTION_NOT_ACTIVE", { message });
    auction.play(voidBids("ada"), edit("admin", { endsAt: ENDS_AT + DAY, status: "active" }));
    expect(auction.state).toMatchObject({ status: "active", leader: { id: "bola" } });
    expect(auction.state.maxBids.size).toBe(0);
  });

  it("may become a draft or be cancelled, because it loses its bids then", () => {
    for (const status of ["draft", "cancelled"] as const)
      expect(over().decide(changeStatus("admin", status)).kind).toBe("accepted");
  });

  it("does not open by the reversal of a purchase", () => {
    const auction = played(anAuction({ buyItNowMinor: minor(9000) }));
    auction.play(setMaxBid("ada", 3000), buyItNow("bola"), payFromBalance("bola", purchaseId("bola")));
    auction.gone.add("ada");
    auction.refuses(reverse(purchaseId("bola")), "AUCTION_NOT_ACTIVE");
    auction.play(voidBids("ada"), reverse(purchaseId("bola")));
    expect(auction.state).toMatchObject({ status: "paused", leader: null });
  });
});
