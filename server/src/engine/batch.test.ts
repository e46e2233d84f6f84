// Deciding a batch in memory: order, what one statement may hold of one auction, and the fence each part gets.
import { fallbackRates } from "@jara/shared/money";
import { describe, expect, it } from "vitest";
import {
  anAuction,
  buyItNow,
  changeStatus,
  closeAuction,
  ENDS_AT,
  expirePurchase,
  factsOf,
  minor,
  NOON,
  noHolidays,
  placeBid,
  STARTED_AT,
  setMaxBid,
  startAuction,
} from "../../test/support/given-auction.ts";
import type { Command } from "../auction/commands.ts";
import { create } from "../auction/evolve.ts";
import type { AuctionState } from "../auction/state.ts";
import { decideBatch, type Pending } from "./batch.ts";
import type { Outcome } from "./outcome.ts";

const HOUR = 60 * 60 * 1000;
const created = create(anAuction(), STARTED_AT);

/** Decides the commands, each under its own id unless it brings one, against one auction; tells what came of each. */
const decided = (commands: readonly Command[], given: { state?: AuctionState | null; now?: number } = {}) => {
  const answered: (Outcome | null)[] = commands.map(() => null);
  const pendings = commands.map((command, i): Pending => {
    const id = "userId" in command && command.commandId !== "any" ? command.commandId : String(i);
    const named = "userId" in command ? { ...command, commandId: id } : command;
    const answer = (outcome: Outcome): void => {
      answered[i] = outcome;
    };
    return { command: named, answer, attempts: 0 };
  });
  const { state = created, now = NOON } = given;
  const { commit, waiting, later } = decideBatch(pendings, {
    state: () => state ?? undefined,
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
  it("decides one auction's commands in order, each upon the one before, into one part", () => {
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

  it("of refusals alone has a part without changes: they are fenced too", () => {
    const { part } = decided([placeBid("ada", 1)]);
    expect(part).toMatchObject({ expectedRevision: 1, gate: "before-end", changes: [] });
    expect(part?.after).toBe(created);
  });

  it("ends for an auction with a change of its life: what follows waits for the stored row", () => {
    const { waiting, later } = decided([placeBid("ada", 1100), changeStatus("admin", "paused"), placeBid("ada", 1200)]);
    expect(waiting.map(([index]) => index)).toEqual([0, 1]);
    expect(later).toEqual([2]);
  });

  it("does not end with a change of status that changes nothing", () => {
    expect(decided([changeStatus("admin", "active"), placeBid("ada", 1100)]).later).toEqual([]);
  });

  it("leaves a second command under one id, whoever's, for the next batch, which will know the first's outcome", () => {
    const same = { ...placeBid("ada", 1100), commandId: "same" };
    const { waiting, later } = decided([same, { ...same, userId: "bola" }, same]);
    expect(waiting.map(([index]) => index)).toEqual([0]);
    expect(later).toEqual([1, 2]);
  });

  it("answers at once where there is no such auction or user, and commits nothing for them", () => {
    const noAuction = decided([placeBid("ada", 1100)], { state: null });
    expect(noAuction.answered).toEqual(["NOT_FOUND"]);
    expect(noAuction.commit.parts).toEqual([]);
    const noUser = decided([placeBid("nobody", 1100)]);
    expect(noUser.answered).toEqual(["UNAUTHENTICATED"]);
    expect(noUser.commit.parts).toEqual([]);
  });
});

describe("the time gate of a part", () => {
  const gateOf = (command: Command, now: number, state = created) => decided([command], { state, now }).part?.gate;
  const draft = create(anAuction({ status: "draft", startsAt: NOON }), STARTED_AT);

  it.each([
    placeBid("ada", 1100),
    placeBid("ada", 1),
    setMaxBid("ada", 5000),
    changeStatus("admin", "paused"),
    closeAuction,
  ])("of $type is the side of the end it was decided on, refused or not", (command) => {
    expect(gateOf(command, ENDS_AT - 1)).toBe("before-end");
    expect(gateOf(command, ENDS_AT)).toBe("at-or-after-end");
  });

  it("is none where the end time does not matter: an auction that is not active, an admin's word, a start", () => {
    expect(gateOf(placeBid("ada", 1100), NOON, draft)).toBe("any");
    expect(gateOf(startAuction, NOON, draft)).toBe("any");
    expect(gateOf(changeStatus("admin", "ended"), NOON)).toBe("any");
    expect(gateOf(changeStatus("admin", "cancelled"), ENDS_AT)).toBe("any");
    expect(gateOf(expirePurchase, NOON)).toBe("any");
  });

  it("of Buy It Now is the side of the last hour, refused or not, and the end's after it", () => {
    for (const state of [create(anAuction({ buyItNowMinor: minor(5000) }), STARTED_AT), created]) {
      expect(gateOf(buyItNow("ada"), ENDS_AT - HOUR - 1, state)).toBe("before-last-hour");
      expect(gateOf(buyItNow("ada"), ENDS_AT - HOUR, state)).toBe("in-last-hour");
      expect(gateOf(buyItNow("ada"), ENDS_AT - 1, state)).toBe("in-last-hour");
      expect(gateOf(buyItNow("ada"), ENDS_AT, state)).toBe("at-or-after-end");
    }
  });

  it("is the narrower one where bids and Buy It Now share a part, in whatever order", () => {
    const [bid, purchase] = [placeBid("ada", 1100), buyItNow("bola")];
    for (const commands of [
      [bid, purchase, bid],
      [purchase, bid],
    ]) {
      expect(decided(commands, { now: NOON }).part?.gate).toBe("before-last-hour");
      expect(decided(commands, { now: ENDS_AT - 1 }).part?.gate).toBe("in-last-hour");
      expect(decided(commands, { now: ENDS_AT }).part?.gate).toBe("at-or-after-end");
    }
  });

  it("of a purchase's expiry is the side of its deadline, whatever else finds the auction paused", () => {
    const { part } = decided([buyItNow("ada")], {
      state: create(anAuction({ buyItNowMinor: minor(5000) }), STARTED_AT),
    });
    const bought = part?.after as AuctionState;
    expect(bought.status).toBe("paused");
    expect(gateOf(placeBid("bola", 1100), NOON, bought)).toBe("any");
    for (const commands of [[expirePurchase], [placeBid("bola", 1100), expirePurchase]]) {
      expect(decided(commands, { state: bought, now: NOON + HOUR - 1 }).part?.gate).toBe("before-deadline");
      expect(decided(commands, { state: bought, now: NOON + HOUR }).part?.gate).toBe("at-or-after-deadline");
    }
  });
});
