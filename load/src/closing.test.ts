// Tests the checks of auctions that end during a run: they find nothing in correct ends, and find each wrong end.
import type { Auction } from "@jara/shared/auction";
import { expect, it } from "vitest";
import { promisesOfClosing } from "./closing.ts";
import type { Lot } from "./lots.ts";
import { type LotAnswers, Measurements } from "./measure/measurements.ts";
import type { Rest } from "./rest.ts";
import type { Deps } from "./verify.ts";

const END = Date.parse("2026-11-21T12:00:00.000Z");
const token = (bidder: number) => `token of ${bidder}`;
const participants = {
  jara: "load field 1" as const,
  name: "test",
  madeAt: "",
  bidders: [0, 1, 2].map((id) => ({ id: String(id), token: token(id) })),
  seller: null,
  auctions: [],
};
/** The server's clock: the moment plus one minute before the end, with an error of at most 5 ms. */
const clock = { at: (moment: number) => END - 60_000 + moment, errorMs: 5 };

const closing = async (
  ended: Partial<Pick<Auction, "status" | "currentPrice" | "winner">>,
  answers: Partial<LotAnswers>,
  winners: readonly number[] = [2],
) => {
  const auction = { _id: "a", status: "ended", currentPrice: 12, winner: { username: "w***r" }, ...ended };
  const rest = {
    auction: async () => ({ ...auction, endTime: new Date(END).toISOString() }) as Auction,
    hasWon: async (_id: string, given: string) => winners.some((winner) => token(winner) === given),
  };
  const measured = new Measurements();
  Object.assign(measured.lotOf("a"), {
    acceptedBids: 2,
    top: { amount: 12, bidder: 2 },
    bidders: new Set([1, 2]),
    lastAcceptedAt: END - 1,
    firstEndedAt: 60_000,
    ...answers,
  });
  const deps = { rest: rest as unknown as Rest, crowd: {}, lots: [{ id: "a" } as Lot], measured } as unknown as Deps;
  const promises = await promisesOfClosing(deps, participants, clock);
  return promises.filter(({ isKept }) => !isKept).map(({ promise, detail }) => `${promise}: ${detail}`);
};

it("reports nothing for bids up to the last millisecond and refusals from the end on", async () => {
  expect(await closing({}, {})).toEqual([]);
});

it("reports a bid that was accepted at the end", async () => {
  expect(await closing({}, { lastAcceptedAt: END })).toEqual(["No bid is accepted at or after the end: a"]);
});

it("reports a refusal that came too early, but only beyond the possible error of the clocks", async () => {
  expect(await closing({}, { firstEndedAt: 59_994 })).toEqual(["No bid is refused as too late before the end: a"]);
  expect(await closing({}, { firstEndedAt: 59_996 })).toEqual([]);
});

it.each([
  ["two winners", {}, [1, 2], "a has 2 winners"],
  ["none", {}, [], "a has 0 winners"],
  ["another than the highest bidder", {}, [1], "a was not won by its highest bidder"],
  ["another price", { currentPrice: 13 }, [2], "a ended at another price than its highest bid"],
  ["a status that is none", { status: "sold" as const }, [2], "a is sold"],
])("reports %s", async (_, ended, winners, detail) => {
  const broken = await closing(ended, {}, winners);
  expect(broken.filter((one) => one.startsWith("Every"))).toEqual([
    `Every auction ended with one winner, its highest bidder: ${detail}`,
  ]);
});

it("reports a winner without an accepted bid, and does not count a run without late bids as a proof", async () => {
  const none = { top: null, bidders: new Set<number>(), acceptedBids: 0, lastAcceptedAt: null };
  expect(await closing({}, none)).toContain(
    "Every auction ended with one winner, its highest bidder: a has a winner without an accepted bid",
  );
  expect(await closing({ winner: null }, none)).toEqual(["Bids came on both sides of an end: of 0 of 1 auctions"]);
});
