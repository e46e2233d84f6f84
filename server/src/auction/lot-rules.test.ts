// Tests the percentages and payment days of lots: a lot takes those in force when it stops being a draft, and everything
// that is decided about its money uses them, whatever the site's settings become.
import {
  type PercentRules,
  toLotRules,
  toPercentRules,
  toStoredRules,
  usualPercents,
} from "@jara/shared/payment-rules";
import { describe, expect, it } from "vitest";
import {
  anAuction,
  bidPlaced,
  buyItNow,
  changeStatus,
  clockFacts,
  closeAuction,
  decided,
  ENDS_AT,
  edit,
  expirePurchase,
  factsOf,
  given,
  minor,
  NOON,
  noHolidays,
  removeAuction,
  startAuction,
  stateAfter,
} from "../../test/support/given-auction.ts";
import type { Command } from "./commands.ts";
import type { AuctionEvent } from "./events.ts";
import { evolveChange } from "./evolve.ts";
import { settlementDueAt } from "./settlement/settlement-due.ts";
import { type AuctionState, openSettlement, type TakenRules } from "./state.ts";
import { toView } from "./view/to-public.ts";
import { everyone } from "./view/viewer.ts";

const taken = (percents: PercentRules, version: number): TakenRules => ({ ...toLotRules(percents), version });
const own = taken({ depositPercent: 10, feePercent: 7.5, forfeitPercent: 15, paymentDays: 1 }, 4);
const later = taken({ depositPercent: 1, feePercent: 0, forfeitPercent: 1, paymentDays: 30 }, 5);

const run = (state: AuctionState, command: Command, rules: TakenRules | null = null, now = NOON) => {
  const facts = "userId" in command ? factsOf(command.userId) : clockFacts;
  const decision = decided(state, command, { ...facts, rules } as typeof facts, now);
  if (decision.kind === "refused") expect.fail(decision.error.message);
  return { events: decision.events, after: evolveChange(state, decision.events) };
};
const found = <T extends AuctionEvent["type"]>(events: readonly AuctionEvent[], type: T) =>
  events.find((event): event is Extract<AuctionEvent, { type: T }> => event.type === type);

const draft = stateAfter(anAuction({ status: "draft", buyItNowMinor: minor(100_000) }));
const opened = stateAfter(anAuction({ rules: toStoredRules(own), buyItNowMinor: minor(100_000) }));

describe("taking rules", () => {
  it.each([
    ["the clock starts it", startAuction],
    ["an administrator activates it", changeStatus("admin", "active")],
    ["an administrator activates it with an edit", edit("admin", { status: "active" })],
    ["it is paused", changeStatus("admin", "paused")],
    ["it is cancelled", changeStatus("admin", "cancelled")],
  ])("takes the rules in force when %s", (_, command) => {
    const { events, after } = run(draft, command, own);
    expect(events.filter(({ type }) => type === "LotRulesTaken")).toEqual([
      { type: "LotRulesTaken", rules: toStoredRules(own) },
    ]);
    expect(after.rules).toEqual(own);
  });

  it("takes no rules while the site has the usual ones, or if a draft is edited or removed", () => {
    expect(run(draft, startAuction).after.rules).toBeNull();
    expect(run(draft, edit("admin", { title: "Another" }), own).after.rules).toBeNull();
    expect(run(draft, removeAuction("admin"), own).after.rules).toBeNull();
  });

  it("keeps its rules through a pause, an end, a reopening and a cancellation, whatever is in force then", () => {
    let state = opened;
    for (const status of ["paused", "active", "ended", "active", "cancelled", "active"] as const) {
      state = run(state, changeStatus("admin", status), later).after;
      expect([state.status, state.rules]).toEqual([status, own]);
    }
  });

  it("keeps the usual ones of a lot that opened before there were others", () => {
    const old = stateAfter(anAuction());
    const paused = run(old, changeStatus("admin", "paused"), later).after;
    expect(run(paused, changeStatus("admin", "active"), later).after.rules).toBeNull();
  });

  it("takes those in force again after the lot was put back to draft", () => {
    const withdrawn = run(opened, changeStatus("admin", "draft"), later).after;
    expect(withdrawn.rules).toBeNull();
    expect(run(withdrawn, changeStatus("admin", "active"), later).after.rules).toEqual(later);
  });

  it("shows the public the lot's own numbers without their version, and nothing if they are the usual ones", () => {
    expect(toView(opened, everyone, NOON).rules).toEqual(toPercentRules(own));
    expect(toView(opened, everyone, NOON)).toMatchObject({ buyItNowFee: 75, totalAmount: 1_075 });
    expect(toView(stateAfter(anAuction()), everyone, NOON)).not.toHaveProperty("rules");
  });
});

describe("money by a lot's own rules", () => {
  const bought = run(opened, buyItNow("ada"), later);

  it("adds its fee and takes its deposit when it is bought, and keeps its penalty when it is forfeited", () => {
    expect(found(bought.events, "BuyItNowStarted")).toMatchObject({
      priceMinor: 100_000,
      feeMinor: 7_500,
      deposit: { takenMinor: 10_000, worthMinor: 10_000 },
    });
    const expired = run(bought.after, expirePurchase, later, bought.after.purchase?.deadlineAt);
    expect(found(expired.events, "PurchaseForfeited")?.penaltyMinor).toBe(15_000);
  });

  it("takes its deposit at the end, due after its payment days, and keeps its penalty when it is forfeited", () => {
    const led = evolveChange(opened, [bidPlaced("ada", 1, 20_000)]);
    const { events, after } = run(led, closeAuction, later, ENDS_AT);
    expect(found(events, "AuctionEnded")).toMatchObject({
      dueAt: settlementDueAt(ENDS_AT, noHolidays, 1),
      deposit: { takenMinor: 2_000, worthMinor: 2_000 },
    });
    const settlement = openSettlement(after);
    if (!settlement) return expect.fail("nothing is owed");
    const forfeit: Command = { type: "ForfeitSettlement", auctionId: "lot", settlementId: settlement.id };
    expect(found(run(after, forfeit, later, settlement.dueAt).events, "SettlementForfeited")?.penaltyMinor).toBe(3_000);
  });

  it("asks for a fifth as balance whatever the deposit, so that bids on several lots compare with one balance", () => {
    const poor = { balanceMinor: 19_999 };
    given(anAuction({ rules: toStoredRules(own), buyItNowMinor: minor(100_000) }))
      .when(buyItNow("ada"), poor)
      .thenRefused("INSUFFICIENT_BALANCE", { required: 200 });
  });

  it("rounds the share of a part of a percent up to a whole kobo", () => {
    const rules = { ...usualPercents, feePercent: 0.5, version: 1 };
    const one = stateAfter(anAuction({ rules, buyItNowMinor: minor(100_001) }));
    expect(found(run(one, buyItNow("ada")).events, "BuyItNowStarted")?.feeMinor).toBe(501);
  });
});
