// Tests that a confirmation or a reversal of a payment is refused if the debt has changed since it was asked for.
import { asMinor } from "@jara/shared/money";
import { describe, expect, it } from "vitest";
import {
  anAuction,
  buyItNow,
  closeAuction,
  ENDS_AT,
  expirePurchase,
  minor,
  placeBid,
  purchaseId,
} from "../../../test/support/given-auction.ts";
import { book, closePayment, forfeit, payFromBalance, reverse } from "../../../test/support/given-money.ts";
import { played } from "../../../test/support/play-auction.ts";
import type { AsAskedFor, Command } from "../commands.ts";
import { settlementIdOf } from "../state.ts";

const id = settlementIdOf("lot", 3);
const asked = (command: Command, status: AsAskedFor["status"], amountMinor: number): Command =>
  ({ ...command, asked: { status, amountMinor: asMinor(amountMinor) } }) as Command;

/** Ada won at 50.00 with a balance of 60.00: the deposit is 10.00, and 40.00 remain. */
const givenWin = () => {
  const auction = played();
  auction.balances.set("ada", 6000);
  return auction.play(placeBid("ada", 5000)).at(ENDS_AT).play(closeAuction);
};
const messageOf = (auction: ReturnType<typeof played>, command: Command): string | null => {
  const decision = auction.decide(command);
  return decision.kind === "refused" ? decision.error.message : null;
};

describe("a payment that is confirmed as it was asked for", () => {
  it("is confirmed while as much remains", () => {
    const auction = givenWin().play(asked(closePayment(id, "paid"), "open", 4000));
    expect(auction.state).toMatchObject({ status: "sold", settlement: { status: "paid", paidMinor: 4000 } });
  });

  it("is refused with both amounts after another payment", () => {
    const auction = givenWin().play(book(id, 1500));
    const confirmation = asked(closePayment(id, "paid"), "open", 4000);
    auction.refuses(confirmation, "SETTLEMENT_CLOSED");
    expect(messageOf(auction, confirmation)).toBe(
      "The settlement has changed since this was asked for. Then: ₦40.00 to be paid. Now: ₦25.00 to be paid. " +
        "Please look at it and ask again.",
    );
  });
});

describe("a reversal as it was asked for", () => {
  it("takes back what was paid then, while the win is open and once it is paid", () => {
    const open = givenWin().play(book(id, 1500), asked(reverse(id), "open", 1500));
    expect(open.state.settlement).toMatchObject({ status: "open", paidMinor: 0 });
    const paid = givenWin().play(payFromBalance("ada", id), asked(reverse(id), "paid", 4000));
    expect(paid.state.settlement?.status).toBe("open");
  });

  it("is refused when the rest was paid, or taken back, or more was paid since", () => {
    const whileOpen = asked(reverse(id), "open", 1500);
    const paid = givenWin().play(book(id, 1500), payFromBalance("ada", id));
    paid.refuses(whileOpen, "SETTLEMENT_CLOSED");
    expect(messageOf(paid, whileOpen)).toContain(
      "Then: open, with ₦15.00 paid after the deposit. Now: paid, with ₦40.00 paid after the deposit.",
    );
    givenWin().play(book(id, 1500), book(id, 100)).refuses(whileOpen, "SETTLEMENT_CLOSED");
    givenWin()
      .play(payFromBalance("ada", id), reverse(id), book(id, 1500))
      .refuses(asked(reverse(id), "paid", 4000), "SETTLEMENT_CLOSED");
  });

  it("gives back the penalty that was kept then, and is refused when the forfeited win was paid since", () => {
    const auction = givenWin();
    auction.at(auction.state.settlement?.dueAt ?? 0).play(forfeit(id));
    const penaltyMinor = auction.state.settlement?.penaltyMinor ?? 0;
    expect(penaltyMinor).toBeGreaterThan(0);
    const pardon = asked(reverse(id), "forfeited", penaltyMinor);
    auction.refuses(asked(reverse(id), "forfeited", penaltyMinor + 1), "SETTLEMENT_CLOSED");
    auction.play(pardon);
    expect(auction.state.settlement?.status).toBe("open");
    auction.play(book(id, 4000)).refuses(pardon, "SETTLEMENT_CLOSED");
  });

  it("also compares a purchase that was paid, and one that was forfeited", () => {
    const bought = purchaseId("ada");
    const givenPurchase = () => {
      const auction = played(anAuction({ buyItNowMinor: minor(5000) }));
      auction.balances.set("ada", 10_000);
      return auction.play(placeBid("bola", 1100), buyItNow("ada"));
    };
    const paid = givenPurchase().play(closePayment(bought, "paid"));
    const { paidMinor = 0 } = paid.state.purchase ?? {};
    paid.refuses(asked(reverse(bought), "open", paidMinor), "SETTLEMENT_CLOSED");
    paid.play(asked(reverse(bought), "paid", paidMinor));
    expect(paid.state.status).toBe("paused");
    const late = givenPurchase();
    late.at(late.state.purchase?.deadlineAt ?? 0).play(expirePurchase);
    late.refuses(asked(reverse(bought), "forfeited", 1), "SETTLEMENT_CLOSED");
    const [forfeited] = late.log.at(-1)?.events ?? [];
    const penaltyMinor = forfeited?.type === "PurchaseForfeited" ? forfeited.penaltyMinor : 0;
    late.play(asked(reverse(bought), "forfeited", penaltyMinor));
    expect(late.log.at(-1)?.events[0]?.type).toBe("PurchasePardoned");
  });
});
