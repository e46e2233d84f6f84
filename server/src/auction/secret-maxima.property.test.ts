// Tests that maxima and reserves stay secret: decides each of a thousand random stories twice, with a low and a high hidden
// maximum, and in half of them with two reserves. Everybody but the leader must get the same refusals, see the same auction
// and receive the same events and mails; staff may see the reserve, and the end opens it.

import { isDeepStrictEqual } from "node:util";
import { asMinor, toMinor } from "@jara/shared/money";
import { expect, it } from "vitest";
import {
  anAuction,
  buyItNow,
  cancelMaxBid,
  changeStatus,
  decided,
  edit,
  factsOf,
  maxBidId,
  NOON,
  person,
  placeBid,
  STARTED_AT,
  setMaxBid,
} from "../../test/support/given-auction.ts";
import { timesOf } from "../../test/support/random-histories.ts";
import { aStory, INCREMENT, STARTING_PRICE, type Step, type Story } from "../../test/support/secrecy-twins.ts";
import { randomOf } from "../../trust/round/random.ts";
import { mailsOf, noticesOf } from "../log-readers/mails-of-change.ts";
import type { Command, LoggedChange } from "./commands.ts";
import { type AuctionEvent, isPublic } from "./events.ts";
import { create, evolveChange } from "./evolve.ts";
import type { AuctionState } from "./state.ts";
import { summaryOf } from "./view/history.ts";
import { lotDocument } from "./view/lot-document.ts";
import { type Fact, factsOf as publicFactsOf } from "./view/public-facts.ts";
import { toChangeFrames, toMaxBidView, toOutcomeView, toView } from "./view/to-public.ts";
import { anyAdmin, everyone, isPrivileged, type Viewer } from "./view/viewer.ts";

const STORIES = timesOf(150);
const SEED = 5_000_011;
const STEP_MS = 1_000;
const HALF_HOUR_MS = 1_800_000;

/** The steps that both runs share. */
type FirstStep = Exclude<Step, { what: "again" }>;

/** "admin" is an administrator; the seller's own commands are an administrator's. */
const commandOf = (step: FirstStep, isHigh: 0 | 1, n: number, { contentVersion }: AuctionState): Command | null => {
  if (step.who === "seller") {
    if (step.what === "edit") return edit("admin", { description: `Seen to again, step ${n}.` });
    if (step.what === "void") {
      const voiding = { bidderId: "third", reason: "mistaken-amount", note: null } as const;
      return { type: "VoidBids", auctionId: "lot", userId: "admin", commandId: "any", ...voiding };
    }
    return changeStatus("admin", step.what === "pause" ? "paused" : step.what === "resume" ? "active" : "ended");
  }
  if (step.what === "bid") return placeBid(step.who, toMinor(step.amount));
  if (step.what === "max") return setMaxBid(step.who, toMinor(step.amounts[isHigh]));
  if (step.what === "cancel") return cancelMaxBid(step.who);
  const by = { auctionId: "lot", userId: step.who, commandId: "any" };
  if (step.what === "withdraw") return { type: "WithdrawBids", ...by };
  if (step.what === "confirm") return { type: "ConfirmMaxBid", ...by, maxBidId: maxBidId(step.who), contentVersion };
  return step.what === "buy" ? buyItNow(step.who) : null;
};

const viewers: readonly Viewer[] = [
  everyone,
  anyAdmin,
  { kind: "user", id: "rival" },
  { kind: "user", id: "third" },
  { kind: "admin", id: "seller" },
];

/** Staff may see the reserve. To everybody else its amount must not show. */
const withoutReserve = (viewer: Viewer, shown: unknown): unknown =>
  isPrivileged(viewer)
    ? JSON.stringify(shown, (key, value) => (key === "reservePrice" && value !== null ? "the reserve" : value))
    : shown;

/** The public log opens the reserve with the end. */
const withoutOpening = (facts: readonly Fact[] | null): unknown =>
  facts?.map((fact) => (fact.type === "ended" && fact.reserve ? { ...fact, reserve: "opened" } : fact));

/** How often each event happened, over all stories. */
const happened = new Map<AuctionEvent["type"], number>();

/** Everything that anybody but the leader could be shown after each step. */
const play = (story: Story, isHigh: 0 | 1): unknown[] => {
  const created = anAuction({
    startingPriceMinor: toMinor(STARTING_PRICE),
    incrementMinor: toMinor(INCREMENT),
    reserveMinor: story.reserve && toMinor(story.reserve[isHigh]),
    buyItNowMinor: asMinor(900_000_000),
    ...(story.isSoft && { softClose: { windowSeconds: 3_600, capMinutes: 1_440 }, endsAt: NOON + HALF_HOUR_MS }),
  });
  let state: AuctionState = create(created, STARTED_AT);
  const log: LoggedChange[] = [{ revision: 1, events: [created], actorId: "seller", at: STARTED_AT }];
  const change = (events: readonly AuctionEvent[], actorId: string, at: number): void => {
    state = evolveChange(state, events);
    log.push({ revision: state.revision, events, actorId, at });
  };
  return story.steps.map((step, n) => {
    if (step.what === "again") {
      for (const amount of isHigh ? step.amounts : []) {
        const at = NOON + n * STEP_MS;
        const decision = decided(state, setMaxBid("leader", toMinor(amount)), factsOf("leader"), at);
        if (decision.kind === "accepted") {
          const before = state;
          change(decision.events, "leader", at);
          const hidden = { before, after: state, events: decision.events };
          expect([mailsOf(hidden), noticesOf(hidden)]).toEqual([[], []]);
          // A change that only its author sees has no version, so it has no leaf in the public log.
          expect(decision.events.some(isPublic)).toBe(false);
        }
      }
      return null;
    }
    const command = commandOf(step, isHigh, n, state);
    if (!command) return null;
    const now = NOON + n * STEP_MS;
    const asker = "userId" in command ? command.userId : "";
    const before = state;
    const decision = decided(state, command, { ...factsOf(asker), log }, now);
    if (decision.kind === "refused") return [step.who === "leader" ? "the leader is refused" : decision.error];
    if (decision.events.length > 0) change(decision.events, asker, now);
    const { terms, events } = { terms: state, events: decision.events };
    for (const { type } of events) happened.set(type, (happened.get(type) ?? 0) + 1);
    const isOver = state.status === "ended";
    return [
      viewers.map((viewer) =>
        withoutReserve(viewer, [toView(state, viewer, now), toChangeFrames(events, state, now, viewer, now)]),
      ),
      isOver ? null : summaryOf(events, { actor: person(asker), terms, lastBid: null, showsMaxima: false }),
      step.who === "leader" ? null : toOutcomeView(state, asker),
      withoutOpening(
        publicFactsOf(events, true, {
          isByClock: false,
          person: (id) => id,
          seller: () => state.seller.id,
          reserveAfter: () =>
            state.reserveMinor && { commitment: "sealed", amount: state.reserveMinor, salt: "the salt" },
          lot: () => ({ before, after: state, lotHash: JSON.stringify(lotDocument(state)), media: [] }),
        }),
      ),
      // Everybody with a maximum gets a notice, so it shows who has one to nobody else.
      [mailsOf, noticesOf].map((of) =>
        of({ before, after: state, events }).filter((mail) => !("userId" in mail) || mail.userId !== "leader"),
      ),
      [...state.maxBids.values()]
        .filter(({ owner }) => owner.id !== "leader")
        .map((maxBid) => toMaxBidView(state, maxBid)),
    ];
  });
};

it("shows only the leader which of two maxima is set, and only staff which of two reserves", () => {
  const random = randomOf(SEED);
  const bad: string[] = [];
  let contests = 0;
  let hidden = 0;
  for (let n = 0; n < STORIES; n++) {
    const story = aStory(random);
    const [low, high] = [play(story, 0), play(story, 1)];
    if (story.reserve && story.reserve[0] !== story.reserve[1]) hidden += 1;
    contests += JSON.stringify(low).match(/"kind":"auto"/g)?.length ?? 0;
    if (!isDeepStrictEqual(low, high)) bad.push(`story ${n}: ${JSON.stringify(story)}`);
  }
  process.stdout.write(`  stories decided with two hidden maxima: ${STORIES} tried, ${bad.length} bad\n`);
  expect(hidden, "stories with two reserves").toBeGreaterThan(STORIES / 3);
  expect(contests, "maxima answered").toBeGreaterThan(STORIES);
  for (const type of ["AuctionExtended", "MaxBidConfirmed", "BidsVoided"] as const) {
    expect(happened.get(type) ?? 0, type).toBeGreaterThan(STORIES / 10);
  }
  expect(bad.slice(0, 3)).toEqual([]);
});
