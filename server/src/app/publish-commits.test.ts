// Tests which jobs a commit wakes. A hidden maximum must not change the time at which the next entry of the public log
// is written.
import { expect, it } from "vitest";
import { anAuction, bidPlaced, maxBidSet, minor, NOON, person, stateAfter } from "../../test/support/given-auction.ts";
import type { AuctionEvent } from "../auction/events.ts";
import { evolveChange } from "../auction/evolve.ts";
import type { Change } from "../engine/ports.ts";
import type { Live } from "./live.ts";
import { publishCommits } from "./publish-commits.ts";

/** Lists what was published and which topics were woken. */
const givenPublisher = () => {
  const called: string[] = [];
  const count = (name: string) => () => void called.push(name);
  const live = {
    interests: { committed: () => [] },
    publisher: { publish: count("publish") },
    cluster: { publishPeople: () => {}, publishMoved: count("other nodes") },
    lostAnswers: { ready: (changes: unknown) => changes },
  };
  const events = publishCommits(live as unknown as Live, {
    accounts: { changed: () => {} },
    boundChanged: null,
    settlements: { committed: () => {} },
    sales: { committed: () => {} },
    lists: { own: () => {} },
    inboxChanged: () => {},
    wake: (topic) => void called.push(topic),
  });
  const commit = (...changes: Change[]) => {
    called.length = 0;
    events.committed(changes as unknown as Parameters<typeof events.committed>[0], NOON, new Map());
    return [...called];
  };
  return { commit };
};

const change = (...events: AuctionEvent[]): Change => {
  const before = stateAfter(anAuction(), maxBidSet("ada", 5_000), bidPlaced("ada", 1, 1_100, "auto"));
  return { before, after: evolveChange(before, events), events, actorId: "ada" };
};
const hidden = change(maxBidSet("ada", 9_000));
const visible = change(bidPlaced("bola", 2, 1_500), bidPlaced("ada", 3, 1_600, "auto"));

it("wakes the public log of this node and the others for public changes, and not for a hidden maximum", () => {
  expect([...hidden.after.maxBids.values()].map(({ amountMinor }) => amountMinor)).toEqual([9_000]);
  const { commit } = givenPublisher();
  expect(commit(hidden)).toEqual(["publish"]);
  expect(commit(visible)).toEqual(["publish", "log", "other nodes"]);
  expect(commit(hidden, visible)).toEqual(commit(visible));
});

it("wakes the suspension of maxima for a forfeit of a win, and for nothing else", () => {
  const { commit } = givenPublisher();
  const forfeit = {
    type: "SettlementForfeited",
    settlementId: "win",
    winner: person("ada"),
    amountMinor: minor(1_500),
    penaltyMinor: minor(150),
  } as const;
  expect(commit({ ...hidden, events: [forfeit] })).toContain("maxima");
  expect(commit(hidden, visible)).not.toContain("maxima");
});
