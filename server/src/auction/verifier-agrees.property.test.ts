// Tests random histories of an auction. The outsider's code in `proof` replays what the public log says of them. It
// must find nothing wrong, whatever was done by the rules, and agree about price, leader, winner, end and number of
// bids. The history checker in `load` replays the whole log, and must agree about everything. Neither shares a line
// with the rules here. PROPERTY_SEED=<seed> repeats a run. It is long because it names every action and every field.
import fc from "fast-check";
import { expect, it } from "vitest";
import { type State as Checked, followed, type LogRow } from "../../../load/src/history/log.ts";
import { utf8 } from "../../../proof/src/bytes.ts";
import { parseEntry } from "../../../proof/src/leaf.ts";
import { LotReplay } from "../../../proof/src/lot/replay-lot.ts";
import type { PlayedAuction } from "../../test/support/play-auction.ts";
import { commitmentOf, entriesOf, PLAYED_ID } from "../../test/support/public-leaves.ts";
import { seedOfRun, timesOf } from "../../test/support/random-histories.ts";
import { playRandom, randomLots } from "../../test/support/random-lots.ts";
import type { AuctionState } from "./state.ts";

const HISTORIES = timesOf(300);
const replayOf = (auction: PlayedAuction): LotReplay => {
  const replay = new LotReplay(PLAYED_ID);
  for (const text of entriesOf(auction)) {
    const leaf = parseEntry(utf8(text));
    if (typeof leaf === "string" || "restart" in leaf) throw new Error(`${leaf}: ${text}`);
    replay.add(leaf);
  }
  return replay;
};

/** The fields that have the same name in the rules and in the checker. */
const compared = [
  "status",
  "priceMinor",
  "incrementMinor",
  "bidCount",
  "voidedBidCount",
  "startsAt",
  "endsAt",
  "extendedFrom",
  "reserveMinor",
  "buyItNowMinor",
  "startingPriceMinor",
  "softClose",
  "increments",
  "rules",
  "isRemoved",
  "contentVersion",
  "contentChangedAt",
  "forfeitedPurchases",
  "pausedAt",
  "pausedUntil",
  "pauseReason",
  "statusReason",
  "isEndSet",
  "fullVersion",
  "scheduledEndsAt",
] satisfies (keyof AuctionState & keyof Checked)[];

/** Both auctions as values that can be compared. The checker says `maxima` where the rules say `maxBids`. */
const comparable = (auction: AuctionState | Checked, maxima: Checked["maxima"] | AuctionState["maxBids"]) => ({
  ...Object.fromEntries(compared.map((field) => [field, auction[field]])),
  people: [auction.leader?.id, auction.winner?.id],
  barredIds: [...auction.barredIds],
  maxima: [...maxima.values()].map(({ id, amountMinor, contentVersion }) => [id, amountMinor, contentVersion]),
});

const checkedFrom = ({ log }: PlayedAuction): Checked => {
  const after = followed(log as unknown as readonly LogRow[]).at(-1)?.after;
  if (!after) throw new Error("the log does not begin with the auction");
  return after;
};

const commitmentOrNull = (person: { readonly id: string } | null): string | null => person && commitmentOf(person.id);

it(`finds nothing wrong in ${HISTORIES} histories by the rules, and agrees about the lot`, () => {
  const counts = new Map<string, number>();
  fc.assert(
    fc.property(randomLots, (given) => {
      const auction = playRandom(given);
      const checked = checkedFrom(auction);
      expect(comparable(checked, checked.maxima)).toEqual(comparable(auction.state, auction.state.maxBids));
      const { lot: seen, remarks } = replayOf(auction);
      const faults = remarks.filter(({ kind }) => kind === "fault").map(({ sentence }) => sentence);
      expect(faults, entriesOf(auction).join("\n")).toEqual([]);
      for (const text of entriesOf(auction)) for (const fact of JSON.parse(text).facts) count(counts, fact);
      const { state } = auction;
      if (seen.status === "unknown" || seen.status === "withdrawn" || state.isRemoved) return;
      expect([seen.status, seen.bidCount, seen.endsAtMs, seen.leader, seen.winner]).toEqual([
        state.status,
        state.bidCount,
        state.endsAt,
        commitmentOrNull(state.leader),
        commitmentOrNull(state.winner),
      ]);
      expect(seen.price).toBe(state.purchase?.bidPriceMinor ?? state.priceMinor);
    }),
    { numRuns: HISTORIES, seed: seedOfRun() },
  );
  // Without enough kinds of facts the test would pass vacuously. The histories can have 23 kinds of facts and purchase
  // steps, and a run may miss a rare one.
  expect(counts.size).toBeGreaterThanOrEqual(20);
});

const count = (counts: Map<string, number>, { type, step: what, kind }: Record<string, string>): void => {
  const name = [type, what, kind].filter(Boolean).join(" ");
  counts.set(name, (counts.get(name) ?? 0) + 1);
};
