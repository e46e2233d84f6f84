// @vitest-environment happy-dom
import type { PushFrame } from "@jara/shared/live-commands";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, testUser } from "../../app/render-for-test.tsx";
import { useSession } from "../../store/session.ts";
import { titleOfOwnLot } from "./own-lot-title.ts";

const live = vi.hoisted(() => ({ feeds: new Set<string>(), onFrame: (_: unknown) => {} }));
vi.mock("../../connection/connection.ts", () => ({
  getConnection: () => ({
    isInFeed: (feed: string) => live.feeds.has(feed),
    listen: ({ onFrame }: { onFrame: (frame: unknown) => void }) => {
      live.onFrame = onFrame;
    },
  }),
}));

let tokens = 0;
beforeEach(() => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  live.feeds.clear();
  tokens += 1;
  useSession.getState().logIn(testUser, `token ${tokens}`);
});
afterEach(() => {
  vi.restoreAllMocks();
  cleanUp();
});
const LIST = "GET /bids/user/my-bids";
const bidOn = (auctionId: string) => ({
  _id: `${auctionId}-1`,
  auction: { _id: auctionId, title: `Lot ${auctionId}` },
});

it("returns a title for every event outside the listing's feed, also when the lot is no longer visible", async () => {
  const calls = answerFetch({ "GET /auctions/a": { body: { auction: { title: "Drum" } } } });
  expect(await titleOfOwnLot("a", "active")).toBe("Drum");
  expect(await titleOfOwnLot("gone", "draft")).toBe("A lot that you bid on");
  expect(calls.some(({ call }) => call === LIST)).toBe(false);
});

it("fetches the user's own bids once inside the feed, and again after a new bid", async () => {
  live.feeds.add("listing");
  let own = [bidOn("a")];
  const calls = answerFetch({ [LIST]: () => ({ body: own }) });
  expect(await titleOfOwnLot("a", "cancelled")).toBe("Lot a");
  expect(await titleOfOwnLot("b", "cancelled")).toBeNull();
  expect(calls).toHaveLength(1);
  own = [bidOn("a"), bidOn("b")];
  live.onFrame({ type: "auction:mine", data: {} } as unknown as PushFrame);
  expect(await titleOfOwnLot("b", "cancelled")).toBe("Lot b");
});

it("returns no title to a visitor, or for a lot in the feed that is paused, resumes or is sold", async () => {
  live.feeds.add("listing");
  const calls = answerFetch({ [LIST]: { body: [bidOn("a")] } });
  for (const status of ["active", "paused", "sold"] as const) expect(await titleOfOwnLot("a", status)).toBeNull();
  expect(calls).toEqual([]);
  useSession.getState().logOut();
  expect(await titleOfOwnLot("a", "cancelled")).toBeNull();
  expect(calls).toEqual([]);
});
