// Tests that a relisted lot refuses every command by which somebody could get it, and allows the others.
import { describe, expect, it } from "vitest";
import {
  anAuction,
  changeStatus,
  closeAuction,
  ENDS_AT,
  edit,
  minor,
  noHolidays,
  placeBid,
  voidBids,
} from "../../test/support/given-auction.ts";
import { forfeit, offer, reverse, sellToHighestBidder } from "../../test/support/given-money.ts";
import { type PlayedAuction, played } from "../../test/support/play-auction.ts";
import { settlementDueAt } from "./settlement/settlement-due.ts";

const DUE_AT = settlementDueAt(ENDS_AT, noHolidays, 3);
const idOf = (auction: PlayedAuction): string => auction.state.settlement?.id ?? "none";

const belowReserve = (): PlayedAuction =>
  played(anAuction({ reserveMinor: minor(9000) }))
    .play(placeBid("bola", 1100), placeBid("ada", 5000))
    .at(ENDS_AT)
    .play(closeAuction);
const forfeited = (): PlayedAuction => {
  const auction = played().play(placeBid("bola", 1100), placeBid("ada", 5000)).at(ENDS_AT).play(closeAuction);
  return auction.at(DUE_AT).play(forfeit(idOf(auction)));
};
const cancelled = (): PlayedAuction => belowReserve().play(changeStatus("admin", "cancelled"));

describe("a lot that was relisted", () => {
  it.each([
    ["a sale to its highest bidder", belowReserve, () => sellToHighestBidder()],
    ["a second chance", forfeited, (auction: PlayedAuction) => offer(idOf(auction))],
    ["the reversal of a forfeit", forfeited, (auction: PlayedAuction) => reverse(idOf(auction))],
    ["the status sold", belowReserve, () => changeStatus("admin", "sold")],
    ["the status draft", cancelled, () => changeStatus("admin", "draft")],
    [
      "an edit that opens it",
      belowReserve,
      (auction: PlayedAuction) => edit("admin", { endsAt: auction.now + 24 * 3_600_000, status: "active" }),
    ],
    [
      "an edit that pauses it",
      cancelled,
      (auction: PlayedAuction) => edit("admin", { endsAt: auction.now + 24 * 3_600_000, status: "paused" }),
    ],
  ] as const)("refuses %s, and accepts it without a copy", (_what, given, command) => {
    const auction = given();
    const { status } = auction.state;
    auction.isRelisted = true;
    const message = "This lot was relisted, so its newest copy is the lot to sell. Delete all its copies first.";
    auction.refuses(command(auction), "AUCTION_NOT_ACTIVE", { message, status });
    auction.isRelisted = false;
    expect(auction.decide(command(auction)).kind).toBe("accepted");
  });

  it("can still be edited, cancelled, ended again, and lose bids", () => {
    const auction = belowReserve();
    auction.isRelisted = true;
    auction.play(edit("admin", { title: "An old lot" }), voidBids("bola"), changeStatus("admin", "cancelled"));
    auction.play(changeStatus("admin", "ended"));
    expect(auction.state).toMatchObject({ status: "ended", winner: null, settlement: null });
  });
});
