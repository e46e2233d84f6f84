// Tests which part of a history a restored database must know, and that the checker finds what is there too little or
// too much.
import { expect, it } from "vitest";
import { type MutableHistory, mutableHistory } from "../../test/support/mutable-history.ts";
import { at, auctionId, commandId, START } from "../../test/support/small-history.ts";
import { checkHistory } from "./check-history.ts";
import { followed } from "./log.ts";
import { lostOf, restoredHistory } from "./restored-history.ts";

/** Each step's command is sent 5 ms before its date and answered 5 ms after it. */
const AFTER_FOURTH = at(4) + 50;
const NEVER = Number.POSITIVE_INFINITY;

const exact = (opened: MutableHistory): MutableHistory["history"] => {
  opened.history.clock = { offsetMs: START, errorMs: 0 };
  return opened.history;
};

/** The database after its first steps only, as a restore leaves it. */
const cutAfter = (opened: MutableHistory, revision: number): MutableHistory["stored"] => {
  const { stored, log, auction } = opened;
  log.splice(revision);
  const { after } = opened.found(followed(log).at(-1));
  const numbers = new Set(
    log.flatMap(({ events }) => events.flatMap((one) => (one.type === "BidPlaced" ? one.number : []))),
  );
  opened.bids.splice(0, opened.bids.length, ...opened.bids.filter(({ number }) => numbers.has(number)));
  const before = log.at(-1)?.at ?? 0;
  stored.commands = stored.commands.filter((one) => one.at <= before);
  Object.assign(auction, {
    revision,
    version: after.version,
    priceMinor: after.priceMinor,
    bidCount: after.bidCount,
    leaderId: after.leader?.id ?? null,
    status: after.status,
    endsAt: after.endsAt,
    winnerId: null,
  });
  return stored;
};

const idsOf = (history: { readonly calls: readonly { readonly invocation: { readonly commandId: string } }[] }) =>
  history.calls.map(({ invocation }) => invocation.commandId);

it("keeps commands answered before the moment, and drops those sent after it", () => {
  const kept = restoredHistory(exact(mutableHistory()), { to: AFTER_FOURTH, resumedAt: NEVER });
  expect(idsOf(kept)).toEqual(expect.arrayContaining([2, 3, 4].map(commandId)));
  for (const revision of [5, 6, 7, 8, 9, 10]) expect(idsOf(kept)).not.toContain(commandId(revision));
  expect(kept.calls.every(({ outcome }) => outcome.kind !== "unknown")).toBe(true);
});

it("does not say what became of a command that was under way at the moment", () => {
  const kept = restoredHistory(exact(mutableHistory()), { to: at(4), resumedAt: NEVER });
  const fourth = kept.calls.find(({ invocation }) => invocation.commandId === commandId(4));
  expect(fourth).toMatchObject({ outcome: { kind: "unknown" }, settledAt: null });
});

it("gives the clock's error to both sides of the moment", () => {
  const opened = mutableHistory();
  const history = exact(opened);
  history.clock = { offsetMs: START, errorMs: at(5) - at(4) - 40 };
  const kept = restoredHistory(history, { to: AFTER_FOURTH, resumedAt: NEVER });
  const outcomes = [4, 5].map(
    (n) => kept.calls.find(({ invocation }) => invocation.commandId === commandId(n))?.outcome.kind,
  );
  expect(outcomes).toEqual(["unknown", "unknown"]);
});

it("keeps what was answered and shown when the servers ran again", () => {
  const history = exact(mutableHistory());
  const kept = restoredHistory(history, { to: AFTER_FOURTH, resumedAt: at(9) - 50 - START });
  expect(idsOf(kept)).toContain(commandId(9));
  expect(idsOf(kept)).not.toContain(commandId(6));
  const moments = kept.watching.flatMap(({ seen }) => seen.map((one) => one.at + START));
  expect(moments.filter((moment) => moment > AFTER_FOURTH && moment < at(9) - 50)).toEqual([]);
  expect(moments.some((moment) => moment < AFTER_FOURTH) && moments.some((moment) => moment > at(9))).toBe(true);
});

it("throws without a reading of the clock", () => {
  const { history } = mutableHistory();
  history.clock = null;
  expect(() => restoredHistory(history, { to: AFTER_FOURTH, resumedAt: NEVER })).toThrow("clock");
});

/** The promises that are broken, without those about rows that the cut-down database of this test does not have. */
const broken = (opened: MutableHistory, to: number): string[] => {
  const history = restoredHistory(exact(opened), { to, resumedAt: NEVER });
  const { violations } = checkHistory({ ...history, watching: [] }, opened.stored);
  return violations.flatMap(({ promise }) => (["acknowledged", "invoked"].includes(promise) ? promise : []));
};

it("lets the checker pass a database that has exactly what was before the moment", () => {
  const opened = mutableHistory();
  cutAfter(opened, 4);
  expect(opened.stored.log.get(auctionId)).toHaveLength(4);
  expect(broken(opened, AFTER_FOURTH)).toEqual([]);
});

it("lets the checker find what is missing from before the moment", () => {
  const opened = mutableHistory();
  cutAfter(opened, 3);
  expect(broken(opened, AFTER_FOURTH)).toContain("acknowledged");
});

it("lets the checker find what is there from after the moment", () => {
  const opened = mutableHistory();
  cutAfter(opened, 5);
  expect(broken(opened, AFTER_FOURTH)).toContain("invoked");
});

it("counts the lost commands, and says how long the lost time is", () => {
  const history = exact(mutableHistory());
  // Steps 5 to 9 were answered as done.
  expect(lostOf(history, AFTER_FOURTH, at(9) + 50 - START)).toEqual({ commands: 5, ms: at(9) - at(4) });
  expect(lostOf(history, at(9) + 50, at(9) + 50 - START)).toEqual({ commands: 0, ms: 0 });
});
