// Tests every status change by an administrator with its effects: any status to any other (or to itself), before and
// after the end time. No change may leave a state that the database would refuse.
import { type AuctionStatus, auctionStatuses } from "@jara/shared/auction";
import { describe, expect, it } from "vitest";
import {
  anAuction,
  bidPlaced,
  changeStatus,
  decided,
  ENDS_AT,
  edit,
  factsOf,
  given,
  maxBidSet,
  minor,
  NOON,
  noHolidays,
  person,
  placeBid,
  purchaseId,
  stateAfter,
} from "../../test/support/given-auction.ts";
import { played } from "../../test/support/play-auction.ts";
import type { Command } from "./commands.ts";
import type { AuctionEvent } from "./events.ts";
import { evolveChange } from "./evolve.ts";
import { settlementDueAt } from "./settlement/settlement-due.ts";
import { type AuctionState, settlementIdOf } from "./state.ts";

const HOUR = 60 * 60 * 1000;
const ada = person("ada");

const withdrawn: AuctionEvent = { type: "AuctionWithdrawn" };
const cancelled: AuctionEvent = { type: "AuctionCancelled" };
const reopened: AuctionEvent = { type: "AuctionReopened" };
const sold: AuctionEvent = { type: "AuctionSold", winner: ada };
const deposited = (amountMinor: number) => ({ takenMinor: minor(amountMinor), worthMinor: minor(amountMinor) });
/** An administrator confirms that the rest of Ada's win was paid. */
const restPaid = (settlementId: string, amountMinor: number, payer = ada): AuctionEvent => ({
  type: "PaymentReceived",
  settlementId,
  payer,
  method: "outside",
  reference: null,
  note: null,
  amountMinor: minor(amountMinor),
  ngnMinor: minor(amountMinor),
});
/** If a lot is set to sold before it ended, a settlement opens and is booked as paid. No deposit is taken. */
const soldAtOnce = (version: number): AuctionEvent[] => [
  {
    type: "SettlementOpened",
    winner: ada,
    amountMinor: minor(1100),
    because: "sold",
    dueAt: settlementDueAt(NOON, noHolidays, 3),
    deposit: deposited(0),
    settlementId: settlementIdOf("lot", version),
  },
  restPaid(settlementIdOf("lot", version), 1100),
  sold,
];
const soldToNobody: AuctionEvent = { type: "AuctionSold", winner: null };
const allVoid = (reason: "cancelled" | "draft"): AuctionEvent => ({ type: "AllBidsVoided", reason });
const pausedAt = (at: number): AuctionEvent => ({
  type: "AuctionPaused",
  reason: "admin",
  pausedAt: at,
  pausedUntil: null,
});
const endedAt = (at: number, winner = ada, depositMinor = 220, version = 3): AuctionEvent => ({
  type: "AuctionEnded",
  endedAt: at,
  winner,
  dueAt: settlementDueAt(at, noHolidays, 3),
  deposit: deposited(depositMinor),
  settlementId: settlementIdOf("lot", version),
});
const endedWithoutWinner = (at: number): AuctionEvent => ({
  type: "AuctionEnded",
  endedAt: at,
  winner: null,
  dueAt: null,
});

/**
 * The events by which an auction that Ada led at 11.00 got the status. A cancelled auction and a draft have lost her
 * bid.
 */
const past: Record<AuctionStatus, AuctionEvent[]> = {
  draft: [allVoid("draft"), withdrawn],
  active: [],
  paused: [pausedAt(NOON - HOUR)],
  ended: [endedAt(NOON - HOUR)],
  cancelled: [allVoid("cancelled"), cancelled],
  sold: [endedAt(NOON - HOUR), restPaid(settlementIdOf("lot", 3), 880), sold],
};
/** Version 1 created the auction, and 2 is the bid of Ada's maximum. Each past event is one change. */
const auctionThatIs = (status: AuctionStatus) =>
  given(anAuction(), maxBidSet("ada", 5000), bidPlaced("ada", 1, 1100, "auto"), ...past[status]);

/** An active, paused, ended or sold auction loses its bids and maxima by these events. */
const withdrawing = [allVoid("draft"), withdrawn];
const cancelling = [allVoid("cancelled"), cancelled];

/** The events that record the change, before the end time. */
const recordedAs: Record<AuctionStatus, Record<AuctionStatus, AuctionEvent[]>> = {
  draft: {
    draft: [],
    active: [{ type: "AuctionStarted", startsAt: NOON }],
    paused: [pausedAt(NOON)],
    ended: [endedWithoutWinner(NOON)],
    cancelled: [cancelled],
    sold: [soldToNobody],
  },
  active: {
    draft: withdrawing,
    active: [],
    paused: [pausedAt(NOON)],
    ended: [endedAt(NOON)],
    cancelled: cancelling,
    sold: soldAtOnce(3),
  },
  paused: {
    draft: withdrawing,
    active: [{ type: "AuctionResumed", endsAt: ENDS_AT + HOUR }],
    paused: [],
    ended: [endedAt(NOON, ada, 220, 4)],
    cancelled: cancelling,
    sold: soldAtOnce(4),
  },
  ended: {
    draft: withdrawing,
    active: [reopened],
    paused: [pausedAt(NOON)],
    ended: [],
    cancelled: cancelling,
    sold: [restPaid(settlementIdOf("lot", 3), 880), sold],
  },
  cancelled: {
    draft: [withdrawn],
    active: [reopened],
    paused: [pausedAt(NOON)],
    ended: [endedWithoutWinner(NOON)],
    cancelled: [],
    sold: [soldToNobody],
  },
  sold: {
    draft: withdrawing,
    active: [reopened],
    paused: [pausedAt(NOON)],
    // The same settlement is due again. The payments are taken back, and the deposit stays.
    ended: [
      {
        type: "SettlementReopened",
        settlementId: settlementIdOf("lot", 3),
        winner: ada,
        from: "paid",
        note: "",
        dueAt: settlementDueAt(NOON, noHolidays, 3),
        reversed: { amountMinor: minor(880), ngnMinor: minor(0), takenMinor: minor(0) },
      },
    ],
    cancelled: cancelling,
    sold: [],
  },
};
const losesBids = (status: AuctionStatus): boolean => status === "draft" || status === "cancelled";

const pairs = auctionStatuses.flatMap((from) => auctionStatuses.map((to) => ({ from, to })));

/** The checks of the auctions table that a status change could violate. */
const expectStorable = (state: AuctionState): void => {
  expect(state.pausedAt !== null).toBe(state.status === "paused");
  if (state.status !== "paused") expect(state).toMatchObject({ pausedUntil: null, pauseReason: null });
  if (state.winner) expect(["ended", "sold"]).toContain(state.status);
};

describe("an administrator's change of status before the end time", () => {
  // S264
  it.each(pairs)("leads from $from to $to", ({ from, to }) => {
    const auction = auctionThatIs(from);
    const after = auction.when(changeStatus("admin", to)).thenEvents(...recordedAs[from][to]);
    expect(after.status).toBe(to);
    expectStorable(after);
    if (losesBids(from) || losesBids(to)) {
      expect(after).toMatchObject({ leader: null, winner: null, priceMinor: 1000, bidCount: 0, voidedBidCount: 1 });
      expect(after.maxBids.size).toBe(0);
    } else {
      const { leader, priceMinor, bidCount, maxBids } = auction.state;
      expect(after).toMatchObject({ leader, priceMinor, bidCount, voidedBidCount: 0 });
      expect(after.maxBids).toEqual(maxBids);
    }
  });

  it("is refused to anybody else, from every status to every status", () => {
    for (const { from, to } of pairs) auctionThatIs(from).when(changeStatus("ada", to)).thenRefused("FORBIDDEN");
  });

  it("is refused to a banned administrator", () => {
    auctionThatIs("active").when(changeStatus("admin", "ended"), { isBanned: true }).thenRefused("FORBIDDEN");
  });
});

describe("a change of status after the end time", () => {
  it.each(["draft", "ended", "cancelled", "sold"] as const)("cannot open or pause an auction that is %s", (from) => {
    for (const now of [ENDS_AT, ENDS_AT + HOUR]) {
      auctionThatIs(from).when(changeStatus("admin", "active"), {}, now).thenRefused("END_TIME_PASSED");
      auctionThatIs(from).when(changeStatus("admin", "paused"), {}, now).thenRefused("END_TIME_PASSED");
    }
    const paused = auctionThatIs(from)
      .when(changeStatus("admin", "paused"), {}, ENDS_AT - 1)
      .thenAccepted();
    expect(paused).toMatchObject({ status: "paused", pausedAt: ENDS_AT - 1 });
  });

  it("cannot pause an active auction that is not closed yet", () => {
    auctionThatIs("active").when(changeStatus("admin", "paused"), {}, ENDS_AT).thenRefused("AUCTION_ENDED");
  });

  it("resumes a paused auction with its remaining time, so that nobody loses bidding time", () => {
    const left = ENDS_AT - (NOON - HOUR);
    for (const now of [ENDS_AT, ENDS_AT + 1000 * HOUR]) {
      auctionThatIs("paused")
        .when(changeStatus("admin", "active"), {}, now)
        .thenEvents({ type: "AuctionResumed", endsAt: now + left });
    }
  });

  it("does not shorten the auction if the clock is before the pause", () => {
    auctionThatIs("paused")
      .when(changeStatus("admin", "active"), {}, NOON - 2 * HOUR)
      .thenEvents({ type: "AuctionResumed", endsAt: ENDS_AT });
  });
});

describe("the winner", () => {
  const reserved = anAuction({ reserveMinor: minor(2000) });
  const unmet = [bidPlaced("ada", 1, 1999)];

  it("is nobody if an administrator ends a lot whose reserve is not met", () => {
    const noWinner: AuctionEvent = { type: "AuctionEnded", endedAt: NOON, winner: null, dueAt: null };
    given(reserved, ...unmet)
      .when(changeStatus("admin", "ended"))
      .thenEvents(noWinner);
  });

  it("is the leader if the reserve is met exactly", () => {
    given(reserved, bidPlaced("ada", 1, 2000))
      .when(changeStatus("admin", "ended"))
      .thenEvents(endedAt(NOON, ada, 400));
  });

  it("leaves the end where it was when the winner pays, and forgets it when the auction opens again", () => {
    const ended = played().play(placeBid("ada", 1100), changeStatus("admin", "ended"));
    const { endedAt } = ended.state;
    expect(endedAt).toBeGreaterThanOrEqual(NOON);
    const paid = ended.at(NOON + HOUR).play(changeStatus("admin", "sold"));
    expect([paid.state.status, paid.state.endedAt]).toEqual(["sold", endedAt]);
    const undone = paid.at(NOON + 2 * HOUR).play(changeStatus("admin", "ended"));
    expect([undone.state.status, undone.state.endedAt]).toEqual(["ended", endedAt]);
    expect(undone.play(changeStatus("admin", "active")).state.endedAt).toBeNull();
  });

  it("is nobody without bids", () => {
    given(anAuction())
      .when(changeStatus("admin", "ended"))
      .thenEvents({ type: "AuctionEnded", endedAt: NOON, winner: null, dueAt: null });
  });

  it("is the winner of the end also after the sale, even if somebody else leads", () => {
    given(anAuction(), bidPlaced("ada", 1, 1100), endedAt(NOON, person("bola")))
      .when(changeStatus("admin", "sold"))
      .thenEvents(restPaid(settlementIdOf("lot", 3), 880, person("bola")), {
        type: "AuctionSold",
        winner: person("bola"),
      });
  });

  it.each(["ended", "sold"] as const)(
    "is cleared by every status change from %s except the one between ended and sold",
    (from) => {
      expect(auctionThatIs(from).state.winner).toEqual(ada);
      for (const to of ["draft", "active", "paused", "cancelled"] as const) {
        const events = recordedAs[from][to];
        expect(
          auctionThatIs(from)
            .when(changeStatus("admin", to))
            .thenEvents(...events).winner,
        ).toBeNull();
      }
    },
  );
});

describe("a status change after another one", () => {
  it("removes the start time of a draft that is put back, so that the clock does not start it again", () => {
    expect(auctionThatIs("draft").state.startsAt).toBeNull();
  });

  it("lets a reopened auction take bids from its former price", () => {
    const reopenedAuction = given(anAuction(), bidPlaced("ada", 1, 1100), endedAt(NOON), reopened);
    expect(reopenedAuction.state).toMatchObject({ status: "active", winner: null, endsAt: ENDS_AT, priceMinor: 1100 });
  });

  it.each(["active", "paused"] as const)(
    "leaves two hours at least to a lot with bids that is opened again as %s, whatever end is set",
    (status) => {
      const late = ENDS_AT - HOUR / 2;
      const over = () => played().play(placeBid("ada", 1100), changeStatus("admin", "ended")).at(late);
      expect(over().play(changeStatus("admin", status)).state.endsAt).toBe(late + 2 * HOUR);
      expect(over().play(edit("admin", { endsAt: late + 1000, status })).state.endsAt).toBe(late + 2 * HOUR);
      const enough = late + 5 * HOUR;
      expect(over().play(edit("admin", { endsAt: enough, status })).state.endsAt).toBe(enough);
      // Nobody waits for a lot without bids. A hidden maximum must not show in its end.
      const alone = played().play(changeStatus("admin", "ended")).at(late);
      expect(alone.play(changeStatus("admin", status)).state.endsAt).toBe(ENDS_AT);
    },
  );

  it("moves the end by both pauses if the auction resumed in between", () => {
    const once = stateAfter(anAuction(), pausedAt(NOON), { type: "AuctionResumed", endsAt: ENDS_AT + HOUR });
    const again = evolveChange(once, [pausedAt(NOON + 5 * HOUR)]);
    const auction = given(anAuction({ endsAt: again.endsAt }), pausedAt(NOON + 5 * HOUR));
    auction
      .when(changeStatus("admin", "active"), {}, NOON + 7 * HOUR)
      .thenEvents({ type: "AuctionResumed", endsAt: ENDS_AT + 3 * HOUR });
  });
});

describe("a change of status where large changes of money need a second person", () => {
  const ofSite = { ...factsOf("admin"), hasSecondPerson: true };
  const REVERSE_IT = "Reverse the payment under Settlements. Large payments need a second person.";
  const refusalOf = (state: AuctionState, command: Command): string | null => {
    const decision = decided(state, command, ofSite, NOON);
    return decision.kind === "refused" ? decision.error.message : null;
  };
  const bought: AuctionEvent[] = [
    {
      type: "BuyItNowStarted",
      purchaseId: purchaseId("ada"),
      buyer: ada,
      priceMinor: minor(5000),
      feeMinor: minor(250),
      deadlineAt: NOON,
      deposit: deposited(1000),
    },
    { type: "AuctionPaused", reason: "buy-it-now", pausedAt: NOON, pausedUntil: NOON },
  ];
  const purchasePaid: AuctionEvent[] = [
    ...bought,
    { type: "PurchasePaid", purchaseId: purchaseId("ada"), buyer: ada, priceMinor: minor(5000) },
    sold,
  ];
  const paidLots: [string, AuctionState][] = [
    ["a win", auctionThatIs("sold").state],
    ["a purchase", stateAfter(anAuction({ buyItNowMinor: minor(5000) }), ...purchasePaid)],
  ];

  it.each(paidLots)("is refused if it takes back what was paid for %s, also in an edit", (_what, state) => {
    for (const to of ["draft", "active", "paused", "ended"] as const) {
      expect([to, refusalOf(state, changeStatus("admin", to))]).toEqual([to, REVERSE_IT]);
      expect([to, refusalOf(state, edit("admin", { title: "New", status: to }))]).toEqual([to, REVERSE_IT]);
    }
  });

  it.each(paidLots)(
    "may cancel a lot where somebody paid for %s, and edit it without another status",
    (_what, state) => {
      expect(refusalOf(state, changeStatus("admin", "cancelled"))).toBeNull();
      expect(refusalOf(state, edit("admin", { title: "New" }))).toBeNull();
      expect(refusalOf(state, edit("admin", { title: "New", status: "sold" }))).toBeNull();
    },
  );

  it("is as on other sites if nothing was paid", () => {
    for (const { from, to } of pairs) {
      if (from !== "sold")
        expect([from, to, refusalOf(auctionThatIs(from).state, changeStatus("admin", to))]).toEqual([from, to, null]);
    }
    const unpaid = stateAfter(anAuction({ buyItNowMinor: minor(5000) }), ...bought);
    for (const to of auctionStatuses) {
      const later = { ...unpaid, endsAt: ENDS_AT };
      expect([to, refusalOf(later, changeStatus("admin", to))]).toEqual([to, null]);
    }
    const toNobody = stateAfter(anAuction(), soldToNobody);
    for (const to of auctionStatuses) expect([to, refusalOf(toNobody, changeStatus("admin", to))]).toEqual([to, null]);
  });
});

describe("the new start of a lot that was cancelled or put back to draft", () => {
  // S267
  it.each(["cancelled", "draft"] as const)("removes maxima when a lot without bids becomes %s", (to) => {
    given(anAuction(), maxBidSet("ada", 1050))
      .when(changeStatus("admin", to))
      .thenEvents(allVoid(to), to === "draft" ? withdrawn : cancelled);
  });

  // S266
  it.each(["cancelled", "draft"] as const)("accepts the first bid at the starting price again after %s", (status) => {
    const before = [maxBidSet("ada", 5000), bidPlaced("ada", 1, 1100, "auto"), ...past[status]];
    // Ada's old maximum would have answered this bid. The bid's number follows the voided one.
    const after = given(anAuction(), ...before, ...recordedAs[status].active)
      .when(placeBid("bola", 1100))
      .thenEvents(bidPlaced("bola", 2, 1100));
    expect(after).toMatchObject({ bidCount: 1, voidedBidCount: 1, leader: person("bola") });
  });

  // Lots that were cancelled or withdrawn before this rule still have their bids.
  it.each([
    ["cancelled", cancelled],
    ["draft", withdrawn],
  ] as const)("removes old bids when a lot leaves %s", (status, event) => {
    const old = given(anAuction(), maxBidSet("ada", 5000), bidPlaced("ada", 1, 1100, "auto"), event);
    for (const to of ["active", "paused", "ended", "sold"] as const) {
      const after = old.when(changeStatus("admin", to)).thenEvents(allVoid(status), ...recordedAs[status][to]);
      expect(after).toMatchObject({ bidCount: 0, leader: null, winner: null, priceMinor: 1000 });
    }
  });
});
