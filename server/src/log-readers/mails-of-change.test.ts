// Tests which voids every bidder of a lot is told of.
import { expect, it } from "vitest";
import { placeBid, voidBids } from "../../test/support/given-auction.ts";
import { played } from "../../test/support/play-auction.ts";
import { noticesOf } from "./mails-of-change.ts";

const noticesAfterVoidOf = (who: string): string[] => {
  const auction = played().play(placeBid("ada", 1100), placeBid("bola", 1200), placeBid("chidi", 1300), voidBids(who));
  return auction.steps
    .slice(-1)
    .flatMap(noticesOf)
    .map(({ kind }) => kind);
};

it("tells all bidders of a void that changed the price or the leader", () => {
  expect(noticesAfterVoidOf("chidi")).toEqual(["bids-voided"]);
});

it("tells nobody else of a void that changed neither the price nor the leader nor their bids", () => {
  expect(noticesAfterVoidOf("ada")).toEqual([]);
});
