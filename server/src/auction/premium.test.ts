// Tests what a winner pays with a buyer's premium: the winning bid, the premium and its VAT, however the lot was won and
// whatever lowers its price.
import { formatMoney, toMajor, toMinor } from "@jara/shared/money";
import { toLotRules, usualPercents } from "@jara/shared/payment-rules";
import { totalInWords } from "@jara/shared/premium-words";
import { premiumOn, totalDueOf } from "@jara/shared/total-due";
import { describe, expect, it } from "vitest";
import {
  anAuction,
  buyItNow,
  closeAuction,
  ENDS_AT,
  minor,
  NOON,
  noHolidays,
  placeBid,
  setMaxBid,
  voidBids,
} from "../../test/support/given-auction.ts";
import {
  answer,
  book,
  forfeit,
  offer,
  payFromBalance,
  refund,
  reverse,
  sellToHighestBidder,
} from "../../test/support/given-money.ts";
import { type PlayedAuction, played } from "../../test/support/play-auction.ts";
import type { Command } from "./commands.ts";
import { settlementDueAt } from "./settlement/settlement-due.ts";
import { remainingMinor, totalMinor } from "./state.ts";
import { toView } from "./view/to-public.ts";
import { everyone } from "./view/viewer.ts";

const rules = { ...usualPercents, premiumPercent: 12.34, vatPercent: 7.5, version: 1 };
const lot = anAuction({ rules, buyItNowMinor: minor(1_000_000) });

const ended = (...bids: Command[]): PlayedAuction =>
  played(lot)
    .play(...bids)
    .at(ENDS_AT)
    .play(closeAuction);
const idOf = ({ state }: PlayedAuction): string => state.settlement?.id ?? "none";
const asked = ({ state: { settlement } }: PlayedAuction) =>
  settlement && {
    bid: settlement.amountMinor,
    premium: settlement.premiumMinor,
    vat: settlement.vatMinor,
    total: totalMinor(settlement),
    rest: remainingMinor(settlement),
  };

describe("a win", () => {
  it("asks for the bid, the premium and its VAT, each rounded up, less a deposit that is a share of the bid", () => {
    // 12.34% of 110.00 is 13.574, and 7.5% of 13.58 is 1.0185.
    const won = { bid: 11_000, premium: 1_358, vat: 102, total: 12_460, rest: 10_260 };
    const auction = ended(placeBid("ada", 11_000));
    expect(asked(auction)).toEqual(won);
    expect(auction.state.settlement).toMatchObject({ depositMinor: 2_200 });
    const balance = auction.balanceOf("ada");
    auction.play(payFromBalance("ada", idOf(auction)));
    expect(auction.state.status).toBe("sold");
    expect(balance - auction.balanceOf("ada")).toBe(10_260);
  });

  it("is not paid by the bid alone, keeps a penalty of the bid alone, and gives everything back with a refund", () => {
    const short = ended(placeBid("ada", 11_000));
    short.play(book(idOf(short), 8_800));
    expect(short.state.status).toBe("ended");
    const events = short.at(settlementDueAt(ENDS_AT, noHolidays, 3)).events(forfeit(idOf(short)));
    expect(events.find(({ type }) => type === "SettlementForfeited")).toMatchObject({ penaltyMinor: 1_100 });
    short.play(reverse(idOf(short)));
    expect(asked(short)).toMatchObject({ total: 12_460, rest: 10_260 });

    const paid = ended(placeBid("ada", 11_000));
    const before = paid.balanceOf("ada");
    paid.play(payFromBalance("ada", idOf(paid)), refund(idOf(paid)));
    expect(paid.balanceOf("ada") - before).toBe(2_200);
  });

  it("by a second chance, or below the reserve, has the premium of its own price", () => {
    const second = ended(placeBid("bola", 1_700), placeBid("ada", 11_000)).at(settlementDueAt(ENDS_AT, noHolidays, 3));
    second.play(forfeit(idOf(second)), offer(idOf(second)), answer("bola", "accept"));
    expect(asked(second)).toMatchObject({ bid: 1_700, premium: 210, vat: 16, total: 1_926 });

    const below = played({ ...lot, reserveMinor: minor(50_000) })
      .play(placeBid("ada", 11_000))
      .at(ENDS_AT);
    below.play(closeAuction, sellToHighestBidder());
    expect(asked(below)).toMatchObject({ total: 12_460 });
  });

  it("gives back what was paid above the lower total after a void, premium and VAT included", () => {
    const auction = ended(placeBid("bola", 1_700), setMaxBid("ada", 20_000), placeBid("chidi", 10_900));
    expect(asked(auction)).toMatchObject({ bid: 11_000, total: 12_460 });
    auction.play(payFromBalance("ada", idOf(auction)));
    const before = auction.balanceOf("ada");
    auction.play(voidBids("chidi", "fraud"));
    const lower = asked(auction);
    expect(lower).toMatchObject({ bid: 1_800, premium: 223, vat: 17, total: 2_040, rest: 0 });
    expect(auction.balanceOf("ada") - before).toBe(12_460 - 2_040);
  });
});

describe("a lot", () => {
  it("shows its premium to everybody, null without one, and has none on Buy It Now", () => {
    const auction = played(lot).play(buyItNow("ada"));
    expect(toView(auction.state, everyone, NOON)).toMatchObject({
      buyersPremium: { percent: 12.34, vatPercent: 7.5 },
      buyItNowFee: 500,
      totalAmount: 10_500,
    });
    expect(auction.state.purchase && totalMinor(auction.state.purchase)).toBe(1_050_000);
    expect(toView(played().state, everyone, NOON).buyersPremium).toBeNull();
  });
});

describe("the total of a bid", () => {
  it("is in words the bid, the premium and VAT, and the sum that the win asks for", () => {
    const premium = { percent: 10, vatPercent: 7.5 };
    expect(totalInWords(100_000, "NGN", premium)).toBe("₦100,000.00 bid + 10% premium + VAT = ₦110,750.00");
    expect(totalInWords(100, "USD", { percent: 12.5, vatPercent: 0 }, "price")).toBe(
      "$100.00 price + 12.5% premium = $112.50",
    );
    const { premiumMinor, vatMinor } = premiumOn(toMinor(110), toLotRules(rules));
    const { total } = totalDueOf(110, { percent: 12.34, vatPercent: 7.5 });
    expect(formatMoney(total, "NGN")).toBe(formatMoney(toMajor(minor(11_000 + premiumMinor + vatMinor)), "NGN"));
  });
});
