// Tests deciding a batch in memory: the order, what one statement may hold of one auction, and each part's fence.
import { fallbackRates } from "@jara/shared/money";
import { describe, expect, it } from "vitest";
import {
  anAuction,
  bidPlaced,
  buyItNow,
  changeStatus,
  closeAuction,
  ENDS_AT,
  edit,
  expirePurchase,
  factsOf,
  minor,
  NOON,
  noHolidays,
  placeBid,
  STARTED_AT,
  setMaxBid,
  startAuction,
  stateAfter,
  voidBids,
  withdrawBids,
} from "../../test/support/given-auction.ts";
import { played } from "../../test/support/play-auction.ts";
import type { Command, LoggedChange } from "../auction/commands.ts";
import { create } from "../auction/evolve.ts";
import type { AuctionState } from "../auction/state.ts";
import { decideBatch, type Known, type Pending } from "./batch.ts";
import type { Outcome } from "./outcome.ts";

const HOUR = 60 * 60 * 1000;
const created = create(anAuction(), STARTED_AT);

/** Decides the commands against one auction and returns each result. Each has its own id unless it brings one. */
const decided = (
  commands: readonly Command[],
  given: {
    state?: AuctionState | null;
    /** Auctions by id, instead of the one auction. */
    lots?: ReadonlyMap<string, AuctionState>;
    now?: number;
  } & Pick<Known, "hasBid" | "log"> = {},
) => {
  const answered: (Outcome | null)[] = commands.map(() => null);
  const pendings = commands.map((command, i): Pending => {
    const id = "userId" in command && command.commandId !== "any" ? command.commandId : String(i);
    const named = "userId" in command ? { ...command, commandId: id } : command;
    const answer = (outcome: Outcome): void => {
      answered[i] = outcome;
    };
    return { command: named, answer, attempts: 0 };
  });
  const { state = created, lots, now = NOON, ...others } = given;
  const { commit, waiting, later } = decideBatch(pendings, {
    ...others,
    state: (id) => (lots ? lots.get(id) : (state ?? undefined)),
    user: (id) => (id === "nobody" ? undefined : { ...factsOf(id).user, revision: 7 }),
    rates: fallbackRates,
    holidays: noHolidays,
    now,
  });
  return {
    commit,
    part: commit.parts[0],
    waiting: waiting.map(({ pending, outcome }) => [pendings.indexOf(pending), outcome.ok]),
    later: later.map((pending) => pendings.indexOf(pending)),
    answered: answered.map((outcome) => (outcome === null ? null : outcome.ok ? "ok" : outcome.error.code)),
  };
};

describe("a batch", () => {
  it("decides one auction's commands in order into one part, each on the state after the one before", () => {
    const { part, waiting } = decided([placeBid("ada", 1100), placeBid("bola", 1150), placeBid("bola", 1200)]);
    expect(waiting).toEqual([
      [0, true],
      [1, false],
      [2, true],
    ]);
    expect(part).toMatchObject({ auctionId: "lot", expectedRevision: 1, after: { priceMinor: 1200, revision: 3 } });
    expect(part?.changes.map(({ before, after, actorId }) => [before.revision, after.revision, actorId])).toEqual([
      [1, 2, "ada"],
      [2, 3, "bola"],
    ]);
  });

  it("records accepted and refused commands alike, and each user's facts once", () => {
    const { commit } = decided([placeBid("ada", 1100), placeBid("ada", 1), placeBid("bola", 1)]);
    expect(commit.commands.map(({ commandId, outcome }) => [commandId, outcome.ok])).toEqual([
      ["0", true],
      ["1", false],
      ["2", false],
    ]);
    expect([...commit.users]).toEqual([
      ["ada", 7],
      ["bola", 7],
    ]);
  });

  it("has a part without changes if it has only refusals, because they are fenced too", () => {
    const { part } = decided([placeBid("ada", 1)]);
    expect(part).toMatchObject({ expectedRevision: 1, span: { fromMs: null, untilMs: ENDS_AT }, changes: [] });
    expect(part?.after).toBe(created);
  });

  it("ends for an auction with a change of its life, so that later commands wait for the stored row", () => {
    const { waiting, later } = decided([changeStatus("admin", "paused"), placeBid("ada", 1200)]);
    expect(waiting.map(([index]) => index)).toEqual([0]);
    expect(later).toEqual([1]);
  });

  it("ends before an administrator's command on an auction that it changes, because the command needs the stored row", () => {
    const bid = placeBid("ada", 1100);
    const { waiting, later } = decided([bid, changeStatus("admin", "paused"), placeBid("ada", 1200)]);
    expect(waiting.map(([index]) => index)).toEqual([0]);
    expect(later).toEqual([1, 2]);
    // A refused command changes nothing that later decisions depend on.
    expect(decided([placeBid("ada", 1), changeStatus("admin", "paused")]).later).toEqual([]);
  });

  it("refuses an administrator's command if the stored row has a bid of that administrator", () => {
    const given = { hasBid: (userId: string, auctionId: string) => userId === "admin" && auctionId === "lot" };
    expect(decided([changeStatus("admin", "ended")], given).waiting).toEqual([[0, false]]);
    expect(decided([changeStatus("admin", "ended")]).waiting).toEqual([[0, true]]);
  });

  it("leaves a withdrawal or a void for the next batch if the log does not reach the stored revision", () => {
    const log: LoggedChange[] = [{ revision: 1, events: [anAuction()], actorId: null, at: STARTED_AT }];
    const bid: LoggedChange = { revision: 2, events: [bidPlaced("ada", 1, 1100)], actorId: "ada", at: NOON };
    const bidOn = stateAfter(anAuction(), bidPlaced("ada", 1, 1100));
    // A withdrawal needs the log only while the lot's last change allows one.
    const hasBid = (userId: string) => userId === "ada";
    const state = { ...bidOn, contentVersion: 2, contentChangedAt: NOON - 1 };
    expect(decided([withdrawBids("ada")], { state: bidOn, hasBid }).waiting).toEqual([[0, false]]);
    for (const command of [voidBids("ada"), withdrawBids("ada")]) {
      expect(decided([command], { state, hasBid }).later).toEqual([0]);
      expect(decided([command], { state, hasBid, log: () => log }).later).toEqual([0]);
      expect(decided([command], { state, hasBid, log: () => [...log, bid] }).waiting).toHaveLength(1);
      // Another node's change that was read with the log is not part of the state yet.
      const another: LoggedChange = { ...bid, revision: 3, events: [bidPlaced("bola", 2, 1200)] };
      expect(decided([command], { state, hasBid, log: () => [...log, bid, another] }).waiting).toHaveLength(1);
    }
  });

  it("refuses a withdrawal of somebody without a bid at once, also after other bids of the batch", () => {
    const state = {
      ...stateAfter(anAuction(), bidPlaced("ada", 1, 1100)),
      contentVersion: 2,
      contentChangedAt: NOON - 1,
    };
    const commands = [placeBid("bola", 1200), withdrawBids("chidi"), placeBid("ada", 1300)];
    expect(decided(commands, { state })).toMatchObject({
      waiting: [
        [0, true],
        [1, false],
        [2, true],
      ],
      later: [],
    });
    // Bola's bid is not stored yet.
    expect(decided([placeBid("bola", 1200), withdrawBids("bola")], { state }).later).toEqual([1]);
  });

  it("leaves a buyer's second purchase on any auction for the next batch, and no other command", () => {
    const state = create(anAuction({ buyItNowMinor: minor(5000) }), STARTED_AT);
    const lots = new Map(["one", "two"].map((id) => [id, { ...state, id }]));
    const commands: Command[] = [
      { ...buyItNow("ada"), auctionId: "one" },
      { ...buyItNow("ada"), auctionId: "two" },
      { ...placeBid("bola", 1100), auctionId: "two" },
    ];
    const { waiting, later } = decided(commands, { lots });
    expect(waiting).toEqual([
      [0, true],
      [2, true],
    ]);
    expect(later).toEqual([1]);
  });

  it("does not end with a change of status that has no effect", () => {
    expect(decided([changeStatus("admin", "active"), placeBid("ada", 1100)]).later).toEqual([]);
  });

  it("leaves a second command with the same id for the next batch, which knows the first one's outcome", () => {
    const same = { ...placeBid("ada", 1100), commandId: "same" };
    const { waiting, later } = decided([same, { ...same, userId: "bola" }, same]);
    expect(waiting.map(([index]) => index)).toEqual([0]);
    expect(later).toEqual([1, 2]);
  });

  it("answers at once if the auction or the user does not exist, and commits nothing for them", () => {
    const noAuction = decided([placeBid("ada", 1100)], { state: null });
    expect(noAuction.answered).toEqual(["NOT_FOUND"]);
    expect(noAuction.commit.parts).toEqual([]);
    const noUser = decided([placeBid("nobody", 1100)]);
    expect(noUser.answered).toEqual(["UNAUTHENTICATED"]);
    expect(noUser.commit.parts).toEqual([]);
  });
});

describe("the time span of a part", () => {
  const spanOf = (command: Command, now: number, state = created) => decided([command], { state, now }).part?.span;
  const draft = create(anAuction({ status: "draft", startsAt: NOON }), STARTED_AT);
  const anyTime = { fromMs: null, untilMs: null };
  const beforeEnd = { fromMs: null, untilMs: ENDS_AT };
  const afterEnd = { fromMs: ENDS_AT, untilMs: null };
  const beforeLastHour = { fromMs: null, untilMs: ENDS_AT - HOUR };
  const inLastHour = { fromMs: ENDS_AT - HOUR, untilMs: ENDS_AT };

  it.each([
    placeBid("ada", 1100),
    placeBid("ada", 1),
    setMaxBid("ada", 5000),
    changeStatus("admin", "paused"),
    closeAuction,
  ])("stays on one side of the auction's end for $type, refused or not", (command) => {
    expect(spanOf(command, ENDS_AT - 1)).toEqual(beforeEnd);
    expect(spanOf(command, ENDS_AT)).toEqual(afterEnd);
  });

  it("has no bound if the end time does not matter: an inactive auction, an administrator's command, a start", () => {
    expect(spanOf(placeBid("ada", 1100), NOON, draft)).toEqual(anyTime);
    expect(spanOf(startAuction, NOON, draft)).toEqual(anyTime);
    expect(spanOf(changeStatus("admin", "ended"), NOON)).toEqual(anyTime);
    expect(spanOf(changeStatus("admin", "cancelled"), ENDS_AT)).toEqual(anyTime);
    expect(spanOf(expirePurchase, NOON)).toEqual(anyTime);
  });

  it("is within a second of an edit that makes a content version, and before the end for another edit", () => {
    const bidden = played().play(placeBid("ada", 1100)).state;
    expect(spanOf(edit("admin", { title: "Another" }), NOON, bidden)).toEqual({
      fromMs: NOON - 1000,
      untilMs: NOON + 1000,
    });
    expect(spanOf(edit("admin", { title: "Another" }), NOON)).toEqual(beforeEnd);
  });

  it("ends for Buy It Now when the last hour begins, and during it at the end, refused or not", () => {
    for (const state of [create(anAuction({ buyItNowMinor: minor(5000) }), STARTED_AT), created]) {
      expect(spanOf(buyItNow("ada"), ENDS_AT - HOUR - 1, state)).toEqual(beforeLastHour);
      expect(spanOf(buyItNow("ada"), ENDS_AT - HOUR, state)).toEqual(inLastHour);
      expect(spanOf(buyItNow("ada"), ENDS_AT - 1, state)).toEqual(inLastHour);
      expect(spanOf(buyItNow("ada"), ENDS_AT, state)).toEqual(afterEnd);
    }
  });

  it("is the intersection of all spans if bids and Buy It Now share a part, in any order", () => {
    const [bid, purchase] = [placeBid("ada", 1100), buyItNow("bola")];
    for (const commands of [
      [bid, purchase, bid],
      [purchase, bid],
    ]) {
      expect(decided(commands, { now: NOON }).part?.span).toEqual(beforeLastHour);
      expect(decided(commands, { now: ENDS_AT - 1 }).part?.span).toEqual(inLastHour);
      expect(decided(commands, { now: ENDS_AT }).part?.span).toEqual(afterEnd);
    }
  });

  it("has the beginning of the soft close's window as a bound for a bid", () => {
    const windowMs = 120_000;
    const state = create(anAuction({ softClose: { windowSeconds: 120, capMinutes: 30 } }), STARTED_AT);
    const start = ENDS_AT - windowMs + 1;
    expect(spanOf(placeBid("ada", 1100), NOON, state)).toEqual({ fromMs: null, untilMs: start });
    expect(spanOf(placeBid("ada", 1100), start, state)).toEqual({ fromMs: start, untilMs: ENDS_AT });
  });

  it("ends at its deadline for a purchase's expiry, also if the auction is found paused", () => {
    const { part } = decided([buyItNow("ada")], {
      state: create(anAuction({ buyItNowMinor: minor(5000) }), STARTED_AT),
    });
    const bought = part?.after as AuctionState;
    expect(bought.status).toBe("paused");
    expect(spanOf(placeBid("bola", 1100), NOON, bought)).toEqual(anyTime);
    for (const commands of [[expirePurchase], [placeBid("bola", 1100), expirePurchase]]) {
      const before = { fromMs: null, untilMs: NOON + HOUR };
      expect(decided(commands, { state: bought, now: NOON + HOUR - 1 }).part?.span).toEqual(before);
      // The end of the pause moves the lot's end by the length of the pause until `now`, so the commit must be near
      // `now`.
      const after = { fromMs: NOON + HOUR, untilMs: NOON + HOUR + 1000 };
      expect(decided(commands, { state: bought, now: NOON + HOUR }).part?.span).toEqual(after);
    }
  });
});
