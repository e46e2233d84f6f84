import { bidReceipt, bidReceiptVkey } from "@jara/shared/calls/bid-receipt-sample";
import * as samples from "@jara/shared/calls/samples";
import { expect, it } from "vitest";
import { checkBidReceipt } from "../../test/support/check-bid-receipt.ts";

it("is a valid receipt for the bid of the examples", () => {
  const { auction, placed } = samples;
  expect(checkBidReceipt(bidReceipt, bidReceiptVkey)).toMatchObject({
    auction: auction._id,
    version: auction.version,
    amount: placed.amount * 100,
    at: placed.timestamp,
  });
});
