// A thousand stories, each decided twice with a low and a high hidden maximum: whoever is not the leader is refused
// with the same words, shown the same auction and told the same of every change.
import { isDeepStrictEqual } from "node:util";
import { asMinor, toMinor } from "@jara/shared/money";
import { expect, it } from "vitest";
import {
  anAuction,
  buyItNow,
  cancelMaxBid,
  changeStatus,
  edit,
  factsOf,
  NOON,
  person,
  placeBid,
  STARTED_AT,
  setMaxBid,
} from "../../test/support/given-auction.ts";
import { aStory, INCREMENT, STARTING_PRICE, type Step, type Story } from "../../test/support/hidden-pair.ts";
import { randomOf } from "../../trust/round/random.ts";
import type { Command } from "./commands.ts";
import { decide } from "./decide.ts";
import { create, evolveChange } from "./evolve.ts";
import { summaryOf } from "./history.ts";
import type { AuctionState } from "./state.ts";
import { anyAdmin, everyone, toChangeFrames, toMaxBidView, toOutcomeView, toView, type Viewer } from "./to-public.ts";

const STORIES = 1_000;
const SEED = 5_000_011;
const STEP_MS = 1_000;

/** What both tellings have. */
type Told = Exclude<Step, { what: "again" }>;

/** "admin" is an administrator; the seller's own commands are an administrator's. */
const commandOf = (step: Told, isHigh: 0 | 1, n: number): Command | null => {
  if (step.who === "seller") {
    if (step.what === "edit") return edit("admin", { lot: { description: `Seen to again, step ${n}.` } } as never);
    return changeStatus("admin", step.what === "pause" ? "paused" : step.what === "resume" ? "active" : "ended");
  }
  if (step.what === "bid") return placeBid(step.who, toMinor(step.amount));
  if (step.what === "max") return setMaxBid(step.who, toMinor(step.amounts[isHigh]));
  if (step.what === "cancel") return cancelMaxBid(step.who);
  return step.what === "buy" ? buyItNow(step.who) : null;
};

const viewers: readonly Viewer[] = [
  everyone,
  anyAdmin,
  { kind: "user", id: "rival" },
  { kind: "user", id: "third" },
  { kind: "admin", id: "seller" },
];

/** Everything of one step that anybody but the leader could be shown. */
const tell = (story: Story, isHigh: 0 | 1): unknown[] => {
  let state: AuctionState = create(
    anAuction({
      startingPriceMinor: toMinor(STARTING_PRICE),
      incrementMinor: toMinor(INCREMENT),
      reserveMinor: story.reserve === null ? null : toMinor(story.reserve),
      buyItNowMinor: asMinor(900_000_000),
    }),
    STARTED_AT,
  );
  return story.steps.map((step, n) => {
    if (step.what === "again") {
      for (const amount of isHigh ? step.amounts : []) {
        const decision = decide(state, setMaxBid("leader", toMinor(amount)), factsOf("leader"), NOON + n * STEP_MS);
        if (decision.kind === "accepted") state = evolveChange(state, decision.events);
      }
      return null;
    }
    const command = commandOf(step, isHigh, n);
    if (!command) return null;
    const now = NOON + n * STEP_MS;
    const asker = "userId" in command ? command.userId : "";
    const decision = decide(state, command, factsOf(asker), now);
    if (decision.kind === "refused") return [step.who === "leader" ? "the leader is refused" : decision.error];
    state = evolveChange(state, decision.events);
    const { terms, events } = { terms: state, events: decision.events };
    const isOver = state.status === "ended";
    return [
      viewers.map((viewer) => [toView(state, viewer, now), toChangeFrames(events, state, now, viewer, now)]),
      isOver ? null : summaryOf(events, { actor: person(asker), terms, lastBid: null, showsMaxima: false }),
      step.who === "leader" ? null : toOutcomeView(state, asker),
      [...state.maxBids.values()]
        .filter(({ owner }) => owner.id !== "leader")
        .map((maxBid) => toMaxBidView(state, maxBid)),
    ];
  });
};

it("nobody but the leader is shown which of two maxima is hidden", () => {
  const random = randomOf(SEED);
  const bad: string[] = [];
  let contests = 0;
  for (let n = 0; n < STORIES; n++) {
    const story = aStory(random);
    const [low, high] = [tell(story, 0), tell(story, 1)];
    contests += JSON.stringify(low).match(/"kind":"auto"/g)?.length ?? 0;
    if (!isDeepStrictEqual(low, high)) bad.push(`story ${n}: ${JSON.stringify(story)}`);
  }
  process.stdout.write(`  stories decided with two hidden maxima: ${STORIES} tried, ${bad.length} bad\n`);
  expect(contests, "maxima answered").toBeGreaterThan(STORIES);
  expect(bad.slice(0, 3)).toEqual([]);
});
