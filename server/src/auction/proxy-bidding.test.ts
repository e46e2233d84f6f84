// Runs the worked examples of proxy bidding through decide and evolve.
import type { MinorStep } from "@jara/shared/increment-steps";
import { asMinor, fallbackRates } from "@jara/shared/money";
import { describe, expect, it } from "vitest";
import { decided } from "../../test/support/given-auction.ts";
import type { Facts, UserCommand } from "./commands.ts";
import type { BidPlaced } from "./events.ts";
import { create, evolveChange } from "./evolve.ts";
import vectors from "./proxy-bidding.vectors.json" with { type: "json" };

interface Step {
  do: string;
  who: string;
  amountMinor?: number;
  expect: {
    refused?: string;
    priceMinor: number;
    leader: string | null;
    bids?: { who: string; amountMinor: number; kind: string }[];
  };
}

const facts = (who: string): Facts => ({
  user: {
    id: who,
    username: who,
    role: "user",
    isEmailVerified: true,
    isBanned: false,
    balanceMinor: asMinor(1e12),
    openPurchases: 0,
    forfeitedAt: null,
    unpaidWins: 0,
    revision: 1,
  },
  rates: fallbackRates,
  holidays: new Set(),
});

const toCommand = ({ do: verb, who, amountMinor = 0 }: Step): UserCommand => {
  const base = { auctionId: "lot", userId: who, commandId: "any", maxBidId: `max-of-${who}` };
  const amount = asMinor(amountMinor);
  if (verb === "placeBid") return { ...base, type: "PlaceBid", amountMinor: amount };
  if (verb === "setMaxBid") return { ...base, type: "SetMaxBid", amountMinor: amount, currency: "NGN" };
  return { ...base, type: "CancelMaxBid" };
};

describe("proxy bidding, the worked examples", () => {
  it.each(vectors)("$rule", ({ auction, steps }) => {
    let state = create(
      {
        type: "AuctionCreated",
        auctionId: "lot",
        seller: { id: "seller", username: "seller" },
        lot: { title: "A lot", description: "", categories: [], condition: "good", location: null, media: [] },
        currency: "NGN",
        startingPriceMinor: asMinor(auction.startingPriceMinor),
        incrementMinor: asMinor(auction.bidIncrementMinor ?? 1),
        ...("incrementStepsMinor" in auction && {
          increments: { version: 1, steps: auction.incrementStepsMinor as unknown as MinorStep[] },
        }),
        reserveMinor: auction.reservePriceMinor === null ? null : asMinor(auction.reservePriceMinor),
        buyItNowMinor: null,
        status: "active",
        startsAt: 0,
        endsAt: 1000,
      },
      0,
    );
    for (const step of steps as Step[]) {
      const decision = decided(state, toCommand(step), facts(step.who), 500);
      if (decision.kind === "accepted") {
        state = evolveChange(state, decision.events);
        const bids = decision.events.filter((event): event is BidPlaced => event.type === "BidPlaced");
        expect(bids.map((bid) => ({ who: bid.bidder.id, amountMinor: bid.amountMinor, kind: bid.kind }))).toEqual(
          step.expect.bids,
        );
      } else {
        expect(decision.error.code).toBe(step.expect.refused);
      }
      expect(decision.kind === "refused").toBe(step.expect.refused !== undefined);
      expect({ price: state.priceMinor, leader: state.leader?.id ?? null }).toEqual({
        price: step.expect.priceMinor,
        leader: step.expect.leader,
      });
    }
  });
});
